//! The `tdqs` program: arguments in, a report and an exit code out. Whatever is a matter of scoring lives in
//! the libraries.

mod arguments;
mod check;
mod counted;
mod credit;
mod fix;
mod interrupt;
mod judge;
mod lint;
mod lock_file;
mod outcome;
mod output;
mod polish;
mod progress;
mod prompt;
mod report;
mod rubric;
mod schema;
mod score;
mod signals;
mod source;
mod store;
mod threshold;
mod time;
mod visible;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::arguments::{Arguments, Command};
use crate::outcome::Outcome;
use crate::output::Destination;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Score(arguments) => score::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Credit(arguments) => credit::run(&arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Rules(arguments) => lint::list(&arguments),
        Command::Rule(arguments) => lint::show(&arguments),
        Command::Fix(arguments) => fix::run(&arguments),
        Command::Polish(arguments) => polish::run(&arguments),
        Command::Signals(arguments) => signals::run(&arguments),
        Command::Ingest(arguments) => store::ingest(&arguments),
        Command::Sweep(arguments) => store::sweep(&arguments),
        Command::Status(arguments) => store::status(&arguments),
        Command::History(arguments) => store::history(&arguments),
        Command::Stats(arguments) => store::stats(&arguments),
        Command::Export(arguments) => store::export(&arguments),
        Command::Forget(arguments) => store::forget(&arguments),
        Command::Recompute(arguments) => store::recompute(&arguments),
        Command::Prompt(arguments) => prompt::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions { shell } => completions(shell),
    };
    match result {
        Ok(outcome) => outcome.code(),
        Err(error) => {
            let mut outcome = Outcome::default();
            outcome.fail(&format!("{error:#}"));
            outcome.code()
        }
    }
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tdqs", &mut script);
    Destination::Standard.write(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::default())
}
