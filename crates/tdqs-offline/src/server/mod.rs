//! The four dimensions of a tool set and its shadowing risks, a file each.

mod completeness;
mod count;
mod disambiguation;
mod listing;
mod naming;
mod shadowing;
mod summary;

use tdqs_llm::ServerQuestion;
use tdqs_rubric::{CoherenceAnswer, PerCoherenceDimension};

use listing::Listing;

/// Scores a tool set on the four dimensions of coherence by the rules of this crate, and confirms the
/// candidate pairs whose purposes overlap.
///
/// Pure: the same question gives the same bytes. Tools are grouped by index, never compared pair by
/// pair, so that the time for a set is linear in its tools and their descriptions.
#[must_use]
pub fn score_server(question: &ServerQuestion<'_>) -> CoherenceAnswer {
    let listing = Listing::read(question);
    let shadowing_risks = shadowing::confirmed(question, &listing);
    let overlaps = disambiguation::overlaps(&listing);
    let scores = PerCoherenceDimension {
        disambiguation: disambiguation::score(&listing, &overlaps, &shadowing_risks),
        naming_consistency: naming::score(&listing),
        tool_count_appropriateness: count::score(&listing, &overlaps),
        completeness: completeness::score(&listing),
    };
    let summary = summary::of(question, &scores, shadowing_risks.len());
    CoherenceAnswer { scores, shadowing_risks, summary }
}
