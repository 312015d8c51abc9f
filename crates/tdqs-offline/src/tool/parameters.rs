//! Parameter Semantics: does the description add meaning beyond what the input schema provides?
//!
//! A parameter is understood when the schema describes it or lists its values, or the description speaks
//! of it. What only repeats the words of the schema earns nothing.
//!
//! | score | no parameters | coverage over 80% | below |
//! | --- | --- | --- | --- |
//! | 1 | – | – | under a quarter understood |
//! | 2 | – | – | under half understood |
//! | 3 | – | the baseline: the schema does the work | half understood |
//! | 4 | the baseline | the description explains a parameter, or speaks of half of them and of formats | the description explains half of what the schema leaves open |
//! | 5 | what comes back is told as well | it explains half of them, with formats | it explains all of them, with formats |

use tdqs_rubric::Justified;

use super::reading::{Reading, Substance};
use super::schema::Parameters;
use crate::reason::{justified, listed};
use crate::text::{Cue, quoted};

pub(super) fn score(reading: &Reading<'_>) -> Justified {
    let parameters = &reading.parameters;
    let coverage = reading.signals.schema_description_coverage;
    if parameters.len() == 0 {
        let score = if reading.substance == Substance::Says
            && reading.description.length >= 12
            && reading.description.cues.has(Cue::Result)
        {
            5
        } else {
            4
        };
        let evidence = format!(
            "The tool takes no parameters, so {} has none to explain.",
            quoted(reading.description.first_sentence())
        );
        return justified(score, evidence, "say what the call covers and what it returns");
    }
    let formats = reading.description.cues.has(Cue::Format);
    let explained = parameters.percent(|parameter| parameter.explained && !parameter.repeated);
    let mentioned = parameters.percent(|parameter| parameter.mentioned);
    if coverage > 80 {
        let score = match (explained, mentioned) {
            (50.., _) if formats => 5,
            (1.., _) => 4,
            (_, 50..) if formats && reading.description.length >= 15 => 4,
            _ => 3,
        };
        return justified(
            score,
            over_the_schema(reading),
            "add what the schema does not say, such as formats, examples or how parameters work together",
        );
    }
    let understood = parameters.understood_percent();
    let open = |parameter: &super::schema::Parameter| !parameter.described && !parameter.listed;
    let undescribed = parameters.count(open).max(1);
    let filled = parameters.count(|parameter| open(parameter) && parameter.explained) * 100 / undescribed;
    let score = match (filled, understood) {
        (100, _) if formats => 5,
        (50.., 75..) => 4,
        (_, 50..) => 3,
        (_, 25..) => 2,
        _ => 1,
    };
    let spoken = parameters.names(|parameter| open(parameter) && parameter.mentioned);
    let described = described(parameters, coverage);
    let evidence = match (spoken.is_empty(), coverage) {
        (true, 0) => {
            format!("{described}, and {} does not mention {}.", reading.quotation(), them(parameters))
        }
        (true, _) => format!("{described}, and {} does not mention the others.", reading.quotation()),
        (false, 0) => format!("{described}, but the description mentions {}.", listed(&spoken)),
        (false, _) => format!("{described}, and of the others the description mentions {}.", listed(&spoken)),
    };
    let silent = parameters.names(|parameter| open(parameter) && !parameter.mentioned);
    let next = if silent.is_empty() {
        "describe each parameter in the schema, with its format".to_owned()
    } else {
        format!("describe {} in the schema", listed(&silent))
    };
    justified(score, evidence, next)
}

/// How far the schema goes: "The schema describes 50% of the 4 parameters".
fn described(parameters: &Parameters, coverage: u8) -> String {
    match (parameters.len(), coverage) {
        (1, 100) => "The schema describes the one parameter".to_owned(),
        (1, _) => "The schema does not describe the one parameter".to_owned(),
        (count, 100) => format!("The schema describes all {count} parameters"),
        (count, 0) => format!("The schema describes none of the {count} parameters"),
        (count, _) => format!("The schema describes {coverage}% of the {count} parameters"),
    }
}

fn them(parameters: &Parameters) -> &'static str {
    if parameters.len() == 1 { "it" } else { "any of them" }
}

fn over_the_schema(reading: &Reading<'_>) -> String {
    let parameters = &reading.parameters;
    let described = described(parameters, reading.signals.schema_description_coverage);
    let spoken = parameters.names(|parameter| parameter.mentioned);
    if spoken.is_empty() {
        format!("{described}, and {} does not mention {}.", reading.quotation(), them(parameters))
    } else {
        format!("{described}, and the description mentions {}.", listed(&spoken))
    }
}
