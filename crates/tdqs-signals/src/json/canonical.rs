//! RFC 8785, the JSON Canonicalization Scheme: one text for one value.
//!
//! Keys are sorted by UTF-16 code unit, white space is gone, numbers and strings take the form that
//! `JSON.stringify` gives them. The order of an array is part of the value: two schemas that differ in
//! the order of `required` have two texts. Numbers are doubles, so that integers past 2^53 which share
//! a double share a text as well.

use std::cmp::Ordering;

use super::document::{Document, Kind};
use super::key_order::{is_ascii, prefix};
use super::number;
use super::owned::Json;
use super::text::{escaped_character, skip_plain};
use super::value::Value;

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
#[derive(Debug)]
enum Open {
    Array {
        next: u32,
        left: u32,
    },
    /// A range of the sorted entries, and where the object's own begin.
    Object {
        begin: usize,
        next: usize,
    },
}

/// The canonical form's writer. What it allocates serves one value after the other.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    open: Vec<Open>,
    /// The entries of all open objects, one object's behind the other's: the first bytes of the key and the
    /// key's node, behind which its value's stands.
    entries: Vec<(u64, u32)>,
}

/// Appends the canonical text of a value.
pub fn write(value: Value<'_>, out: &mut Vec<u8>) {
    Writer::default().write(value, out);
}

impl Writer {
    /// Appends the canonical text of a value.
    pub(crate) fn write(&mut self, value: Value<'_>, out: &mut Vec<u8>) {
        self.write_in_parts(value, out, &mut |_| {});
    }

    /// Appends the canonical text of a value, and lets a function look at `out` after every few tokens: it may take
    /// what is there, but for the last byte.
    pub(crate) fn write_in_parts(
        &mut self,
        value: Value<'_>,
        out: &mut Vec<u8>,
        take: &mut impl FnMut(&mut Vec<u8>),
    ) {
        let document = value.document;
        let bytes = document.text.as_bytes();
        self.open.clear();
        self.entries.clear();
        let mut at = value.at;
        loop {
            let node = document.node(at);
            match node.kind() {
                Kind::Null | Kind::Bool => {
                    out.extend_from_slice(value_word(Value { document, at }).as_bytes());
                }
                Kind::Number => number::write(Value { document, at }.literal(), out),
                Kind::String if node.has_other_escapes() => write_string_token(Value { document, at }, out),
                Kind::String => copy(bytes, node.start as usize, node.end as usize, out),
                Kind::Array | Kind::Object if node.is_as_is() => {
                    out.extend_from_slice(&bytes[node.start as usize..node.end as usize]);
                }
                Kind::Array => {
                    out.push(b'[');
                    self.open.push(Open::Array { next: at + 1, left: node.count() });
                }
                Kind::Object => {
                    out.push(b'{');
                    let begin = self.entries.len();
                    self.sorted_entries(document, at);
                    self.open.push(Open::Object { begin, next: begin });
                }
            }
            at = loop {
                take(out);
                match self.open.last_mut() {
                    None => return,
                    Some(Open::Array { left: 0, .. }) => out.push(b']'),
                    Some(Open::Array { next, left }) => {
                        let element = *next;
                        *next += document.node(element).size;
                        *left -= 1;
                        separate(out);
                        break element;
                    }
                    // The entries of an inner object are gone when the outer one goes on.
                    Some(Open::Object { begin, next }) if *next == self.entries.len() => {
                        self.entries.truncate(*begin);
                        out.push(b'}');
                    }
                    Some(Open::Object { next, .. }) => {
                        let (_, key) = self.entries[*next];
                        *next += 1;
                        separate(out);
                        if write_entry(document, key, out) {
                            continue;
                        }
                        break key + 1;
                    }
                }
                self.open.pop();
            };
        }
    }

    /// Appends the entries of an object in the order of their keys.
    fn sorted_entries(&mut self, document: &Document, object: u32) {
        let begin = self.entries.len();
        let bytes = document.text.as_bytes();
        let (mut by_bytes, mut in_order, mut last) = (true, true, None);
        let mut at = object + 1;
        for _ in 0..document.node(object).count() {
            let key = document.node(at);
            let prefix = prefix(bytes, key.start as usize + 1, key.end as usize - 1);
            by_bytes &= !key.is_escaped() && is_ascii(prefix);
            in_order &= last < Some(prefix);
            last = Some(prefix);
            self.entries.push((prefix, at));
            at += 1 + document.node(at + 1).size;
        }
        let entries = &mut self.entries[begin..];
        let whole =
            |left: u32, right: u32| compare_keys(Value { document, at: left }, Value { document, at: right });
        if !by_bytes {
            entries.sort_unstable_by(|left, right| whole(left.1, right.1));
        } else if !in_order {
            entries.sort_unstable_by(|left, right| left.0.cmp(&right.0).then_with(|| whole(left.1, right.1)));
        }
    }
}

/// Writes a key and its colon, and the value as well where all of it is canonical as it stands. Says whether it
/// was.
fn write_entry(document: &Document, key: u32, out: &mut Vec<u8>) -> bool {
    let bytes = document.text.as_bytes();
    let (key_node, value) = (document.node(key), document.node(key + 1));
    if key_node.has_other_escapes() {
        write_string_token(Value { document, at: key }, out);
        out.push(b':');
        return false;
    }
    let is_as_is = match value.kind() {
        Kind::String => !value.has_other_escapes(),
        Kind::Array | Kind::Object => value.is_as_is(),
        Kind::Null | Kind::Bool | Kind::Number => false,
    };
    // Only a colon lies between them: one copy takes it all.
    if is_as_is && value.start == key_node.end + 1 {
        copy(bytes, key_node.start as usize, value.end as usize, out);
        return true;
    }
    copy(bytes, key_node.start as usize, key_node.end as usize, out);
    out.push(b':');
    false
}

/// Appends a part of the text. Most parts are short, and thirty-two bytes are copied faster than a length is looked at.
#[inline]
fn copy(bytes: &[u8], start: usize, end: usize, out: &mut Vec<u8>) {
    match bytes.get(start..start + 32).and_then(|chunk| <[u8; 32]>::try_from(chunk).ok()) {
        Some(chunk) if end - start <= 32 => {
            let length = out.len();
            out.extend_from_slice(&chunk);
            out.truncate(length + end - start);
        }
        _ => out.extend_from_slice(&bytes[start..end]),
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
    match (left.plain_bytes(), right.plain_bytes()) {
        (Some(left), Some(right)) => compare_utf16_of_bytes(left, right),
        _ => compare_utf16(&left.as_str().unwrap_or_default(), &right.as_str().unwrap_or_default()),
    }
}

/// Orders strings by UTF-16 code unit, as ECMAScript compares them.
///
/// That is byte order of UTF-8 except where a character outside the Basic Multilingual Plane meets one
/// from U+E000 to U+FFFF: its surrogates come first in UTF-16.
#[must_use]
pub fn compare_utf16(left: &str, right: &str) -> Ordering {
    compare_utf16_of_bytes(left.as_bytes(), right.as_bytes())
}

/// [`compare_utf16`] of texts given as their UTF-8.
fn compare_utf16_of_bytes(left: &[u8], right: &[u8]) -> Ordering {
    if left.is_ascii() && right.is_ascii() {
        return left.cmp(right);
    }
    let Some(differing) = left.iter().zip(right).position(|(l, r)| l != r) else {
        return left.len().cmp(&right.len());
    };
    let (l, r) = (left[differing], right[differing]);
    let order = l.cmp(&r);
    if l.min(r) >= 0xEE && l.max(r) >= 0xF0 && l.min(r) < 0xF0 { order.reverse() } else { order }
}

/// Appends a string token in canonical form: as it is when that is what it is in already.
pub(crate) fn write_string_token(token: Value<'_>, out: &mut Vec<u8>) {
    let literal = token.literal();
    if token.has_other_escapes() {
        write_respelt(literal, out);
    } else {
        out.extend_from_slice(literal.as_bytes());
    }
}

/// Appends a string token with each escape as `JSON.stringify` writes it. What stands between them stays.
fn write_respelt(literal: &str, out: &mut Vec<u8>) {
    let mut rest = literal;
    while let Some((plain, escape)) =
        memchr::memchr(b'\\', rest.as_bytes()).and_then(|backslash| rest.split_at_checked(backslash))
    {
        out.extend_from_slice(plain.as_bytes());
        let length = match escape.as_bytes() {
            [_, b'u', ..] => {
                let (character, length) = escaped_character(&escape[2..]);
                write_inside(character.encode_utf8(&mut [0; 4]), out);
                2 + length
            }
            [_, b'/', ..] => {
                out.push(b'/');
                2
            }
            _ => {
                out.extend_from_slice(&escape.as_bytes()[..2]);
                2
            }
        };
        rest = &escape[length..];
    }
    out.extend_from_slice(rest.as_bytes());
}

/// Appends a string as `JSON.stringify` quotes it.
pub fn write_str(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    write_inside(text, out);
    out.push(b'"');
}

/// Appends what stands between the quotes.
fn write_inside(text: &str, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
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
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn escapes_are_respelt_as_the_decoded_text_is_quoted(parts in proptest::collection::vec(
            prop_oneof![
                "[a-zé😀 ]{0,12}",
                prop::sample::select(vec![
                    r"\/", r"\n", r"\\", r#"\""#, r"\u0041", r"\u000a", r"\u001F", r"\u0022", r"\u005c", r"\uD83D\uDE00",
                    r"\ud83d", r"\ude00", r"\u20ac",
                ])
                .prop_map(str::to_owned),
            ],
            0..12,
        )) {
            let document = Document::parse(format!("\"{}\"", parts.concat())).unwrap();
            let mut expected = Vec::new();
            write_str(&document.root().as_str().unwrap(), &mut expected);
            prop_assert_eq!(to_string(document.root()), String::from_utf8(expected).unwrap());
        }
    }
}
