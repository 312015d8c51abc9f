//! The ways a report is written.

mod check;
pub(crate) mod diff;
pub(crate) mod fix;
mod json;
pub(crate) mod lint;
mod markdown;
pub(crate) mod polish;
mod statistics;
mod text;

pub(crate) use check::check;
pub(crate) use json::json;
pub(crate) use markdown::markdown;
pub(crate) use statistics::statistics;
pub(crate) use text::text;

use std::collections::HashMap;

use tdqs::coherence::impact::Gained;
use tdqs::coherence::{Impact, Move};
use tdqs::llm::Usage;
use tdqs::report::Failure;
use tdqs::rubric::{Dimension, ToolScore};
use tdqs::{ScoreReport, Stage};

/// Moves that are shown; the JSON has them all.
const MOVES_SHOWN: usize = 8;

/// Column headings for the six dimensions, in their order.
const SHORT_TITLES: [&str; 6] = ["purpose", "usage", "behavior", "params", "concise", "complete"];

/// Names that are listed for one message.
const PLACES_SHOWN: usize = 5;

/// The failures, with those of one message together: an endpoint that refuses everything is told once.
pub(crate) fn grouped_failures(report: &ScoreReport) -> Vec<(String, &str)> {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for failure in report.failures.iter().filter(|failure| failure.stage != Stage::Reading) {
        let group = *known.entry(&failure.message).or_insert(groups.len());
        if group == groups.len() {
            groups.push((&failure.message, Vec::new()));
        }
        groups[group].1.push(failure_place(failure));
    }
    let places = |places: &[String]| match places.len().checked_sub(PLACES_SHOWN) {
        None | Some(0) => places.join(", "),
        Some(more) => format!("{} and {more} more", places[..PLACES_SHOWN].join(", ")),
    };
    groups.into_iter().map(|(message, names)| (places(&names), message)).collect()
}

/// Moves that are worth showing: what rounds to nothing is nothing to work for.
fn worthwhile_moves(impact: &Impact) -> impl Iterator<Item = &Move> {
    let shows = |gained: Option<Gained>| gained.is_some_and(|gained| gained.to_string() != "+0.00");
    let is_worthwhile = move |possible: &&Move| {
        shows(possible.gains.description_quality_gain) || shows(possible.gains.overall_gain)
    };
    impact.moves.iter().filter(is_worthwhile).take(MOVES_SHOWN)
}

/// Which tools are the lowest, what raising them together brings, and which would be the lowest then.
fn about_the_minimum(impact: &Impact) -> Option<String> {
    let (next, raised) = (impact.next_minimum.as_ref()?, impact.raised_minimum?);
    let names = &impact.minimum_tools;
    let listed = names[..names.len().min(PLACES_SHOWN)].join(", ");
    let more = names.len().saturating_sub(PLACES_SHOWN);
    let lowest = if more > 0 { format!("{listed} and {more} more") } else { listed };
    let (is, brings) = if names.len() == 1 { ("is", "it brings") } else { ("are", "they bring") };
    let gained =
        |gained: Option<Gained>| gained.map_or_else(|| "nothing yet".to_owned(), |gained| gained.to_string());
    Some(format!(
        "The lowest {is} {lowest}. Raised to the next, {} ({}), {brings} {} description quality and {} overall.",
        next.tool,
        next.tdqs,
        gained(raised.description_quality_gain),
        gained(raised.overall_gain)
    ))
}

/// What the judge's calls cost, where it made some.
fn usage(report: &ScoreReport) -> Option<String> {
    let Usage { requests, prompt_tokens, completion_tokens, .. } = report.usage;
    (requests > 0).then(|| {
        let s = if requests == 1 { "" } else { "s" };
        format!("{requests} request{s}, {prompt_tokens} prompt tokens, {completion_tokens} completion tokens")
    })
}

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
