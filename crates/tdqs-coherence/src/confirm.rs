//! Which of the pairs that a judge confirms may be published.
//!
//! A confirmed pair puts a flag on a named tool, so nothing a judge made up may pass.
//!
//! Specification: "Running TDQS at scale", "Validate, then trust". Decisions: "Scores".

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_rubric::{ShadowCandidate, ShadowingAnswer};

/// A tool whose purpose a much cheaper sibling covers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "the specification's output format closes the list of fields")]
pub struct ShadowingRisk {
    /// The dearer tool, which carries the flag.
    pub tool: String,
    /// What calling it costs.
    pub invocation_cost: u32,
    /// The sibling that covers its purpose.
    pub cheaper_sibling: String,
    /// What calling the sibling costs.
    pub cheaper_sibling_invocation_cost: u32,
    /// The judge's reason.
    pub justification: String,
}

/// Why a confirmed pair is not published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum DropReason {
    /// The server has no tool with the first name.
    #[error("the server has no such tool")]
    UnknownTool,
    /// The server has no tool with the second name.
    #[error("the server has no such sibling")]
    UnknownSibling,
    /// The pair was supplied the other way round.
    #[error("`tool` is not the dearer side")]
    NotDearer,
    /// The pair was not among those that were asked about.
    #[error("the pair was not among the candidates")]
    NotACandidate,
    /// The tool was already confirmed.
    #[error("the tool was already reported")]
    Repeated,
}

/// A pair that was dropped, and the check that dropped it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DroppedRisk {
    /// The dearer tool as the judge named it.
    pub tool: String,
    /// The sibling as the judge named it.
    pub cheaper_sibling: String,
    /// The check that failed.
    pub reason: DropReason,
}

/// What is left of a judge's pairs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Confirmed {
    /// Pairs that passed every check, with their costs, in the judge's order.
    pub risks: Vec<ShadowingRisk>,
    /// The others.
    pub dropped: Vec<DroppedRisk>,
}

/// Holds a judge's pairs against the server's names and the candidates that were supplied.
#[must_use]
pub fn confirm<'a>(
    answers: &[ShadowingAnswer],
    tool_names: impl IntoIterator<Item = &'a str>,
    candidates: &[ShadowCandidate],
) -> Confirmed {
    let names: HashSet<&str> = tool_names.into_iter().collect();
    let candidates: Candidates<'_> =
        candidates.iter().map(|pair| ((pair.tool.as_str(), pair.cheaper_sibling.as_str()), pair)).collect();
    let mut confirmed = Confirmed::default();
    let mut reported: HashSet<&str> = HashSet::new();
    for answer in answers {
        match check(answer, &names, &candidates)
            .and_then(|pair| if reported.insert(&answer.tool) { Ok(pair) } else { Err(DropReason::Repeated) })
        {
            Ok(pair) => confirmed.risks.push(ShadowingRisk {
                tool: pair.tool.clone(),
                invocation_cost: pair.invocation_cost,
                cheaper_sibling: pair.cheaper_sibling.clone(),
                cheaper_sibling_invocation_cost: pair.cheaper_sibling_invocation_cost,
                justification: answer.justification.clone(),
            }),
            Err(reason) => confirmed.dropped.push(DroppedRisk {
                tool: answer.tool.clone(),
                cheaper_sibling: answer.cheaper_sibling.clone(),
                reason,
            }),
        }
    }
    confirmed
}

/// The supplied pairs by their two names.
type Candidates<'c> = HashMap<(&'c str, &'c str), &'c ShadowCandidate>;

fn check<'c>(
    answer: &ShadowingAnswer,
    names: &HashSet<&str>,
    candidates: &Candidates<'c>,
) -> Result<&'c ShadowCandidate, DropReason> {
    if !names.contains(answer.tool.as_str()) {
        return Err(DropReason::UnknownTool);
    }
    if !names.contains(answer.cheaper_sibling.as_str()) {
        return Err(DropReason::UnknownSibling);
    }
    let find = |tool: &str, sibling: &str| candidates.get(&(tool, sibling)).copied();
    match find(&answer.tool, &answer.cheaper_sibling) {
        Some(pair) if pair.invocation_cost > pair.cheaper_sibling_invocation_cost => Ok(pair),
        Some(_) => Err(DropReason::NotDearer),
        None if find(&answer.cheaper_sibling, &answer.tool).is_some() => Err(DropReason::NotDearer),
        None => Err(DropReason::NotACandidate),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_drops_what_it_is_for() {
        let pair = |tool: &str, cheaper_sibling: &str| ShadowingAnswer {
            tool: tool.to_owned(),
            cheaper_sibling: cheaper_sibling.to_owned(),
            justification: "Same answer.".to_owned(),
        };
        let candidates = [ShadowCandidate {
            tool: "pack".to_owned(),
            invocation_cost: 12,
            cheaper_sibling: "weigh".to_owned(),
            cheaper_sibling_invocation_cost: 5,
        }];
        let answers = [
            pair("Pack", "weigh"),
            pair("pack", "weigh "),
            pair("weigh", "pack"),
            pair("pack", "ping"),
            pair("pack", "weigh"),
            pair("pack", "weigh"),
        ];
        let confirmed = confirm(&answers, ["pack", "weigh", "ping"], &candidates);
        let reasons: Vec<_> = confirmed.dropped.iter().map(|dropped| dropped.reason).collect();
        assert_eq!(
            reasons,
            [
                DropReason::UnknownTool,
                DropReason::UnknownSibling,
                DropReason::NotDearer,
                DropReason::NotACandidate,
                DropReason::Repeated
            ]
        );
        assert_eq!(confirmed.risks.len(), 1);
        assert_eq!(confirmed.risks[0].invocation_cost, 12);
    }
}
