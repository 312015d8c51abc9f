//! `JSON.stringify(value, null, 2)`: how schemas and annotations stand in a prompt.
//!
//! The author's key order, with one twist of ECMAScript: keys that are array indices come first, in
//! numeric order. Numbers take their ECMAScript form. U+0000 is removed from string values, not from
//! keys, as the published prompts have it.
//!
//! Decisions: "Prompts".

use super::canonical::{write_str, write_string_token};
use super::document::Kind;
use super::value::Value;
use super::{Array, Object, number};

/// The value as a prompt shows it.
#[must_use]
pub fn to_string(value: Value<'_>) -> String {
    let mut out = Vec::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut current = Some(value);
    loop {
        if let Some(value) = current.take() {
            write_opening(value, &mut out, &mut open);
        }
        let level = open.len();
        let Some(container) = open.last_mut() else { break };
        match container.next.next() {
            Some((key, value)) => {
                if !std::mem::take(&mut container.first) {
                    out.push(b',');
                }
                new_line(level, &mut out);
                if let Some(key) = key {
                    write_string_token(key, &mut out);
                    out.extend_from_slice(b": ");
                }
                current = Some(value);
            }
            None => {
                new_line(level - 1, &mut out);
                out.push(container.bracket);
                open.pop();
            }
        }
    }
    // Only whole tokens of a `str` and ASCII went in.
    String::from_utf8(out).unwrap_or_default()
}

/// A container that is being written: what is left of it, and how it ends.
struct Open<'a> {
    next: std::vec::IntoIter<(Option<Value<'a>>, Value<'a>)>,
    bracket: u8,
    first: bool,
}

fn write_opening<'a>(value: Value<'a>, out: &mut Vec<u8>, open: &mut Vec<Open<'a>>) {
    let (brackets, entries) = match value.kind() {
        Kind::Null => return out.extend_from_slice(b"null"),
        Kind::Bool => return out.extend_from_slice(value.literal().as_bytes()),
        Kind::Number => return number::write(value.literal(), out),
        Kind::String => return write_value_string(value, out),
        Kind::Array => (
            *b"[]",
            value.as_array().into_iter().flat_map(Array::iter).map(|element| (None, element)).collect(),
        ),
        Kind::Object => (*b"{}", ecmascript_order(value)),
    };
    out.push(brackets[0]);
    if entries.is_empty() {
        out.push(brackets[1]);
    } else {
        open.push(Open { next: entries.into_iter(), bracket: brackets[1], first: true });
    }
}

fn write_value_string(value: Value<'_>, out: &mut Vec<u8>) {
    // Without an escape there is no U+0000: JSON does not let it stand in a string as it is.
    if value.plain_bytes().is_some() {
        write_string_token(value, out);
    } else {
        write_str(&value.as_str().unwrap_or_default().replace('\0', ""), out);
    }
}

fn new_line(level: usize, out: &mut Vec<u8>) {
    out.push(b'\n');
    out.extend(std::iter::repeat_n(b' ', 2 * level));
}

fn ecmascript_order(object: Value<'_>) -> Vec<(Option<Value<'_>>, Value<'_>)> {
    let mut entries: Vec<_> = object
        .as_object()
        .into_iter()
        .flat_map(Object::iter)
        .map(|(key, value)| (array_index(&key.text()), (Some(key.as_value()), value)))
        .collect();
    // Stable: everything that is no index keeps its place behind those that are.
    entries.sort_by_key(|(index, _)| index.map_or(u64::MAX, u64::from));
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// The array index a key spells: 0 to 2^32 - 2, without sign or leading zero.
fn array_index(key: &str) -> Option<u32> {
    let canonical = key == "0" || (!key.starts_with('0') && key.bytes().all(|byte| byte.is_ascii_digit()));
    key.parse().ok().filter(|index| canonical && *index != u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use super::*;

    fn pretty(text: &str) -> String {
        to_string(Document::parse(text).unwrap().root())
    }

    #[test]
    fn two_spaces_and_closed_empty_containers() {
        assert_eq!(
            pretty(r#"{"b":[],"a":{},"c":[1.0,{"d":null}]}"#),
            "{\n  \"b\": [],\n  \"a\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": null\n    }\n  ]\n}"
        );
        assert_eq!(pretty("{}"), "{}");
    }

    #[test]
    fn array_indices_come_first_in_numeric_order() {
        assert_eq!(
            pretty(r#"{"b":1,"10":1,"9":1,"01":1,"4294967295":1,"4294967294":1}"#),
            "{\n  \"9\": 1,\n  \"10\": 1,\n  \"4294967294\": 1,\n  \"b\": 1,\n  \"01\": 1,\n  \"4294967295\": 1\n}"
        );
    }

    #[test]
    fn nul_leaves_values_and_stays_in_keys() {
        assert_eq!(pretty(r#"{"a\u0000":"b\u0000c"}"#), "{\n  \"a\\u0000\": \"bc\"\n}");
    }
}
