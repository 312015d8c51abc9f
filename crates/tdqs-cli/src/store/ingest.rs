//! `tdqs ingest`

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use futures_util::future::try_join_all;
use tdqs::{PreparedServer, SpecVersion};
use tdqs_store::{Captured, CapturedServer, Clock, Registry, ServerFacts, SqliteStore};

use super::{clock, counted, open_or_make, wait};
use crate::arguments::Ingest;
use crate::outcome::{Outcome, say, warn};
use crate::output::Destination;
use crate::source::{Server, Sources};
use crate::visible;

/// Servers that are captured together, so that they share a write to the disk.
const TOGETHER: usize = 64;

/// File name endings that are read in a folder.
const ENDINGS: [&str; 3] = ["json", "jsonl", "ndjson"];

pub(crate) fn run(arguments: &Ingest) -> Result<Outcome> {
    let store = open_or_make(&arguments.store)?;
    let mut ingestion = Ingestion {
        store: &store,
        clock: clock()?,
        edition: arguments.spec,
        outcome: Outcome::default(),
        origins: HashMap::new(),
        total: Captured::default(),
        servers: (0, 0),
    };
    let files = files(&arguments.paths)?;
    if arguments.server_name.is_some() && files.len() > 1 {
        bail!("--server-name names one server, and there are {} files", files.len());
    }
    let mut sources = Sources::default();
    for file in &files {
        sources.read_file(file);
        if let Some(name) = &arguments.server_name {
            sources.merge_by_name();
            sources.name_the_one(name)?;
        }
        ingestion.take(&mut sources, false)?;
    }
    ingestion.take(&mut sources, true)?;
    let Ingestion { outcome, total, servers: (servers, new), .. } = ingestion;
    Destination::Standard.write(&format!(
        "{} ({new} new), {}: {} added, {} changed, {} removed, {} unchanged\n",
        counted(servers, "server"),
        counted((total.added + total.changed + total.unchanged) as u64, "tool"),
        total.added,
        total.changed,
        total.removed,
        total.unchanged
    ))?;
    Ok(outcome)
}

struct Ingestion<'i> {
    store: &'i SqliteStore,
    clock: Clock,
    edition: SpecVersion,
    outcome: Outcome,
    /// Where each server of this run was read from.
    origins: HashMap<String, String>,
    total: Captured,
    /// How many servers there were, and how many of them are new.
    servers: (u64, u64),
}

impl Ingestion<'_> {
    /// Captures what was read. A listing that goes on in the next file is left until that is read.
    fn take(&mut self, sources: &mut Sources, is_end: bool) -> Result<()> {
        let goes_on = !is_end && sources.servers.last().is_some_and(|server| server.set.is_incomplete());
        let rest = if goes_on { sources.servers.pop() } else { None };
        sources.merge_by_name();
        self.outcome.add_reading(sources);
        warn(sources);
        let mut together = Vec::with_capacity(TOGETHER);
        for server in std::mem::take(&mut sources.servers) {
            if self.accepts(&server) {
                together.push(server);
            }
            if together.len() == TOGETHER {
                self.capture(&std::mem::take(&mut together))?;
            }
        }
        self.capture(&together)?;
        sources.errors.clear();
        sources.servers.extend(rest);
        Ok(())
    }

    /// A listing that is not whole, or that nobody can read, would take tools away that are still there; so would one
    /// of another server that happens to have the same name.
    fn accepts(&mut self, server: &Server) -> bool {
        let name = visible::line(&server.name);
        if server.set.is_incomplete() {
            self.outcome.fail(&format!(
                "{}: the listing of server `{name}` goes on and the next page is not here; it is not captured",
                server.origin()
            ));
            return false;
        }
        if server.set.tools().is_empty() {
            self.outcome
                .fail(&format!("{}: server `{name}` has no good tool; it is not captured", server.origin()));
            return false;
        }
        if let Some(earlier) = self.origins.get(&server.name) {
            self.outcome.fail(&format!(
                "{}: a server `{name}` was read from {earlier} just before; give them different names (serverName)",
                server.origin()
            ));
            return false;
        }
        self.origins.insert(server.name.clone(), server.origin().to_owned());
        true
    }

    fn capture(&mut self, servers: &[Server]) -> Result<()> {
        let captures = servers.iter().map(|server| {
            let prepared = PreparedServer::new(&server.name, &server.set, self.edition);
            let captured = CapturedServer::of(&server.name, server.origin(), &server.set, self.clock.stamp());
            self.store.capture(captured, ServerFacts::of(&prepared))
        });
        for captured in wait(try_join_all(captures))?? {
            self.servers.0 += 1;
            self.servers.1 += u64::from(captured.is_new);
            self.total.added += captured.added;
            self.total.changed += captured.changed;
            self.total.removed += captured.removed;
            self.total.unchanged += captured.unchanged;
        }
        Ok(())
    }
}

/// The files that are named, and those in the folders that are named, at any depth, by path.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            in_folder(path, &mut files)?;
            if files.len() == before {
                say(&format!("warning: {} holds no .json and no .jsonl file", path.display()));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn in_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let unreadable = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(unreadable)?;
    let mut entries: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .with_context(unreadable)?;
    entries.sort();
    for entry in entries {
        let ending = entry.extension().and_then(|ending| ending.to_str());
        if entry.is_dir() && !entry.is_symlink() {
            in_folder(&entry, files)?;
        } else if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
            files.push(entry);
        }
    }
    Ok(())
}
