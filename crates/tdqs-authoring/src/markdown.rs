//! The Markdown that is written and read here: headings, fences, and texts that stand between ours.

mod embed;
mod fence;
mod heading;
mod lines;

pub(crate) use embed::{Start, embedded, inline};
pub(crate) use fence::Fences;
pub(crate) use heading::heading_level;
pub(crate) use lines::lines;
