//! Two sentences about a tool set.

use tdqs_llm::ServerQuestion;
use tdqs_rubric::{Justified, PerCoherenceDimension, Score};

use crate::reason::listed;
use crate::text::quoted_within;

pub(super) fn of(
    question: &ServerQuestion<'_>,
    scores: &PerCoherenceDimension<Justified>,
    risks: usize,
) -> String {
    let server = quoted_within(question.server_name, 60);
    let strong: Vec<String> = scores
        .iter()
        .filter(|(_, given)| given.score.get() >= 4)
        .map(|(dimension, _)| dimension.title().to_lowercase())
        .collect();
    let verdict = if strong.is_empty() {
        format!("The tool set of {server} is strong on no dimension.")
    } else {
        format!("The tool set of {server} is strong on {}.", listed(&strong))
    };
    let next = match scores.iter().min_by_key(|(_, given)| given.score) {
        _ if risks > 0 => format!(
            "{risks} of its tools can be shadowed by a cheaper sibling, which is the first thing to mend."
        ),
        Some((dimension, given)) if given.score < Score::MAX => {
            format!(
                "The most is to be gained on {}, which has {}.",
                dimension.title().to_lowercase(),
                given.score
            )
        }
        _ => "Nothing in these rules asks for more.".to_owned(),
    };
    format!("{verdict} {next}")
}
