//! TDQS316: values that their own type refuses.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::values::quoted;
use crate::context::{Node, ToolContext, Types};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS316",
    name: "value-contradicts-type",
    summary: "A value in `enum` or `const` is not of the `type` beside it.",
    why: "`type` and `enum` both have to hold. A value of another type is offered to the agent and refused by \
          the validator: the list `[\"1\", \"2\"]` of a number, the null of a string, the words that an array is \
          meant to hold.\n\nMend the type or the values. What the elements of an array may be belongs in \
          `items`.",
    sources: &["JSON Schema 2020-12, Validation, 6.1: type, enum, const"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "enum": ["1", "2"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"sides": {"type": "array", "items": {"type": "string"}, "enum": ["left", "right"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": "string", "enum": ["left", null]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "const": 1}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"level": {"type": "number", "enum": [1, 2.5]}, "count": {"type": "integer", "enum": [1, 2.0]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": ["string", "null"], "enum": ["left", null]}, "old": {"type": "string", "nullable": true, "enum": ["left", null]}, "any": {"enum": [1, "a"]}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Values that a message names.
const NAMED: usize = 3;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for name in ["enum", "const"] {
        for keyword in tool.keywords(name) {
            let Some(schema) = keyword.parent() else { continue };
            let Some(types) = Types::of(schema) else { continue };
            let is_nullable = schema.get("nullable").is_some_and(|flag| flag.value().as_bool() == Some(true));
            let is_refused = |value: &Node<'_>| {
                !(types.admit(value.value()) || (is_nullable && value.kind() == Kind::Null))
            };
            let is_list = name == "enum";
            let values = is_list.then(|| keyword.children()).into_iter().flatten();
            let refused: Vec<Node<'_>> =
                values.chain((!is_list).then_some(keyword)).filter(is_refused).collect();
            let Some(first) = refused.first() else { continue };
            let mut shown: Vec<String> =
                refused.iter().take(NAMED).map(|value| quoted(value.value())).collect();
            if let Some(more) = refused.len().checked_sub(NAMED).filter(|more| *more > 0) {
                shown.push(format!("{more} more"));
            }
            let cure = if types.is_only("array") {
                "put the list into `items`"
            } else {
                "mend the type or the values"
            };
            let message = format!(
                "{} in `{name}` {} not of the type {}, so that no call with {} is valid; {cure}",
                shown.join(", "),
                if refused.len() == 1 { "is" } else { "are" },
                types.names(),
                if refused.len() == 1 { "it" } else { "them" }
            );
            let mut reported = findings.report(&first.place(), message);
            if let Some(kind) = schema.get("type") {
                reported.relate(&kind.place(), "the type");
            }
        }
    }
}
