//! What one tool scores, and why.

use schemars::JsonSchema;
use serde::Serialize;

use super::{CategoryScores, Finding, Grade, Profile, Severity};

/// What one tool scores, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolScore {
    /// By which reading of the rules.
    pub profile: Profile,
    /// The tool's name, or `(unnamed)`.
    pub tool_name: String,
    /// JSON pointer of the tool in the input; empty for the input itself.
    pub pointer: String,
    /// The score, 0 to 100.
    pub score: u8,
    /// The weighted mean before errors capped it; in profile `studio` the score itself.
    pub uncapped: u8,
    /// The letter of the score.
    pub grade: Grade,
    /// A score for each category.
    pub categories: CategoryScores,
    /// Every rule that fired, by category.
    pub findings: Vec<Finding>,
}

/// The name of a tool that has none.
pub(super) const UNNAMED: &str = "(unnamed)";

impl ToolScore {
    pub(super) fn of(
        profile: Profile,
        tool_name: Option<&str>,
        pointer: &str,
        findings: Vec<Finding>,
        cap: impl FnOnce(u8) -> u8,
    ) -> Self {
        let categories = CategoryScores::of(&findings);
        let uncapped = categories.overall();
        let score = cap(uncapped);
        Self {
            profile,
            tool_name: tool_name.unwrap_or(UNNAMED).to_owned(),
            pointer: pointer.to_owned(),
            score,
            uncapped,
            grade: Grade::of(score),
            categories,
            findings,
        }
    }

    /// Whether a finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}
