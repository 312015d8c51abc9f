//! Where a finding is: the value it is about, and the bytes that show it.

use std::ops::Range;

use super::Node;

/// The value that a finding is about, and the bytes of the file that show it best.
#[derive(Debug, Clone)]
pub struct Place<'t> {
    node: Node<'t>,
    shown: Range<usize>,
    quoted: Option<&'t str>,
}

impl<'t> Place<'t> {
    pub(super) fn new(node: Node<'t>, shown: Range<usize>) -> Self {
        Self { node, shown, quoted: None }
    }

    /// The same, with the text that the bytes stand for.
    pub(super) fn quoting(self, quoted: &'t str) -> Self {
        Self { quoted: Some(quoted), ..self }
    }

    /// The same without the text, for what a report must not repeat.
    #[must_use]
    pub fn without_quote(self) -> Self {
        Self { quoted: None, ..self }
    }

    /// The value.
    #[must_use]
    pub fn node(&self) -> Node<'t> {
        self.node
    }

    /// The byte range in the text that the tool was read from.
    #[must_use]
    pub fn shown(&self) -> Range<usize> {
        self.shown.clone()
    }

    /// The text that those bytes stand for, where they are a part of a string.
    #[must_use]
    pub fn quoted(&self) -> Option<&str> {
        self.quoted
    }
}
