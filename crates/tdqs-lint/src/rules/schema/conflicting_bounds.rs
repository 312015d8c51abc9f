//! TDQS315: bounds that nothing lies between.

use tdqs_rubric::Dimension;

use crate::context::{Keyword, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS315",
    name: "conflicting-bounds",
    summary: "A lower bound lies above the upper one, so that no value fits.",
    why: "A schema whose `minimum` is above its `maximum`, or whose `minLength` is above its `maxLength`, takes \
          no value at all: every call with the parameter is refused, whatever an agent writes. Mostly the two \
          were swapped, or one was changed alone.\n\nSay the bounds that the server has.",
    sources: &["JSON Schema 2020-12, Validation, 6.2 to 6.5"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "minimum": 10, "maximum": 1}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "minLength": 9, "maxLength": 3}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"share": {"type": "number", "exclusiveMinimum": 1, "maximum": 1}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "maxLength": -1}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 1}, "share": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "minLength": 3}, "minimum": {"type": "integer"}, "maximum": {"type": "integer"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "minimum": -5, "maximum": -1}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Pairs of bounds, and whether a value may lie on both when they are equal.
const PAIRS: [(Keyword, Keyword, bool); 7] = [
    (Keyword::named("minimum"), Keyword::named("maximum"), true),
    (Keyword::named("exclusiveMinimum"), Keyword::named("maximum"), false),
    (Keyword::named("minimum"), Keyword::named("exclusiveMaximum"), false),
    (Keyword::named("exclusiveMinimum"), Keyword::named("exclusiveMaximum"), false),
    (Keyword::named("minLength"), Keyword::named("maxLength"), true),
    (Keyword::named("minItems"), Keyword::named("maxItems"), true),
    (Keyword::named("minProperties"), Keyword::named("maxProperties"), true),
];

/// Bounds that are sizes, and never below 0.
const SIZES: [Keyword; 3] = Keyword::all_named(["maxLength", "maxItems", "maxProperties"]);

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for (least, most, may_be_equal) in PAIRS {
        for lower in tool.places_of(least) {
            let Some(upper) = lower.parent().and_then(|schema| schema.member(most)) else { continue };
            let (Some(low), Some(high)) = (lower.value().as_f64(), upper.value().as_f64()) else { continue };
            let is_possible = if may_be_equal { low <= high } else { low < high };
            if is_possible {
                continue;
            }
            let message = format!(
                "no value has `{}` {} and `{}` {}; were they swapped?",
                least.name(),
                lower.value().literal(),
                most.name(),
                upper.value().literal()
            );
            findings.report(&lower.place(), message).relate(&upper.place(), "the other bound");
        }
    }
    for size in SIZES {
        for keyword in tool.places_of(size) {
            if keyword.value().as_f64().is_some_and(|most| most < 0.0) {
                let literal = keyword.value().literal();
                let message = format!("`{}` is {literal}, and nothing is that small", size.name());
                findings.report(&keyword.place(), message);
            }
        }
    }
}
