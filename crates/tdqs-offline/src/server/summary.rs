//! Two sentences about a tool set.

use tdqs_llm::ServerQuestion;
use tdqs_rubric::{CoherenceDimension, Justified, PerCoherenceDimension, Score};

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
        format!("The tool set of {server} scores 4 or more on no dimension.")
    } else if strong.len() == CoherenceDimension::ALL.len() {
        format!("The tool set of {server} scores 4 or more on every dimension.")
    } else {
        format!("The tool set of {server} scores 4 or more on {}.", listed(&strong))
    };
    let next = match scores.iter().min_by_key(|(_, given)| given.score) {
        _ if risks > 0 => format!(
            "To improve it, begin with the {}, which an agent may pass over for a cheaper sibling.",
            if risks == 1 {
                "tool named as shadowed".to_owned()
            } else {
                format!("{risks} tools named as shadowed")
            }
        ),
        Some((dimension, given)) if given.score < Score::MAX => {
            format!("To improve it, begin with {}, now a {}.", dimension.title().to_lowercase(), given.score)
        }
        _ => "These rules ask for nothing more.".to_owned(),
    };
    format!("{verdict} {next}")
}
