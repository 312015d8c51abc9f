//! What a listing scores.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Grade, Profile, Rule, Severity, ToolScore};

/// What the tools of one listing score, and what there is to say of the whole (section 10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListingScore {
    /// By which reading of the rules.
    pub profile: Profile,
    /// What the input looked like, such as `tools` or `result.tools`.
    pub shape: String,
    /// The exact mean of the tools' scores, rounded half up once. `null` when nothing was scored.
    pub mean: Option<u8>,
    /// The letter of the mean.
    pub grade: Option<Grade>,
    /// The lowest score and the first tool that has it.
    pub lowest: Option<Lowest>,
    /// How many findings each rule gave, in the order of the rules; rules that gave none are left out.
    pub rules: Vec<RuleCount>,
    /// How many findings there are of each severity.
    pub severities: SeverityCounts,
    /// Every tool that was scored, in the order of the input.
    pub tools: Vec<ToolScore>,
    /// Tools that could not be scored, and why. Only profile `studio` has such.
    pub unscored: Vec<Unscored>,
    /// Elements of the listing that are no tools, by their place in it from 0.
    pub not_tools: Vec<usize>,
    /// What a reader of the numbers should know.
    pub warnings: Vec<String>,
}

/// The tool that scores least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Lowest {
    /// Its name, or `(unnamed)`.
    pub tool_name: String,
    /// JSON pointer of the tool in the input.
    pub pointer: String,
    /// Its score.
    pub score: u8,
}

/// How often a rule fired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RuleCount {
    /// The rule.
    pub rule: Rule,
    /// Its findings.
    pub count: usize,
}

/// How many findings there are of each severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SeverityCounts {
    /// Errors.
    pub error: usize,
    /// Warnings.
    pub warning: usize,
    /// Everything else, advice included.
    pub info: usize,
}

/// A tool that could not be scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Unscored {
    /// Its name, or `(unnamed)`.
    pub tool_name: String,
    /// JSON pointer of the tool in the input.
    pub pointer: String,
    /// What kept it from being scored.
    pub error: String,
}

impl ListingScore {
    /// The rollup of the tools of one profile.
    #[must_use]
    pub fn of(profile: Profile, shape: impl Into<String>, tools: Vec<ToolScore>) -> Self {
        let mean = mean(&tools);
        let lowest = tools.iter().min_by_key(|tool| tool.score).map(|tool| Lowest {
            tool_name: tool.tool_name.clone(),
            pointer: tool.pointer.clone(),
            score: tool.score,
        });
        let findings = || tools.iter().flat_map(|tool| &tool.findings);
        let mut by_rule = [0; Rule::ALL.len()];
        for finding in findings() {
            if let Some(count) = by_rule.get_mut(finding.rule as usize) {
                *count += 1;
            }
        }
        let of = |severity| findings().filter(|finding| finding.severity == severity).count();
        Self {
            profile,
            shape: shape.into(),
            mean,
            grade: mean.map(Grade::of),
            lowest,
            rules: Rule::ALL
                .into_iter()
                .zip(by_rule)
                .filter(|(_, count)| *count > 0)
                .map(|(rule, count)| RuleCount { rule, count })
                .collect(),
            severities: SeverityCounts {
                error: of(Severity::Error),
                warning: of(Severity::Warning),
                info: of(Severity::Info),
            },
            tools,
            unscored: Vec::new(),
            not_tools: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// The exact mean, rounded half up.
fn mean(tools: &[ToolScore]) -> Option<u8> {
    let sum: usize = tools.iter().map(|tool| usize::from(tool.score)).sum();
    let rounded = (2 * sum + tools.len()).checked_div(2 * tools.len())?;
    u8::try_from(rounded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(scores: &[u8]) -> ListingScore {
        let tool = |score: &u8| ToolScore::of(Profile::Contract, None, "", Vec::new(), |_| *score);
        ListingScore::of(Profile::Contract, "tools", scores.iter().map(tool).collect())
    }

    #[test]
    fn the_mean_is_rounded_half_up_once() {
        for (scores, mean) in
            [(&[100, 99][..], Some(100)), (&[89, 89, 90], Some(89)), (&[0], Some(0)), (&[], None)]
        {
            assert_eq!(scored(scores).mean, mean, "{scores:?}");
        }
        assert_eq!(scored(&[100, 60, 60]).lowest.map(|lowest| lowest.score), Some(60));
        assert_eq!(scored(&[89, 90]).grade, Some(Grade::A));
    }
}
