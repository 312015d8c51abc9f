//! Whether each of the reference implementation's twelve faults has a test, and the page that lists them names it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

const PAGE: &str = "docs/reliability.md";
const FAULTS: usize = 12;

/// Looks for the tests that the page's table names, in the files given.
///
/// # Errors
///
/// When a file cannot be read.
pub(crate) fn check(files: &[PathBuf], faults: &mut Vec<String>) -> Result<()> {
    let page = fs::read_to_string(PAGE).with_context(|| format!("cannot read {PAGE}"))?;
    let sources: Vec<String> = files.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
    for number in 1..=FAULTS {
        let rows: Vec<&str> =
            page.lines().filter(|line| line.starts_with(&format!("| {number} |"))).collect();
        let &[row] = rows.as_slice() else {
            faults.push(format!("{PAGE}: {} rows are about fault {number}", rows.len()));
            continue;
        };
        let tests = tests(row);
        for test in &tests {
            if !sources.iter().any(|source| source.contains(&format!("fn {test}("))) {
                faults.push(format!("{PAGE}: fault {number} names the test {test}, which is nowhere"));
            }
        }
        if !tests.iter().any(|test| sources.iter().any(|source| says_so(source, test, number))) {
            faults.push(format!("{PAGE}: no test of fault {number} says above it that it is against that"));
        }
    }
    Ok(())
}

/// The names in the last cell of a row; what else stands there in code is a command or a file.
fn tests(row: &str) -> Vec<&str> {
    let last = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    let is_name = |text: &&str| {
        text.contains('_') && text.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    last.split('`').skip(1).step_by(2).filter(is_name).collect()
}

fn says_so(source: &str, test: &str, number: usize) -> bool {
    let Some((before, _)) = source.split_once(&format!("fn {test}(")) else { return false };
    let above = before.rsplit("\n\n").next().unwrap_or_default();
    above.contains(&format!("fault {number},")) || above.contains(&format!("fault {number}:"))
}
