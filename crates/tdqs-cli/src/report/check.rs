//! What a check found, for a terminal or a log.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::Style;
use tdqs::lock::{CheckReport, CheckedServer, Finding};
use tdqs::rubric::{Tenths, Tier};

use crate::visible;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

pub(crate) fn check(report: &CheckReport) -> String {
    let mut out = format!(
        "{DIM}scores of {}, specification {}{DIM:#}\n",
        visible::line(&report.judge.name),
        report.spec_version
    );
    let mut findings: BTreeMap<Option<&str>, Vec<&Finding>> = BTreeMap::new();
    for finding in &report.findings {
        findings.entry(finding.server.as_deref()).or_default().push(finding);
    }
    let write_about = |out: &mut String, server: Option<&str>| {
        for finding in findings.get(&server).into_iter().flatten() {
            write_finding(out, finding);
        }
    };
    write_about(&mut out, None);
    for server in &report.servers {
        write_server(&mut out, server);
        write_about(&mut out, Some(&server.name));
    }
    if !report.not_checked.is_empty() {
        let names: Vec<String> = report.not_checked.iter().map(|name| visible::line(name)).collect();
        _ = writeln!(out, "{DIM}not among the files, and not checked: {}{DIM:#}", names.join(", "));
    }
    if report.is_clean() {
        out.push_str("Every definition has its score.\n");
    }
    out
}

fn write_server(out: &mut String, server: &CheckedServer) {
    let rollup = &server.rollup;
    _ = writeln!(
        out,
        "{BOLD}{}{BOLD:#}  {}   description quality {} {DIM}(mean {}, lowest {}){DIM:#}   coherence {}   {} of {} tools",
        visible::line(&server.name),
        graded(rollup.overall_score),
        graded(rollup.description_quality_score),
        shown(rollup.mean_tdqs),
        shown(rollup.min_tdqs),
        graded(rollup.coherence_score),
        server.scored_tool_count,
        server.tool_count,
    );
}

fn write_finding(out: &mut String, finding: &Finding) {
    let about = finding.tool.as_deref().map(|tool| format!("{}: ", visible::line(tool))).unwrap_or_default();
    _ = writeln!(out, "  {about}{}", visible::line(&finding.message));
}

fn graded(score: Option<Tenths>) -> String {
    score.map_or_else(|| "not scored".to_owned(), |score| format!("{} {score}", Tier::of(score)))
}

fn shown(score: Option<Tenths>) -> String {
    score.map_or_else(|| "–".to_owned(), |score| score.to_string())
}
