//! Is a message its template, filled?
//!
//! The templates that `tdqs-rubric` holds are filled here plainly, with schemas in the plain pretty form of what
//! `serde_json` reads, and the messages must be these to the byte. So a message has the lines and sections of its
//! template, whatever its values hold. Besides, the schema in a message reads back as the schema, and U+0000 is
//! left in names and titles alone.

use tdqs_coherence::{CostedTool, shadow_candidates};
use tdqs_rubric::ListedTool;
use tdqs_rubric::message::{COHERENCE_TEMPLATE, TOOL_TEMPLATE, coherence_message, tool_message};
use tdqs_signals::json::{Json, canonical};
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition, ToolSet};

use crate::author::Author;
use crate::{plain, serde_reader};

/// Levels up to which the message of a tool is looked at: the indentation of a deep schema is quadratic in its
/// depth.
const LEVELS: usize = 60;

/// Checks one input.
///
/// # Panics
///
/// When a relation does not hold.
pub fn check(data: &[u8]) {
    let set = match Author::of(data) {
        Some(mut author) => ToolSet::parse(&author.documents()),
        None => ToolSet::parse_bytes(data),
    };
    let Ok(set) = set else { return };
    for edition in SpecVersion::ALL {
        let signals: Vec<ContextSignals> =
            set.tools().iter().map(|tool| ContextSignals::of(tool, edition)).collect();
        for (at, (tool, signals)) in set.tools().iter().zip(&signals).enumerate() {
            check_tool(tool, signals, &set.sibling_names(at), edition);
        }
        check_coherence(&set, &signals, edition);
    }
}

fn check_tool(tool: &ToolDefinition, signals: &ContextSignals, siblings: &[&str], edition: SpecVersion) {
    let schemas = [&tool.input_schema, &tool.output_schema, &tool.annotations];
    if schemas.into_iter().flatten().any(|schema| schema.value().depth() > LEVELS) {
        return;
    }
    let message = tool_message(tool, signals, siblings, edition);
    assert_eq!(message, tool_message(tool, signals, siblings, edition), "two messages differ");
    let title = tool.title.as_deref().unwrap_or("null");
    let kept: usize = siblings.iter().copied().chain([tool.name.as_str(), title]).map(count_nul).sum();
    assert_eq!(count_nul(&message), kept, "U+0000 in {message:?}");

    let before = format!(
        "TOOL NAME: {}\nTITLE: {title}\n\nDESCRIPTION:\n\"{}\"\n\n<input-schema>\n",
        tool.name,
        tool.description.as_deref().unwrap_or_default().replace('\0', "")
    );
    let after = message.strip_prefix(&before).expect("the message begins as its template");
    let (shown, _) = Json::parse_prefix(&after.into(), 0).expect("a schema follows");

    // A number that a later key replaced is nothing to tdqs, and an error to serde_json.
    let block = |json: Option<&Json>, absent: &str| match json {
        None => Some(absent.to_owned()),
        Some(json) => Some(plain::pretty(&serde_reader::read(json.value().literal()).ok()?, 0)),
    };
    let Some(input) = block(tool.input_schema.as_ref(), "{}") else { return };
    let Some(output) = block(tool.output_schema.as_ref(), "None provided") else { return };
    let Some(annotations) = block(tool.annotations.as_ref(), "None provided") else { return };
    if let Some(schema) = &tool.input_schema {
        let read = serde_reader::read(schema.value().literal()).expect("it was read just above");
        let expected = plain::canonical(&plain::without_nul(&read));
        assert_eq!(canonical::to_string(shown.value()), expected, "the schema in {message:?}");
    }

    let siblings = if siblings.is_empty() { "None".to_owned() } else { siblings.join("\n") };
    let description = tool.description.as_deref().unwrap_or_default().replace('\0', "");
    let has_block = edition == SpecVersion::V1_3;
    let mut template = TOOL_TEMPLATE.to_owned();
    if has_block {
        let block = "</input-schema>\n\n<output-schema>\n{output}\n</output-schema>\n";
        template = template.replacen("</input-schema>\n", block, 1);
        template = template.replacen("- Has output schema: {hasOutputSchema}\n", "", 1);
    }
    let mut values = vec![
        ("{name}", tool.name.clone()),
        ("{title | \"null\"}", title.to_owned()),
        ("{description}", description),
        ("{inputSchema JSON | \"{}\"}", input),
    ];
    values.extend(has_block.then_some(("{output}", output)));
    values.extend([
        ("{annotations JSON | \"None provided\"}", annotations),
        ("{paramCount}", signals.param_count.to_string()),
        ("{requiredParamCount}", signals.required_param_count.to_string()),
        ("{schemaDescriptionCoverage}", signals.schema_description_coverage.to_string()),
        ("{paramsWithEnums}", signals.params_with_enums.to_string()),
    ]);
    values.extend((!has_block).then(|| ("{hasOutputSchema}", signals.has_output_schema.to_string())));
    values.push(("{hasNestedObjects}", signals.has_nested_objects.to_string()));
    values.push(("{sibling tool names, one per line | \"None\"}", siblings));
    assert_eq!(message, filled(&template, &values), "edition {edition}");
}

fn check_coherence(set: &ToolSet, signals: &[ContextSignals], edition: SpecVersion) {
    let tools = || set.tools().iter().zip(signals);
    let costed: Vec<CostedTool<'_>> = tools()
        .map(|(tool, signals)| CostedTool { name: &tool.name, invocation_cost: signals.invocation_cost })
        .collect();
    let candidates = shadow_candidates(&costed, edition);
    let listed: Vec<ListedTool<'_>> = tools()
        .map(|(tool, signals)| ListedTool {
            name: &tool.name,
            description: tool.description.as_deref(),
            signals,
        })
        .collect();
    let server = set.server_name.as_deref().unwrap_or_default();
    let message = coherence_message(server, &listed, &candidates, edition);
    assert_eq!(message, coherence_message(server, &listed, &candidates, edition), "two messages differ");
    let in_pairs = candidates.iter().flat_map(|pair| [&*pair.tool, &*pair.cheaper_sibling]);
    let kept: usize = set.tools().iter().map(|tool| &*tool.name).chain(in_pairs).map(count_nul).sum();
    assert_eq!(count_nul(&message), kept, "U+0000 in {message:?}");

    let begin = COHERENCE_TEMPLATE.find("- {name}").expect("the template lists tools");
    let (head, rest) = COHERENCE_TEMPLATE.split_at(begin);
    let (line, rest) = rest.split_once("\n- ...\n").expect("the template lists any number of tools");
    let mut expected = filled(
        head,
        &[("{serverName}", server.replace('\0', "")), ("{toolCount}", listed.len().to_string())],
    );
    for tool in &listed {
        let required = match edition {
            SpecVersion::V1_1Draft => Some(tool.signals.required_param_count),
            _ => tool.signals.required_field_count,
        };
        let description =
            tool.description.map_or("(no description)".to_owned(), |text| text.replace('\0', ""));
        expected += &filled(
            line,
            &[
                ("{name}", tool.name.to_owned()),
                ("{invocationCost}", tool.signals.invocation_cost.to_string()),
                ("{requiredParamCount}", required.expect("the edition counts it").to_string()),
                ("{schemaDepth}", tool.signals.schema_depth.to_string()),
                ("{unionChoiceCount}", tool.signals.union_choice_count.to_string()),
                ("{description | \"(no description)\"}", description),
            ],
        );
        expected.push('\n');
    }
    let pairs: Vec<String> = candidates
        .iter()
        .map(|pair| {
            let (tool, cost) = (&pair.tool, pair.invocation_cost);
            let (sibling, sibling_cost) = (&pair.cheaper_sibling, pair.cheaper_sibling_invocation_cost);
            format!("{tool} (cost {cost}) may be shadowed by {sibling} (cost {sibling_cost})")
        })
        .collect();
    let pairs = if pairs.is_empty() { "None".to_owned() } else { pairs.join("\n") };
    let begin = rest.find("{\"{dearer}").expect("the template lists pairs");
    let end = rest.find("| \"None\"}").expect("the template says what stands for no pairs");
    expected += &rest[..begin];
    expected += &pairs;
    expected += &rest[end + "| \"None\"}".len()..];
    assert_eq!(message, expected, "edition {edition}");
}

/// The template with each placeholder, in their order, replaced by its value. Values are not looked into.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    for (placeholder, value) in values {
        let (before, after) = rest.split_once(placeholder).expect("the template has the placeholder");
        text += before;
        text += value;
        rest = after;
    }
    assert!(!rest.contains('{'), "a placeholder is left in {rest:?}");
    text + rest
}

fn count_nul(text: &str) -> usize {
    text.matches('\0').count()
}
