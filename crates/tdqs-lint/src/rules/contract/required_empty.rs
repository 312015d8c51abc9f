//! TDQS218: nothing must be given, and nothing says what happens then.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS218",
    name: "required-empty",
    summary: "`required` is empty, and nothing says what leaving a parameter out means.",
    why: "An empty `required` says that a call without arguments is a good one. What comes back then is for the author \
          to say: everything, nothing, or the last state; an agent that does not know fills in a guess.\n\nSay for \
          each parameter what leaving it out means, or give it a `default`.",
    sources: &["Tool Credit Score, section 7: required-empty"],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string", "description": "Label of the shelf."}}, "required": []}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}, "limit": {"type": "integer", "default": 10}}, "required": []}}"#,
    ],
    good: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string", "description": "Label of the shelf; all shelves if omitted."}}, "required": []}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {}, "required": []}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::RequiredEmpty);
}
