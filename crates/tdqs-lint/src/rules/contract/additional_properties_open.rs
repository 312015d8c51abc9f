//! TDQS226: misspelt arguments that pass unseen.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS226",
    name: "additional-properties-open",
    summary: "The schema accepts arguments that it does not declare.",
    why: "A model that misspells an argument or makes one up is told so only when the schema is closed; in an open one \
          the argument is dropped and the call goes on without it. An open schema is the default of JSON Schema and of \
          most generators, and some tools take any arguments on purpose.\n\nSet `additionalProperties` to `false` \
          where nothing else is taken; `tdqs fix --tighten` does.",
    sources: &[
        "Tool Credit Score, section 7: additional-properties-open",
        "JSON Schema 2020-12, Core, 10.3.2.3: additionalProperties",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "additionalProperties": true}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "additionalProperties": false}}"#,
        r#"{"name": "set_tags", "description": "Set tags.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "additionalProperties": {"type": "string"}}}"#,
        r#"{"name": "list_crates", "description": "List all crates.", "inputSchema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::AdditionalPropertiesOpen);
}
