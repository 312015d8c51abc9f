//! Which parameters does a tool have?

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use tdqs_signals::json::{Kind, Value, escape_pointer_segment};

use super::reference::pointer_of;
use super::{MAX_DEPTH, elements, members};

/// A parameter of a tool: a member of the root's `properties`, or of what belongs to the root by `$ref` or `allOf`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Parameter<'a> {
    /// The name by which it is given.
    pub name: Cow<'a, str>,
    /// Its schema: an object or `true` when it is well-formed, and anything but `false`.
    pub schema: Value<'a>,
    /// JSON pointer of its schema, from the root of the input schema.
    pub pointer: String,
}

/// The parameters of a tool, and which of them its schema requires.
///
/// Tool Credit Score, section 7: the members of the root's `properties`, those of a local root `$ref` and of `allOf`
/// branches included (the first of a name wins, five levels); one whose schema is `false` is no parameter. Names are
/// required by the same places.
///
/// ```
/// use tdqs_lint::schema::Parameters;
/// use tdqs_signals::json::Document;
///
/// let schema = Document::parse(r#"{"properties": {"label": {}}, "allOf": [{"properties": {"shelf": {}}}]}"#)?;
/// let parameters = Parameters::of(schema.root());
/// let places: Vec<&str> = parameters.all.iter().map(|parameter| parameter.pointer.as_str()).collect();
/// assert_eq!(places, ["/properties/label", "/allOf/0/properties/shelf"]);
/// # Ok::<(), tdqs_signals::json::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Parameters<'a> {
    /// Every parameter, in the author's order: the root's own before those that it refers to.
    pub all: Vec<Parameter<'a>>,
    /// The values of `required` that are not `null`, the root's own first, with their pointers.
    pub required: Vec<(Value<'a>, String)>,
    /// The place in `all` of a name; `None` of one whose first schema is `false`.
    by_name: HashMap<Cow<'a, str>, Option<usize>>,
    /// The schemas of `all`, by their index in the document.
    schemas: HashSet<u32>,
    /// Schemas whose `properties` are the root's, by their index in the document.
    parts: Vec<u32>,
}

/// Schemas that a root may be put together from. More belongs to no schema that somebody wrote.
const MAX_PARTS: usize = 1_000;

impl<'a> Parameters<'a> {
    /// Collects the parameters of an input schema.
    #[must_use]
    pub fn of(root: Value<'a>) -> Self {
        let mut found = Self::default();
        let mut waiting = vec![(root, String::new(), 0)];
        while let Some((schema, pointer, depth)) = waiting.pop() {
            if schema.kind() != Kind::Object
                || found.parts.contains(&schema.index())
                || found.parts.len() == MAX_PARTS
            {
                continue;
            }
            found.parts.push(schema.index());
            for (key, member) in members(schema.get("properties")) {
                found.add(key.text(), member, &pointer);
            }
            if let Some(required) = schema.get("required").filter(|value| value.kind() != Kind::Null) {
                found.required.push((required, format!("{pointer}/required")));
            }
            if depth == MAX_DEPTH {
                continue;
            }
            // Taken from the end: the reference first, then the branches in their order.
            let branches: Vec<_> = elements(schema.get("allOf"))
                .enumerate()
                .map(|(index, branch)| (branch, format!("{pointer}/allOf/{index}"), depth + 1))
                .collect();
            waiting.extend(branches.into_iter().rev());
            let reference = schema.get("$ref").and_then(Value::as_str);
            if let Some(pointer) = reference.as_deref().and_then(pointer_of)
                && let Some(target) = root.pointer(&pointer)
            {
                waiting.push((target, pointer.into_owned(), depth + 1));
            }
        }
        found
    }

    fn add(&mut self, name: Cow<'a, str>, schema: Value<'a>, pointer: &str) {
        let Entry::Vacant(entry) = self.by_name.entry(name) else { return };
        if schema.as_bool() == Some(false) {
            entry.insert(None);
            return;
        }
        let name = entry.key().clone();
        entry.insert(Some(self.all.len()));
        self.schemas.insert(schema.index());
        let pointer = format!("{pointer}/properties/{}", escape_pointer_segment(&name));
        self.all.push(Parameter { name, schema, pointer });
    }

    /// The parameter of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Parameter<'a>> {
        self.by_name.get(name).copied().flatten().and_then(|at| self.all.get(at))
    }

    /// The distinct names that are required, in their order. Entries that are no strings are passed over.
    #[must_use]
    pub fn required_names(&self) -> Vec<Cow<'a, str>> {
        let mut seen = HashSet::new();
        let entries = self.required.iter().flat_map(|(list, _)| elements(Some(*list)));
        entries.filter_map(Value::as_str).filter(|name| seen.insert(name.clone())).collect()
    }

    /// Whether the `properties` of a schema are among the root's.
    pub(super) fn has_part(&self, schema: Value<'_>) -> bool {
        self.parts.contains(&schema.index())
    }

    /// Whether a schema is that of a parameter.
    pub(super) fn has_schema(&self, schema: Value<'_>) -> bool {
        self.schemas.contains(&schema.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tdqs_signals::json::Document;

    fn names(text: &str) -> Vec<String> {
        let document = Document::parse(text).unwrap();
        Parameters::of(document.root()).all.iter().map(|parameter| parameter.name.to_string()).collect()
    }

    #[test]
    fn the_first_of_a_name_wins_even_when_it_is_false() {
        let text = r##"{"properties":{"a":{},"b":false},"$ref":"#/$defs/R","allOf":[{"properties":{"d":1}}],
            "$defs":{"R":{"properties":{"a":{"type":"null"},"b":{},"c":true}}}}"##;
        assert_eq!(names(text), ["a", "c", "d"]);
    }

    #[test]
    fn circles_end() {
        assert_eq!(names(r##"{"$ref":"#","properties":{"a":{}}}"##), ["a"]);
        let chain = |length: usize| {
            let links: Vec<String> =
                (0..length).map(|at| format!(r##""{at}":{{"$ref":"#/$defs/{}"}}"##, at + 1)).collect();
            format!(
                r##"{{"$ref":"#/$defs/0","$defs":{{{},"{length}":{{"properties":{{"x":{{}}}}}}}}}}"##,
                links.join(",")
            )
        };
        assert_eq!(names(&chain(4)), ["x"]);
        assert!(names(&chain(5)).is_empty());
    }

    #[test]
    fn names_are_required_where_parameters_are() {
        let text = r#"{"required":["a",1],"allOf":[{"required":["b","a"]},{"required":null}]}"#;
        let document = Document::parse(text).unwrap();
        let parameters = Parameters::of(document.root());
        assert_eq!(parameters.required_names(), ["a", "b"]);
        let places: Vec<&str> = parameters.required.iter().map(|(_, pointer)| pointer.as_str()).collect();
        assert_eq!(places, ["/required", "/allOf/0/required"]);
    }
}
