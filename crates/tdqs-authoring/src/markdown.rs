//! The Markdown that is written and read here: headings, fences, and texts that stand between ours.

mod code_span;
mod embed;
mod fence;
mod heading;
mod lines;

pub(crate) use code_span::code_spans;
pub(crate) use embed::{Start, embedded, inline};
pub(crate) use fence::Fences;
pub(crate) use heading::heading_level;
pub(crate) use lines::lines;
