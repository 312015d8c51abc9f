//! Do the fuzz targets find anything?
//!
//! The targets are built by cargo-fuzz and run one after the other from here, which knows three things that
//! cargo-fuzz leaves to its user: the seeds stay as they are and what a run finds beside them stays out of the
//! sources, the time is split among the targets, and a target that ran nothing has not passed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{run as run_program, target_folder};

/// Bytes of the longest input.
const LONGEST: u32 = 4_096;

/// Seconds after which one input counts as a hang.
const HANG: u32 = 10;

/// Megabytes of memory after which one input counts as too much.
const MEMORY: u32 = 1_024;

/// Lines of a failed run that say what happened.
const TOLD: usize = 12;

/// Runs the named targets, or all, `seconds` in all.
///
/// # Errors
///
/// When cargo-fuzz is not there, a target does not build, has no seeds, runs nothing, or finds something.
pub(crate) fn run(only: &[String], seconds: u64) -> Result<()> {
    let folder = target_folder().join("fuzz");
    let all = targets()?;
    if let Some(unknown) = only.iter().find(|name| !all.contains(name)) {
        bail!("there is no fuzz target `{unknown}`; there are {}", all.join(", "));
    }
    let targets: Vec<&String> = all.iter().filter(|name| only.is_empty() || only.contains(name)).collect();
    let each = seconds / targets.len() as u64;
    ensure!(each > 0, "{seconds} seconds are less than one for each of {} targets", targets.len());
    let host = host()?;
    build(&folder)?;
    for name in targets {
        run_target(name, each, &folder, &host)?;
    }
    Ok(())
}

/// Denies warnings in the targets, which the workspace does not hold.
///
/// # Errors
///
/// When there are some.
pub(crate) fn clippy() -> Result<()> {
    let folder = target_folder().join("fuzz");
    let Some(folder) = folder.to_str() else { bail!("the workspace's path is not UTF-8") };
    let arguments = ["clippy", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", folder, "--all-targets"];
    run_program("cargo", &[&arguments[..], &["--", "-D", "warnings"]].concat(), &[])
}

/// The names of the targets, in order.
fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir("fuzz/fuzz_targets").context("cannot read fuzz/fuzz_targets")? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    names.sort();
    ensure!(!names.is_empty(), "fuzz/fuzz_targets holds no targets");
    Ok(names)
}

/// Builds the targets with the flags of cargo-fuzz. All of them are flags of stable Rust but for those of the
/// sanitizers, which look for what code without `unsafe` cannot do.
fn build(folder: &Path) -> Result<()> {
    let installed = Command::new("cargo").args(["fuzz", "--version"]).output();
    ensure!(
        installed.is_ok_and(|output| output.status.success()),
        "cargo-fuzz is not installed; run `cargo install cargo-fuzz --locked`"
    );
    let Some(folder) = folder.to_str() else { bail!("the workspace's path is not UTF-8") };
    let arguments = [
        "fuzz",
        "build",
        "--fuzz-dir",
        "fuzz",
        "--sanitizer",
        "none",
        "--codegen-units",
        "16",
        "--target-dir",
        folder,
    ];
    run_program("cargo", &arguments, &[])
}

/// The triple that cargo-fuzz builds for.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc -vV names no host")
}

fn run_target(name: &str, seconds: u64, folder: &Path, host: &str) -> Result<()> {
    let seeds = Path::new("fuzz/corpus").join(name);
    let has_seeds = fs::read_dir(&seeds).is_ok_and(|mut entries| entries.next().is_some());
    ensure!(has_seeds, "the fuzz target `{name}` has no seeds in {}", seeds.display());
    let corpus = folder.join("corpus").join(name);
    let findings = folder.join("findings").join(name);
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&findings)?;
    let program: PathBuf = folder.join(host).join("release").join(name);
    // What is new goes into the first folder; the seeds are only read.
    let output = Command::new(&program)
        .args([&corpus, &seeds])
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={LONGEST}"))
        .arg(format!("-timeout={HANG}"))
        .arg(format!("-rss_limit_mb={MEMORY}"))
        .args(["-dict=fuzz/json.dict", "-print_final_stats=1"])
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let log = folder.join(format!("{name}.log"));
    fs::write(&log, &output.stderr)?;
    if !output.status.success() {
        let reproducer = said.lines().find_map(|line| line.split("Test unit written to ").nth(1));
        let program = program.display();
        bail!(
            "the fuzz target `{name}` found something ({}):\n{}\nall it said: {}\nreproducer: {}\nrun it again: {program} {}",
            output.status,
            reason(&said),
            log.display(),
            reproducer.unwrap_or("none was written"),
            reproducer.unwrap_or_default(),
        );
    }
    let executions: u64 = said
        .lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units: "))
        .and_then(|count| count.trim().parse().ok())
        .unwrap_or(0);
    ensure!(executions > 0, "the fuzz target `{name}` ran zero inputs; what it said: {}", log.display());
    let kept = fs::read_dir(&corpus)?.count();
    println!("fuzz {name:<12} {executions:>9} executions in {seconds} s, {kept} inputs in the corpus");
    Ok(())
}

/// The panic's message, or else the first lines of what libFuzzer reports.
fn reason(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let begins = |line: &&str| line.contains("panicked at") || line.contains("ERROR: libFuzzer");
    let begin = lines.iter().position(begins).unwrap_or(lines.len().saturating_sub(TOLD));
    lines[begin..].iter().take(TOLD).copied().collect::<Vec<_>>().join("\n")
}
