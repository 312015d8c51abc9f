//! TDQS716: an object without a word of its properties.

use crate::context::ToolContext;
use crate::{Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS716",
    name: "absent-properties-refused",
    summary: "The schema of the arguments has no `properties`, which OpenAI's API asks for.",
    why: "MCP lets a tool without parameters say `{\"type\": \"object\"}` and no more. OpenAI's API answers 400 \
          to such a schema (`object schema missing properties`), and clients that do not fill it in lose the \
          whole request.\n\nAdd `\"properties\": {}`.",
    sources: &[
        "github.com/openai/openai-agents-python pull request 454",
        "github.com/wakehacker/wake-ai pull request 16",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "additionalProperties": false}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(root) = tool.input_schema() else { return };
    let is_object = root.get("type").is_some_and(|kind| kind.value().is_str("object"));
    if is_object && root.get("properties").is_none() && root.get("$ref").is_none() {
        let message = "OpenAI's API refuses an object schema without `properties`; add `\"properties\": {}`";
        let edit =
            Edit::Insert { pointer: format!("{}/properties", root.pointer()), value: serde_json::json!({}) };
        findings.report(&root.place(), message).mend(Fix::safe("add empty `properties`", vec![edit]));
    }
}
