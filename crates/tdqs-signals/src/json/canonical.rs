//! RFC 8785, the JSON Canonicalization Scheme: one text for one value.
//!
//! Keys are sorted by UTF-16 code unit, white space is gone, numbers and strings take the form that
//! `JSON.stringify` gives them. The order of an array is part of the value: two schemas that differ in
//! the order of `required` have two texts. Numbers are doubles, so that integers past 2^53 which share
//! a double share a text as well.

use std::cmp::Ordering;

use super::document::Kind;
use super::owned::Json;
use super::text::skip_plain;
use super::value::Value;
use super::{Array, Object, number};

/// The canonical text of a value.
#[must_use]
pub fn to_string(value: Value<'_>) -> String {
    let mut out = Vec::new();
    write(value, &mut out);
    // Only whole tokens of a `str` and ASCII go in.
    String::from_utf8(out).unwrap_or_default()
}

/// Compares what two values mean: key order, number forms and escapes do not matter, as in their
/// canonical form.
impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        to_string(*self) == to_string(*other)
    }
}

/// Compares what the values mean, as [`Value`] does.
impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

/// A container that is being written: what of it comes next.
enum Open<'a> {
    Array {
        next: Value<'a>,
        left: usize,
    },
    /// A range of the sorted entries, and where the object's own begin.
    Object {
        begin: usize,
        next: usize,
        end: usize,
    },
}

/// Appends the canonical text of a value.
pub fn write(value: Value<'_>, out: &mut Vec<u8>) {
    let mut open: Vec<Open<'_>> = Vec::new();
    // The entries of all open objects, one object's behind the other's: nothing is allocated for each.
    let mut entries: Vec<(Value<'_>, Value<'_>)> = Vec::new();
    let mut current = value;
    loop {
        match current.kind() {
            Kind::Null | Kind::Bool => out.extend_from_slice(value_word(current).as_bytes()),
            Kind::Number => number::write(current.literal(), out),
            Kind::String => write_string_token(current, out),
            Kind::Array => {
                out.push(b'[');
                let left = current.as_array().map_or(0, Array::len);
                open.push(Open::Array { next: current.first_child(), left });
            }
            Kind::Object => {
                out.push(b'{');
                let begin = entries.len();
                let unsorted = current.as_object().into_iter().flat_map(Object::iter);
                entries.extend(unsorted.map(|(key, value)| (key.as_value(), value)));
                entries[begin..].sort_unstable_by(|left, right| compare_keys(left.0, right.0));
                open.push(Open::Object { begin, next: begin, end: entries.len() });
            }
        }
        current = loop {
            match open.last_mut() {
                None => return,
                Some(Open::Array { left: 0, .. }) => out.push(b']'),
                Some(Open::Array { next, left }) => {
                    let element = *next;
                    *next = element.after();
                    *left -= 1;
                    separate(out);
                    break element;
                }
                Some(Open::Object { begin, next, end }) if next == end => {
                    entries.truncate(*begin);
                    out.push(b'}');
                }
                Some(Open::Object { next, .. }) => {
                    let (key, value) = entries[*next];
                    *next += 1;
                    separate(out);
                    write_string_token(key, out);
                    out.push(b':');
                    break value;
                }
            }
            open.pop();
        };
    }
}

/// A comma, unless a container has just been opened. No value ends in an opening bracket.
fn separate(out: &mut Vec<u8>) {
    if !matches!(out.last(), Some(b'[' | b'{')) {
        out.push(b',');
    }
}

/// `null` for what was too deep to read, whatever its text.
fn value_word(value: Value<'_>) -> &'static str {
    match value.as_bool() {
        None => "null",
        Some(true) => "true",
        Some(false) => "false",
    }
}

fn compare_keys(left: Value<'_>, right: Value<'_>) -> Ordering {
    match (left.plain_str(), right.plain_str()) {
        (Some(left), Some(right)) => compare_utf16(left, right),
        _ => compare_utf16(&left.as_str().unwrap_or_default(), &right.as_str().unwrap_or_default()),
    }
}

/// Orders strings by UTF-16 code unit, as ECMAScript compares them.
///
/// That is byte order of UTF-8 except where a character outside the Basic Multilingual Plane meets one
/// from U+E000 to U+FFFF: its surrogates come first in UTF-16.
#[must_use]
pub fn compare_utf16(left: &str, right: &str) -> Ordering {
    if left.is_ascii() && right.is_ascii() {
        return left.cmp(right);
    }
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let Some(differing) = left.iter().zip(right).position(|(l, r)| l != r) else {
        return left.len().cmp(&right.len());
    };
    let (l, r) = (left[differing], right[differing]);
    let order = l.cmp(&r);
    if l.min(r) >= 0xEE && l.max(r) >= 0xF0 && l.min(r) < 0xF0 { order.reverse() } else { order }
}

/// Appends a string token in canonical form: as it is when that is what it is in already.
pub(super) fn write_string_token(token: Value<'_>, out: &mut Vec<u8>) {
    if token.plain_str().is_some() || has_canonical_escapes(token.literal()) {
        out.extend_from_slice(token.literal().as_bytes());
    } else {
        write_str(&token.as_str().unwrap_or_default(), out);
    }
}

/// Whether every escape of a token is one that `JSON.stringify` writes: the two-character ones, but for
/// `\/`. Whatever `\u` stands for is better decoded.
fn has_canonical_escapes(literal: &str) -> bool {
    let mut rest = literal.as_bytes();
    while let Some(backslash) = rest.iter().position(|byte| *byte == b'\\') {
        match rest.get(backslash + 1) {
            Some(b'u' | b'/') | None => return false,
            Some(_) => rest = &rest[backslash + 2..],
        }
    }
    true
}

/// Appends a string as `JSON.stringify` quotes it.
pub fn write_str(text: &str, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut written = 0;
    loop {
        let at = skip_plain(bytes, written);
        out.extend_from_slice(&bytes[written..at]);
        let Some(byte) = bytes.get(at) else { break };
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            0x08 => out.extend_from_slice(b"\\b"),
            0x09 => out.extend_from_slice(b"\\t"),
            0x0A => out.extend_from_slice(b"\\n"),
            0x0C => out.extend_from_slice(b"\\f"),
            0x0D => out.extend_from_slice(b"\\r"),
            other => {
                out.extend_from_slice(b"\\u00");
                out.extend_from_slice(&[HEX[usize::from(other >> 4)], HEX[usize::from(other & 0xF)]]);
            }
        }
        written = at + 1;
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use super::*;

    fn canonical(text: &str) -> String {
        to_string(Document::parse(text).unwrap().root())
    }

    #[test]
    fn white_space_order_and_escapes_do_not_matter() {
        let expected = r#"{"a":[1,{"x":null,"y":true}],"b":"A\n/é"}"#;
        for text in [
            r#"{"b":"A\n/é","a":[1,{"y":true,"x":null}]}"#,
            "{ \"a\" : [ 1.0, { \"x\" : null , \"\\u0079\" : true } ],\n\t\"b\": \"\\u0041\\u000a\\/\\u00e9\" }",
        ] {
            assert_eq!(canonical(text), expected);
        }
    }

    #[test]
    fn keys_sort_by_utf16_code_unit() {
        let keys = ["\u{e000}", "😀", "10", "9", "b", "a", "é", "\u{ffff}", "aa", ""];
        let mut ours = keys;
        ours.sort_by(|left, right| compare_utf16(left, right));
        let mut plain = keys;
        plain.sort_by_key(|key| key.encode_utf16().collect::<Vec<_>>());
        assert_eq!(ours, plain);
        assert_eq!(ours.last(), Some(&"\u{ffff}"));
    }

    #[test]
    fn strings_are_quoted_as_ecmascript_does() {
        let mut out = Vec::new();
        write_str("\u{0}\u{8}\u{1f}\"\\/\u{7f}\u{2028}", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "\"\\u0000\\b\\u001f\\\"\\\\/\u{7f}\u{2028}\"");
    }

    #[test]
    fn the_order_of_an_array_is_part_of_the_value() {
        assert_ne!(canonical(r#"["b","a"]"#), canonical(r#"["a","b"]"#));
    }
}
