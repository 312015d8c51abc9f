//! What can be read off a text without a model: words, sentences, leading verbs, cues, names.
//!
//! Everything here is one pass over the text and works on any Unicode. The tables are English with a few
//! words of other languages; a text they do not reach counts by its length, never as missing.

pub(crate) mod cues;
mod description;
pub(crate) mod lead;
mod name;
pub(crate) mod nouns;
mod quote;
pub(crate) mod sentences;
pub(crate) mod verbs;
pub(crate) mod words;

pub(crate) use cues::Cue;
pub(crate) use description::Description;
pub(crate) use name::{Name, Style};
pub(crate) use quote::{quoted, quoted_within};
pub(crate) use verbs::{Operation, Verb};
