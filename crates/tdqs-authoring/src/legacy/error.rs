//! Where the Python module stops.

use tdqs_signals::json::Value;

use crate::fault::place;

/// Why there is no text or score.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LegacyError {
    /// The module's `KeyError`: a parameter or an error lacks a member.
    #[error("{pointer}: there is no `{member}`; add it")]
    KeyError {
        /// JSON pointer of the object.
        pointer: String,
        /// The member.
        member: &'static str,
    },
    /// The value is no spec: something else stands where a list or an object has to be.
    #[error("{}: found {found}; write {expected}", place(pointer))]
    NotASpec {
        /// JSON pointer of the value.
        pointer: String,
        /// What stands there.
        found: &'static str,
        /// What has to stand there.
        expected: &'static str,
    },
}

impl LegacyError {
    pub(super) fn not_a_spec(pointer: &str, value: Option<Value<'_>>, expected: &'static str) -> Self {
        let found = value.map_or("nothing", |value| value.kind().with_article());
        Self::NotASpec { pointer: pointer.to_owned(), found, expected }
    }
}
