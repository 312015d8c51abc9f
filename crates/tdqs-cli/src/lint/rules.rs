//! `tdqs rules` and `tdqs rule`

use std::fmt::Write;

use anstyle::Style;
use anyhow::{Context, Result};
use serde::Serialize;
use tdqs_lint::{Aspect, Group, Mending, RULES, Rule, Selector, Severity, rule};

use super::arguments::{RuleName, Rules, RulesFormat};
use crate::outcome::Outcome;
use crate::output::Destination;

const BOLD: Style = Style::new().bold();

/// Columns of a paragraph.
const WIDTH: usize = 96;

/// Lists every rule.
pub(crate) fn list(arguments: &Rules) -> Result<Outcome> {
    let destination = Destination::check(&arguments.output)?;
    match arguments.format {
        RulesFormat::Text => destination.write_styled(&table())?,
        RulesFormat::Json => {
            let records: Vec<Record> = RULES.iter().map(|rule| Record::of(rule)).collect();
            destination.write(&format!("{}\n", serde_json::to_string_pretty(&records)?))?;
        }
    }
    Ok(Outcome::default())
}

/// Says all there is to know of one rule.
pub(crate) fn show(arguments: &RuleName) -> Result<Outcome> {
    let named = &arguments.rule;
    let rule = rule(named).with_context(|| match named.parse::<Selector>() {
        Ok(_) => format!("`{named}` names several rules; `tdqs rules` lists them"),
        Err(error) => error.nearest.map_or_else(
            || format!("`{named}` is no rule; `tdqs rules` lists them"),
            |nearest| format!("`{named}` is no rule; did you mean `{nearest}`?"),
        ),
    })?;
    Destination::Standard.write_styled(&page(rule))?;
    Ok(Outcome::default())
}

fn table() -> String {
    let mut out = String::new();
    let longest = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    for group in Group::ALL {
        let mut rules = group.rules().peekable();
        if rules.peek().is_none() {
            continue;
        }
        _ = writeln!(out, "{BOLD}{}  {}{BOLD:#}", group.start, group.title);
        for rule in rules {
            let state = if rule.is_on_by_default { "on " } else { "off" };
            let Rule { code, name, severity, summary, .. } = rule;
            _ = writeln!(out, "  {code}  {name:longest$}  {severity:7}  {state}  {summary}");
        }
        out.push('\n');
    }
    _ = writeln!(out, "{} rules; `tdqs rule CODE` says more of each", RULES.len());
    out
}

fn page(rule: &Rule) -> String {
    let mut out = format!("{BOLD}{} {}{BOLD:#}\n{}\n\n", rule.code, rule.name, rule.summary);
    _ = writeln!(out, "{}", facts(rule));
    for paragraph in rule.why.split("\n\n") {
        _ = writeln!(out, "\n{}", textwrap::fill(paragraph, WIDTH));
    }
    for (title, examples) in [("Found in", rule.bad), ("Not found in", rule.good)] {
        _ = writeln!(out, "\n{BOLD}{title}{BOLD:#}");
        for example in examples {
            _ = writeln!(out, "  {example}");
        }
    }
    _ = writeln!(out, "\n{BOLD}Known from{BOLD:#}");
    for source in rule.sources {
        _ = writeln!(out, "  {source}");
    }
    out
}

/// Severity, state, dimension and fix in one line.
fn facts(rule: &Rule) -> String {
    let state = if rule.is_on_by_default { "on by default" } else { "off by default" };
    let bears = rule.aspect.map(|aspect| format!(", bears on {}", aspect.title())).unwrap_or_default();
    let mending = match rule.mending {
        Mending::Safe => ", comes with a fix",
        Mending::Unsafe => ", comes with a fix to be looked at",
        _ => "",
    };
    format!("{}, {state}{bears}{mending}", rule.severity)
}

/// A rule as `tdqs rules --format json` has it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    code: &'static str,
    name: &'static str,
    group: Option<&'static str>,
    summary: &'static str,
    why: &'static str,
    sources: &'static [&'static str],
    severity: Severity,
    on_by_default: bool,
    dimension: Option<Aspect>,
    mending: Mending,
    bad: &'static [&'static str],
    good: &'static [&'static str],
}

impl Record {
    fn of(rule: &'static Rule) -> Self {
        let group = Group::ALL.iter().find(|group| rule.code.starts_with(group.start));
        Self {
            code: rule.code,
            name: rule.name,
            group: group.map(|group| group.title),
            summary: rule.summary,
            why: rule.why,
            sources: rule.sources,
            severity: rule.severity,
            on_by_default: rule.is_on_by_default,
            dimension: rule.aspect,
            mending: rule.mending,
            bad: rule.bad,
            good: rule.good,
        }
    }
}
