//! The arguments of `tdqs fix`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::arguments::Output;
use crate::lint::arguments::Selection;

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  done
  1  with --check: something would change
  2  usage, settings or input that could not be read; what could be fixed is fixed all the same

Files are edited in place: key order, indentation, numbers and everything
else that a fix is not about stay to the byte. What is done without asking
changes nothing that an agent or a caller relies on: no name, no parameter,
no type. A change that would lower the Tool Credit Score is not made.

Examples:
  tdqs fix tools.json --diff
  tdqs fix tools.json
  tdqs fix tools.json --tighten --ignore TDQS6
  tdqs fix tools.json --rename --format json")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that may be given beside the others")]
pub(crate) struct Fix {
    /// Files to fix, or `-` for standard input, which is written fixed to standard output.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Show what would change as a unified diff, and write nothing.
    #[arg(long, conflicts_with_all = ["output", "format"])]
    pub(crate) diff: bool,

    /// Write nothing, and exit with 1 when something would change.
    #[arg(long, conflicts_with = "output")]
    pub(crate) check: bool,

    /// Also make changes that narrow which calls are accepted or change what a definition says.
    #[arg(long)]
    pub(crate) tighten: bool,

    /// Also give tools names in snake case. Breaks whoever calls them by the old ones, which are listed.
    #[arg(long)]
    pub(crate) rename: bool,

    /// How it is told what was done.
    #[arg(long, value_enum, default_value_t = FixFormat::Text)]
    pub(crate) format: FixFormat,

    /// Where the one fixed file goes, instead of being replaced.
    #[command(flatten)]
    pub(crate) output: Output,

    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// How it is told what was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FixFormat {
    /// For a terminal: a line for each change.
    Text,
    /// One report.
    Json,
}
