//! Where does a local reference lead?

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use tdqs_signals::json::{Kind, Value};

/// The value that a reference leads to: `#` alone, or `#` and a JSON pointer into the root, percent-encoded or not.
/// Any other reference leads out of the schema, and nowhere here.
///
/// Tool Credit Score, section 7, "Local references".
///
/// ```
/// use tdqs_lint::schema::follow;
/// use tdqs_signals::json::Document;
///
/// let schema = Document::parse(r#"{"$defs": {"a b": {"type": "string"}}}"#)?;
/// assert_eq!(follow(schema.root(), "#/$defs/a%20b").unwrap().literal(), r#"{"type": "string"}"#);
/// assert!(follow(schema.root(), "other.json#/a").is_none());
/// # Ok::<(), tdqs_signals::json::SyntaxError>(())
/// ```
#[must_use]
pub fn follow<'a>(root: Value<'a>, reference: &str) -> Option<Value<'a>> {
    root.pointer(&pointer_of(reference)?)
}

/// The pointer of a local reference, decoded.
pub(super) fn pointer_of(reference: &str) -> Option<Cow<'_, str>> {
    let pointer = percent_decoded(reference.strip_prefix('#')?);
    (pointer.is_empty() || pointer.starts_with('/')).then_some(pointer)
}

/// The value that the `$ref` of a schema leads to, when it has one that is local and leads to something.
#[must_use]
pub fn target_of<'a>(root: Value<'a>, schema: Value<'a>) -> Option<Value<'a>> {
    if schema.kind() != Kind::Object {
        return None;
    }
    follow(root, &schema.get("$ref")?.as_str()?)
}

/// The local references of one schema, each followed once: some schemas refer to one place a hundred times, along
/// pointers of twenty segments.
#[derive(Debug, Clone)]
pub(super) struct Targets<'a> {
    root: Value<'a>,
    known: RefCell<HashMap<Cow<'a, str>, Option<Value<'a>>>>,
}

impl<'a> Targets<'a> {
    /// References that lead into this root.
    pub(super) fn within(root: Value<'a>) -> Self {
        Self { root, known: RefCell::default() }
    }

    /// What [`target_of`] says of a schema.
    pub(super) fn target_of(&self, schema: Value<'a>) -> Option<Value<'a>> {
        self.follow(schema.get("$ref")?)
    }

    /// What [`follow`] says of a reference, if it is a string.
    pub(super) fn follow(&self, reference: Value<'a>) -> Option<Value<'a>> {
        let reference = reference.as_str()?;
        if let Some(known) = self.known.borrow().get(&reference) {
            return *known;
        }
        let target = follow(self.root, &reference);
        self.known.borrow_mut().insert(reference, target);
        target
    }
}

/// Decodes `%XX`. A malformed escape stands as it is; bytes that are no UTF-8 become U+FFFD.
fn percent_decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = digit(bytes.get(at + 1)).zip(digit(bytes.get(at + 2))).filter(|_| *byte == b'%');
        let escaped = digits.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        decoded.push(escaped.unwrap_or(*byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    Cow::Owned(String::from_utf8_lossy(&decoded).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tdqs_signals::json::Document;

    #[test]
    fn only_pointers_into_the_root_are_followed() {
        let schema = Document::parse(r#"{"$defs":{"a/b":1,"c":[2],"%zz":3},"properties":{"x":4}}"#).unwrap();
        let found =
            |reference: &str| follow(schema.root(), reference).map(|value| value.literal().to_owned());
        for (reference, expected) in [
            ("#/$defs/a~1b", Some("1")),
            ("#/$defs/a%2Fb", None),
            ("#/%24defs/c/0", Some("2")),
            ("#/$defs/%zz", Some("3")),
            ("#/properties/x", Some("4")),
            ("#/nowhere", None),
            ("#anchor", None),
            ("/$defs/c", None),
            ("", None),
        ] {
            assert_eq!(found(reference).as_deref(), expected, "{reference}");
        }
        assert_eq!(follow(schema.root(), "#").map(Value::index), Some(0));
    }
}
