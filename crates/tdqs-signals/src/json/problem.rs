//! What reading a text has to say about it.

use super::{MAX_DEPTH, Position};

/// The text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
#[non_exhaustive]
pub struct SyntaxError {
    /// Byte offset in the text.
    pub offset: usize,
    /// The same place for people.
    pub position: Position,
    /// What was found and what was expected.
    pub message: String,
}

/// A [`SyntaxError`] whose place nobody has counted out yet. Counting takes a pass over the text, which
/// whoever tries many places cannot afford for each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Fault {
    /// Byte offset in the text at which it cannot be JSON any more.
    pub offset: usize,
    /// What was found and what was expected.
    pub message: String,
    /// The text ends before the value does: with more of it there might have been no fault.
    pub is_cut_short: bool,
}

impl Fault {
    pub(super) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into(), is_cut_short: false }
    }

    pub(super) fn cut_short(self, is_cut_short: bool) -> Self {
        Self { is_cut_short, ..self }
    }

    /// The same fault with its place counted out.
    #[must_use]
    pub fn in_text(self, text: &str) -> SyntaxError {
        SyntaxError { offset: self.offset, position: Position::of(text, self.offset), message: self.message }
    }
}

/// Why a text cannot be taken as one hashable value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text is JSON that cannot be hashed.
    #[error("{position}: {problem}")]
    Problem {
        /// Where it stands.
        position: Position,
        /// What stands there.
        problem: Problem,
    },
    /// The value has too many levels.
    #[error("nested deeper than {limit} levels")]
    TooDeep {
        /// The limit in levels of arrays and objects.
        limit: usize,
    },
}

/// Something in valid JSON that two readers may take differently.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct Problem {
    /// Byte offset in the text where it begins.
    pub offset: usize,
    /// What it is.
    pub kind: ProblemKind,
}

impl Problem {
    /// Whether the value around it cannot be hashed. The other problems are repaired.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        matches!(self.kind, ProblemKind::NumberOutOfRange { .. } | ProblemKind::TooDeep)
    }
}

/// The kinds of [`Problem`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemKind {
    /// An object has this key more than once; the last value counts.
    #[error("the key `{key}` is repeated; the last value counts")]
    RepeatedKey {
        /// The key, decoded.
        key: String,
    },
    /// An escape for half a surrogate pair; it is read as U+FFFD.
    #[error("the lone surrogate \\u{code_unit:04x} was read as U+FFFD")]
    LoneSurrogate {
        /// The UTF-16 code unit.
        code_unit: u16,
    },
    /// A number that no double holds.
    #[error("the number {} is outside the range of a double", abbreviated(literal))]
    NumberOutOfRange {
        /// The number as it was written.
        literal: String,
    },
    /// An array or object below the depth limit of the reader; it is read as `null`.
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// A literal of hundreds of digits says as much in its first ones.
fn abbreviated(literal: &str) -> String {
    if literal.len() <= 40 {
        literal.to_owned()
    } else {
        format!("{}… ({} characters)", &literal[..24], literal.len())
    }
}
