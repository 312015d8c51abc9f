//! JSON as its author wrote it.
//!
//! A definition has to be hashed, walked, printed back and pointed into. That takes the author's key
//! order, untouched number literals and the byte range of every value, and it takes them for input
//! nested a thousand levels deep, without recursion anywhere, dropping included. So a text is read
//! once into a flat [`Document`]: one `Vec` of sixteen-byte nodes over the text they came from. A
//! [`Value`] is a position in it and is `Copy`; a [`Json`] is the same with shared ownership.
//!
//! What a plain parser would hide is kept as a [`Problem`]: a repeated key, a lone surrogate, a number
//! that no double holds, a value nested too deeply. Whoever reads the document decides what each means.
//!
//! Decisions: "Reading input". Writing is in [`canonical`] (RFC 8785, for hashing) and [`pretty`]
//! (`JSON.stringify` with two spaces, for prompts).

mod block;
pub mod canonical;
mod document;
mod key_order;
mod number;
mod owned;
mod parse;
pub mod pretty;
mod problem;
mod text;
mod value;

pub(crate) use block::{BLOCK, Block};
pub use document::{Document, Kind};
pub use owned::Json;
pub(crate) use parse::Spare;
pub use problem::{Fault, ParseError, Problem, ProblemKind, SyntaxError};
pub use text::{Position, escape_pointer_segment, unescape_pointer_segment};
pub(crate) use text::{PositionIndex, count_characters, skip_plain};
pub use value::{Array, Key, Object, Value};

/// How many levels of arrays and objects a definition may have: each schema level takes two.
pub const MAX_DEPTH: usize = 1_000;

/// Levels allowed on top of [`MAX_DEPTH`] for what definitions arrive in: pages, envelopes, lists.
const ENVELOPE_DEPTH: usize = 16;
