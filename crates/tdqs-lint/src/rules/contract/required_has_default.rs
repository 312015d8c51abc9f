//! TDQS220: a default that is never used.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS220",
    name: "required-has-default",
    summary: "A required parameter has a `default`.",
    why: "A `default` says what is taken when nothing is given, and `required` says that something must be given: one \
          of the two is not meant. Agents read it either way, and clients that build forms leave such a field \
          out.\n\nTake the name out of `required`, or the `default` away.",
    sources: &[
        "Tool Credit Score, section 7: required-has-default",
        "JSON Schema 2020-12, Validation, 9.2: default",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 10}}, "required": ["limit"]}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"aisle": {"type": "string"}, "shelf": {"type": "string", "default": "A"}}, "required": ["aisle", "shelf"]}}"#,
    ],
    good: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 10}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"default": {"type": "integer"}}, "required": ["default"]}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::RequiredHasDefault);
}
