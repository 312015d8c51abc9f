//! A value of a tool's JSON, and its neighbours.

use std::borrow::Cow;

use tdqs_signals::json::{Kind, Value, escape_pointer_segment};

use super::keywords::Keyword;
use super::nodes::{Nodes, Record};
use super::place::Place;
use super::role::{Part, Role};
use super::types::Types;

/// Levels of a tool that nearly all values stand within.
const SHALLOW: usize = 16;

/// A value of a tool's JSON with its role and its neighbours. It is a position, and `Copy`.
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    pub(super) nodes: &'t Nodes<'t>,
    pub(super) at: usize,
}

impl<'t> Node<'t> {
    #[inline]
    fn record(self) -> &'t Record {
        &self.nodes.list[self.at]
    }

    /// The value.
    #[must_use]
    pub fn value(self) -> Value<'t> {
        self.nodes.value(self.record())
    }

    /// The string that is the key of a member.
    fn key_value(self) -> Option<Value<'t>> {
        self.nodes.key(self.record())
    }

    /// What kind of JSON it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.record().kind
    }

    /// The text, if the value is a string.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'t, str>> {
        self.value().as_str()
    }

    /// The key of a member; `None` for an element of an array and for the tool itself.
    #[inline]
    #[must_use]
    pub fn key(self) -> Option<Cow<'t, str>> {
        self.key_value()?.as_str()
    }

    /// Whether the value is a member with this key.
    #[expect(clippy::inline_always, reason = "of a key in the code nothing is left but its number")]
    #[inline(always)]
    #[must_use]
    pub fn has_key(self, key: &str) -> bool {
        let record = self.record();
        match record.keyword {
            Some(own) => Keyword::of(key) == Some(own),
            None => self.key_value().is_some_and(|own| own.is_str(key)),
        }
    }

    /// What the value is to the definition.
    #[must_use]
    pub fn role(self) -> Role {
        self.record().role
    }

    /// The part of the definition it stands in.
    #[must_use]
    pub fn part(self) -> Part {
        self.record().part
    }

    /// Of a member of a schema, which keyword it is.
    pub(crate) fn keyword(self) -> Option<Keyword> {
        self.record().keyword
    }

    /// Of a `type` of a schema, the types that it names.
    pub(super) fn types(self) -> Option<Types> {
        self.record().types
    }

    /// The place among all values of the tool that rules look at, parents before children.
    pub(crate) fn number(self) -> usize {
        self.at
    }

    /// The place of the tool in its set, from 0.
    #[must_use]
    pub fn tool(self) -> usize {
        self.nodes.tool
    }

    /// The value it stands in; `None` for the tool itself.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        (self.at != 0).then(|| Self { at: self.record().parent(), ..self })
    }

    /// The members or elements, in the author's order. Nothing for a value whose [role](Self::role) is
    /// [`Role::Other`].
    #[must_use]
    pub fn children(self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        self.record().children().map(move |at| Self { at, ..self })
    }

    /// The member `key`.
    #[expect(clippy::inline_always, reason = "of a key in the code nothing is left but its number")]
    #[inline(always)]
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        // In a schema the walk has numbered the keywords, and numbers are compared faster than texts.
        match Keyword::of(key) {
            Some(keyword) if self.role() == Role::Schema => self.member(keyword),
            _ => self.named(key),
        }
    }

    /// The member `key` of whatever kind of object.
    fn named(self, key: &str) -> Option<Self> {
        self.find(|record| self.nodes.key(record).is_some_and(|own| own.is_str(key)))
    }

    /// The member of a schema that is a keyword.
    pub(crate) fn member(self, keyword: Keyword) -> Option<Self> {
        self.find(|record| record.keyword == Some(keyword))
    }

    /// The first child of a kind.
    #[inline]
    fn find(self, is_it: impl Fn(&Record) -> bool) -> Option<Self> {
        let children = self.record().children();
        let place = self.nodes.list.get(children.clone())?.iter().position(is_it)?;
        Some(Self { at: children.start + place, ..self })
    }

    /// The node of a value that stands in this one.
    pub(super) fn holding(self, value: Value<'_>) -> Option<Self> {
        let start = value.span().start;
        let mut node = self;
        while node.value().index() != value.index() {
            node = node.children().find(|child| child.value().span().contains(&start))?;
        }
        Some(node)
    }

    /// Whether the value is the schema of a property: a member of a schema's `properties`.
    #[must_use]
    pub fn is_property(self) -> bool {
        self.role() == Role::Schema
            && self.parent().is_some_and(|map| map.role() == Role::SchemaMap && map.has_key("properties"))
    }

    /// The JSON pointer within the tool (RFC 6901).
    #[must_use]
    pub fn pointer(self) -> String {
        let mut bytes = 0;
        let mut depth = 0;
        let mut node = self;
        while let Some(parent) = node.parent() {
            // The quotes of a key make room for the slash, and a number has few digits.
            bytes += node.key_span().map_or(8, |span| span.len());
            depth += 1;
            node = parent;
        }
        let mut pointer = String::with_capacity(bytes);
        // Only the deepest places need a list of what they stand in.
        let (mut few, mut many) = ([0; SHALLOW], Vec::new());
        let way = match few.get_mut(..depth) {
            Some(few) => few,
            None => {
                many.resize(depth, 0);
                &mut many[..]
            }
        };
        let mut node = self;
        for place in way.iter_mut().rev() {
            *place = node.at;
            node = node.parent().unwrap_or(node);
        }
        for at in way.iter().copied() {
            let child = Self { at, ..self };
            pointer.push('/');
            match child.key() {
                // Keys are short.
                Some(key) if !key.bytes().any(|byte| matches!(byte, b'~' | b'/')) => pointer.push_str(&key),
                Some(key) => pointer.push_str(&escape_pointer_segment(&key)),
                None => pointer.push_str(&(at - node.record().children().start).to_string()),
            }
            node = child;
        }
        pointer
    }

    /// The place to show for a finding about this value: the value if it is no container, else the key that
    /// introduces it, the name of the tool for the tool, or the bracket that opens it.
    #[must_use]
    pub fn place(self) -> Place<'t> {
        let span = self.value().span();
        let shown = match (self.kind(), self.key_value()) {
            (Kind::Array | Kind::Object, Some(key)) if self.role() != Role::Tool => key.span(),
            (Kind::Array | Kind::Object, _) => match self.nodes.name {
                Some(name) if self.role() == Role::Tool => Self { at: name, ..self }.value().span(),
                _ => span.start..span.start + 1,
            },
            _ => span,
        };
        Place::new(self, shown)
    }

    /// The place to show for a finding about the key of a member: the key, or else [`place`](Self::place).
    #[must_use]
    pub fn key_place(self) -> Place<'t> {
        self.key_value().map_or_else(|| self.place(), |key| Place::new(self, key.span()))
    }

    /// The byte range of the key's token in the text.
    pub(super) fn key_span(self) -> Option<std::ops::Range<usize>> {
        self.key_value().map(Value::span)
    }
}
