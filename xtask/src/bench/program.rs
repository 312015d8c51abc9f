//! The program as it ships: on one thread and on two, its memory, and beside the Python reference implementation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::inputs::{Capture, Layout, file};
use super::{Table, float};
use crate::command::build_tdqs;
use crate::reference;

const TOOLS: usize = 200_000;

/// Signals and gates of every tool of JSON Lines, a line for each, as ours writes them.
const SIGNALS: &str = "
import json, sys
from tdqs.compute_context_signals import compute_context_signals
from tdqs.evaluate_hard_gates import evaluate_hard_gates
from tdqs.parse_tool_definitions import parse_tool_definitions
tools = 0
for line in open(sys.argv[1], encoding='utf-8'):
    for tool in parse_tool_definitions(json.loads(line)).tools:
        flags = evaluate_hard_gates(tool).flags
        sys.stdout.write(compute_context_signals(tool).model_dump_json(by_alias=True) + '\\n')
        tools += 1
sys.stderr.write(str(tools))
";

/// # Errors
///
/// When a program fails or is missing.
pub(super) fn run(
    captures: &[Capture],
    runs: usize,
    wants_program: bool,
    wants_reference: bool,
    table: &mut Table,
) -> Result<()> {
    let tdqs = build_tdqs()?;
    if wants_program {
        for layout in [Layout::Servers, Layout::Tools, Layout::List] {
            let name = format!("{layout:?}.json").to_lowercase();
            let path = file(captures, TOOLS, layout, &name)?;
            threads(&tdqs, &path, layout, runs, table)?;
            fs::remove_file(path)?;
        }
    }
    if wants_reference {
        let python = reference::install()?;
        against_reference(&tdqs, &python, captures, runs, table)?;
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

fn against_reference(
    tdqs: &Path,
    python: &Path,
    captures: &[Capture],
    runs: usize,
    table: &mut Table,
) -> Result<()> {
    let path = file(captures, TOOLS, Layout::Servers, "reference.jsonl")?;
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..2 {
        for _ in 0..runs {
            ours = Ran::of(&mut signals(tdqs, &path, "1"))?.time.min(ours);
        }
        let ran = Ran::of(Command::new(python).args(["-c", SIGNALS]).arg(&path))?;
        if ran.said.trim() != TOOLS.to_string() {
            bail!("the reference measured {} of {TOOLS} tools", ran.said);
        }
        theirs = ran.time.min(theirs);
    }
    fs::remove_file(path)?;
    let rate = |time: Duration| float(TOOLS) / time.as_secs_f64();
    table.at_least(
        "throughput on one thread : Python reference",
        rate(ours) / rate(theirs),
        100.0,
        &format!("{:.0} tools a second against {:.0}, one process each", rate(ours), rate(theirs)),
    );
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

/// What a program took, and what it said on standard error.
struct Ran {
    time: Duration,
    said: String,
}

impl Ran {
    /// Runs a program without looking at its output.
    fn of(command: &mut Command) -> Result<Self> {
        let said = tempfile::tempfile()?;
        let start = Instant::now();
        let status = spawn(command, said.try_clone()?)?.wait()?;
        let time = start.elapsed();
        let said = read_from_start(said)?;
        if !status.success() {
            bail!("{command:?} failed: {said}");
        }
        Ok(Self { time, said })
    }
}

/// The most memory that a program has at a time, in bytes; 0 where the system does not tell. Looking takes time: it is
/// not the run that is timed.
fn peak_memory(command: &mut Command) -> Result<usize> {
    let mut child = spawn(command, Stdio::null())?;
    let mut peak = 0;
    while child.try_wait()?.is_none() {
        peak = peak_of(&child).max(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(peak)
}

fn spawn(command: &mut Command, says: impl Into<Stdio>) -> Result<Child> {
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(says).spawn();
    child.with_context(|| format!("cannot start {command:?}"))
}

fn read_from_start(mut file: fs::File) -> Result<String> {
    use std::io::{Read, Seek};
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    Ok(text)
}

/// The system keeps the highest value, so that the last one read before the end is close to it.
fn peak_of(child: &Child) -> usize {
    let path = PathBuf::from(format!("/proc/{}/status", child.id()));
    let status = fs::read_to_string(path).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}
