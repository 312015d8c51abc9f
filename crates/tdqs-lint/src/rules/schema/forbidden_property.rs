//! TDQS327: a property that may not be given.

use tdqs_rubric::Dimension;

use super::refinement::is_refinement;
use crate::context::{Node, Role, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS327",
    name: "forbidden-property",
    summary: "The schema of a property takes no value at all: `false`, or `not: {}`.",
    why: "A property whose schema takes nothing is shown to the agent with its name, and every call that gives \
          it is refused. Generators leave such properties behind where a type had none.\n\nTake the property \
          out; `additionalProperties: false` keeps it out as well, without naming it.",
    sources: &["JSON Schema 2020-12, Core, 4.3.2: Boolean JSON Schemas"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"legacy_label": false}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"legacy_label": {"not": {}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": true, "free": {}, "false": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"kind": {"enum": ["a", "b"]}, "depth": {"type": "integer"}}, "if": {"properties": {"kind": {"const": "a"}}}, "then": {"properties": {"depth": false}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for map in tool.keywords("properties").filter(|map| map.role() == Role::SchemaMap) {
        for property in map.children() {
            let is_anything = |schema: Node<'_>| match schema.value().as_object() {
                Some(object) => object.is_empty(),
                None => schema.value().as_bool() == Some(true),
            };
            let takes_nothing =
                property.value().as_bool() == Some(false) || property.get("not").is_some_and(is_anything);
            // In a branch it says that another property rules this one out.
            if takes_nothing && !is_refinement(property) {
                let name = property.key().unwrap_or_default();
                let message =
                    format!("no value of `{name}` is valid, though it is offered; take the property out");
                findings.report(&property.key_place(), message);
            }
        }
    }
}
