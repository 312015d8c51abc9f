//! Whether anything is lost when a sweep is killed, shared, refused or answered badly.
//!
//! Each drill runs the program as its users do, against an endpoint on loopback that is slow, faulty or unwilling on
//! purpose, and prints what it measured. What they found last stands in `docs/reliability.md`.
//!
//! Specification: "Running TDQS at scale".

mod chance;
mod endpoint;
mod faults;
mod ideal;
mod kill;
mod program;
mod refused;
mod registry;
mod share;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use self::chance::Chance;
use self::endpoint::{Behavior, Endpoint};
use self::program::Program;
use self::registry::Registry;
use crate::command::build_tdqs;

/// Tools and servers that the program judges at a time.
const TOOL_WORKERS: u32 = 40;
const SERVER_WORKERS: u32 = 30;

#[derive(Debug, Args)]
pub(crate) struct Drill {
    /// Which drills; all of them when none is named.
    #[arg(value_enum)]
    drills: Vec<Which>,

    /// Fewer tools and fewer kills, and a time that is printed and not held against its bound.
    #[arg(long)]
    quick: bool,

    /// Where chance begins: which moments are struck and which answers spoiled.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// Kill a sweep at random moments; nothing finished is lost or asked twice.
    Kill,
    /// Run two sweeps at once, then kill one of two halfway.
    Share,
    /// Spoil three answers in ten until everything is scored all the same.
    Faults,
    /// Hold the time of a sweep against the best that its workers could do.
    Ideal,
    /// Refuse the key, the account or the model.
    Refused,
}

/// How much a drill does.
#[derive(Debug, Clone, Copy)]
struct Scale {
    tools: u32,
    servers: u32,
    kills: u32,
    /// How long the endpoint takes to answer while a sweep is killed or shared.
    delay: Duration,
    is_quick: bool,
}

const FULL: Scale =
    Scale { tools: 5_000, servers: 300, kills: 20, delay: Duration::from_millis(200), is_quick: false };
const QUICK: Scale =
    Scale { tools: 600, servers: 36, kills: 4, delay: Duration::from_millis(40), is_quick: true };

/// What every drill works with.
struct Site<'s> {
    program: &'s Program,
    registry: &'s Registry,
    /// The export of a sweep that nothing disturbed.
    expected: String,
    scale: Scale,
    seed: u64,
}

/// The small drills, for continuous integration.
///
/// # Errors
///
/// When a promise is broken.
pub(crate) fn quick() -> Result<()> {
    run(&Drill { drills: Vec::new(), quick: true, seed: 1 })
}

/// # Errors
///
/// When a promise is broken; the message says which.
pub(crate) fn run(arguments: &Drill) -> Result<()> {
    let scale = if arguments.quick { QUICK } else { FULL };
    let tdqs = build_tdqs()?;
    // Beside what is built, because that is a real disk where the system's own folder may be memory.
    let folder = tempfile::Builder::new().prefix("drill-").tempdir_in(Path::new("target"))?;
    let registry = Registry::write(folder.path(), scale.tools, scale.servers)?;
    let program = Program::new(tdqs, folder.path().to_owned());
    let expected = undisturbed(&program, &registry).context("the sweep that nothing disturbs")?;
    println!("{} tools on {} servers, seed {}", scale.tools, scale.servers, arguments.seed);
    let site = Site { program: &program, registry: &registry, expected, scale, seed: arguments.seed };
    let mut broken = 0;
    for which in Which::value_variants() {
        if !arguments.drills.is_empty() && !arguments.drills.contains(which) {
            continue;
        }
        let (name, result) = match which {
            Which::Kill => ("kill", kill::run(&site)),
            Which::Share => ("share", share::run(&site)),
            Which::Faults => ("faults", faults::run(&site)),
            Which::Ideal => ("ideal", ideal::run(&site)),
            Which::Refused => ("refused", refused::run(&site)),
        };
        if let Err(error) = result {
            println!("{name}: broken: {error:#}");
            broken += 1;
        }
    }
    if broken > 0 {
        bail!("{broken} of the promises are broken");
    }
    Ok(())
}

fn undisturbed(program: &Program, registry: &Registry) -> Result<String> {
    let endpoint = Endpoint::start(Behavior::default())?;
    let store = program.ingest("undisturbed.sqlite", registry)?;
    program.sweep_to_the_end(&store, &endpoint, &[])?;
    let log = endpoint.log();
    if log.calls() != registry.questions() || log.different() != registry.questions() {
        bail!("{} calls for {} questions", log.calls(), registry.questions());
    }
    program.export(&store)
}

impl Site<'_> {
    fn chance(&self, of: &str) -> Chance {
        Chance::new(self.seed, of)
    }

    /// A store in the end says what it says when nothing went wrong.
    fn expect_the_same_content(&self, store: &Path) -> Result<()> {
        let found = self.program.export(store)?;
        if found == self.expected {
            return Ok(());
        }
        let differing = found.lines().zip(self.expected.lines()).find(|(found, expected)| found != expected);
        let (found, expected) = differing.unwrap_or(("one is longer", ""));
        bail!("the content differs from that of an undisturbed sweep:\n  {found}\n  {expected}")
    }
}
