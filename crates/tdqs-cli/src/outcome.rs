//! How a run ended, and what is said of it on standard error.

use std::io::Write;
use std::process::ExitCode;

use tdqs::signals::{Shape, WarningKind};

use crate::source::{Server, Sources};
use crate::visible;

/// The exit code a run has earned so far. It only ever gets worse.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    below_threshold: bool,
    failed: bool,
}

/// Refused entries of a server that are told one by one.
pub(crate) const REJECTED_TOLD: usize = 20;

impl Outcome {
    /// Tells of the files that could not be read and of entries that are no tools.
    pub(crate) fn of_reading(sources: &Sources) -> Self {
        let mut outcome = Self::default();
        outcome.add_reading(sources);
        outcome
    }

    /// The same of files that were read later.
    pub(crate) fn add_reading(&mut self, sources: &Sources) {
        for error in &sources.errors {
            self.fail(error);
        }
        for server in &sources.servers {
            let (origin, rejected) = (server.origin(), &server.set.rejected);
            for rejected in rejected.iter().take(REJECTED_TOLD) {
                self.fail(&format!("{origin}: {rejected}"));
            }
            if let Some(more) = rejected.len().checked_sub(REJECTED_TOLD).filter(|more| *more > 0) {
                self.fail(&format!("{origin}: {more} more entries are no tools; the reports list them all"));
            }
        }
    }

    /// Tells of inputs that may hold no tool: what is said of them, or not found in them, means little.
    pub(crate) fn add_doubts(&mut self, sources: &Sources) {
        for server in sources.servers.iter().filter(|server| doubt(server).is_some()) {
            self.fail(&format!("{}: it may hold no tool; if it does, write it as an array", server.origin()));
        }
    }

    /// Something was not done: exit code 2.
    pub(crate) fn fail(&mut self, message: &str) {
        say(&format!("error: {message}"));
        self.failed = true;
    }

    /// Something was done and is not good enough: exit code 1.
    pub(crate) fn miss(&mut self, message: &str) {
        say(message);
        self.below_threshold = true;
    }

    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self { failed: true, .. } => ExitCode::from(2),
            Self { below_threshold: true, .. } => ExitCode::from(1),
            Self { .. } => ExitCode::SUCCESS,
        }
    }
}

/// Why an input that is a single object may be no tool.
pub(crate) fn doubt(server: &Server) -> Option<&WarningKind> {
    let kinds = server.set.warnings.iter().map(|warning| &warning.kind);
    let mut doubts = kinds.filter(|kind| matches!(kind, WarningKind::BareTool(_)));
    // Where there are several, most of them are none by mistake.
    doubts.next().filter(|_| server.set.shape == Shape::SingleTool)
}

/// Speaks beside the output, on standard error.
pub(crate) fn say(message: &str) {
    // Nobody can be told that this cannot be said.
    // In one piece: standard error is written to at once.
    _ = anstream::stderr().write_all(format!("{}\n", visible::line(message)).as_bytes());
}

/// Tells of what was repaired and what a reader should know, and in which file.
pub(crate) fn warn(sources: &Sources) {
    for server in &sources.servers {
        for warning in &server.set.warnings {
            say(&format!("warning: {}: {warning}", server.origin()));
        }
    }
}
