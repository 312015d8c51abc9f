//! TDQS707: a schema that strict mode does not take.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::context::{Node, Part, ToolContext, Types};
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS707",
    name: "outside-openai-strict-mode",
    summary: "The schema of the arguments is outside of what OpenAI's strict mode takes.",
    why: "In strict mode the arguments that a model writes fit the schema without fail, and only a subset of \
          JSON Schema is taken: every object says `additionalProperties: false` and requires all of its \
          properties, and a parameter that may be left out is required and takes null instead. `allOf`, `oneOf`, \
          `not`, conditions and patterns for names are refused. Clients that turn strict mode on without asking \
          get a 400 for the tool.\n\nOne finding tells of all that stands in the way; without strict mode \
          nothing of it matters.",
    sources: &[
        "OpenAI, Structured Outputs: Supported schemas",
        "jsonschemaprofiles.unitvectorylabs.com/schemas/openai",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "shelf": {"type": "string"}}, "required": ["label"], "additionalProperties": false}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"key": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}, "required": ["key"], "additionalProperties": false}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "shelf": {"type": ["string", "null"]}}, "required": ["label", "shelf"], "additionalProperties": false}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false, "required": []}}"#,
    ],
    check: Check::Tool(check),
};

/// Keywords that strict mode refuses.
const REFUSED: [&str; 9] = [
    "allOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
];
/// Places that a finding names.
const NAMED: usize = 5;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(root) = tool.input_schema() else { return };
    let (mut open, mut optional, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for schema in tool.schemas(Part::Input) {
        let is_object =
            schema.get("properties").is_some() || Types::of(schema).is_some_and(|types| types.has("object"));
        if !is_object {
            continue;
        }
        let is_closed = schema
            .get("additionalProperties")
            .is_some_and(|keyword| keyword.value().as_bool() == Some(false));
        if !is_closed {
            open.push(schema);
        }
        let required = schema.get("required");
        let names: HashSet<Cow<'_, str>> =
            required.into_iter().flat_map(Node::children).filter_map(Node::as_str).collect();
        let properties = schema.get("properties").into_iter().flat_map(Node::children);
        optional
            .extend(properties.filter(|property| property.key().is_some_and(|key| !names.contains(&key))));
    }
    for name in REFUSED {
        refused.extend(tool.keywords(name).filter(|keyword| keyword.part() == Part::Input));
    }
    let mut reasons = Vec::new();
    if !open.is_empty() {
        reasons.push(format!("{} without `additionalProperties: false`", counted(open.len(), "object")));
    }
    if !optional.is_empty() {
        reasons.push(format!("{} outside `required`", counted(optional.len(), "property")));
    }
    if let Some(first) = refused.first() {
        let key = first.key().unwrap_or_default();
        reasons.push(format!("{} that it does not know, such as `{key}`", counted(refused.len(), "keyword")));
    }
    if reasons.is_empty() {
        return;
    }
    let message = format!("OpenAI's strict mode refuses the arguments: {}", reasons.join(", "));
    let mut reported = findings.report(&root.place(), message);
    for schema in open.iter().take(NAMED) {
        reported.relate(&schema.place(), "takes further properties");
    }
    for property in optional.iter().take(NAMED) {
        reported.relate(&property.key_place(), "may be left out; let it take null and require it");
    }
    for keyword in refused.iter().take(NAMED) {
        reported.relate(&keyword.key_place(), "is not known");
    }
}

fn counted(count: usize, what: &str) -> String {
    match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "property") => format!("{count} properties"),
        _ => format!("{count} {what}s"),
    }
}
