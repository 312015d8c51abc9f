//! The ways to look into a document.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::document::{Document, Kind, Node};
use super::text::{unescape, unescape_pointer_segment};
use super::{Position, escape_pointer_segment, number};

impl Document {
    /// The outermost value.
    #[must_use]
    pub fn root(&self) -> Value<'_> {
        Value { document: self, at: 0 }
    }
}

/// A value in a [`Document`], borrowed from it.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub(super) document: &'a Document,
    pub(super) at: u32,
}

impl<'a> Value<'a> {
    #[inline]
    fn node(self) -> &'a Node {
        self.document.node(self.at)
    }

    /// The place of this value among the document's values: stable, and unique within the document.
    #[inline]
    #[must_use]
    pub fn index(self) -> u32 {
        self.at
    }

    /// The value of the same document that has an [index](Self::index), keys included: a key's index is one less than
    /// that of its value.
    #[inline]
    #[must_use]
    pub fn at(self, index: u32) -> Option<Self> {
        ((index as usize) < self.document.nodes.len()).then_some(Self { at: index, ..self })
    }

    /// What the value is.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node().kind()
    }

    /// The byte range in the document's text.
    #[inline]
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.node().start as usize..self.node().end as usize
    }

    /// The value as it was written, white space and escapes included.
    #[inline]
    #[must_use]
    pub fn literal(self) -> &'a str {
        &self.document.text[self.span()]
    }

    /// The line and column where the value begins in the document's text.
    #[must_use]
    pub fn position(self) -> Position {
        Position::of(&self.document.text, self.span().start)
    }

    /// The text of a string, decoded. Borrowed unless it holds an escape.
    #[inline]
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        let node = self.node();
        if node.is_plain_string() {
            let inside = &self.document.text[node.start as usize + 1..node.end as usize - 1];
            return Some(Cow::Borrowed(inside));
        }
        self.decoded().map(Cow::Owned)
    }

    /// The text of a string that has an escape.
    fn decoded(self) -> Option<String> {
        let inside = self.literal().strip_prefix('"')?.strip_suffix('"')?;
        Some(unescape(inside))
    }

    /// The text of a string up to its first escape.
    pub(crate) fn undecoded_start(self) -> &'a str {
        let inside =
            self.literal().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
        let escape = memchr::memchr(b'\\', inside.as_bytes());
        &inside[..escape.unwrap_or(inside.len())]
    }

    /// Whether the value is a string with exactly this text.
    #[inline]
    #[must_use]
    pub fn is_str(self, text: &str) -> bool {
        let node = self.node();
        // Nearly all strings that are asked about have another length, and stand for their bytes.
        ((node.end - node.start) as usize == text.len() + 2 || node.is_escaped())
            && self.stands_for(node, text)
    }

    /// Whether the value is a string that stands for this text. Inlined, because a text that is known when this is
    /// compiled is compared in a step or two.
    #[inline]
    fn stands_for(self, node: &Node, text: &str) -> bool {
        if node.is_plain_string() {
            let inside = self.document.inside(node);
            // Of two words of one length nearly always the first letter is another one.
            inside.first() == text.as_bytes().first() && inside == text.as_bytes()
        } else {
            self.decodes_to(text)
        }
    }

    #[cold]
    fn decodes_to(self, text: &str) -> bool {
        self.decoded().is_some_and(|found| found == text)
    }

    #[inline]
    pub(super) fn has_other_escapes(self) -> bool {
        self.node().has_other_escapes()
    }

    /// Whether the value is a string that is written as [`canonical::write`](super::canonical::write) writes it.
    #[inline]
    #[must_use]
    pub fn is_canonical_string(self) -> bool {
        self.kind() == Kind::String && !self.has_other_escapes()
    }

    /// The raw inside of a string token when decoding would change nothing.
    pub(super) fn plain_bytes(self) -> Option<&'a [u8]> {
        let node = self.node();
        node.is_plain_string().then(|| self.document.inside(node))
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.literal() == "true")
    }

    /// The double a number parses to, as ECMAScript reads it.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        (self.kind() == Kind::Number).then(|| number::to_f64(self.literal()))
    }

    /// The entries of an object.
    #[inline]
    #[must_use]
    pub fn as_object(self) -> Option<Object<'a>> {
        (self.kind() == Kind::Object).then_some(Object { value: self })
    }

    /// Keys and values of an object; nothing of any other value.
    pub(crate) fn entries(self) -> impl Iterator<Item = (Key<'a>, Value<'a>)> {
        let count = if self.kind() == Kind::Object { self.node().count() } else { 0 };
        entries(self, count)
    }

    /// The elements of an array.
    #[inline]
    #[must_use]
    pub fn as_array(self) -> Option<Array<'a>> {
        (self.kind() == Kind::Array).then_some(Array { value: self })
    }

    /// The member `key`, if this is an object that has it.
    #[must_use]
    #[inline]
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        self.as_object()?.get(key)
    }

    /// The value a JSON pointer leads to (RFC 6901), from this value.
    #[must_use]
    pub fn pointer(self, pointer: &str) -> Option<Value<'a>> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, segment| {
            let segment = unescape_pointer_segment(segment);
            match value.kind() {
                Kind::Object => value.get(&segment),
                Kind::Array => value.as_array()?.iter().nth(segment.parse().ok()?),
                _ => None,
            }
        })
    }

    /// The JSON pointer, from this value, of the innermost value that holds byte `offset` of the text.
    #[must_use]
    pub fn pointer_to(self, offset: usize) -> String {
        let mut pointer = String::new();
        let mut value = self;
        'down: loop {
            match value.kind() {
                Kind::Object => {
                    for (key, member) in value.as_object().into_iter().flat_map(Object::iter) {
                        if (key.span().start..member.span().end).contains(&offset) {
                            pointer.push('/');
                            pointer.push_str(&escape_pointer_segment(&key.text()));
                            value = member;
                            continue 'down;
                        }
                    }
                }
                Kind::Array => {
                    for (index, element) in value.as_array().into_iter().flat_map(Array::iter).enumerate() {
                        if element.span().contains(&offset) {
                            pointer.push('/');
                            pointer.push_str(&index.to_string());
                            value = element;
                            continue 'down;
                        }
                    }
                }
                _ => {}
            }
            return pointer;
        }
    }

    /// How many levels of arrays and objects this value has, itself included: 0 for a scalar.
    #[must_use]
    pub fn depth(self) -> usize {
        let first = self.at as usize;
        let mut open: Vec<usize> = Vec::new();
        let mut deepest = 0;
        for (at, node) in self.document.nodes.iter().enumerate().skip(first).take(self.node().size as usize) {
            while open.last().is_some_and(|end| *end <= at) {
                open.pop();
            }
            if matches!(node.kind(), Kind::Array | Kind::Object) {
                open.push(at + node.size as usize);
                deepest = deepest.max(open.len());
            }
        }
        deepest
    }

    /// The value and everything within it, keys included, in the author's order. No stack is needed for it, however
    /// deep the value.
    #[inline]
    pub fn all_within(self) -> impl Iterator<Item = Value<'a>> {
        (self.at..self.at + self.node().size).map(move |at| Value { at, ..self })
    }

    #[inline]
    pub(super) fn after(self) -> Value<'a> {
        Value { document: self.document, at: self.at + self.node().size }
    }

    #[inline]
    pub(super) fn first_child(self) -> Value<'a> {
        Value { document: self.document, at: self.at + 1 }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.literal())
    }
}

/// The entries of an object, in the author's order.
#[derive(Debug, Clone, Copy)]
pub struct Object<'a> {
    value: Value<'a>,
}

impl<'a> Object<'a> {
    /// How many keys it has.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.value.node().count() as usize
    }

    /// Whether it has no key.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The value of `key`.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        self.iter().find(|(candidate, _)| candidate.is(key)).map(|(_, value)| value)
    }

    /// Keys and values in the author's order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Key<'a>, Value<'a>)> {
        entries(self.value, self.value.node().count())
    }
}

#[inline]
fn entries(object: Value<'_>, count: u32) -> impl Iterator<Item = (Key<'_>, Value<'_>)> {
    let mut next = object.first_child();
    (0..count).map(move |_| {
        let key = next;
        // A key is one node.
        let value = Value { at: key.at + 1, ..key };
        // The last entry's successor may lie outside the document; it is never looked at.
        next = value.after();
        (Key { value: key }, value)
    })
}

/// A key of an object.
#[derive(Debug, Clone, Copy)]
pub struct Key<'a> {
    value: Value<'a>,
}

impl<'a> Key<'a> {
    /// The key, decoded.
    #[inline]
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        self.value.as_str().unwrap_or_default()
    }

    /// Whether the key is `text`.
    #[inline]
    #[must_use]
    pub fn is(self, text: &str) -> bool {
        self.value.is_str(text)
    }

    /// The byte range of the key's token, quotes included.
    #[inline]
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.value.span()
    }

    pub(super) fn as_value(self) -> Value<'a> {
        self.value
    }

    /// The key's bytes, for comparing with ASCII. Decoded only where it has an escape.
    pub(crate) fn bytes(self) -> Cow<'a, [u8]> {
        match self.value.plain_bytes() {
            Some(plain) => Cow::Borrowed(plain),
            None => Cow::Owned(self.text().into_owned().into_bytes()),
        }
    }
}

/// The elements of an array.
#[derive(Debug, Clone, Copy)]
pub struct Array<'a> {
    value: Value<'a>,
}

impl<'a> Array<'a> {
    /// How many elements it has.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.value.node().count() as usize
    }

    /// Whether it has no element.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The elements in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Value<'a>> {
        let mut next = self.value.first_child();
        (0..self.len()).map(move |_| {
            let element = next;
            next = element.after();
            element
        })
    }
}

/// Serialises in the author's key order. Integers within 2^53 stay integers; every other number is
/// the double it parses to. serde recurses, as every `Serialize` does: a level costs a stack frame.
impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool => serializer.serialize_bool(self.as_bool().unwrap_or_default()),
            Kind::Number => match number::to_safe_integer(self.literal()) {
                Some(integer) => serializer.serialize_i64(integer),
                None => serializer.serialize_f64(number::to_f64(self.literal())),
            },
            Kind::String => serializer.serialize_str(&self.as_str().unwrap_or_default()),
            Kind::Array => {
                let mut sequence = serializer.serialize_seq(self.as_array().map(Array::len))?;
                for element in self.as_array().into_iter().flat_map(Array::iter) {
                    sequence.serialize_element(&element)?;
                }
                sequence.end()
            }
            Kind::Object => {
                let mut map = serializer.serialize_map(self.as_object().map(Object::len))?;
                for (key, value) in self.as_object().into_iter().flat_map(Object::iter) {
                    map.serialize_entry(&*key.text(), &value)?;
                }
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse(text).unwrap()
    }

    #[test]
    fn values_keep_order_literals_and_places() {
        let document = document(r#"{"b": [1.0, {"k": null}], "a": "x\n"}"#);
        let root = document.root();
        let keys: Vec<_> = root.as_object().unwrap().iter().map(|(key, _)| key.text().into_owned()).collect();
        assert_eq!(keys, ["b", "a"]);
        assert_eq!(root.pointer("/b/0").unwrap().literal(), "1.0");
        assert_eq!(root.pointer("/b/1/k").unwrap().kind(), Kind::Null);
        assert_eq!(root.get("a").unwrap().as_str().unwrap(), "x\n");
        assert_eq!(root.get("b").unwrap().depth(), 2);
        for value in root.all_within() {
            assert_eq!(root.at(value.index()).unwrap().span(), value.span());
        }
        let of_a = root.get("a").unwrap().index();
        assert!(root.at(of_a - 1).unwrap().is_str("a") && root.at(of_a + 1).is_none());
        assert_eq!(root.get("missing"), None);
    }

    #[test]
    fn an_offset_leads_back_to_its_pointer() {
        let text = r#"{"a/b": [0, {"c~d": "here"}]}"#;
        let document = document(text);
        let offset = text.find("here").unwrap();
        let pointer = document.root().pointer_to(offset);
        assert_eq!(pointer, "/a~1b/1/c~0d");
        assert_eq!(document.root().pointer(&pointer).unwrap().literal(), "\"here\"");
    }

    #[test]
    fn of_a_repeated_key_the_last_value_stands_at_the_first_place() {
        let document = document(r#"{"a":1,"b":2,"\u0061":[3]}"#);
        let entries: Vec<_> = document
            .root()
            .as_object()
            .unwrap()
            .iter()
            .map(|(key, value)| format!("{}={}", key.text(), value.literal()))
            .collect();
        assert_eq!(entries, ["a=[3]", "b=2"]);
        assert_eq!(document.problems().len(), 1);
    }

    #[test]
    fn a_string_is_its_text_however_it_is_written() {
        let written = [
            r#""""#,
            r#""a""#,
            r#""ab""#,
            r#""\u0061""#,
            r#""a\u0062""#,
            r#""\n""#,
            r#""\\n""#,
            r#""\ud800""#,
            r#""\ud83d\ude00""#,
            r#""é""#,
            r#""\u00e9""#,
            "[]",
            "{}",
            "12",
            "null",
            "[1]",
            r#"{"a":1}"#,
            r#"["a"]"#,
        ];
        let document = document(&format!("[{}]", written.join(",")));
        let values = || document.root().as_array().unwrap().iter();
        assert_eq!(values().count(), written.len());
        for (value, written) in values().zip(written) {
            let expected: Option<String> = serde_json::from_str(&written.replace(r"\ud800", r"\ufffd")).ok();
            assert_eq!(value.as_str().as_deref(), expected.as_deref(), "{written}");
            for text in values().filter_map(Value::as_str).chain(["[]", "[1]", "2"].map(Cow::Borrowed)) {
                assert_eq!(value.is_str(&text), expected.as_deref() == Some(&*text), "{written} {text}");
            }
        }
    }
}
