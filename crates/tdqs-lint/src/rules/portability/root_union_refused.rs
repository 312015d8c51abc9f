//! TDQS704: a union at the root of the arguments.

use crate::context::ToolContext;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS704",
    name: "root-union-refused",
    summary: "The schema of the arguments has `anyOf`, `oneOf`, `allOf`, `not` or `enum` at its root.",
    why: "The APIs of Anthropic and OpenAI take no union at the root of a tool's schema and answer 400 to the \
          whole request; some clients drop such a tool without a word, others take the first branch. Deeper in \
          the schema a union is fine.\n\nMake all parameters optional properties of one object and say in the \
          description which go together, put the union into one property, or split the tool.",
    sources: &[
        "github.com/anthropics/claude-code issue 5973: input_schema does not support oneOf, allOf, or anyOf at the top level",
        "github.com/langchain-ai/langchainjs issue 9804: OpenAI refuses oneOf, anyOf, allOf, enum, not at the top level",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "id": {"type": "integer"}}, "anyOf": [{"required": ["label"]}, {"required": ["id"]}]}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "allOf": [{"required": ["label"]}]}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"key": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"anyOf": {"type": "string"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "oneOf": [{"required": ["a"]}]}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(root) = tool.input_schema() else { return };
    for (name, who) in [
        ("anyOf", "Anthropic's and OpenAI's APIs refuse"),
        ("oneOf", "Anthropic's and OpenAI's APIs refuse"),
        ("allOf", "Anthropic's and OpenAI's APIs refuse"),
        ("not", "OpenAI's API refuses"),
        ("enum", "OpenAI's API refuses"),
    ] {
        if let Some(keyword) = root.get(name) {
            let message = format!(
                "{who} `{name}` at the root of the arguments; describe one object, or put the choice into a property"
            );
            findings.report(&keyword.key_place(), message);
        }
    }
}
