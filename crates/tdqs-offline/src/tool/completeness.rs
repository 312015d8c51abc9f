//! Contextual Completeness: given the tool's complexity, is the description complete enough?
//!
//! Starts at 5 and loses for each thing that neither description nor structured fields tell:
//!
//! | gap | points |
//! | --- | --- |
//! | says nothing, or restates the name | 4, or 3 with a described schema |
//! | what comes back, unless an output schema or the description tells | 1 |
//! | under half of the parameters understood; under 80% of four or more | 1 |
//! | a change that neither annotations nor description qualify | 1 |
//! | under eight words, with parameters or a change to speak of | 1 |
//! | behavior: under three kinds of [disclosure](super::transparency), or none with a declared safety profile | 1 |
//! | nested objects or more than six parameters in under twenty words | 1 |
//!
//! Never under 2 where the parameters are understood.

use tdqs_rubric::Justified;

use super::reading::{Reading, Substance};
use super::transparency;
use crate::reason::{either, justified};
use crate::text::Cue;

pub(super) fn score(reading: &Reading<'_>) -> Justified {
    let description = reading.quotation();
    let parameters = reading.parameters.counted();
    if reading.substance < Substance::Says {
        let structured =
            reading.substance == Substance::Restates && reading.signals.schema_description_coverage > 80;
        return justified(
            if structured { 2 } else { 1 },
            format!(
                "For a tool with {parameters}, {description} is too little, because it says nothing that the name does not."
            ),
            "say what the tool does, what it needs and what it gives back",
        );
    }
    let gaps = gaps(reading);
    // "Completely inadequate" needs a schema that does not help either.
    let most = if understood(reading) { 3 } else { 4 };
    let lost = i32::try_from(gaps.len()).unwrap_or(most).min(most);
    if gaps.is_empty() {
        return justified(
            5,
            format!(
                "For a tool with {parameters}, {description} and the structured fields together say all that these rules ask for."
            ),
            "",
        );
    }
    let missing: Vec<&str> = gaps.iter().map(|gap| gap.what).collect();
    justified(
        5 - lost,
        format!(
            "For a tool with {parameters}, neither {description} nor the structured fields say {}.",
            either(&missing)
        ),
        gaps[0].cure,
    )
}

fn understood(reading: &Reading<'_>) -> bool {
    let percent = reading.parameters.understood_percent();
    percent >= 80 || (percent >= 50 && reading.parameters.len() < 4)
}

struct Gap {
    what: &'static str,
    cure: &'static str,
}

fn gaps(reading: &Reading<'_>) -> Vec<Gap> {
    let description = &reading.description;
    let cues = &description.cues;
    let count = reading.parameters.len();
    let mut gaps = Vec::new();
    let mut gap = |what, cure| gaps.push(Gap { what, cure });
    if !reading.tells_result() {
        gap("what the tool returns", "say what the tool returns, or declare an output schema");
    }
    if !understood(reading) {
        gap("what every parameter means", "describe every parameter in the schema");
    }
    if reading.may_change() && !reading.declares_safety() && !cues.has(Cue::Effect) {
        gap(
            "what is changed and whether that can be undone",
            "declare annotations, and say what is changed and whether that can be undone",
        );
    }
    let disclosed = transparency::disclosed(reading).len();
    if disclosed < if reading.declares_safety() { 1 } else { 3 } {
        gap(
            "how the tool behaves at its limits and on failure",
            "say what happens at the limits, on failure or without permission",
        );
    }
    if description.length < 8 && (count > 0 || reading.may_change()) {
        gap("what else a caller should know", "say when the tool applies and what to expect of it");
    }
    if description.length < 20 && (reading.signals.has_nested_objects || count > 6) {
        gap("how to fill in so rich a schema", "walk through the parameters that matter");
    }
    gaps
}
