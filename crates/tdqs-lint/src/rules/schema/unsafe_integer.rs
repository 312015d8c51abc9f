//! TDQS325: a bound that not every program can hold.

use tdqs_rubric::Dimension;

use super::values::MAX_SAFE_INTEGER;
use crate::context::{Keyword, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS325",
    name: "unsafe-integer",
    summary: "A bound is an integer beyond 2^53 - 1, which many programs cannot hold exactly.",
    why: "Programs that read numbers as doubles, JavaScript among them, turn an integer beyond 9007199254740991 \
          into a neighbour of it, so that two different bounds become one; model APIs have refused whole \
          requests for an int64 maximum. The limits of a machine type say nothing to an agent anyway.\n\nTake \
          the bound out, or give the limit that the server really has.",
    sources: &[
        "RFC 8259, 6: interoperable integers",
        "JSON Schema 2020-12, Core, 6.3: Mathematical Integers",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer", "maximum": 9223372036854775807}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer", "minimum": -9223372036854775808}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"size": {"type": "integer", "exclusiveMaximum": 18446744073709551616}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"weight": {"type": "number", "maximum": 1.7976931348623157e308}, "maximum": {"type": "integer", "default": 9223372036854775807}}}}"#,
    ],
    check: Check::Tool(check),
};

const BOUNDS: [Keyword; 5] =
    Keyword::all_named(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for bound in BOUNDS {
        for keyword in tool.places_of(bound) {
            let literal = keyword.value().literal();
            let is_beyond = keyword.value().as_f64().is_some_and(|bound| bound.abs() > MAX_SAFE_INTEGER);
            // With a fraction or an exponent it was meant as a double.
            if !is_beyond || literal.contains(['.', 'e', 'E']) {
                continue;
            }
            let message = format!(
                "`{}` {literal} is beyond 2^53 - 1, which many programs cannot hold exactly; take it out, or give the \
                 limit that the server has",
                bound.name()
            );
            findings.report(&keyword.place(), message);
        }
    }
}
