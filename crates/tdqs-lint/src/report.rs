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

    /// Takes the findings of another report about the same tools to its own, each to its place in the order.
    pub fn extend(&mut self, more: Self) {
        self.findings.extend(more.findings);
        self.suppressed.extend(more.suppressed);
        self.known.extend(more.known);
        self.sort();
    }

    /// Puts everything in the order in which mending pays.
    pub(crate) fn sort(&mut self) {
        in_order(&mut self.findings, |finding| finding);
        in_order(&mut self.suppressed, |suppressed| &suppressed.finding);
        in_order(&mut self.known, |finding| finding);
    }

    /// Whether a finding is as grave as that.
    #[must_use]
    pub fn fails(&self, threshold: FailOn) -> bool {
        self.findings.iter().any(|finding| threshold.fails(finding.severity))
    }
}

/// Sorts by severity, by what the dimension weighs, by place.
fn in_order<T>(list: &mut [T], finding: impl Fn(&T) -> &Finding) {
    let key = |listed: &T| {
        let found = finding(listed);
        let start = found.location.span.map_or(0, |span| span.start);
        (found.rank(), found.location.tool_index, start, found.code)
    };
    // Findings are large, and few are alike in all of this.
    list.sort_by_cached_key(key);
    for alike in list.chunk_by_mut(|left, right| key(left) == key(right)) {
        alike.sort_by(|left, right| {
            let (left, right) = (finding(left), finding(right));
            let pointers = left.location.pointer.cmp(&right.location.pointer);
            pointers.then_with(|| left.message.cmp(&right.message))
        });
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
