//! Findings for programs: one report, or a line each.

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use tdqs_lint::{Finding, Severity, Suppressed};

use crate::lint::{Linted, Shown};
use crate::visible;

/// What `tdqs lint --format json` writes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LintOutput<'l> {
    /// How many tools were looked at.
    tool_count: usize,
    /// How many findings have each severity.
    counts: Counts,
    /// How many findings fail the run.
    failing: usize,
    /// The findings, in the order in which mending pays.
    findings: Vec<Record<'l>>,
    /// The findings that stand in the baseline, in the same order.
    known: Vec<Record<'l>>,
    /// The findings that are suppressed beside the tool.
    suppressed: Vec<SuppressedRecord<'l>>,
    /// Files that could not be read and entries that are no tools.
    failures: Vec<String>,
    /// What was repaired while reading, and what a reader should know.
    warnings: Vec<String>,
}

/// How many findings have each severity.
#[derive(Debug, Serialize, JsonSchema)]
struct Counts {
    error: usize,
    warning: usize,
    note: usize,
}

/// A finding, and where the tool was read from.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Record<'l> {
    /// The file, as it was named.
    file: String,
    /// The server's name.
    server: &'l str,
    /// What tells it from others, and knows it again in a later run.
    fingerprint: String,
    #[serde(flatten)]
    finding: &'l Finding,
}

/// A suppressed finding, and where the tool was read from.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SuppressedRecord<'l> {
    /// The file, as it was named.
    file: String,
    /// The server's name.
    server: &'l str,
    #[serde(flatten)]
    suppressed: &'l Suppressed,
}

impl<'l> Record<'l> {
    fn of(shown: Shown<'l>) -> Self {
        Self {
            file: shown.file(),
            server: &shown.server.name,
            finding: shown.finding,
            fingerprint: shown.fingerprint,
        }
    }
}

impl<'l> LintOutput<'l> {
    fn of(linted: &'l Linted<'_>) -> Self {
        Self {
            tool_count: linted.tools(),
            counts: Counts {
                error: linted.count(Severity::Error),
                warning: linted.count(Severity::Warning),
                note: linted.count(Severity::Note),
            },
            failing: linted.failing(),
            findings: linted.findings().into_iter().map(Record::of).collect(),
            known: linted.known().into_iter().map(Record::of).collect(),
            suppressed: linted
                .suppressed()
                .map(|(server, suppressed)| SuppressedRecord {
                    file: crate::source::shown(server.file_of(suppressed.finding.location.tool_index)),
                    server: &server.name,
                    suppressed,
                })
                .collect(),
            failures: linted.failures(),
            warnings: linted.warnings(),
        }
    }
}

pub(crate) fn json(linted: &Linted<'_>) -> Result<String> {
    let text = serde_json::to_string_pretty(&LintOutput::of(linted))? + "\n";
    Ok(visible::json(&text).into_owned())
}

/// The findings alone, each on its line.
pub(crate) fn jsonl(linted: &Linted<'_>) -> impl Iterator<Item = Result<String>> {
    linted
        .findings()
        .into_iter()
        .map(|shown| Ok(visible::json(&serde_json::to_string(&Record::of(shown))?).into_owned()))
}
