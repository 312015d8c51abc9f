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
    (Cue::Harmless, "harmlessness"),
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
    justified(score, evidence(reading, &found), format!("say {}", missing(reading)))
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
    let declared = reading.declares_safety();
    let sign = found.first().and_then(|(cue, _)| Some((description.cues.get(*cue)?, *cue)));
    let Some((phrase, cue)) = sign else {
        let all = reading.quotation();
        return if declared {
            format!(
                "Annotations declare the safety profile, but {all} says nothing more about the tool's behavior."
            )
        } else {
            format!(
                "No annotation declares the safety profile, and {all} says nothing about behavior beyond the operation."
            )
        };
    };
    let kinds: Vec<&str> = found.iter().map(|(_, kind)| *kind).collect();
    let phrase = quoted(&description.text[phrase]);
    let sentence = description.sentence_with(cue).map(quoted).unwrap_or_default();
    let sign =
        if sentence.eq_ignore_ascii_case(&phrase) { phrase } else { format!("{phrase} in {sentence}") };
    let burden = if declared {
        "Annotations declare the safety profile. The description"
    } else {
        "No annotation declares the safety profile, so the description has to. It"
    };
    format!("{burden} touches on {}, as {sign} shows.", listed(&kinds))
}

/// The two disclosures that an agent would miss most.
fn missing(reading: &Reading<'_>) -> String {
    let wanted: [(Cue, &str); 5] = if reading.may_change() {
        [
            (Cue::Effect, "what is changed and whether that can be undone"),
            (Cue::Access, "what permission the tool needs"),
            (Cue::Failure, "what happens when it fails"),
            (Cue::Limit, "what limits apply"),
            (Cue::Result, "what comes back"),
        ]
    } else {
        [
            (Cue::Result, "what comes back"),
            (Cue::Limit, "what limits and paging apply"),
            (Cue::Failure, "what happens when nothing is found"),
            (Cue::Access, "what access the tool needs"),
            (Cue::Timing, "how fresh the answer is"),
        ]
    };
    let cues = &reading.description.cues;
    let open = wanted.iter().filter(|(cue, _)| !cues.has(*cue) && !is_structured(reading, *cue));
    let open: Vec<&str> = open.take(2).map(|(_, what)| *what).collect();
    if open.is_empty() { "what would surprise a caller".to_owned() } else { open.join(", and ") }
}
