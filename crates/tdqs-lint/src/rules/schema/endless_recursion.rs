//! TDQS303: no finite value satisfies a schema.

use tdqs_rubric::Dimension;

use super::recursion::endless_reference;
use crate::context::{Part, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS303",
    name: "endless-recursion",
    summary: "A schema requires itself, so that no finite value satisfies it.",
    why: "A recursive schema is ordinary JSON Schema as long as the recursion can stop: a list may be empty, a \
          member may be left out, a branch may be null. Where every way leads back, no value is ever complete, \
          an agent cannot make a valid call, and a validator may not come to an end.\n\nTake the member out of \
          `required`, or add a branch that ends.",
    sources: &["JSON Schema 2020-12, Core, 9.4.1: Guarding Against Infinite Recursion"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}}, "required": ["root"], "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}, "required": ["next"]}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"allOf": [{"$ref": "#/$defs/A"}]}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"tree": {"$ref": "#/$defs/Tree"}}, "$defs": {"Tree": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Tree"}}}}}"##,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}}, "required": ["root"], "$defs": {"Node": {"type": "object", "properties": {"title": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}, "required": ["title", "children"]}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"filter": {"anyOf": [{"type": "string"}, {"$ref": "#"}]}, "all_of": {"type": "array", "items": {"$ref": "#"}}}, "required": ["filter"]}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}, "$defs": {"Node": {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}, "required": ["next"]}}}}"##,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for part in [Part::Input, Part::Output] {
        let Some(reference) = endless_reference(tool, part) else { continue };
        let message = format!(
            "`{}` leads back to itself and nothing on the way may be left out, so that no finite value fits; take a \
             member out of `required`, or add a branch that ends",
            reference.as_str().unwrap_or_default()
        );
        findings.report(&reference.place(), message);
    }
}
