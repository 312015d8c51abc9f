//! What a maintainer of tdqs runs.

#![expect(clippy::print_stdout, reason = "a program prints")]

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
    /// Run conformance vectors.
    Vectors {
        /// Folders with vector files; their names (v1_1_draft, v1_2, v1_3) give the edition.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Vectors { folders } => vectors::run(&folders),
    }
}
