//! `tdqs credit`

use std::borrow::Cow;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use schemars::JsonSchema;
use serde::Serialize;
use tdqs::signals::tool_set::utf8;
use tdqs_lint::credit::{Category, ListingScore, Rule, Severity, ToolScore, contract, studio};

use crate::arguments::{Credit, CreditFormat, CreditProfile};
use crate::counted::counted;
use crate::outcome::{Outcome, REJECTED_TOLD, say};
use crate::output::Destination;
use crate::source::{open, shown};
use crate::visible;

/// The Tool Credit Score of one input.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreditReport {
    /// The file, as it was named.
    source: String,
    /// The scores.
    #[serde(flatten)]
    listing: ListingScore,
}

pub(crate) fn run(arguments: &Credit) -> Result<Outcome> {
    let destination = Destination::check_beside(&arguments.output, &arguments.files)?;
    let mut outcome = Outcome::default();
    let mut reports = Vec::new();
    for path in &arguments.files {
        match read(path, arguments) {
            Ok(report) => {
                tell(&report, &mut outcome);
                reports.push(report);
            }
            Err(error) => outcome.fail(&format!("{}: {error:#}", shown(path))),
        }
    }
    if let Some(bar) = arguments.fail_under {
        let below = reports.iter().flat_map(|report| &report.listing.tools).filter(|tool| tool.score < bar);
        match below.count() {
            0 => {}
            1 => outcome.miss(&format!("1 tool scores below {bar}")),
            more => outcome.miss(&format!("{more} tools score below {bar}")),
        }
    }
    if reports.is_empty() {
        return Ok(outcome);
    }
    let text = match (arguments.format, reports.as_slice()) {
        (CreditFormat::Text, reports) => reports.iter().map(text).collect::<Vec<String>>().join("\n"),
        (CreditFormat::Json, [report]) if arguments.files.len() == 1 => json(report)?,
        (CreditFormat::Json, reports) => json(reports)?,
    };
    destination.write(&text)?;
    Ok(outcome)
}

fn json(reports: &(impl Serialize + ?Sized)) -> Result<String> {
    let text = serde_json::to_string_pretty(reports)?;
    Ok(visible::json(&(text + "\n")).into_owned())
}

fn read(path: &Path, arguments: &Credit) -> Result<CreditReport> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).context("cannot be read")?;
    let text = utf8(&bytes)?;
    let listing = match arguments.profile {
        CreditProfile::Contract => {
            let mut options = contract::Options::default();
            options.namespaces.clone_from(&arguments.namespace);
            let json = contract::parse(text)?;
            contract::score_listing(&contract::read(json.value())?, &options)
        }
        CreditProfile::Studio => {
            let json = studio::parse(text)?;
            studio::score_listing(&studio::read(json.value())?)
        }
    };
    Ok(CreditReport { source: shown(path), listing })
}

/// Says what a reader of the scores should know, and what was not scored.
fn tell(report: &CreditReport, outcome: &mut Outcome) {
    let CreditReport { source, listing } = report;
    for warning in &listing.warnings {
        say(&format!("warning: {source}: {warning}"));
    }
    for index in listing.not_tools.iter().take(REJECTED_TOLD) {
        outcome.fail(&format!("{source}: element {} of the listing is no object, and no tool", index + 1));
    }
    if let Some(more) = listing.not_tools.len().checked_sub(REJECTED_TOLD).filter(|more| *more > 0) {
        outcome.fail(&format!("{source}: {more} more elements are no tools; the report lists them all"));
    }
    for tool in listing.unscored.iter().take(REJECTED_TOLD) {
        outcome.fail(&format!("{source}: `{}` at {}: {}", tool.tool_name, place(&tool.pointer), tool.error));
    }
    if let Some(more) = listing.unscored.len().checked_sub(REJECTED_TOLD).filter(|more| *more > 0) {
        outcome.fail(&format!("{source}: {more} more tools were not scored; the report lists them all"));
    }
}

fn place(pointer: &str) -> Cow<'_, str> {
    if pointer.is_empty() { "its root".into() } else { visible::line(pointer).into() }
}

fn text(report: &CreditReport) -> String {
    let CreditReport { source, listing } = report;
    let mut out = String::new();
    _ = writeln!(
        out,
        "Scored {} from {}, shape {}, profile {}",
        counted(listing.tools.len(), "tool"),
        visible::line(source),
        visible::line(&listing.shape),
        listing.profile
    );
    if let (Some(mean), Some(grade), Some(lowest)) = (listing.mean, listing.grade, &listing.lowest) {
        let name = visible::line(&lowest.tool_name);
        _ = writeln!(out, "{grade} {mean}  mean; lowest {}, {name}", lowest.score);
        let counts = &listing.severities;
        let (errors, warnings, notes) = (counts.error, counts.warning, counts.info);
        _ = writeln!(out, "errors {errors}, warnings {warnings}, notes {notes}");
    }
    out.push('\n');
    _ = writeln!(out, "score  naming  description  parameters  examples  practices  tool");
    for tool in &listing.tools {
        let of = |category| tool.categories.get(category);
        _ = writeln!(
            out,
            "{} {:>3}  {:>6}  {:>11}  {:>10}  {:>8}  {:>9}  {}",
            tool.grade,
            tool.score,
            of(Category::Naming),
            of(Category::Description),
            of(Category::Parameters),
            of(Category::Examples),
            of(Category::BestPractices),
            visible::line(&tool.tool_name),
        );
    }
    for tool in &listing.tools {
        add_findings(tool, &mut out);
    }
    add_advice(listing, &mut out);
    out
}

/// What to do, once for each rule that cost something.
fn add_advice(listing: &ListingScore, out: &mut String) {
    let costs = |rule| {
        let mut findings = listing.tools.iter().flat_map(|tool| &tool.findings);
        findings.any(|finding| finding.rule == rule && finding.deduction > 0)
    };
    let mut costly = listing.rules.iter().map(|count| count.rule).filter(|rule| costs(*rule)).peekable();
    if costly.peek().is_some() {
        out.push_str("\nWhat to do\n");
    }
    for rule in costly {
        _ = writeln!(out, "  {rule}: {}", rule.advice());
    }
}

/// What a tool lost points for. Advice that costs nothing is in the JSON.
fn add_findings(tool: &ToolScore, out: &mut String) {
    let costly = || tool.findings.iter().filter(|finding| finding.deduction > 0);
    if costly().next().is_none() {
        return;
    }
    _ = write!(out, "\n{} {}  {}", tool.grade, tool.score, visible::line(&tool.tool_name));
    if tool.uncapped > tool.score {
        _ = write!(out, "  ({} without its errors)", tool.uncapped);
    }
    out.push('\n');
    for finding in costly() {
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "note",
        };
        _ = writeln!(
            out,
            "  {severity:<7} -{:<3} {}{} at {}: {}",
            finding.deduction,
            finding.rule,
            lint_rule(finding.rule),
            place(&finding.pointer),
            visible::line(&finding.message),
        );
    }
}

/// The code by which `tdqs rule` and `tdqs lint` know the same, in brackets.
fn lint_rule(rule: Rule) -> String {
    rule.lint_rules().first().map(|code| format!(" [{code}]")).unwrap_or_default()
}
