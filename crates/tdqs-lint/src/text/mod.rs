//! What can be told of a name or a description without a model?
//!
//! Words, verbs, language, and the few clauses that a description should have. The tables are those of the
//! Tool Credit Score, section 7; the rules of the linter and both profiles of the score ask here, so that
//! they never disagree on what a verb is.
//!
//! Everything is told of whole words: "listener" does not open with the verb "list", and "terror" mentions no
//! error.

mod beyond_ascii;
mod eights;
mod find;
mod language;
mod length;
mod name;
mod prose;
mod restating;
mod runs;
mod verbs;

pub(crate) use beyond_ascii::{beyond_ascii, is_letter};
pub(crate) use eights::eight_at;
pub(crate) use find::{find, find_in_any_case};
pub use language::is_english;
pub use length::word_count;
pub use name::{is_snake_case, words_of_name};
pub(crate) use name::{words_between, words_in};
pub use prose::Prose;
pub(crate) use restating::speaks_of_an_api;
pub use restating::{restates, words_beyond};
pub use verbs::{Effect, VERBS, Verb, verb_in_any_form, verb_in_base_form};

use tdqs_signals::whitespace::{is_ecmascript_whitespace, trim};

/// The first run between white space of a text; empty when the text is blank.
#[must_use]
pub fn first_word(text: &str) -> &str {
    trim(text).split(is_ecmascript_whitespace).next().unwrap_or_default()
}

/// A word without what is neither letter nor digit at its ends: `**Gets**` and `Gets:` are `Gets`.
#[must_use]
pub fn without_punctuation(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric())
}

/// Whether a text is empty after trimming.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    trim(text).is_empty()
}
