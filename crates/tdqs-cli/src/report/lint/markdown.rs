//! Findings for a comment on a pull request.

use std::collections::BTreeMap;
use std::fmt::Write;

use tdqs_lint::{Severity, rule};

use super::super::markdown::inline;
use crate::lint::{Linted, Shown};
use crate::visible;

/// Findings that are listed; a comment is read, not searched.
const LISTED: usize = 50;

/// Failures that are listed.
const FAILURES: usize = 10;

pub(crate) fn markdown(linted: &Linted<'_>) -> String {
    let mut out = format!("### tdqs lint\n\n{}.\n", linted.summary());
    let failures = linted.failures();
    if !failures.is_empty() {
        out.push_str("\nNot read:\n\n");
        for failure in failures.iter().take(FAILURES) {
            _ = writeln!(out, "- {}", inline(failure));
        }
        if failures.len() > FAILURES {
            _ = writeln!(out, "- and {} more", failures.len() - FAILURES);
        }
    }
    let findings = linted.findings();
    if findings.is_empty() {
        return out;
    }
    out.push_str("\n| | Tool | What | Bears on | Where |\n| --- | --- | --- | --- | --- |\n");
    for shown in findings.iter().take(LISTED) {
        write_row(&mut out, shown);
    }
    if findings.len() > LISTED {
        _ = writeln!(out, "\nand {} more", findings.len() - LISTED);
    }
    let rules: BTreeMap<&str, &str> =
        findings.iter().map(|shown| (shown.finding.code, shown.finding.rule)).collect();
    out.push_str("\n<details><summary>The rules</summary>\n\n");
    for (code, name) in rules {
        let summary = rule(code).map(|rule| rule.summary).unwrap_or_default();
        _ = writeln!(out, "- **{code}** `{name}`: {summary}");
    }
    out.push_str("\n</details>\n");
    out
}

fn write_row(out: &mut String, shown: &Shown<'_>) {
    let finding = shown.finding;
    let sign = match finding.severity {
        Severity::Error => "🔴 error",
        Severity::Warning => "🟡 warning",
        Severity::Note => "🔵 note",
    };
    _ = writeln!(
        out,
        "| {sign} | {} | **{}** {} | {} | {} |",
        code(&finding.location.tool),
        finding.code,
        inline(&finding.message),
        finding.dimension.map(tdqs_lint::Aspect::title).unwrap_or_default(),
        code(&shown.place()),
    );
}

/// A name as code, in as many back-ticks as it takes.
fn code(text: &str) -> String {
    let text = visible::line(text).replace('|', "\\|");
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    if text.starts_with('`') || text.ends_with('`') {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_end_its_code() {
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`"), "`` ` ``");
    }
}
