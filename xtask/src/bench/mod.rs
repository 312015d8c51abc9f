//! Speed, as ratios against something named that is measured in the same run, and beside each the bound it has to
//! keep.

mod growth;
mod inputs;
mod lint;
mod pass;
mod program;
mod ran;
mod reference;
mod traversal;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// # Errors
///
/// When a bound is missed, or captures cannot be read.
pub(crate) fn run(captures: Option<&Path>, runs: usize, only: &[Part]) -> Result<()> {
    let wants = |part| only.is_empty() || only.contains(&part);
    if wants(Part::Traversal) {
        traversal::run()?;
    }
    let Some(folder) = captures else { return Ok(()) };
    let captures = inputs::captures(folder)?;
    let mut table = Table::default();
    if wants(Part::Pass) {
        pass::run(&captures, runs, &mut table)?;
    }
    if wants(Part::Lint) {
        lint::run(&captures, runs, &mut table)?;
    }
    if wants(Part::Growth) {
        growth::run(&captures, runs, &mut table);
    }
    if wants(Part::Program) {
        program::run(&captures, runs, &mut table)?;
    }
    if wants(Part::Reference) {
        reference::run(&captures, runs, &mut table)?;
    }
    table.finish()
}

/// A part of the bench.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// Schemas that could take exponential time.
    Traversal,
    /// The deterministic pass against a plain parser.
    Pass,
    /// Lint against the deterministic pass.
    Lint,
    /// Cost against size.
    Growth,
    /// The program: threads and memory.
    Program,
    /// The program against the Python reference implementation.
    Reference,
}

/// The fastest of some runs.
fn fastest(runs: usize, mut work: impl FnMut()) -> Duration {
    (0..runs).map(|_| timed(&mut work)).min().unwrap_or_default()
}

fn timed(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// What was measured, as a Markdown table.
#[derive(Debug, Default)]
struct Table {
    missed: Vec<String>,
    has_head: bool,
}

impl Table {
    /// Prints a figure that is as good as it is small.
    fn at_most(&mut self, what: &str, figure: f64, bound: f64, detail: &str) {
        self.row(what, figure, &format!("at most {bound}"), figure <= bound, detail);
    }

    /// Prints a figure that is as good as it is large.
    fn at_least(&mut self, what: &str, figure: f64, bound: f64, detail: &str) {
        self.row(what, figure, &format!("at least {bound}"), figure >= bound, detail);
    }

    fn row(&mut self, what: &str, figure: f64, bound: &str, is_kept: bool, detail: &str) {
        if !std::mem::replace(&mut self.has_head, true) {
            println!("\n| what | measured | bound | | from |\n| --- | ---: | ---: | --- | --- |");
        }
        let verdict = if is_kept { "kept" } else { "MISSED" };
        println!("| {what} | {figure:.2} | {bound} | {verdict} | {detail} |");
        if !is_kept {
            self.missed.push(what.to_owned());
        }
    }

    fn finish(self) -> Result<()> {
        if self.missed.is_empty() { Ok(()) } else { bail!("bounds missed: {}", self.missed.join("; ")) }
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes of a bench are far below 2^52")]
fn float(count: usize) -> f64 {
    count as f64
}
