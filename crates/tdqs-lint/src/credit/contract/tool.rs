//! One tool of a listing.

use std::borrow::Cow;

use tdqs_signals::json::Value;

use crate::text::is_blank;

/// One tool as it stands in an input: an object, with or without a name.
#[derive(Debug, Clone)]
pub struct Tool<'a> {
    value: Value<'a>,
    pointer: String,
    key: Option<Cow<'a, str>>,
    is_wrapped: bool,
    /// The description, where somebody has decoded it already.
    description: Option<&'a str>,
}

impl<'a> Tool<'a> {
    /// A tool that stands alone.
    #[must_use]
    pub fn of(value: Value<'a>) -> Self {
        Self { value, pointer: String::new(), key: None, is_wrapped: false, description: None }
    }

    pub(crate) fn at(value: Value<'a>, pointer: String) -> Self {
        Self { pointer, ..Self::of(value) }
    }

    pub(super) fn keyed(self, key: Cow<'a, str>) -> Self {
        Self { key: Some(key), ..self }
    }

    pub(crate) fn wrapped(self) -> Self {
        Self { is_wrapped: true, ..self }
    }

    /// The same tool, whose description was decoded before.
    pub(crate) fn with_decoded(self, description: Option<&'a str>) -> Self {
        Self { description, ..self }
    }

    /// The description: a string that is not blank.
    pub(super) fn description(&self) -> Option<Cow<'a, str>> {
        let decoded = self.description.map(Cow::Borrowed);
        let own = decoded.or_else(|| self.value.get("description").and_then(Value::as_str));
        own.filter(|text| !is_blank(text))
    }

    /// The object.
    #[must_use]
    pub fn value(&self) -> Value<'a> {
        self.value
    }

    /// JSON pointer of the object in the input; empty for the input itself.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Whether the tool stands in a member `function`, as chat APIs have it. Its schema belongs under `parameters`
    /// there, whatever the protocol says.
    #[must_use]
    pub fn is_wrapped(&self) -> bool {
        self.is_wrapped
    }

    /// The name: a string that is not blank, or else the key under which the tool stands in a map of tools.
    #[must_use]
    pub fn name(&self) -> Option<Cow<'a, str>> {
        let own = self.value.get("name").and_then(Value::as_str);
        own.filter(|name| !is_blank(name)).or_else(|| self.key.clone().filter(|key| !is_blank(key)))
    }

    /// The same tool after something in it was changed.
    pub(super) fn with_value<'b>(&self, value: Value<'b>) -> Tool<'b> {
        Tool {
            value,
            pointer: self.pointer.clone(),
            key: self.key.as_ref().map(|key| Cow::Owned(key.clone().into_owned())),
            is_wrapped: self.is_wrapped,
            description: None,
        }
    }

    /// The schema of the arguments and the key it stands under: the first of `inputSchema`, `input_schema` and
    /// `parameters` that is an object (section 7).
    #[must_use]
    pub fn schema(&self) -> Option<(&'static str, Value<'a>)> {
        ["inputSchema", "input_schema", "parameters"].into_iter().find_map(|key| {
            let schema = self.value.get(key)?;
            schema.as_object().map(|_| (key, schema))
        })
    }
}
