//! TDQS326: objects in objects in objects.

use tdqs_rubric::Dimension;

use super::levels::levels_of_objects;
use crate::context::{Node, Part, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS326",
    name: "deep-nesting",
    summary: "The arguments are nested more than ten objects deep.",
    why: "Each level of nesting is one more bracket that an agent has to keep open and close. The specification \
          stops counting at ten levels, model APIs refuse schemas that are deeper, and readers with a common \
          limit of their own cannot read them at all.\n\nFlatten what has one member, pass references such as \
          identifiers instead of whole objects, or split the tool.",
    sources: &[
        "TDQS specification, \"Stage 1: Context signals\": requiredNestingDepth",
        "OpenAI, Structured Outputs: up to ten levels of nesting",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "string"}}}}}}}}}}}}}}}}}}}}}}}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"a": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "array", "items": {"properties": {"b": {"type": "string"}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "string"}}}}}}}}}}}}}}}}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crates": {"type": "array", "items": {"type": "object", "properties": {"properties": {"type": "object", "properties": {"properties": {"type": "string"}}}}}}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Levels of objects that may lie within each other.
const LEVELS: usize = 10;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    // Each level has a map of its own, and few tools have so many.
    if tool.keywords("properties").nth(LEVELS).is_none() {
        return;
    }
    for part in [Part::Input, Part::Output] {
        let mut deepest = 0;
        let mut first: Option<Node<'_>> = None;
        for (map, level) in levels_of_objects(tool, part) {
            deepest = deepest.max(level);
            if level > LEVELS && first.is_none() {
                first = Some(map);
            }
        }
        let Some(map) = first else { continue };
        let message = format!(
            "objects lie {deepest} levels within each other, and this one is the first beyond {LEVELS}; flatten them, or \
             split the tool"
        );
        findings.report(&map.place(), message);
    }
}
