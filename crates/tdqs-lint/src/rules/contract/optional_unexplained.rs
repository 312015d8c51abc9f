//! TDQS219: what happens without an optional parameter.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS219",
    name: "optional-unexplained",
    summary: "An optional parameter does not say what leaving it out means.",
    why: "An agent decides for every optional parameter whether to fill it in. Where neither a `default` nor the \
          description says what happens without it, some models leave out what they need and others make a value up to \
          be safe.\n\nGive it a `default`, or say what leaving it out means: \"all shelves if omitted\".",
    sources: &[
        "Tool Credit Score, section 7: optional-unexplained",
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"aisle": {"type": "string"}, "shelf": {"type": "string", "description": "Label of the shelf."}}, "required": ["aisle"]}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"aisle": {"type": "string"}, "a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["aisle"]}}"#,
    ],
    good: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"aisle": {"type": "string"}, "shelf": {"type": "string", "description": "Label of the shelf (default: all)."}, "deep": {"type": "boolean", "default": false}}, "required": ["aisle"]}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"aisle": {"type": "string"}, "shelf": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "required": ["aisle"]}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::OptionalUnexplained);
}
