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
        return justified(score, evidence, "say what the call covers and returns when nothing can be passed");
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
            "add what the schema does not say: formats, examples, how parameters work together",
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
    let evidence = if spoken.is_empty() {
        format!("{} says nothing of what it leaves open", quoted(reading.description.first_sentence()))
    } else {
        format!("the description speaks of {}", listed(&spoken))
    };
    let evidence = format!("The schema describes {coverage}% of {}; {evidence}.", parameters.counted());
    let silent = parameters.names(|parameter| open(parameter) && !parameter.mentioned);
    let next = if silent.is_empty() {
        "describe each parameter in the schema, with its format".to_owned()
    } else {
        format!("describe {} in the schema", listed(&silent))
    };
    justified(score, evidence, next)
}

fn over_the_schema(reading: &Reading<'_>) -> String {
    let coverage = reading.signals.schema_description_coverage;
    let spoken = reading.parameters.names(|parameter| parameter.mentioned);
    if spoken.is_empty() {
        let opening = quoted(reading.description.first_sentence());
        format!("The schema describes {coverage}% of the parameters, and {opening} adds nothing about them.")
    } else {
        format!(
            "The schema describes {coverage}% of the parameters; the description speaks of {}.",
            listed(&spoken)
        )
    }
}
