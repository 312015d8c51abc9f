//! How is a tool written in a line of `--format jsonl`?
//!
//! In two parts: the server's name is known last when the input is read in pieces.

use anyhow::Result;
use tdqs::rubric::ToolFlag;
use tdqs::signals::ContextSignals;

use crate::visible;

/// The beginning of every line of a server.
pub(super) fn head(server_name: &str) -> Result<Vec<u8>> {
    let name = serde_json::to_string(server_name)?;
    Ok(format!("{{\"serverName\":{},", visible::json(&name)).into_bytes())
}

/// Appends the rest of a line.
pub(super) fn write_tool(
    out: &mut Vec<u8>,
    name: &str,
    flags: &[ToolFlag],
    signals: &ContextSignals,
) -> Result<()> {
    out.extend_from_slice(b"\"name\":");
    let begin = out.len();
    serde_json::to_writer(&mut *out, name)?;
    // Only a name holds what a stranger wrote, and hardly ever anything but plain letters.
    if !out[begin..].iter().all(|byte| matches!(byte, b' '..=b'~')) {
        let name = String::from_utf8(out.split_off(begin))?;
        out.extend_from_slice(visible::json(&name).as_bytes());
    }
    out.extend_from_slice(b",\"flags\":[");
    for (place, flag) in flags.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        serde_json::to_writer(&mut *out, flag)?;
    }
    out.extend_from_slice(b"],\"contextSignals\":");
    write_signals(out, signals);
    out.extend_from_slice(b"}\n");
    Ok(())
}

/// What serde writes of the signals, at a fifth of the cost: there is a line for each of hundreds of thousands of
/// tools, and nothing in it needs an escape.
fn write_signals(out: &mut Vec<u8>, signals: &ContextSignals) {
    let mut key = "{\"paramCount\":";
    macro_rules! number {
        ($value:expr, $next:literal) => {
            out.extend_from_slice(key.as_bytes());
            write_number(out, u64::from($value));
            key = $next;
        };
    }
    macro_rules! word {
        ($value:expr, $next:literal) => {
            out.extend_from_slice(key.as_bytes());
            out.extend_from_slice(word($value).as_bytes());
            key = $next;
        };
    }
    let hints = signals.annotation_values;
    number!(signals.param_count, ",\"requiredParamCount\":");
    number!(signals.required_param_count, ",\"paramsWithDescriptions\":");
    number!(signals.params_with_descriptions, ",\"paramsWithEnums\":");
    number!(signals.params_with_enums, ",\"schemaDescriptionCoverage\":");
    number!(signals.schema_description_coverage, ",\"hasNestedObjects\":");
    word!(Some(signals.has_nested_objects), ",\"schemaDepth\":");
    number!(signals.schema_depth, ",\"unionChoiceCount\":");
    number!(signals.union_choice_count, ",\"invocationCost\":");
    if let Some(fields) = signals.required_field_count {
        out.extend_from_slice(b",\"requiredFieldCount\":");
        write_number(out, u64::from(fields));
    }
    number!(signals.invocation_cost, ",\"hasOutputSchema\":");
    word!(Some(signals.has_output_schema), ",\"hasAnnotations\":");
    word!(Some(signals.has_annotations), ",\"annotationValues\":{\"readOnly\":");
    word!(hints.read_only, ",\"destructive\":");
    word!(hints.destructive, ",\"idempotent\":");
    word!(hints.idempotent, ",\"openWorld\":");
    word!(hints.open_world, "},\"titleIsMeaningful\":");
    word!(Some(signals.title_is_meaningful), ",\"inputHash\":\"");
    if let Some(bytes) = signals.definition_bytes {
        out.extend_from_slice(b",\"definitionBytes\":");
        write_number(out, bytes);
    }
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(&signals.input_hash.to_digits());
    out.push(b'"');
    if signals.truncated {
        out.extend_from_slice(b",\"truncated\":true");
    }
    out.push(b'}');
}

fn word(value: Option<bool>) -> &'static str {
    match value {
        None => "null",
        Some(true) => "true",
        Some(false) => "false",
    }
}

fn write_number(out: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut left = number;
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(left % 10).unwrap_or_default();
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use tdqs::{SpecVersion, ToolDefinition};

    use super::*;

    #[test]
    fn a_line_is_what_serde_writes() {
        for text in [
            r#"{"name":"a"}"#,
            r#"{"name":"b\u009b\"é","title":"Long title","description":"b","annotations":{"readOnlyHint":true,
                "openWorldHint":false},"outputSchema":{"a":1},"inputSchema":{"properties":{"q":{"type":"object",
                "properties":{"u":{"oneOf":[{"properties":{"x":{}}},{"properties":{"y":{}}}]}},"required":["u"]}},
                "required":["q","r","s","t","u","v","w","x","y","z"]}}"#,
        ] {
            let tool = ToolDefinition::from_json(text).unwrap();
            for edition in SpecVersion::ALL {
                let mut signals = ContextSignals::of(&tool, edition);
                for truncated in [false, true] {
                    signals.truncated = truncated;
                    let flags = [ToolFlag::NoDescription, ToolFlag::TautologicalDescription];
                    let mut line = head("s\"\u{85}").unwrap();
                    write_tool(&mut line, &tool.name, &flags, &signals).unwrap();
                    let expected = format!(
                        "{{\"serverName\":{},\"name\":{},\"flags\":{},\"contextSignals\":{}}}\n",
                        serde_json::to_string("s\"\u{85}").unwrap(),
                        serde_json::to_string(&tool.name).unwrap(),
                        serde_json::to_string(&flags).unwrap(),
                        serde_json::to_string(&signals).unwrap(),
                    );
                    assert_eq!(String::from_utf8(line).unwrap(), visible::json(&expected));
                }
            }
        }
    }
}
