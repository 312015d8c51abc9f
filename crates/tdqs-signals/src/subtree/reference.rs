//! Which definition a `$ref` leads to.
//!
//! Only `#/$defs/NAME` and `#/definitions/NAME` of the root are followed; anything else is opaque to an
//! agent as well.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::SpecVersion;
use crate::json::{Kind, Value};

/// The definitions of a schema, looked up by reference.
pub(super) struct Definitions<'a> {
    root: Value<'a>,
    edition: SpecVersion,
    /// Name to schema, made when a reference first asks for the container.
    containers: [Option<HashMap<Cow<'a, str>, Value<'a>>>; 2],
}

const CONTAINERS: [&str; 2] = ["$defs", "definitions"];

impl<'a> Definitions<'a> {
    pub(super) fn new(root: Value<'a>, edition: SpecVersion) -> Self {
        Self { root, edition, containers: [None, None] }
    }

    /// The schema a reference names, if it is an object.
    pub(super) fn resolve(&mut self, reference: &str) -> Option<Value<'a>> {
        let path = reference.strip_prefix("#/")?;
        let (container, name) = path.split_once('/')?;
        let place = CONTAINERS.iter().position(|candidate| *candidate == container)?;
        if name.is_empty() || name.contains('/') {
            return None;
        }
        let name = percent_decode(name);
        let name = if self.edition == SpecVersion::V1_1Draft {
            Cow::Owned(name.replace("~1", "/").replace("~0", "~"))
        } else {
            name
        };
        let root = self.root;
        let schemas = self.containers[place].get_or_insert_with(|| {
            let entries = root.get(container).and_then(Value::as_object);
            entries
                .into_iter()
                .flat_map(crate::json::Object::iter)
                .map(|(key, value)| (key.text(), value))
                .collect()
        });
        schemas.get(name.as_ref()).copied().filter(|schema| schema.kind() == Kind::Object)
    }
}

/// Decodes `%XX`. A malformed escape stands as it is; bytes that are no UTF-8 become U+FFFD.
fn percent_decode(name: &str) -> Cow<'_, str> {
    if !name.contains('%') {
        return Cow::Borrowed(name);
    }
    let bytes = name.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escape = bytes.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let digits = escape.and_then(|hex| {
            let [high, low] = [hex[0], hex[1]].map(|digit| char::from(digit).to_digit(16));
            u8::try_from(high? * 16 + low?).ok()
        });
        decoded.push(digits.unwrap_or(*byte));
        at += if digits.is_some() { 3 } else { 1 };
    }
    Cow::Owned(String::from_utf8_lossy(&decoded).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn escapes_are_percent_first_then_those_of_pointers() {
        let document =
            Document::parse(r#"{"$defs":{"a/b":{},"a~1b":{},"a%zz":{},"c d":{},"no":true}}"#).unwrap();
        let resolve = |edition, reference: &str| {
            Definitions::new(document.root(), edition).resolve(reference).is_some()
        };
        for (reference, in_draft, in_1_2) in [
            ("#/$defs/a~1b", true, true),
            ("#/$defs/a%2Fb", true, true),
            ("#/$defs/a~01b", true, false),
            ("#/$defs/a%zz", true, true),
            ("#/$defs/c%20d", true, true),
            ("#/$defs/no", false, false),
            ("#/$defs/a/b", false, false),
            ("#/$defs/", false, false),
            ("#/%24defs/c d", false, false),
            ("other.json#/$defs/c d", false, false),
            ("#", false, false),
        ] {
            assert_eq!(resolve(SpecVersion::V1_1Draft, reference), in_draft, "{reference}");
            assert_eq!(resolve(SpecVersion::V1_2, reference), in_1_2, "{reference}");
        }
    }
}
