//! Which properties an object has, wherever its schema says so.

use std::collections::{BTreeSet, HashSet};

use tdqs_signals::json::Kind;

use super::refinement::owner;
use crate::context::{Node, Role, Target, ToolContext};

/// Schemas that are looked at for one object.
const MAX_PARTS: usize = 500;

/// The names of the properties that an object has by its schema, by those that it is a branch of, by its branches and
/// by what all of these refer to.
///
/// `None` when it cannot be told: a reference leads elsewhere, a pattern or a schema stands for names, the schema is a
/// condition or a piece that others are put together from.
pub(crate) fn declared_names<'t>(tool: &'t ToolContext<'t>, schema: Node<'t>) -> Option<BTreeSet<String>> {
    let mut top = schema;
    loop {
        if top.has_key("if") || top.has_key("not") {
            return None;
        }
        let Some(above) = owner(top) else { break };
        top = above;
    }
    let is_definition = top.parent().is_some_and(|map| {
        map.role() == Role::SchemaMap && (map.has_key("$defs") || map.has_key("definitions"))
    });
    if is_definition && top.get("properties").is_none() {
        return None;
    }
    let (mut names, mut seen) = (BTreeSet::new(), HashSet::new());
    let mut waiting = vec![top];
    while let Some(part) = waiting.pop() {
        if !seen.insert(part.value().index()) {
            continue;
        }
        if seen.len() > MAX_PARTS {
            return None;
        }
        match tool.reference_of(part) {
            Some(Target::Here(target)) if target.role() == Role::Schema => waiting.push(target),
            Some(_) => return None,
            None => {}
        }
        for keyword in part.children() {
            let is_filled = || keyword.kind() == Kind::Object && keyword.children().len() > 0;
            match &*keyword.key().unwrap_or_default() {
                "properties" => {
                    names.extend(keyword.children().filter_map(Node::key).map(std::borrow::Cow::into_owned));
                }
                "patternProperties" | "additionalProperties" | "unevaluatedProperties" if is_filled() => {
                    return None;
                }
                "$dynamicRef" | "$recursiveRef" => return None,
                "anyOf" | "oneOf" | "allOf" | "dependentSchemas" => waiting.extend(keyword.children()),
                "then" | "else" | "if" => waiting.push(keyword),
                _ => {}
            }
        }
    }
    Some(names)
}
