//! Small questions about English prose: its words, its sentences, and whether it says when to use a tool.
//!
//! Pure functions over texts. Whoever asks the same of other texts gets the same answers.

pub mod clause;
pub mod identifier;
pub mod sentence;
pub mod words;
