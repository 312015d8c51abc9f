//! What a maintainer of tdqs runs.

#![expect(clippy::print_stdout, reason = "a program prints")]

mod bench;
mod captures;
mod ci;
mod command;
mod drill;
mod fuzz;
mod reference;
mod reports;
mod rules;
mod schemas;
mod tidy;
mod twelve_faults;
mod vectors;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// What a maintainer of tdqs runs.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run everything a change has to pass, but for `cargo test`.
    Ci,
    /// Run conformance vectors.
    Vectors {
        /// Folders with vector files; their names (`v1_1_draft`, `v1_2`, `v1_3`) give the edition.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Check that real captures of tools/list give signals, prompts and an offline report.
    Captures {
        /// A folder of captures, a server a file.
        folder: PathBuf,
    },
    /// Check what is said of inputs distilled from public bug reports.
    Reports {
        /// A folder of cases.
        folder: PathBuf,
    },
    /// Time what could take exponential time, and the deterministic pass against others. Fails when a bound is
    /// missed.
    Bench {
        /// A folder of captures for the deterministic pass; without it only the first is timed.
        #[arg(long)]
        captures: Option<PathBuf>,
        /// Runs of which the fastest counts.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
        runs: u16,
        /// Only these parts. May be given several times.
        #[arg(long, value_enum)]
        only: Vec<bench::Part>,
    },
    /// Kill, share, spoil and refuse sweeps of thousands of tools, and show that nothing is lost.
    Drill(drill::Drill),
    /// Check that the Python reference implementation accepts our reports, in a virtual environment.
    Reference {
        /// Captures to score besides the ones in testdata.
        captures: Vec<PathBuf>,
    },
    /// Write the JSON Schemas to docs/schemas.
    Schemas {
        /// Fail when they are stale, and write nothing.
        #[arg(long)]
        check: bool,
    },
    /// Write the reference of the rules to docs/rules.md.
    Rules {
        /// Fail when it is stale, and write nothing.
        #[arg(long, conflicts_with = "measure")]
        check: bool,
        /// Count instead how often each rule finds something in a folder of captures, for the next reference.
        #[arg(long, value_name = "FOLDER")]
        measure: Option<PathBuf>,
    },
    /// Run the fuzz targets, with cargo-fuzz.
    Fuzz {
        /// Targets to run instead of all.
        targets: Vec<String>,
        /// Seconds in all, split evenly.
        #[arg(long)]
        seconds: u64,
    },
    /// Check house rules that no lint knows.
    Tidy,
}

fn main() -> Result<()> {
    std::env::set_current_dir(command::workspace_root())?;
    match Arguments::parse().task {
        Task::Ci => ci::run_all(),
        Task::Vectors { folders } => vectors::run(&folders),
        Task::Captures { folder } => captures::run(&folder),
        Task::Reports { folder } => reports::run(&folder),
        Task::Bench { captures, runs, only } => bench::run(captures.as_deref(), usize::from(runs), &only),
        Task::Drill(arguments) => drill::run(&arguments),
        Task::Reference { captures } => reference::run(&captures),
        Task::Rules { measure: Some(folder), .. } => rules::measure(&folder),
        Task::Rules { check, measure: None } => rules::run(check),
        Task::Schemas { check } => schemas::run(check),
        Task::Fuzz { targets, seconds } => fuzz::run(&targets, seconds),
        Task::Tidy => tidy::run(),
    }
}
