//! The texts of a definition: every string that an agent reads or sends back.

use std::borrow::Cow;
use std::ops::Range;

use tdqs_signals::json::Kind;

use super::escaped::raw_range;
use super::node::Node;
use super::nodes::{Nodes, Record};
use super::place::Place;
use super::role::Role;

/// What a text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextKind {
    /// The tool's name.
    Name,
    /// The tool's title.
    Title,
    /// The tool's description.
    Description,
    /// A string in the annotations: their `title`.
    Annotation,
    /// The name of a property, in the schema of the arguments or of the result.
    PropertyName,
    /// `title` of a schema.
    SchemaTitle,
    /// `description` of a schema.
    SchemaDescription,
    /// `$comment` of a schema.
    SchemaComment,
    /// A string in `enum`.
    Enum,
    /// A string in `const`.
    Const,
    /// A string in `default`.
    Default,
    /// A string in `examples` or `example`.
    Example,
    /// A string in another member of a schema: `pattern`, `format`, `type`, `$ref`, …
    Keyword,
}

impl TextKind {
    /// Whether it is written for a reader: titles, descriptions and comments.
    #[must_use]
    pub const fn is_prose(self) -> bool {
        matches!(
            self,
            Self::Title
                | Self::Description
                | Self::Annotation
                | Self::SchemaTitle
                | Self::SchemaDescription
                | Self::SchemaComment
        )
    }

    /// The name for messages: "the description", "an enum value".
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Name => "the name",
            Self::Title => "the title",
            Self::Description => "the description",
            Self::Annotation => "an annotation",
            Self::PropertyName => "a property name",
            Self::SchemaTitle => "the title of a schema",
            Self::SchemaDescription => "the description of a schema",
            Self::SchemaComment => "the comment of a schema",
            Self::Enum => "an enum value",
            Self::Const => "a constant",
            Self::Default => "a default",
            Self::Example => "an example",
            Self::Keyword => "a keyword of a schema",
        }
    }
}

/// A text before it is given out: where it stands, what it is and what it says.
#[derive(Debug)]
pub(super) struct Found<'a> {
    at: usize,
    kind: TextKind,
    content: Cow<'a, str>,
}

/// Lists the texts of a tool: parents before children, and the name of a property before what stands in it.
pub(super) fn texts<'a>(nodes: &Nodes<'a>) -> Vec<Found<'a>> {
    let mut texts = Vec::new();
    for (at, record) in nodes.list.iter().enumerate() {
        if let Some(key) = record.key.filter(|_| Node { nodes, at }.is_property()) {
            texts.push(Found { at, kind: TextKind::PropertyName, content: key.text() });
        }
        if let Some(kind) = kind(nodes, record) {
            texts.extend(record.value.as_str().map(|content| Found { at, kind, content }));
        }
    }
    texts
}

fn kind(nodes: &Nodes<'_>, record: &Record<'_>) -> Option<TextKind> {
    if record.value.kind() != Kind::String {
        return None;
    }
    Some(match record.role {
        Role::Name => TextKind::Name,
        Role::Title => TextKind::Title,
        Role::Description => TextKind::Description,
        Role::Annotation => TextKind::Annotation,
        Role::Enum => TextKind::Enum,
        Role::Const => TextKind::Const,
        Role::Default => TextKind::Default,
        Role::Example => TextKind::Example,
        // What stands deeper in a keyword that JSON Schema does not know is no description of a schema.
        Role::Keyword => match record.key.filter(|_| nodes.list[record.parent].role == Role::Schema) {
            Some(key) if key.is("description") => TextKind::SchemaDescription,
            Some(key) if key.is("title") => TextKind::SchemaTitle,
            Some(key) if key.is("$comment") => TextKind::SchemaComment,
            _ => TextKind::Keyword,
        },
        _ => return None,
    })
}

/// A string of a definition.
#[derive(Debug, Clone, Copy)]
pub struct Text<'t> {
    nodes: &'t Nodes<'t>,
    found: &'t Found<'t>,
}

impl<'t> Text<'t> {
    pub(super) fn new(nodes: &'t Nodes<'t>, found: &'t Found<'t>) -> Self {
        Self { nodes, found }
    }

    /// What it says, decoded.
    #[must_use]
    pub fn content(self) -> &'t str {
        &self.found.content
    }

    /// Whether it was written with escapes, as every line break and control character below U+0020 has to be.
    pub(crate) fn has_escapes(self) -> bool {
        matches!(self.found.content, Cow::Owned(_))
    }

    /// What it is for.
    #[must_use]
    pub fn kind(self) -> TextKind {
        self.found.kind
    }

    /// The string, or the schema of the property whose name it is.
    #[must_use]
    pub fn node(self) -> Node<'t> {
        Node { nodes: self.nodes, at: self.found.at }
    }

    /// The place of a byte range of the [content](Self::content).
    #[must_use]
    pub fn place(self, range: Range<usize>) -> Place<'t> {
        let node = self.node();
        let token = match self.kind() {
            TextKind::PropertyName => node.key_span().unwrap_or_else(|| node.value().span()),
            _ => node.value().span(),
        };
        let quoted = self.content().get(range.clone()).unwrap_or_default();
        let inside = self.nodes.source.get(token.start + 1..token.end - 1).unwrap_or_default();
        let raw = raw_range(inside, &range);
        Place::new(node, token.start + 1 + raw.start..token.start + 1 + raw.end).quoting(quoted)
    }

    /// The place of all of it, quotes included.
    #[must_use]
    pub fn whole(self) -> Place<'t> {
        match self.kind() {
            TextKind::PropertyName => self.node().key_place(),
            _ => self.node().place(),
        }
    }
}
