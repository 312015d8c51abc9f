//! `JSON.stringify(value)`: a value without white space, its keys in the author's order.

use tdqs_signals::json::{Array, Key, Kind, Object, Value, canonical};

/// A container that is being written: what is left of it, and how it ends.
struct Open<'a> {
    next: std::vec::IntoIter<(Option<Key<'a>>, Value<'a>)>,
    bracket: u8,
    is_first: bool,
}

/// Appends the compact text of a value.
pub(crate) fn write(value: Value<'_>, out: &mut Vec<u8>) {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut current = Some(value);
    loop {
        if let Some(value) = current.take() {
            if let Some(object) = value.as_object() {
                out.push(b'{');
                let entries: Vec<_> = object.iter().map(|(key, value)| (Some(key), value)).collect();
                open.push(Open { next: entries.into_iter(), bracket: b'}', is_first: true });
            } else if let Some(array) = value.as_array() {
                out.push(b'[');
                let entries: Vec<_> = array.iter().map(|value| (None, value)).collect();
                open.push(Open { next: entries.into_iter(), bracket: b']', is_first: true });
            } else {
                canonical::write(value, out);
            }
        }
        let Some(container) = open.last_mut() else { return };
        match container.next.next() {
            Some((key, value)) => {
                if !std::mem::take(&mut container.is_first) {
                    out.push(b',');
                }
                if let Some(key) = key {
                    canonical::write_str(&key.text(), out);
                    out.push(b':');
                }
                current = Some(value);
            }
            None => {
                out.push(container.bracket);
                open.pop();
            }
        }
    }
}

/// How many characters (Unicode scalar values) the compact text of a value has.
pub(crate) fn characters(value: Value<'_>) -> usize {
    let mut written = Vec::new();
    let mut as_written = |value: Value<'_>| {
        written.clear();
        canonical::write(value, &mut written);
        // Bytes of UTF-8 that continue no character.
        written.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
    };
    // Nearly all strings are written as they stand, and in ASCII a byte is a character: of most values nothing is read but
    // where its strings begin and end.
    let is_ascii = value.literal().is_ascii();
    let of_token = |value: Value<'_>| match value.kind() {
        Kind::String if !value.is_canonical_string() => as_written(value),
        Kind::String if is_ascii => value.span().len(),
        Kind::String => value.literal().chars().count(),
        // Two brackets, a colon for each entry, and commas between them.
        Kind::Object => 2 + (value.as_object().map_or(0, Object::len) * 2).saturating_sub(1),
        Kind::Array => 2 + value.as_array().map_or(0, Array::len).saturating_sub(1),
        Kind::Null | Kind::Bool => value.span().len(),
        // An integer of few digits is written as it stands.
        Kind::Number if is_short_integer(value.literal()) => value.span().len(),
        Kind::Number => as_written(value),
    };
    value.all_within().map(of_token).sum()
}

fn is_short_integer(literal: &str) -> bool {
    literal.len() <= 15 && literal.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tdqs_signals::json::Json;

    use super::*;

    fn written(text: &str) -> String {
        let mut out = Vec::new();
        let json = Json::parse(text).unwrap();
        write(json.value(), &mut out);
        let written = String::from_utf8(out).unwrap();
        assert_eq!(characters(json.value()), written.chars().count());
        written
    }

    #[test]
    fn the_author_keeps_the_order() {
        assert_eq!(
            written(" {\"b\" : [ ], \"a\":{ \"\\u00e9\\n\" : 1.0 , \"x\": [true,null, \"\\/\"]}}"),
            "{\"b\":[],\"a\":{\"é\\n\":1,\"x\":[true,null,\"/\"]}}"
        );
        let deep = format!("{}{}", "[".repeat(900), "]".repeat(900));
        assert_eq!(written(&deep), deep);
    }

    proptest! {
        /// Sorted, it is the canonical form.
        #[test]
        fn nothing_is_added_or_lost(keys in proptest::collection::vec("[a-zé\"\\n]{0,3}", 0..5), number in any::<i32>()) {
            let members: Vec<String> = keys
                .iter()
                .map(|key| format!("{}: [{number}, {}]", serde_json::to_string(key).unwrap(), serde_json::to_string(key).unwrap()))
                .collect();
            let text = format!("{{{}}}", members.join(" , "));
            let canonical = canonical::to_string(Json::parse(&*text).unwrap().value());
            let again = written(&text);
            prop_assert_eq!(canonical::to_string(Json::parse(&again[..]).unwrap().value()), canonical.clone());
            prop_assert_eq!(again.len(), canonical.len());
        }
    }
}
