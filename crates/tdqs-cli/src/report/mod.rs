//! The ways a report is written.

mod json;
mod markdown;
mod text;

pub(crate) use json::json;
pub(crate) use markdown::markdown;
pub(crate) use text::text;

use tdqs::report::Failure;
use tdqs::rubric::{Dimension, ToolScore};

/// Moves that are shown; the JSON has them all.
const MOVES_SHOWN: usize = 8;

/// Column headings for the six dimensions, in their order.
const SHORT_TITLES: [&str; 6] = ["purp", "use", "beh", "par", "conc", "compl"];

/// Where a failure happened, for people.
fn failure_place(failure: &Failure) -> String {
    match (&failure.tool, failure.index) {
        (Some(name), _) => name.clone(),
        (None, Some(index)) => format!("tool {}", index + 1),
        (None, None) => "coherence".to_owned(),
    }
}

fn flags(tool: &ToolScore) -> String {
    let flags = tool.flags.iter().map(|flag| flag.as_str());
    flags.chain(tool.server_flags.iter().map(|flag| flag.as_str())).collect::<Vec<_>>().join(", ")
}

/// The dimension of a tool whose missing points cost it most.
fn dearest(tool: &ToolScore) -> Option<Dimension> {
    tool.gains().first().map(|gain| gain.dimension)
}
