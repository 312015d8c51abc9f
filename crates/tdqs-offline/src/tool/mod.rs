//! The six dimensions of one tool, a file each.

mod completeness;
mod conciseness;
mod contradiction;
mod parameters;
mod purpose;
mod reading;
mod schema;
mod siblings;
mod summary;
mod transparency;
mod usage;

use tdqs_llm::ToolQuestion;
use tdqs_rubric::{PerDimension, ToolAnswer};

use reading::Reading;

/// Scores a tool on the six dimensions by the rules of this crate.
///
/// Pure: the same question gives the same bytes. A tool without a description gets 1 throughout, as the
/// hard gate has it.
#[must_use]
pub fn score_tool(question: &ToolQuestion<'_>) -> ToolAnswer {
    let reading = Reading::of(question);
    let contradiction = contradiction::find(&reading);
    let scores = PerDimension {
        purpose_clarity: purpose::score(&reading),
        usage_guidelines: usage::score(&reading),
        behavioral_transparency: transparency::score(&reading, contradiction.as_ref()),
        parameter_semantics: parameters::score(&reading),
        conciseness_structure: conciseness::score(&reading),
        contextual_completeness: completeness::score(&reading),
    };
    let summary = summary::of(&reading, &scores, contradiction.as_ref());
    ToolAnswer { scores, annotation_contradiction: contradiction.is_some(), summary }
}
