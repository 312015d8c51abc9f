//! Why an edit cannot be made.

use std::fmt;

/// An edit that cannot be made. None of the edits beside it are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pointer}` {kind}")]
#[non_exhaustive]
pub struct EditError {
    /// The place of the edit among those given, from 0.
    pub edit: usize,
    /// The JSON pointer that it is about.
    pub pointer: String,
    /// What is wrong.
    pub kind: EditErrorKind,
}

/// What is wrong with an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditErrorKind {
    /// The text is no JSON pointer.
    NotAPointer,
    /// Nothing stands there.
    NotFound,
    /// What should hold the new value is neither an object nor an array.
    NotAContainer,
    /// A member with this key is there already.
    KeyTaken,
    /// The object has the key several times, and renaming one would bring another to light.
    RepeatedKey,
    /// Only a member of an object has a key that can change.
    NotAMember,
    /// The tool itself can be neither removed nor moved nor added.
    WholeTool,
    /// An array has no place with this index.
    NoSuchIndex,
    /// The text after the edit is no JSON that can be read.
    Unreadable,
}

impl fmt::Display for EditErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAPointer => "is no JSON pointer; it is empty or begins with `/`",
            Self::NotFound => "leads to nothing in the tool",
            Self::NotAContainer => "would stand in what is neither an object nor an array",
            Self::KeyTaken => "is there already; set it instead",
            Self::RepeatedKey => "stands there several times; remove all but one first",
            Self::NotAMember => "is no member of an object, so it has no key",
            Self::WholeTool => "is the tool itself, which can only be set",
            Self::NoSuchIndex => "is no place in that array",
            Self::Unreadable => "cannot be edited, because the tool could not be read afterwards",
        })
    }
}
