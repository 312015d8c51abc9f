//! The reference of the rules, `docs/rules.md`, and how often each finds something in real definitions.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tdqs_lint::{Group, LintReport, Linter, MEASURED, Mending, RULES, Rule, Settings, lint_servers};
use tdqs_signals::ToolSet;

const REFERENCE: &str = "docs/rules.md";
const RATES: &str = "crates/tdqs-lint/src/rates.rs";

/// What stands above the rules.
const PREFACE: &str = include_str!("rules/preface.md");

/// # Errors
///
/// With `check`, when the reference is stale; else when it cannot be written.
pub(crate) fn run(check: bool) -> Result<()> {
    let text = reference();
    if !check {
        fs::write(REFERENCE, text).with_context(|| format!("cannot write {REFERENCE}"))?;
        println!("{} rules written to {REFERENCE}", RULES.len());
    } else if fs::read_to_string(REFERENCE).unwrap_or_default() != text {
        bail!("{REFERENCE} is stale; write it with `cargo xtask rules`");
    } else {
        println!("{} rules in {REFERENCE} are up to date", RULES.len());
    }
    Ok(())
}

fn reference() -> String {
    let mut out = PREFACE.to_owned();
    if MEASURED.tools > 0 {
        _ = write!(
            out,
            "\n## How often\n\nWith each rule stands in how many tools it found something, of the {} tools that {} public \
             servers list.\n",
            MEASURED.tools, MEASURED.servers
        );
    }
    for group in Group::ALL {
        let rules: Vec<&Rule> = group.rules().collect();
        if rules.is_empty() {
            continue;
        }
        _ = write!(out, "\n## {} ({})\n\n{}\n\n", group.title, group.start, group.about);
        out.push_str(
            "| code | name | severity | on | bears on | finds |\n| --- | --- | --- | --- | --- | --- |\n",
        );
        for rule in &rules {
            let Rule { code, name, severity, summary, .. } = rule;
            let state = if rule.is_on_by_default { "yes" } else { "no" };
            let bears = rule.aspect.map(tdqs_lint::Aspect::title).unwrap_or_default();
            _ = writeln!(
                out,
                "| [{code}](#{}) | `{name}` | {severity} | {state} | {bears} | {summary} |",
                anchor(rule)
            );
        }
        for rule in rules {
            write_rule(&mut out, rule);
        }
    }
    out
}

fn anchor(rule: &Rule) -> String {
    format!("{}-{}", rule.code.to_lowercase(), rule.name)
}

fn write_rule(out: &mut String, rule: &Rule) {
    _ = write!(out, "\n### {} {}\n\n{}\n\n", rule.code, rule.name, rule.summary);
    let state = if rule.is_on_by_default { "on by default" } else { "off by default" };
    let bears = rule.aspect.map(|aspect| format!(" · bears on {}", aspect.title())).unwrap_or_default();
    let mending = match rule.mending {
        Mending::Safe => " · comes with a safe fix",
        Mending::Unsafe => " · comes with a fix to be looked at",
        _ => "",
    };
    _ = write!(out, "*{}, {state}{bears}{mending}", rule.severity);
    if let Some(found) = rule.measured() {
        _ = write!(out, " · found in {} of the tools", percent(found, MEASURED.tools));
    }
    _ = write!(out, "*\n\n{}\n", rule.why);
    for (title, examples) in [("Found in", rule.bad), ("Not found in", rule.good)] {
        _ = write!(out, "\n{title}\n\n```json\n{}\n```\n", examples.join("\n"));
    }
    _ = writeln!(out, "\nKnown from: {}.", rule.sources.join("; "));
}

/// A share with one decimal, and a sign where it is less than that shows.
fn percent(count: u32, of: u32) -> String {
    let tenths = (u64::from(count) * 2_000 + u64::from(of)) / (u64::from(of).max(1) * 2);
    match (count, tenths) {
        (0, _) => "none".to_owned(),
        (_, 0) => "less than 0.1%".to_owned(),
        _ => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

/// Counts in how many tools of a folder of captures each rule finds something, and writes the table that the crate
/// takes in.
///
/// # Errors
///
/// When the folder holds no captures, or a file cannot be read or written.
pub(crate) fn measure(folder: &Path) -> Result<()> {
    let settings: Settings = serde_json::from_str(r#"{"select": ["ALL"]}"#)?;
    let linter = Linter::new([&settings])?;
    let mut counts = vec![0_u32; RULES.len()];
    let (mut tools, mut servers) = (0_u32, 0_u32);
    let mut names = Vec::new();
    for path in captures(folder)? {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let Ok(set) = ToolSet::parse_bytes(&bytes) else { continue };
        servers += 1;
        tools += u32::try_from(set.tools().len())?;
        add(&linter.lint("server", &set), &mut counts)?;
        // As if one client connected them all, each by the name of its file.
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        names.push(linter.names(&name, &set));
    }
    for report in lint_servers(&names) {
        add(&report, &mut counts)?;
    }
    if tools == 0 {
        bail!("{} holds no captures", folder.display());
    }
    let mut out = format!(
        "//! How often each rule finds something in real definitions. Written by `cargo xtask rules --measure FOLDER`.\n\n\
         use crate::Measured;\n\n\
         /// What was looked at.\n\
         pub const MEASURED: Measured = Measured {{ servers: {servers}, tools: {tools} }};\n\n\
         /// By code: in how many of the tools something was found.\n\
         pub(crate) static COUNTS: &[(&str, u32)] = &[\n"
    );
    for (rule, count) in RULES.iter().zip(&counts) {
        _ = writeln!(out, "    (\"{}\", {count}),", rule.code);
    }
    out.push_str("];\n");
    fs::write(RATES, out).with_context(|| format!("cannot write {RATES}"))?;
    println!(
        "measured {} rules over {tools} tools of {servers} servers; now run `cargo xtask rules`",
        RULES.len()
    );
    Ok(())
}

/// Adds for each rule in how many tools a report has found something.
fn add(report: &LintReport, counts: &mut [u32]) -> Result<()> {
    let found: BTreeSet<(&str, usize)> =
        report.findings.iter().map(|finding| (finding.code, finding.location.tool_index)).collect();
    for (rule, count) in RULES.iter().zip(counts) {
        *count += u32::try_from(found.iter().filter(|(code, _)| *code == rule.code).count())?;
    }
    Ok(())
}

fn captures(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    // The list of the captures is not one itself.
    files.retain(|path| {
        path.extension().is_some_and(|ending| ending == "json") && !path.ends_with("index.json")
    });
    files.sort();
    Ok(files)
}
