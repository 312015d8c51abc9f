//! A value of a tool's JSON, and its neighbours.

use std::borrow::Cow;

use tdqs_signals::json::{Kind, Value, escape_pointer_segment};

use super::keywords::Keyword;
use super::nodes::{Nodes, Record};
use super::place::Place;
use super::role::{Part, Role};

/// A value of a tool's JSON with its role and its neighbours. It is a position, and `Copy`.
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    pub(super) nodes: &'t Nodes<'t>,
    pub(super) at: usize,
}

impl<'t> Node<'t> {
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
    #[must_use]
    pub fn key(self) -> Option<Cow<'t, str>> {
        self.key_value()?.as_str()
    }

    /// Whether the value is a member with this key.
    #[must_use]
    pub fn has_key(self, key: &str) -> bool {
        self.key_value().is_some_and(|own| own.is_str(key))
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
    #[must_use]
    #[inline]
    pub fn get(self, key: &str) -> Option<Self> {
        self.member(key, Keyword::of(key))
    }

    /// The member of a key, which is that of a keyword or of none.
    fn member(self, key: &str, keyword: Option<Keyword>) -> Option<Self> {
        let found = self.record().children();
        let members = self.nodes.list.get(found.clone())?;
        // In a schema the walk has numbered the keywords, and numbers are compared faster than texts.
        let place = match keyword.filter(|_| self.role() == Role::Schema) {
            Some(keyword) => members.iter().position(|record| record.keyword == Some(keyword)),
            None => {
                members.iter().position(|record| self.nodes.key(record).is_some_and(|own| own.is_str(key)))
            }
        };
        place.map(|place| Self { at: found.start + place, ..self })
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
        // Both are as large as they become, but for the deepest places.
        let mut way = Vec::with_capacity(16);
        let mut bytes = 0;
        let mut node = self;
        while let Some(parent) = node.parent() {
            bytes += 1 + node.key_span().map_or(0, |span| span.len());
            way.push((node, parent));
            node = parent;
        }
        let mut pointer = String::with_capacity(bytes);
        for (node, parent) in way.into_iter().rev() {
            pointer.push('/');
            match node.key() {
                // Keys are short.
                Some(key) if !key.bytes().any(|byte| matches!(byte, b'~' | b'/')) => pointer.push_str(&key),
                Some(key) => pointer.push_str(&escape_pointer_segment(&key)),
                None => pointer.push_str(&(node.at - parent.record().children().start).to_string()),
            }
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
