//! Tool Count Appropriateness: is the surface well-scoped?
//!
//! | score | tools |
//! | --- | --- |
//! | 5 | 3 to 15 |
//! | 4 | 16 to 18, slightly over |
//! | 3 | 2, which feels thin, or 19 to 25, which feels heavy |
//! | 2 | 1, or 26 to 49 |
//! | 1 | none, or 50 and more, or one whose name says nothing |
//!
//! A point less, down to 2, where more than half of the tools [overlap](super::disambiguation): those do
//! not earn their place.

use tdqs_rubric::Justified;

use super::disambiguation::Overlaps;
use super::listing::Listing;
use crate::reason::justified;
use crate::text::quoted;

pub(super) fn score(listing: &Listing<'_>, overlaps: &Overlaps) -> Justified {
    let count = listing.len();
    let (score, verdict, next) = match count {
        0 => (1, "there is nothing to call", "list a tool"),
        1 if listing.tools[0].is_nameless() => (
            1,
            "a single trivial tool is an extreme mismatch for a server",
            "give the server a task that takes several tools",
        ),
        1 => (2, "a single tool is too few for most scopes", "offer the operations that go with it"),
        2 => (3, "two tools feel thin", "offer the operation that a caller needs next"),
        3..=15 => (5, "which is the usual size of a well-scoped set", ""),
        16..=18 => (4, "which is slightly over the usual 3 to 15", "merge or drop two or three"),
        19..=25 => (3, "which feels heavy", "merge tools that differ only in a parameter"),
        26..=49 => (2, "which is too many for an agent to survey", "split the server or merge tools"),
        _ => (1, "which is an extreme mismatch", "split the server by domain"),
    };
    let first =
        listing.tools.first().map(|tool| format!(" from {} on", quoted(tool.name))).unwrap_or_default();
    let tools = if count == 1 { "tool" } else { "tools" };
    let mut evidence = format!("The server lists {count} {tools}{first}: {verdict}.");
    if overlaps.halves > count && score > 2 {
        evidence
            .push_str(" More than half of them do not earn their place, because they overlap with others.");
        return justified(score - 1, evidence, "drop or merge the tools that overlap");
    }
    justified(score, evidence, next)
}
