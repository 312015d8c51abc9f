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
        1 => (2, "one tool is too few for most scopes", "offer the operations that go with it"),
        2 => (3, "a set of two feels thin", "offer the operation that a caller needs next"),
        3..=15 => (5, "that is the usual size of a well-scoped set", ""),
        16..=18 => (4, "that is slightly over the usual 3 to 15", "merge or drop tools until 15 are left"),
        19..=25 => (
            3,
            "a set of that size feels heavy",
            "merge tools that differ only in a parameter until no more than 18 are left",
        ),
        26..=49 => (
            2,
            "that is more than an agent can survey",
            "split the server or merge tools until no more than 25 are left",
        ),
        _ => (
            1,
            "that is an extreme mismatch for one server",
            "split the server by domain, into sets of fewer than 50 tools",
        ),
    };
    let mut evidence = match listing.tools.as_slice() {
        [] => format!("The server lists no tools, so {verdict}."),
        [only] => format!("The only tool is {}, and {verdict}.", quoted(only.name)),
        [first, .., last] => format!(
            "The server lists {count} tools, from {} to {}, and {verdict}.",
            quoted(first.name),
            quoted(last.name)
        ),
    };
    if overlaps.halves > count && score > 2 {
        evidence
            .push_str(" More than half of them do not earn their place, because they overlap with others.");
        return justified(score - 1, evidence, "drop or merge the tools that overlap");
    }
    justified(score, evidence, next)
}
