//! Behavioral Transparency: does it disclose behavior beyond what annotations already declare?
//!
//! Ten kinds of disclosure count, each once: effects, harmlessness (unless `readOnlyHint` declares it),
//! access, limits, failures, results (unless there is an output schema), scope, defaults, timing and
//! preconditions.
//!
//! | score | without a declared safety profile | with `readOnlyHint` or `destructiveHint` |
//! | --- | --- | --- |
//! | 1 | nothing but the name | contradicted by the description |
//! | 2 | up to one kind | nothing but the name |
//! | 3 | two kinds | up to one kind |
//! | 4 | three or four kinds | two or three kinds |
//! | 5 | five kinds | four kinds |

use tdqs_rubric::Justified;

use super::contradiction::Contradiction;
use super::reading::{Reading, Substance};
use crate::reason::{justified, listed};
use crate::text::{Cue, quoted};

/// The kinds of disclosure, and what one of them is called.
const KINDS: [(Cue, &str); 10] = [
    (Cue::Effect, "effects"),
    (Cue::Access, "access"),
    (Cue::Failure, "failures"),
    (Cue::Limit, "limits"),
    (Cue::Result, "the result"),
    (Cue::Harmless, "that nothing changes"),
    (Cue::Timing, "timing"),
    (Cue::Precondition, "preconditions"),
    (Cue::Default, "defaults"),
    (Cue::Scope, "scope"),
];

pub(super) fn score(reading: &Reading<'_>, contradiction: Option<&Contradiction>) -> Justified {
    if let Some(contradiction) = contradiction {
        return justified(
            1,
            contradiction.explanation(),
            "make the description and the annotations say the same",
        );
    }
    let declared = reading.declares_safety();
    let found = disclosed(reading);
    let score = match (declared, found.len()) {
        (false, 0) if reading.substance < Substance::Says => 1,
        (true, 0) if reading.substance < Substance::Says => 2,
        (false, 0..=1) => 2,
        (false, 2) | (true, 0..=1) => 3,
        (false, 3..=4) | (true, 2..=3) => 4,
        _ => 5,
    };
    justified(score, evidence(reading, &found), format!("disclose {}", missing(reading)))
}

/// The kinds of behavior that the description discloses beyond the structured fields.
pub(super) fn disclosed(reading: &Reading<'_>) -> Vec<(Cue, &'static str)> {
    if reading.substance < Substance::Says {
        return Vec::new();
    }
    KINDS
        .into_iter()
        .filter(|(cue, _)| reading.description.cues.has(*cue) && !is_structured(reading, *cue))
        .collect()
}

/// Whether a structured field already says what the cue would.
fn is_structured(reading: &Reading<'_>, cue: Cue) -> bool {
    match cue {
        Cue::Harmless => reading.signals.annotation_values.read_only.is_some(),
        Cue::Result => reading.signals.has_output_schema,
        _ => false,
    }
}

fn evidence(reading: &Reading<'_>, found: &[(Cue, &str)]) -> String {
    let description = &reading.description;
    let burden = if reading.declares_safety() {
        "Annotations declare the safety profile"
    } else {
        "No annotation declares the safety profile, so the description carries the full burden"
    };
    let Some((first, _)) = found.first() else {
        return format!(
            "{burden}; {} discloses no behavior beyond the operation itself.",
            quoted(description.first_sentence())
        );
    };
    let kinds: Vec<&str> = found.iter().map(|(_, kind)| *kind).collect();
    let sentence = description.sentence_with(*first).map(quoted).unwrap_or_default();
    format!("{burden}; the description has signs of {}, as in {sentence}.", listed(&kinds))
}

/// The two disclosures that an agent would miss most.
fn missing(reading: &Reading<'_>) -> String {
    let wanted: [(Cue, &str); 5] = if reading.may_change() {
        [
            (Cue::Effect, "what is changed or lost and whether it can be undone"),
            (Cue::Access, "what permission it takes"),
            (Cue::Failure, "what happens when it fails"),
            (Cue::Limit, "its limits"),
            (Cue::Result, "what comes back"),
        ]
    } else {
        [
            (Cue::Result, "what comes back"),
            (Cue::Limit, "limits and paging"),
            (Cue::Failure, "what happens when nothing is found"),
            (Cue::Access, "what access it takes"),
            (Cue::Timing, "how fresh the answer is"),
        ]
    };
    let cues = &reading.description.cues;
    let open = wanted.iter().filter(|(cue, _)| !cues.has(*cue) && !is_structured(reading, *cue));
    let open: Vec<&str> = open.take(2).map(|(_, what)| *what).collect();
    if open.is_empty() { "what a caller would be surprised by".to_owned() } else { listed(&open) }
}
