//! Findings as GitLab's code quality report.

use anyhow::Result;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tdqs_lint::Severity;

use crate::lint::{Linted, Shown};
use crate::visible;

#[derive(Serialize)]
struct Issue<'l> {
    description: String,
    check_name: &'l str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    positions: Option<Positions>,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
}

#[derive(Serialize)]
struct Positions {
    begin: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: usize,
    column: usize,
}

pub(crate) fn gitlab(linted: &Linted<'_>) -> Result<String> {
    // Whoever reads the report alone must not take what could not be read for a clean result.
    let failures = linted.failures();
    let failures = failures.iter().zip(1..).map(|(failure, line)| unreadable(failure, line));
    let issues: Vec<Issue<'_>> = failures.chain(linted.findings().into_iter().map(issue)).collect();
    Ok(visible::json(&(serde_json::to_string_pretty(&issues)? + "\n")).into_owned())
}

/// What could not be read, as the `number`th of such.
fn unreadable(failure: &str, number: usize) -> Issue<'static> {
    let (path, _) = failure.split_once(": ").unwrap_or((failure, ""));
    let digest = Sha256::digest(format!("{number}\n{failure}"));
    Issue {
        description: format!("cannot be read: {failure}"),
        check_name: "unreadable-input",
        severity: "blocker",
        location: Location { path: path.to_owned(), positions: None, lines: Lines { begin: 1 } },
        fingerprint: digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect(),
    }
}

fn issue(shown: Shown<'_>) -> Issue<'_> {
    let finding = shown.finding;
    let bearing = finding.dimension.map(|aspect| format!(" [{aspect}]")).unwrap_or_default();
    let span = finding.location.span;
    let file = shown.file();
    Issue {
        description: format!("{} {}: {}{bearing}", finding.code, finding.location.tool, finding.message),
        check_name: finding.rule,
        severity: match finding.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        },
        location: Location {
            path: file.strip_prefix("./").unwrap_or(&file).to_owned(),
            positions: span.map(|span| Positions {
                begin: Position { line: span.line, column: span.column },
                end: Position { line: span.end_line, column: span.end_column },
            }),
            lines: Lines { begin: span.map_or(1, |span| span.line) },
        },
        fingerprint: shown.fingerprint,
    }
}
