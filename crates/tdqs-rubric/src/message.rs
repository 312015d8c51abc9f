//! The user messages: one for a tool, one for a server.
//!
//! The templates are normative to the byte. They quote nothing: text that tries to close a tag goes out
//! as it is, since scores are comparable only over the same bytes.
//!
//! Specification: Appendix A and B. Decisions: "Prompts".

use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_signals::json::{Json, pretty};
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition};

/// The document's template for a tool's message, to the byte. Editions 1.1-draft and 1.2 share it.
pub const TOOL_TEMPLATE: &str = include_str!("../prompts/tool-user.txt");

/// The document's template for a server's message, to the byte.
pub const COHERENCE_TEMPLATE: &str = include_str!("../prompts/coherence-user.txt");

/// The message that asks for a tool's scores.
///
/// `siblings` are the names of the server's other tools, in the server's order.
#[must_use]
pub fn tool_message<S: AsRef<str>>(
    tool: &ToolDefinition,
    signals: &ContextSignals,
    siblings: impl IntoIterator<Item = S>,
    edition: SpecVersion,
) -> String {
    let with_output_schema = edition >= SpecVersion::V1_3;
    let mut message = format!(
        "TOOL NAME: {name}\nTITLE: {title}\n\nDESCRIPTION:\n\"{description}\"\n\n<input-schema>\n{input}\n</input-schema>\n\n",
        name = tool.name,
        title = tool.title.as_deref().unwrap_or("null"),
        description = without_nul(tool.description.as_deref().unwrap_or_default()),
        input = pretty_or(tool.input_schema.as_ref(), "{}"),
    );
    if with_output_schema {
        let output = pretty_or(tool.output_schema.as_ref(), "None provided");
        _ = write!(message, "<output-schema>\n{output}\n</output-schema>\n\n");
    }
    _ = write!(
        message,
        "<annotations>\n{annotations}\n</annotations>\n\nCONTEXT SIGNALS:\n- Parameter count: {params}\n\
         - Required parameters: {required}\n- Schema description coverage: {coverage}%\n- Parameters with enums: {enums}\n",
        annotations = pretty_or(tool.annotations.as_ref(), "None provided"),
        params = signals.param_count,
        required = signals.required_param_count,
        coverage = signals.schema_description_coverage,
        enums = signals.params_with_enums,
    );
    if !with_output_schema {
        _ = writeln!(message, "- Has output schema: {}", signals.has_output_schema);
    }
    _ = write!(message, "- Has nested objects: {}\n\n<sibling-tools>\n", signals.has_nested_objects);
    push_lines(&mut message, siblings);
    message.push_str("\n</sibling-tools>\n\nRespond with JSON only.");
    message
}

/// A tool as the coherence message lists it.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "the template's list line has these parts")]
pub struct ListedTool<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description, if it has one.
    pub description: Option<&'a str>,
    /// Its signals, for the costs.
    pub signals: &'a ContextSignals,
}

/// A pair that is structurally asymmetric: `tool` costs at least twice `cheaper_sibling`, and at least 4
/// more (specification: "Shadowed tools").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "a pair and its costs")]
pub struct ShadowCandidate {
    /// The dearer tool.
    pub tool: String,
    /// What calling it costs.
    pub invocation_cost: u32,
    /// The sibling it may be shadowed by.
    pub cheaper_sibling: String,
    /// What calling the sibling costs.
    pub cheaper_sibling_invocation_cost: u32,
}

/// The message that asks for a server's coherence.
#[must_use]
pub fn coherence_message(
    server_name: &str,
    tools: &[ListedTool<'_>],
    candidates: &[ShadowCandidate],
    edition: SpecVersion,
) -> String {
    let mut message =
        format!("SERVER NAME: {}\nTOOL COUNT: {}\n\n<tools>\n", without_nul(server_name), tools.len());
    for tool in tools {
        _ = writeln!(
            message,
            "- {name} [cost {cost}: {required} required, depth {depth}, {unions} union choices]: {description}",
            name = tool.name,
            cost = tool.signals.invocation_cost,
            required = tool.signals.required_in_cost(edition),
            depth = tool.signals.schema_depth,
            unions = tool.signals.union_choice_count,
            description = tool.description.map_or_else(|| "(no description)".into(), without_nul),
        );
    }
    message.push_str("</tools>\n\n<shadow-candidates>\n");
    push_lines(
        &mut message,
        candidates.iter().map(|pair| {
            format!(
                "{} (cost {}) may be shadowed by {} (cost {})",
                pair.tool, pair.invocation_cost, pair.cheaper_sibling, pair.cheaper_sibling_invocation_cost
            )
        }),
    );
    message.push_str("\n</shadow-candidates>\n\nRespond with JSON only.");
    message
}

fn pretty_or(json: Option<&Json>, absent: &str) -> String {
    json.map_or_else(|| absent.to_owned(), |json| pretty::to_string(json.value()))
}

/// U+0000 leaves descriptions and server names, as the published prompts have it.
fn without_nul(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "").into() } else { text.into() }
}

fn push_lines<S: AsRef<str>>(message: &mut String, lines: impl IntoIterator<Item = S>) {
    let mut first = true;
    for line in lines {
        if !std::mem::take(&mut first) {
            message.push('\n');
        }
        message.push_str(line.as_ref());
    }
    if first {
        message.push_str("None");
    }
}
