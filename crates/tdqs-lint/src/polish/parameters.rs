//! Every parameter of a tool, at any depth, by its place.

use tdqs_signals::json::{Kind, Value, escape_pointer_segment};

use crate::schema::{elements, members};

/// A member of a `properties`, anywhere in the schema of the arguments.
#[derive(Debug, Clone)]
pub(super) struct Place<'a> {
    /// JSON pointer within the tool.
    pub(super) pointer: String,
    pub(super) name: String,
    pub(super) schema: Value<'a>,
    pub(super) is_required: bool,
}

/// The parameters of a schema that stands at a pointer of the tool, outer ones before inner ones.
pub(super) fn places<'a>(schema: Value<'a>, pointer: &str) -> Vec<Place<'a>> {
    let mut found = Vec::new();
    let mut waiting = vec![(schema, pointer.to_owned())];
    while let Some((schema, pointer)) = waiting.pop() {
        let mut below = Vec::new();
        for (key, member) in members(Some(schema)) {
            let key = key.text();
            let place = format!("{pointer}/{}", escape_pointer_segment(&key));
            match &*key {
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                    for (name, inner) in members(Some(member)) {
                        let name = name.text();
                        let pointer = format!("{place}/{}", escape_pointer_segment(&name));
                        if key == "properties" && inner.kind() == Kind::Object {
                            let is_required =
                                elements(schema.get("required")).any(|required| required.is_str(&name));
                            let name = name.into_owned();
                            found.push(Place { pointer: pointer.clone(), name, schema: inner, is_required });
                        }
                        below.push((inner, pointer));
                    }
                }
                "items" | "additionalProperties" | "contains" | "not" | "if" | "then" | "else" => {
                    below.push((member, place));
                }
                "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                    let branches = elements(Some(member)).enumerate();
                    below.extend(branches.map(|(index, branch)| (branch, format!("{place}/{index}"))));
                }
                _ => {}
            }
        }
        waiting.extend(below.into_iter().rev());
    }
    found
}
