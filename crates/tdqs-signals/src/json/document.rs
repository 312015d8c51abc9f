//! The flat document: what is kept of a text.

use std::fmt;
use std::sync::Arc;

use super::Problem;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "JSON has these and no others")]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number; its literal is kept.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The name with its article, for messages: "an array", "null".
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// One value of the flat document. Sixteen bytes, so that a text of the usual density costs about
/// twice its size and a scan stays in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    /// Byte range of the token or of the whole container, in the text.
    pub(super) start: u32,
    pub(super) end: u32,
    /// Nodes of this subtree, itself included: relative, so that subtrees can be moved.
    pub(super) size: u32,
    /// From the lowest bit: three for the kind, one for "the string token has a backslash" or "the container is
    /// written in canonical form", the others for the number of entries; of a string, whether an escape in it is not
    /// the one that `JSON.stringify` writes.
    packed: u32,
}

/// How a string token is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// It has none: it stands for its bytes.
    None,
    /// Each is the one that `JSON.stringify` writes.
    Canonical,
    /// There is another way to write it.
    Other,
}

/// By the three bits of a kind; the last two are never written.
const KINDS: [Kind; 8] =
    [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object, Kind::Null, Kind::Null];
const KIND: u32 = 7;
const ESCAPED: u32 = 1 << 3;
const AS_IS: u32 = ESCAPED;
const ONE_ENTRY: u32 = 1 << 4;

impl Node {
    pub(super) fn new(kind: Kind, start: u32, end: u32) -> Self {
        Self { start, end, size: 1, packed: kind as u32 }
    }

    pub(super) fn string(escapes: Escapes, start: u32, end: u32) -> Self {
        let flags = match escapes {
            Escapes::None => 0,
            Escapes::Canonical => ESCAPED,
            Escapes::Other => ESCAPED | ONE_ENTRY,
        };
        Self { start, end, size: 1, packed: Kind::String as u32 | flags }
    }

    /// Whether the token is a string whose canonical form is written in another way.
    #[inline]
    pub(super) fn has_other_escapes(&self) -> bool {
        self.packed >= ONE_ENTRY && self.kind() == Kind::String
    }

    #[inline]
    pub(super) fn kind(&self) -> Kind {
        KINDS[(self.packed & KIND) as usize]
    }

    #[inline]
    pub(super) fn is_escaped(&self) -> bool {
        self.packed & ESCAPED != 0
    }

    /// Whether the token is a string that stands for its bytes.
    #[inline]
    pub(super) fn is_plain_string(&self) -> bool {
        self.packed & (KIND | ESCAPED) == Kind::String as u32
    }

    /// Whether the text of the container is its canonical form.
    pub(super) fn is_as_is(&self) -> bool {
        self.packed & AS_IS != 0
    }

    pub(super) fn set_as_is(&mut self) {
        self.packed |= AS_IS;
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.packed / ONE_ENTRY
    }

    /// More entries cannot be counted.
    pub(super) const MAX_COUNT: u32 = u32::MAX / ONE_ENTRY;

    /// Sets the number of entries of a new container.
    #[inline]
    pub(super) fn set_count(&mut self, count: u32) {
        self.packed |= count * ONE_ENTRY;
    }

    pub(super) fn set(&mut self, kind: Kind, count: u32) {
        self.packed = kind as u32 | (count * ONE_ENTRY);
    }
}

/// A JSON text and the values in it.
///
/// Objects hold each key once: of a repeated key the last value counts, at the place of the first,
/// as `JSON.parse` has it, and the repetition is among the [problems](Self::problems).
#[derive(Clone, PartialEq, Eq)]
pub struct Document {
    pub(super) text: Arc<str>,
    pub(super) nodes: Vec<Node>,
    pub(super) problems: Vec<Problem>,
    pub(super) max_depth: usize,
    /// Where the value ends in the text; what follows is for the caller.
    pub(super) end: usize,
}

impl Document {
    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What a plain parser would have hidden, in the order of the text.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many levels of arrays and objects the deepest value lies in.
    #[must_use]
    pub fn max_depth(&self) -> usize {
        self.max_depth
    }

    /// The byte where the value ends.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    #[inline]
    pub(super) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// The raw inside of the string token of a node.
    #[inline]
    pub(super) fn inside(&self, node: &Node) -> &[u8] {
        &self.text.as_bytes()[node.start as usize + 1..node.end as usize - 1]
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("bytes", &self.text.len())
            .field("nodes", &self.nodes.len())
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}
