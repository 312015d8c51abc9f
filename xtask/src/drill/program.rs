//! The program under drill: how it is run, and what it left in a store.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use super::endpoint::Endpoint;
use super::registry::Registry;

/// The moment that every stamp of a drill names, so that contents can be compared.
const MOMENT: &str = "1767225600";

#[derive(Debug)]
pub(super) struct Program {
    tdqs: PathBuf,
    folder: PathBuf,
}

impl Program {
    pub(super) fn new(tdqs: PathBuf, folder: PathBuf) -> Self {
        Self { tdqs, folder }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.tdqs);
        command
            .env("SOURCE_DATE_EPOCH", MOMENT)
            .env("TDQS_API_KEY", "sk-drill")
            .env("NO_COLOR", "1")
            .env_remove("TDQS_REQUEST_OVERRIDES")
            .stdin(Stdio::null());
        command
    }

    /// Makes a store of all servers.
    pub(super) fn ingest(&self, name: &str, registry: &Registry) -> Result<PathBuf> {
        let store = self.folder.join(name);
        let mut command = self.command();
        command.arg("ingest").arg(&registry.path).arg("--store").arg(&store);
        finished(command)?;
        Ok(store)
    }

    fn sweep(&self, store: &Path, endpoint: &Endpoint, options: &[&str]) -> Command {
        let mut command = self.command();
        command
            .args(["sweep", "--judge", "openai", "--model", "some-model", "--base-url", &endpoint.base_url])
            .args(options)
            .arg("--store")
            .arg(store);
        command
    }

    /// Begins a sweep. What it says goes to a file, so that no pipe fills up.
    pub(super) fn begin_sweep(
        &self,
        store: &Path,
        endpoint: &Endpoint,
        options: &[&str],
        name: &str,
    ) -> Result<Sweep> {
        let said = self.folder.join(format!("{name}.txt"));
        let file = File::create(&said)?;
        let mut command = self.sweep(store, endpoint, options);
        let child =
            command.stdout(file.try_clone()?).stderr(file).spawn().context("the sweep does not start")?;
        Ok(Sweep { child, said })
    }

    /// Sweeps and takes what was said, whatever the exit code.
    pub(super) fn sweep_once(&self, store: &Path, endpoint: &Endpoint, options: &[&str]) -> Result<Output> {
        self.sweep(store, endpoint, options).output().context("the sweep does not start")
    }

    /// Sweeps where nothing goes wrong.
    pub(super) fn sweep_to_the_end(&self, store: &Path, endpoint: &Endpoint, options: &[&str]) -> Result<()> {
        finished(self.sweep(store, endpoint, options)).map(drop)
    }

    /// The present standing of everything, in bytes that can be compared.
    pub(super) fn export(&self, store: &Path) -> Result<String> {
        let mut command = self.command();
        command.arg("export").arg("--store").arg(store);
        finished(command)
    }

    /// How many tools and servers have no verdict.
    pub(super) fn stale(&self, store: &Path) -> Result<(usize, usize)> {
        let mut command = self.command();
        command.args(["status", "--format", "json", "--store"]).arg(store);
        let status: Value = serde_json::from_str(&finished(command)?)?;
        let number = |key: &str| {
            let number = status[key].as_u64().with_context(|| format!("the status has no {key}"))?;
            Ok::<_, anyhow::Error>(usize::try_from(number)?)
        };
        Ok((number("staleTools")?, number("staleServers")?))
    }
}

fn finished(mut command: Command) -> Result<String> {
    let output = command.output().context("the program does not start")?;
    if !output.status.success() {
        bail!("{:?} ended with {}: {}", command, output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// A sweep that runs.
#[derive(Debug)]
pub(super) struct Sweep {
    child: Child,
    said: PathBuf,
}

impl Sweep {
    pub(super) fn has_ended(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Ends it as `kill -9` does.
    pub(super) fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Waits for its end; it has to be a good one. Gives what it said.
    pub(super) fn finish(mut self) -> Result<String> {
        let status = self.child.wait()?;
        let said = std::fs::read_to_string(&self.said)?;
        if status.success() { Ok(said) } else { bail!("a sweep ended with {status}: {said}") }
    }
}

/// Every verdict that is in a store, by the names that the endpoint's log has for questions. Read with `SQLite` itself,
/// because it is the program that is under suspicion.
pub(super) fn verdicts(store: &Path) -> Result<BTreeSet<String>> {
    let connection = Connection::open_with_flags(
        store,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    let is_sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if is_sound != "ok" {
        bail!("the store is damaged: {is_sound}");
    }
    let mut read = connection.prepare(
        "SELECT d.name FROM tool_verdicts JOIN definitions d USING (input_hash) \
         UNION ALL SELECT 'server:' || server FROM coherence_verdicts",
    )?;
    let names = read.query_map([], |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}
