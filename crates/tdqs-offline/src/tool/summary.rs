//! Two sentences about a definition: what carries it, and what to mend first.

use tdqs_rubric::{Dimension, Justified, PerDimension, Score};

use super::contradiction::Contradiction;
use super::reading::Reading;
use crate::reason::listed;
use crate::text::quoted_within;

pub(super) fn of(
    reading: &Reading<'_>,
    scores: &PerDimension<Justified>,
    contradiction: Option<&Contradiction>,
) -> String {
    let name = quoted_within(&reading.tool.name, 60);
    let strong: Vec<String> = scores
        .iter()
        .filter(|(_, given)| given.score.get() >= 4)
        .map(|(dimension, _)| title(dimension))
        .collect();
    let verdict = if strong.is_empty() {
        format!("{name} scores 4 or more on no dimension.")
    } else if strong.len() == Dimension::ALL.len() {
        format!("{name} scores 4 or more on every dimension.")
    } else {
        format!("{name} scores 4 or more on {}.", listed(&strong))
    };
    if let Some(contradiction) = contradiction {
        return format!(
            "{verdict} To improve it, begin with its description, which contradicts {}.",
            contradiction.hint()
        );
    }
    // What a point is worth and how far it is: the first point on the weightiest of the weakest.
    let first = scores
        .iter()
        .min_by_key(|(dimension, given)| (given.score, std::cmp::Reverse(dimension.weight_percent())));
    let next = match first {
        Some((dimension, given)) if given.score < Score::MAX => {
            format!("To improve it, begin with {}, now a {}.", title(dimension), given.score)
        }
        _ => "These rules ask for nothing more.".to_owned(),
    };
    format!("{verdict} {next}")
}

fn title(dimension: Dimension) -> String {
    dimension.title().to_lowercase()
}
