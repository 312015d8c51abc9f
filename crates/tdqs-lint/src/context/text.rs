//! The texts of a definition: every string that an agent reads or sends back, but for the names of types.

use std::borrow::Cow;
use std::ops::Range;

use tdqs_signals::json::{Kind, Value};

use super::escaped::raw_range;
use super::keywords::Keyword;
use super::marks::Marks;
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
    /// A string in another member of a schema: `pattern`, `format`, `$ref`, a `type` that JSON Schema does not have, …
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

    /// Whether it is the description of a tool or of a schema.
    pub(crate) const fn is_description(self) -> bool {
        matches!(self, Self::Description | Self::SchemaDescription)
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
    marks: Marks,
}

impl<'a> Found<'a> {
    fn new(at: usize, kind: TextKind, content: Cow<'a, str>) -> Self {
        Self { at, kind, marks: Marks::of(&content), content }
    }
}

/// The texts of a tool, and what is asked of them most.
#[derive(Debug)]
pub(super) struct Texts<'a> {
    pub(super) list: Vec<Found<'a>>,
    /// The places in the list of the description and of those of the schemas.
    pub(super) descriptions: Vec<usize>,
    /// The place in the list of the tool's own description.
    pub(super) description: Option<usize>,
    /// What any of the texts has.
    pub(super) marks: Marks,
}

/// Lists the texts of a tool: parents before children, and the name of a property before what stands in it. The tool's
/// description is decoded again only when nobody has it.
pub(super) fn texts<'a>(nodes: &Nodes<'a>, description: Option<&'a str>) -> Texts<'a> {
    let mut texts = Texts {
        list: Vec::with_capacity(nodes.list.len() * 3 / 4),
        // Most schemas are described.
        descriptions: Vec::with_capacity(nodes.schemas.len() + 1),
        description: None,
        marks: Marks::default(),
    };
    for (at, record) in nodes.list.iter().enumerate() {
        if record.role == Role::Schema
            && (Node { nodes, at }).is_property()
            && let Some(name) = nodes.key(record).and_then(Value::as_str)
        {
            texts.push(Found::new(at, TextKind::PropertyName, name));
        }
        let Some(kind) = kind(nodes, record) else { continue };
        let known = description.filter(|_| kind == TextKind::Description).map(Cow::Borrowed);
        if let Some(content) = known.or_else(|| nodes.value(record).as_str()) {
            texts.push(Found::new(at, kind, content));
        }
    }
    texts
}

impl<'a> Texts<'a> {
    #[inline]
    fn push(&mut self, found: Found<'a>) {
        let place = self.list.len();
        if found.kind.is_description() {
            self.descriptions.push(place);
        }
        if found.kind == TextKind::Description {
            self.description.get_or_insert(place);
        }
        self.marks = self.marks.and(found.marks);
        self.list.push(found);
    }
}

fn kind(nodes: &Nodes<'_>, record: &Record) -> Option<TextKind> {
    if record.kind != Kind::String {
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
        // Every third string of a definition is the name of a type, and nothing is to be said of them.
        Role::Keyword if record.types.is_some() => return None,
        // What stands deeper in a keyword that JSON Schema does not know is no keyword, and no description of a schema.
        Role::Keyword => match record.keyword {
            Some(Keyword::DESCRIPTION) => TextKind::SchemaDescription,
            Some(Keyword::TITLE) => TextKind::SchemaTitle,
            None if is_comment(nodes, record) => TextKind::SchemaComment,
            _ => TextKind::Keyword,
        },
        _ => return None,
    })
}

/// Whether a value is the `$comment` of a schema.
fn is_comment(nodes: &Nodes<'_>, record: &Record) -> bool {
    nodes.list[record.parent()].role == Role::Schema
        && nodes.key(record).is_some_and(|key| key.is_str("$comment"))
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

    /// Whether it has any of some kinds of characters.
    pub(crate) fn has(self, marks: Marks) -> bool {
        self.found.marks.has(marks)
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
