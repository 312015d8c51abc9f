//! TDQS312: a bound in the words of a draft that is gone.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS312",
    name: "boolean-exclusive-bound",
    summary: "`exclusiveMinimum` or `exclusiveMaximum` is a boolean, as in draft 4.",
    why: "Up to draft 4 `exclusiveMinimum: true` said that `minimum` itself was not allowed. Since draft 6 it is \
          the bound itself, a number, and validators and model APIs refuse a schema with a boolean in its \
          place.\n\nPut the number there and leave `minimum` out.",
    sources: &[
        "JSON Schema 2020-12, Validation, 6.2.5: exclusiveMinimum",
        "JSON Schema draft-06 release notes: exclusiveMinimum and exclusiveMaximum",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"share": {"type": "number", "maximum": 1, "exclusiveMaximum": false}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "exclusiveMinimum": 0}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"exclusiveMinimum": {"type": "boolean"}, "count": {"const": {"exclusiveMaximum": true}}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for (exclusive, inclusive) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        for keyword in tool.keywords(exclusive) {
            let Some(flag) = keyword.value().as_bool() else { continue };
            let bound = keyword.parent().and_then(|schema| schema.get(inclusive));
            let cure = match bound.filter(|_| flag) {
                Some(bound) => {
                    format!(
                        "write `\"{exclusive}\": {}` and leave `{inclusive}` out",
                        bound.value().literal()
                    )
                }
                None => "leave it out".to_owned(),
            };
            let message =
                format!("`{exclusive}` is a boolean as in draft 4, and since draft 6 a number; {cure}");
            findings.report(&keyword.key_place(), message);
        }
    }
}
