//! TDQS310: a list of nobody knows what.

use tdqs_rubric::Dimension;

use super::refinement::is_refinement;
use super::subject::subject;
use crate::context::{Part, Role, ToolContext, Types};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS310",
    name: "array-without-items",
    summary: "A parameter is an array and nothing says of what.",
    why: "An agent that has to pass a list needs to know what goes into it. OpenAI's API refuses a whole request \
          for one array without `items`, and so do clients that check tools by the same rule, VS Code among \
          them.\n\nAdd `items` with the schema of an element; `{}` where any value is taken.",
    sources: &[
        "github.com/openai/openai-agents-python issue 392: array schema missing items",
        "github.com/agentscope-ai/ReMe issue 84: VS Code fails to validate the tool",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"labels": {"type": "array"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"labels": {"type": ["array", "null"], "description": "Labels."}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "array"}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"labels": {"type": "array", "items": {"type": "string"}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]}, "any": {"type": "array", "items": {}}, "none": {"type": "array", "maxItems": 0}}}}"#,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"labels": {"type": "array", "$ref": "#/$defs/L"}}, "$defs": {"L": {"type": "array", "items": {"type": "string"}}}}}"##,
    ],
    check: Check::Tool(check),
};

/// What tells of the elements as well as `items` does, or replaces it.
const INSTEAD: [&str; 11] = [
    "items",
    "prefixItems",
    "contains",
    "enum",
    "const",
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "unevaluatedItems",
    "$dynamicRef",
];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let is_list = |types: Option<Types>| types.is_some_and(|types| types.meet(Types::LISTS));
    for (keyword, _) in tool.types().filter(|(_, types)| is_list(*types)) {
        let Some(schema) = keyword.parent().filter(|schema| schema.part() == Part::Input) else { continue };
        if schema.children().any(|own| INSTEAD.iter().any(|key| own.has_key(key)))
            || schema.get("maxItems").is_some_and(|most| most.value().as_f64() == Some(0.0))
            || schema.parent().is_none_or(|parent| parent.role() == Role::Tool)
            || is_refinement(schema)
        {
            continue;
        }
        let message = format!("nothing says what the elements of {} are; add `items`", subject(schema));
        findings.report(&keyword.place(), message);
    }
}
