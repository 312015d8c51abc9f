//! The program as it ships: on one thread and on two, and its memory.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::inputs::{Capture, Layout, file};
use super::ran::{Ran, peak_memory};
use super::{Table, float};
use crate::command::build_tdqs;

const TOOLS: usize = 200_000;

/// # Errors
///
/// When the program fails.
pub(super) fn run(captures: &[Capture], runs: usize, table: &mut Table) -> Result<()> {
    let tdqs = build_tdqs()?;
    for layout in [Layout::Servers, Layout::Tools, Layout::List] {
        let name = format!("{layout:?}.json").to_lowercase();
        let path = file(captures, TOOLS, layout, &name)?;
        threads(&tdqs, &path, layout, runs, table)?;
        fs::remove_file(path)?;
    }
    Ok(())
}

fn signals(tdqs: &Path, path: &Path, jobs: &str) -> Command {
    let mut command = Command::new(tdqs);
    command.args(["signals", "--format", "jsonl", "--jobs", jobs, "--output", "/dev/null"]).arg(path);
    command
}

fn threads(tdqs: &Path, path: &Path, layout: Layout, runs: usize, table: &mut Table) -> Result<()> {
    let mut best = [Duration::MAX; 2];
    let mut peak = 0;
    let mut at_once = Duration::MAX;
    for _ in 0..runs {
        at_once = two_at_once(tdqs, path)?.min(at_once);
        for (best, jobs) in best.iter_mut().zip(["1", "2"]) {
            *best = Ran::of(&mut signals(tdqs, path, jobs))?.time.min(*best);
        }
    }
    for jobs in ["1", "2"] {
        peak = peak_memory(&mut signals(tdqs, path, jobs))?.max(peak);
    }
    let [one, two] = best.map(|time| time.as_secs_f64());
    // What two threads could get at most, while others use the machine as well.
    let possible = 2.0 * one / at_once.as_secs_f64();
    let bytes = float(usize::try_from(fs::metadata(path)?.len())?);
    let layout = layout.description();
    table.at_least(
        &format!("throughput on two threads : one ({layout})"),
        one / two,
        1.8,
        &format!(
            "{one:.2} s and {two:.2} s, {:.0} and {:.0} MB/s; two processes at once: {possible:.2}",
            bytes / 1e6 / one,
            bytes / 1e6 / two
        ),
    );
    table.at_most(
        &format!("peak memory in MB ({layout})"),
        float(peak) / 1e6,
        100.0,
        &format!("{TOOLS} tools, {:.0} MB", bytes / 1e6),
    );
    Ok(())
}

/// Two processes of one thread, each over the whole file.
fn two_at_once(tdqs: &Path, path: &Path) -> Result<Duration> {
    let start = Instant::now();
    let spawn = || signals(tdqs, path, "1").stdin(Stdio::null()).stderr(Stdio::null()).spawn();
    let children = [spawn()?, spawn()?];
    for mut child in children {
        child.wait()?;
    }
    Ok(start.elapsed())
}
