//! TDQS217: nothing says what must be given.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS217",
    name: "required-missing",
    summary: "The schema has no `required`, and nothing says what leaving a parameter out means.",
    why: "Without `required` every parameter may be left out, which is seldom what is meant: an agent that takes the \
          schema at its word sends a call without them and gets an error. Where all of them are optional indeed, a \
          default or a word in the description says so.\n\nAdd `required` with the names that must be given, or say \
          for each what leaving it out means.",
    sources: &[
        "Tool Credit Score, section 7: required-missing",
        "JSON Schema 2020-12, Validation, 6.5.3: required",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "description": "Label of the crate."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "depth": {"type": "integer", "default": 1}}, "required": null}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string", "description": "Omit to list all."}, "depth": {"type": "integer", "default": 1}, "aisle": {"type": ["string", "null"]}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::RequiredMissing);
}
