//! What a linter found in a server's tools.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Date, FailOn, Finding, Severity};

/// The findings about the tools of one server.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LintReport {
    /// The server's name.
    pub server_name: String,
    /// How many tools were looked at.
    pub tool_count: usize,
    /// What was found, in the order in which mending pays: by severity, by the weight of the dimension in the
    /// server's score, by the place in the file.
    pub findings: Vec<Finding>,
    /// What was found and is suppressed beside the tool, in the same order.
    pub suppressed: Vec<Suppressed>,
    /// What was found and stands in a [`Baseline`](crate::Baseline), in the same order.
    pub known: Vec<Finding>,
}

impl LintReport {
    /// How many findings have a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Whether a finding is as grave as that.
    #[must_use]
    pub fn fails(&self, threshold: FailOn) -> bool {
        self.findings.iter().any(|finding| threshold.fails(finding.severity))
    }
}

/// A finding that its author knows of.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Suppressed {
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
    /// Why it is suppressed, where that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The last day on which it is, where one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
}
