//! Which store a command means.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use etcetera::BaseStrategy;
use tdqs_store::{Clock, Moment, SqliteStore};

use crate::arguments::{JudgeKind, ScoreStore, StoreChoice};
use crate::outcome::say;
use crate::time::source_date_epoch;

/// The variable that names a store where no option does.
const VARIABLE: &str = "TDQS_STORE";

/// Opens the store to write to it, and makes it where there is none.
pub(crate) fn open_or_make(choice: &StoreChoice) -> Result<SqliteStore> {
    let path = named_or_default(choice.store.as_ref())?;
    make_folder(&path, choice.store.is_some())?;
    opened(path)
}

/// Opens a store that is there to write to it.
pub(crate) fn open(choice: &StoreChoice) -> Result<SqliteStore> {
    opened(present(choice)?)
}

/// Opens a store that is there.
pub(crate) fn open_to_read(choice: &StoreChoice) -> Result<SqliteStore> {
    Ok(SqliteStore::open_to_read(present(choice)?)?)
}

/// Where the store is. A name that was mistyped makes no new one, in which there would be nothing to do.
fn present(choice: &StoreChoice) -> Result<PathBuf> {
    let path = named_or_default(choice.store.as_ref())?;
    if !path.exists() {
        bail!("there is no store at {}; `tdqs ingest` makes one", path.display());
    }
    Ok(path)
}

/// The store of `tdqs score`: the one that is named, or for a judge that costs something the user's own. The user's
/// own is a convenience, so that a run goes on where it cannot be had.
pub(crate) fn open_for_score(choice: &ScoreStore, judge: JudgeKind) -> Result<Option<SqliteStore>> {
    if choice.no_store {
        return Ok(None);
    }
    if choice.store.is_some() || variable()?.is_some() {
        let path = named_or_default(choice.store.as_ref())?;
        return opened(path).map(Some);
    }
    if judge == JudgeKind::Offline {
        return Ok(None);
    }
    let own = || {
        let path = named_or_default(None)?;
        make_folder(&path, false)?;
        opened(path)
    };
    Ok(own().inspect_err(|error| say(&format!("warning: verdicts are not kept: {error:#}"))).ok())
}

/// The store of `tdqs score`, if it is there, to look what it holds. Nothing is made, brought up or written.
pub(crate) fn open_for_rehearsal(choice: &ScoreStore, judge: JudgeKind) -> Result<Option<SqliteStore>> {
    let is_named = choice.store.is_some() || variable()?.is_some();
    if choice.no_store || (!is_named && judge == JudgeKind::Offline) {
        return Ok(None);
    }
    let path = named_or_default(choice.store.as_ref())?;
    if !path.exists() {
        return Ok(None);
    }
    match SqliteStore::open_to_read(path) {
        Err(error) if !is_named => {
            say(&format!("warning: what is kept is not taken into account: {error}"));
            Ok(None)
        }
        store => Ok(Some(store?)),
    }
}

fn opened(path: PathBuf) -> Result<SqliteStore> {
    let store = SqliteStore::open(path)?;
    if let Some(format) = store.migrated_from() {
        say(&format!(
            "The store {} had format {format} and was brought up to {}.",
            store.path().display(),
            tdqs_store::SCHEMA_VERSION
        ));
    }
    Ok(store)
}

fn variable() -> Result<Option<PathBuf>> {
    match std::env::var_os(VARIABLE) {
        Some(path) if path.is_empty() => bail!("{VARIABLE} is set and empty; unset it or name a file"),
        path => Ok(path.map(PathBuf::from)),
    }
}

fn named_or_default(named: Option<&PathBuf>) -> Result<PathBuf> {
    if let Some(path) = named {
        return Ok(path.clone());
    }
    if let Some(path) = variable()? {
        return Ok(path);
    }
    let base = etcetera::choose_base_strategy()
        .with_context(|| format!("no cache directory is known; name a store with --store or {VARIABLE}"))?;
    Ok(base.cache_dir().join("tdqs").join("scores.sqlite"))
}

/// The user's own folder is made; one that was named has to exist, as for every other file.
fn make_folder(path: &std::path::Path, is_named: bool) -> Result<()> {
    match path.parent() {
        Some(folder) if !is_named && !folder.as_os_str().is_empty() => {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The time of day; what is written down stands still where `SOURCE_DATE_EPOCH` says so.
pub(crate) fn clock() -> Result<Clock> {
    let clock = Clock::new(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Moment::default().after(since)
    });
    Ok(match source_date_epoch()? {
        Some(since) => clock.with_fixed_stamp(Moment::default().after(since)),
        None => clock,
    })
}
