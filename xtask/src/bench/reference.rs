//! The program beside the Python reference implementation: what both write of the same tools is the same, and how much
//! longer does one of them take for it?

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::Value;

use super::inputs::{Capture, Layout, file};
use super::ran::Ran;
use super::{Table, float};
use crate::command::build_tdqs;
use crate::reference;

const TOOLS: usize = 200_000;

/// Signals and gates of every tool of JSON Lines, a line for each as ours writes it, put together in the cheapest way.
const SIGNALS: &str = "
import json, sys
from tdqs.compute_context_signals import compute_context_signals
from tdqs.evaluate_hard_gates import evaluate_hard_gates
from tdqs.parse_tool_definitions import parse_tool_definitions
tools = 0
for line in open(sys.argv[1], encoding='utf-8'):
    server = parse_tool_definitions(json.loads(line))
    head = '{\"serverName\":' + json.dumps(server.server_name) + ',\"name\":'
    for tool in server.tools:
        flags = json.dumps(evaluate_hard_gates(tool).flags)
        signals = compute_context_signals(tool).model_dump_json(by_alias=True)
        line = head + json.dumps(tool.name) + ',\"flags\":' + flags + ',\"contextSignals\":' + signals
        sys.stdout.write(line + '}\\n')
        tools += 1
sys.stderr.write(str(tools))
";

/// # Errors
///
/// When a program fails or is missing, or the two write something else.
pub(super) fn run(captures: &[Capture], runs: usize, table: &mut Table) -> Result<()> {
    let tdqs = build_tdqs()?;
    let python = reference::install()?;
    expect_same_lines(&tdqs, &python, captures)?;
    throughput(&tdqs, &python, captures, runs, table)?;
    start_up(&tdqs, &python, runs, table)
}

/// Ours, by the edition of the specification that the reference follows.
fn ours(tdqs: &Path, path: &Path) -> Command {
    let mut command = Command::new(tdqs);
    command.args(["signals", "--spec", "1.2", "--format", "jsonl", "--jobs", "1"]).arg(path);
    command
}

fn theirs(python: &Path, path: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-c", SIGNALS]).arg(path);
    command
}

/// Checks that both do the same: over the captures as they are, each line has the same values.
fn expect_same_lines(tdqs: &Path, python: &Path, captures: &[Capture]) -> Result<()> {
    let tools = captures.iter().map(|capture| capture.tools.len()).sum();
    let path = file(captures, tools, Layout::Servers, "same.jsonl")?;
    let lines = |mut command: Command| -> Result<Vec<Value>> {
        let ran = command.output()?;
        if !ran.status.success() {
            bail!("{command:?} failed: {}", String::from_utf8_lossy(&ran.stderr));
        }
        let lines = ran.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        Ok(lines.map(serde_json::from_slice).collect::<Result<_, _>>()?)
    };
    let (ours, theirs) = (lines(ours(tdqs, &path))?, lines(theirs(python, &path))?);
    fs::remove_file(path)?;
    if ours.len() != tools || theirs.len() != tools {
        bail!("of {tools} tools ours measured {}, the reference {}", ours.len(), theirs.len());
    }
    match ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs) {
        Some((ours, theirs)) => bail!("ours writes {ours}, the reference {theirs}"),
        None => Ok(()),
    }
}

fn throughput(
    tdqs: &Path,
    python: &Path,
    captures: &[Capture],
    runs: usize,
    table: &mut Table,
) -> Result<()> {
    let path = file(captures, TOOLS, Layout::Servers, "reference.jsonl")?;
    let mut best = [Duration::MAX; 2];
    for _ in 0..2 {
        for _ in 0..runs {
            best[0] = Ran::of(&mut ours(tdqs, &path))?.time.min(best[0]);
        }
        let ran = Ran::of(&mut theirs(python, &path))?;
        if ran.said.trim() != TOOLS.to_string() {
            bail!("the reference measured {} of {TOOLS} tools", ran.said);
        }
        best[1] = ran.time.min(best[1]);
    }
    fs::remove_file(path)?;
    let [ours, theirs] = best.map(|time| float(TOOLS) / time.as_secs_f64());
    table.at_least(
        "throughput on one thread : Python reference",
        ours / theirs,
        100.0,
        &format!("the same lines: {ours:.0} tools a second against {theirs:.0}, one process each"),
    );
    Ok(())
}

fn start_up(tdqs: &Path, python: &Path, runs: usize, table: &mut Table) -> Result<()> {
    let one = Path::new("target/bench/one.json");
    fs::write(
        one,
        r#"{"name":"move_crate","description":"Move one crate.","inputSchema":{"type":"object"}}"#,
    )?;
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..runs.max(5) {
        ours = Ran::of(Command::new(tdqs).arg("signals").arg(one))?.time.min(ours);
        let mut lint = Command::new(python);
        theirs = Ran::of(lint.args(["-m", "tdqs", "lint", "--fail-on", "never", "--file"]).arg(one))?
            .time
            .min(theirs);
    }
    table.at_most(
        "start-up in ms, signals of one small tool",
        ours.as_secs_f64() * 1e3,
        10.0,
        &format!("the reference takes {:.0} ms to lint it", theirs.as_secs_f64() * 1e3),
    );
    Ok(())
}
