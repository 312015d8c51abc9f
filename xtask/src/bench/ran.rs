//! Other programs: what they take, what they say, and how much memory they have.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// What a program took, and what it said on standard error.
pub(super) struct Ran {
    pub(super) time: Duration,
    pub(super) said: String,
}

impl Ran {
    /// Runs a program without looking at its output.
    pub(super) fn of(command: &mut Command) -> Result<Self> {
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
pub(super) fn peak_memory(command: &mut Command) -> Result<usize> {
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
