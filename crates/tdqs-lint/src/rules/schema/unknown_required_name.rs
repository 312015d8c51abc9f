//! TDQS321: a required name that is no property.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::declared::declared_names;
use super::subject::subject;
use crate::context::{Node, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS321",
    name: "unknown-required-name",
    summary: "A name in `required` is no property of the object.",
    why: "An agent is told that it has to pass something of which nothing else is said: neither type nor \
          meaning. Where `additionalProperties` is false, no call is valid at all. Mostly a property was renamed \
          and the list was forgotten.\n\nCorrect the name, describe the property, or take the name out.",
    sources: &[
        "JSON Schema 2020-12, Validation, 6.5.3: required",
        "Tool Credit Score, section 7: required-unknown",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["lable"]}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crates": {"type": "array", "items": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label", "shelf"]}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {}, "required": ["label"], "additionalProperties": false}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "shelf": {"type": "string"}}, "anyOf": [{"required": ["label"]}, {"required": ["shelf"]}]}}"#,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}], "required": ["label"], "$defs": {"Base": {"properties": {"label": {"type": "string"}}}}}}"##,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "patternProperties": {"^x-": {"type": "string"}}, "required": ["x-label"]}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"required": {"type": "array", "items": {"type": "string"}, "default": ["nothing"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"kind": {"enum": ["a"]}}, "required": ["kind"], "if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["kind"]}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"filter": {"type": "object", "additionalProperties": {"type": "string"}, "required": ["label"]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for list in tool.keywords("required").filter(|list| list.kind() == Kind::Array) {
        let Some(schema) = list.parent().filter(|_| list.children().len() > 0) else { continue };
        if schema.get("properties").is_some_and(|properties| has_all(properties, list)) {
            continue;
        }
        let Some(names) = declared_names(tool, schema) else { continue };
        for entry in list.children() {
            let Some(name) = entry.as_str().filter(|name| !names.contains(&**name)) else { continue };
            let like = nearest(&name, &names);
            let cure = match like {
                Some(like) => format!("was `{like}` meant?"),
                None => "describe it under `properties`, or take it out".to_owned(),
            };
            let message = format!("`{name}` is required and is no property of {}; {cure}", subject(schema));
            findings.report(&entry.place(), message);
        }
    }
}

/// Whether each name of a list is a key of a map.
fn has_all(map: Node<'_>, list: Node<'_>) -> bool {
    /// Up to so many comparisons are made without a table of the keys.
    const FEW: usize = 1_000;
    let mut names = list.children().filter_map(Node::as_str);
    if map.children().len() * list.children().len() <= FEW {
        return names.all(|name| map.get(&name).is_some());
    }
    let keys: HashSet<Cow<'_, str>> = map.children().filter_map(Node::key).collect();
    names.all(|name| keys.contains(&name))
}

/// The declared name that another was probably meant to be.
fn nearest<'n>(name: &str, names: &'n BTreeSet<String>) -> Option<&'n String> {
    /// Below this a suggestion is a guess.
    const LIKE_ENOUGH: f64 = 0.88;
    /// More names than these are not compared.
    const FEW: usize = 200;
    let likeness = |other: &&String| strsim::jaro_winkler(name, other);
    let candidates = names.iter().take(FEW).filter(|other| likeness(other) >= LIKE_ENOUGH);
    candidates.max_by(|left, right| likeness(left).total_cmp(&likeness(right)))
}
