//! Conciseness & Structure: is it appropriately sized and front-loaded?
//!
//! Starts at 5 and loses a point for each fault:
//!
//! | fault | points |
//! | --- | --- |
//! | says nothing, or restates the name: under-specification is not conciseness | 3 |
//! | four words or fewer where there are parameters to speak of | 1 |
//! | the first sentence says no operation, ends after more than fifty words, or comes after a heading | 1 |
//! | over 250, 500 or 1,000 words | 1, 2 or 3 |
//! | a sentence is said twice | 1 |
//! | padding ("this tool allows you to") | 1 |
//! | repeats an argument list that the schema describes | 1 |
//! | several words in capitals shout | 1 |

use std::collections::HashSet;

use tdqs_rubric::Justified;

use super::reading::{Reading, Substance};
use crate::reason::justified;
use crate::text::{Cue, Description, quoted};

pub(super) fn score(reading: &Reading<'_>) -> Justified {
    let description = &reading.description;
    let opening = quoted(description.first_sentence());
    if reading.substance < Substance::Says {
        return justified(
            2,
            format!("{opening} is short only because it says nothing that the name does not."),
            "spend a sentence on what the name does not say",
        );
    }
    let mut faults = faults(reading);
    // The worst first, so that evidence and advice speak of the same thing.
    faults.sort_by_key(|fault| -fault.points);
    let Some(worst) = faults.first() else {
        let words = if description.length == 1 { "word" } else { "words" };
        let evidence = match description.sentences.len() {
            0 | 1 => format!(
                "The description is one sentence of {} {words}, {opening}, and it puts the purpose first.",
                description.length
            ),
            count => format!(
                "The description has {count} sentences and {} {words}, and {opening} puts the purpose first.",
                description.length
            ),
        };
        return justified(5, evidence, "");
    };
    let lost: i32 = faults.iter().map(|fault| fault.points).sum();
    let evidence: Vec<&str> = faults.iter().take(2).map(|fault| fault.evidence.as_str()).collect();
    justified(5 - lost, evidence.join(" "), worst.cure)
}

struct Fault {
    points: i32,
    evidence: String,
    cure: &'static str,
}

fn faults(reading: &Reading<'_>) -> Vec<Fault> {
    let description = &reading.description;
    let opening = quoted(description.first_sentence());
    let mut faults = Vec::new();
    let mut fault = |points, evidence: String, cure| faults.push(Fault { points, evidence, cure });
    let points = match description.length {
        ..=250 => 0,
        251..=500 => 1,
        501..=1000 => 2,
        _ => 3,
    };
    if points > 0 {
        fault(
            points,
            format!(
                "The description that opens with {opening} has {} words, more than an agent needs to choose and call a tool.",
                description.length
            ),
            "cut what does not help an agent to choose or call the tool",
        );
    }
    if description.length <= 4 && reading.parameters.len() > 0 {
        fault(
            1,
            format!("{opening} is short because it leaves things out."),
            "add what narrows the operation, such as its scope or its conditions",
        );
    }
    if let Some(how) = buries_purpose(description) {
        fault(
            1,
            format!("{opening} {how}."),
            "begin with a short sentence that has the verb and the resource",
        );
    }
    if let Some(twice) = said_twice(description) {
        fault(1, format!("The text {} appears twice.", quoted(twice)), "say it once");
    }
    if let Some(padding) = description.cues.get(Cue::Padding) {
        fault(1, format!("{} is padding.", quoted(&description.text[padding])), "cut that phrase");
    }
    if repeats_schema(reading) {
        let names = reading.parameters.names(|parameter| parameter.repeated);
        fault(
            1,
            format!("The description explains {} in the words of the schema.", crate::reason::listed(&names)),
            "leave those parameters to the schema",
        );
    }
    if let Some(shout) = shouts(description) {
        fault(
            1,
            format!("{} and other words are written in capitals to press a point.", quoted(shout)),
            "write them in plain case",
        );
    }
    faults
}

/// What the opening does instead of putting the purpose first.
fn buries_purpose(description: &Description) -> Option<&'static str> {
    let end = description.sentences.get(description.opening).map_or(0, |span| span.end);
    let words_read = description.words.partition_point(|span| span.start < end);
    let opens = description.lead.opens || description.is_foreign();
    if !opens {
        Some("does not begin with what the tool does")
    } else if description.opening > 0 {
        Some("comes only after a heading")
    } else {
        (words_read > 50).then_some("takes more than fifty words to end")
    }
}

fn said_twice(description: &Description) -> Option<&str> {
    let mut seen = HashSet::with_capacity(description.sentences.len());
    let long = description.sentences.iter().filter(|span| span.len() > 25);
    let mut twice = long.filter(|span| !seen.insert(&description.lower[(*span).clone()]));
    twice.next().map(|span| &description.text[span.clone()])
}

fn repeats_schema(reading: &Reading<'_>) -> bool {
    let twice = reading.parameters.count(|parameter| parameter.repeated);
    twice >= 2 && twice * 2 > reading.parameters.len()
}

/// The first of at least four words that shout.
fn shouts(description: &Description) -> Option<&str> {
    const SHOUTED: [&str; 14] = [
        "IMPORTANT",
        "CRITICAL",
        "MUST",
        "NEVER",
        "ALWAYS",
        "WARNING",
        "NOT",
        "ONLY",
        "DO",
        "REQUIRED",
        "MANDATORY",
        "NOTE",
        "STOP",
        "BEFORE",
    ];
    let mut shouted = description
        .words
        .iter()
        .map(|span| &description.text[span.clone()])
        .filter(|word| SHOUTED.contains(word));
    let first = shouted.next()?;
    shouted.nth(4).map(|_| first)
}
