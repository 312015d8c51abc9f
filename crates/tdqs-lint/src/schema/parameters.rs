//! Which parameters does a tool have?

use std::borrow::Cow;

use tdqs_signals::json::{Array, Kind, Object, Value, escape_pointer_segment};

use super::names::Names;
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
    /// The part of the root that declares it.
    part: usize,
}

/// A `required` of a tool's input schema, well-formed or not.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Required<'a> {
    /// Its value, which is not `null`.
    pub list: Value<'a>,
    /// The part of the root that it stands in.
    part: usize,
}

/// A schema whose `properties` are the root's.
#[derive(Debug, Clone)]
struct Part {
    /// Its index in the document.
    schema: u32,
    /// JSON pointer, from the root of the input schema.
    pointer: String,
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
/// let places: Vec<String> = parameters.all.iter().map(|parameter| parameters.pointer(parameter)).collect();
/// assert_eq!(places, ["/properties/label", "/allOf/0/properties/shelf"]);
/// # Ok::<(), tdqs_signals::json::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Parameters<'a> {
    /// Every parameter, in the author's order: the root's own before those that it refers to.
    pub all: Vec<Parameter<'a>>,
    /// Every `required` that is not `null`, the root's own first.
    pub required: Vec<Required<'a>>,
    /// Every name that is declared.
    names: Names<'a>,
    /// The places among them, in order, of those whose first schema is `false`: all others are in `all`.
    refused: Vec<usize>,
    /// The schemas of `all`, by their index in the document, in order. Nothing when the root has only one part.
    schemas: Vec<u32>,
    /// The root and what belongs to it.
    parts: Vec<Part>,
}

/// Schemas that a root may be put together from. More belongs to no schema that somebody wrote.
const MAX_PARTS: usize = 1_000;

impl<'a> Parameters<'a> {
    /// Collects the parameters of an input schema.
    #[must_use]
    pub fn of(root: Value<'a>) -> Self {
        let mut found = Self::default();
        let mut waiting = Vec::new();
        let mut next = Some((root, String::new(), 0));
        while let Some((schema, pointer, depth)) = next.take().or_else(|| waiting.pop()) {
            if schema.kind() != Kind::Object || found.has_part(schema) || found.parts.len() == MAX_PARTS {
                continue;
            }
            let part = found.parts.len();
            found.parts.push(Part { schema: schema.index(), pointer: pointer.clone() });
            let properties = schema.get("properties");
            found.make_room(properties.and_then(Value::as_object).map_or(0, Object::len));
            for (key, member) in members(properties) {
                found.add(key.text(), member, part);
            }
            if let Some(list) = schema.get("required").filter(|value| value.kind() != Kind::Null) {
                found.required.push(Required { list, part });
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
        if found.parts.len() > 1 {
            found.schemas = found.all.iter().map(|parameter| parameter.schema.index()).collect();
            found.schemas.sort_unstable();
        }
        found
    }

    fn make_room(&mut self, count: usize) {
        self.names.make_room(count);
        self.all.reserve(count);
    }

    fn add(&mut self, name: Cow<'a, str>, schema: Value<'a>, part: usize) {
        // The keys of one object differ.
        if part == 0 {
            self.names.push(name.clone());
        } else if !self.names.insert(name.clone()) {
            return;
        }
        if schema.as_bool() == Some(false) {
            self.refused.push(self.all.len() + self.refused.len());
            return;
        }
        self.all.push(Parameter { name, schema, part });
    }

    /// The parameter of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Parameter<'a>> {
        let place = self.names.place(name)?;
        let refused_before = self.refused.binary_search(&place).err()?;
        self.all.get(place - refused_before)
    }

    /// JSON pointer of the schema of one of these parameters, from the root of the input schema.
    #[must_use]
    pub fn pointer(&self, parameter: &Parameter<'_>) -> String {
        let name = escape_pointer_segment(&parameter.name);
        format!("{}/properties/{name}", self.pointer_of_part(parameter.part))
    }

    /// JSON pointer of one of the `required`, from the root of the input schema.
    #[must_use]
    pub fn pointer_of_required(&self, required: Required<'_>) -> String {
        format!("{}/required", self.pointer_of_part(required.part))
    }

    fn pointer_of_part(&self, part: usize) -> &str {
        self.parts.get(part).map_or("", |part| &part.pointer)
    }

    /// The distinct names that are required, in their order. Entries that are no strings are passed over.
    #[must_use]
    pub fn required_names(&self) -> Vec<Cow<'a, str>> {
        self.names_required().into_list()
    }

    /// The same, to be asked for a name.
    pub(crate) fn names_required(&self) -> Names<'a> {
        let entries = self.required.iter().flat_map(|required| elements(Some(required.list)));
        let mut names = Names::default();
        names.make_room(self.required.iter().filter_map(|it| it.list.as_array()).map(Array::len).sum());
        for name in entries.filter_map(Value::as_str) {
            names.insert(name);
        }
        names
    }

    /// Whether the `properties` of a schema are among the root's.
    pub(super) fn has_part(&self, schema: Value<'_>) -> bool {
        self.parts.iter().any(|part| part.schema == schema.index())
    }

    /// Whether a schema is that of a parameter, asked of a member of the root's `properties` that is not `false`.
    pub(super) fn has_schema(&self, schema: Value<'_>) -> bool {
        self.parts.len() == 1 || self.schemas.binary_search(&schema.index()).is_ok()
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
    fn of_many_parameters_the_first_of_a_name_wins_as_well() {
        let properties = |schema: &str| {
            let members: Vec<String> = (0..40).map(|at| format!(r#""{at}":{schema}"#)).collect();
            format!("{{{}}}", members.join(","))
        };
        let text = format!(
            r#"{{"properties":{},"allOf":[{{"properties":{}}}]}}"#,
            properties(r#"{"type":"null"}"#),
            properties("true")
        );
        let document = Document::parse(text).unwrap();
        let parameters = Parameters::of(document.root());
        assert_eq!(parameters.all.len(), 40);
        for parameter in &parameters.all {
            assert_eq!(parameters.pointer(parameter), format!("/properties/{}", parameter.name));
            assert_eq!(
                parameters.get(&parameter.name).map(|it| it.schema.literal()),
                Some(r#"{"type":"null"}"#)
            );
            assert!(parameters.has_schema(parameter.schema));
        }
        let hidden = document.root().pointer("/allOf/0/properties/0").unwrap();
        assert!(!parameters.has_schema(hidden));
    }

    #[test]
    fn names_are_required_where_parameters_are() {
        let text = r#"{"required":["a",1],"allOf":[{"required":["b","a"]},{"required":null}]}"#;
        let document = Document::parse(text).unwrap();
        let parameters = Parameters::of(document.root());
        assert_eq!(parameters.required_names(), ["a", "b"]);
        let places: Vec<String> =
            parameters.required.iter().map(|required| parameters.pointer_of_required(*required)).collect();
        assert_eq!(places, ["/required", "/allOf/0/required"]);
    }
}
