//! The file of `tdqs score --write` and `tdqs check`.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tdqs::llm::JudgeIdentity;
use tdqs::lock::Lock;
use tdqs::signals::tool_set::utf8;
use tdqs::{ScoreReport, SpecVersion, ToolSet};

use crate::outcome::say;
use crate::output::Destination;
use crate::visible;

/// Reads the scores of a file; `None` when there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<Lock>> {
    let named = || format!("the scores in {}", path.display());
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", named())),
    };
    let lock = utf8(&bytes).map_err(anyhow::Error::from).and_then(|text| Ok(Lock::parse(text)?));
    Ok(Some(lock.with_context(|| format!("cannot read {}", named()))?))
}

/// A file that the scores of a run will be written to, and what it holds already.
pub(crate) struct LockFile {
    path: PathBuf,
    destination: Destination,
    lock: Option<Lock>,
}

impl LockFile {
    /// Reads what is there and checks that it can be replaced, before anything is paid for. `report` is where the
    /// report goes.
    pub(crate) fn open(path: &Path, report: &Destination) -> Result<Self> {
        let path = path.to_owned();
        let destination = Destination::check_path(&path)?;
        if !matches!(destination, Destination::File(_)) {
            bail!("--write keeps scores in a file, and {} is none", path.display());
        }
        if destination.is_same_place(report) {
            bail!("--output and --write name the same file, {}", path.display());
        }
        let lock = read(&path)?;
        Ok(Self { path, destination, lock })
    }

    /// Checks that the run will not lose what the file holds.
    pub(crate) fn expect_room_for(
        &self,
        edition: SpecVersion,
        judge: &JudgeIdentity,
        servers: &[&str],
        is_whole: bool,
    ) -> Result<()> {
        let empty = Lock::new(edition, judge.clone());
        let lock = self.lock.as_ref().unwrap_or(&empty);
        lock.expect_room_for(edition, judge, servers, is_whole).with_context(|| self.not_written())
    }

    /// Writes the scores of a run beside those that stay.
    pub(crate) fn record(self, servers: &[(&str, &ToolSet)], reports: &[ScoreReport]) -> Result<()> {
        let run: Vec<(&ToolSet, &ScoreReport)> = servers.iter().map(|(_, set)| *set).zip(reports).collect();
        let Some((_, first)) = run.first() else { return Ok(()) };
        let not_written = self.not_written();
        let mut lock = self.lock.unwrap_or_else(|| Lock::new(first.spec_version, first.judge.clone()));
        lock.record(&run).context(not_written)?;
        self.destination.write(&visible::json(&lock.to_string()))?;
        let count: usize = lock.servers().iter().map(|server| server.tools.len()).sum();
        say(&format!(
            "{} holds {count} score{} of `{}`",
            self.path.display(),
            if count == 1 { "" } else { "s" },
            lock.judge().name
        ));
        Ok(())
    }

    fn not_written(&self) -> String {
        format!("{} was left as it was", self.path.display())
    }
}
