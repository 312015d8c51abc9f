//! Lint against the deterministic pass: what do findings cost beside signals, gates and hashes?

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, bail};
use tdqs_lint::{Linter, RULES};
use tdqs_signals::ToolSet;

use super::inputs::{Capture, Layout, text};
use super::{Table, float, pass, timed};

const TOOLS: usize = 50_000;

/// Reads everything, and looks at it by the rules that are on by default. Gives the number of findings.
fn lint(text: &str, linter: &Linter) -> usize {
    let mut findings = 0;
    for line in text.lines() {
        for set in ToolSet::parse_servers(line).unwrap_or_default() {
            findings += linter.lint(set.server_name.as_deref().unwrap_or_default(), &set).findings.len();
        }
    }
    findings
}

/// # Errors
///
/// When the input cannot be made, or nothing is found in it.
pub(super) fn run(captures: &[Capture], runs: usize, table: &mut Table) -> Result<()> {
    let text = text(captures, TOOLS, Layout::Servers)?;
    let linter = Linter::default();
    let mut best = [Duration::MAX; 2];
    // In turn, so that whatever else the machine does meets both.
    for _ in 0..runs {
        let times = [
            timed(|| {
                black_box(lint(&text, &linter));
            }),
            timed(|| {
                black_box(pass::ours(&text));
            }),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
    }
    let findings = lint(&text, &linter);
    if findings == 0 {
        bail!("nothing was found in {TOOLS} tools");
    }
    let [lint, pass] = best.map(|time| time.as_secs_f64());
    let rate = |time: f64| float(text.len()) / 1e6 / time;
    let rules = RULES.iter().filter(|rule| rule.is_on_by_default).count();
    table.at_most(
        "time of lint : the full pass",
        lint / pass,
        4.0,
        &format!(
            "{TOOLS} tools, {rules} rules, {findings} findings, one thread: {:.0} MB/s against {:.0} MB/s",
            rate(lint),
            rate(pass)
        ),
    );
    Ok(())
}
