//! Relations that hold on any input, one module for each fuzz target.
//!
//! A target is handed bytes. Those that begin with the byte 1 are decisions, from which [`author::Author`]
//! writes a text that gets past the first line of a reader; all others are the text itself.
//!
//! See `README.md`.

pub mod answer;
mod author;
pub mod canonical;
pub mod lint;
mod plain;
pub mod prompt;
mod serde_reader;
pub mod tool_set;
pub mod walk;

// The plain walk is a file of tdqs-signals and finds the editions at the root of its crate.
use tdqs_signals::SpecVersion;
