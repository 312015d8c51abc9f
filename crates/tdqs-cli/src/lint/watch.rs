//! Looking again whenever a file changes.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};
use notify_debouncer_mini::new_debouncer;
use notify_debouncer_mini::notify::RecursiveMode;

use super::arguments::Lint;
use super::settings::settings_names;
use super::watched;
use crate::outcome::{Outcome, say};

/// How long a file has to lie still. Editors write a file in several steps.
const STILL: Duration = Duration::from_millis(200);

/// Runs until somebody presses Ctrl-C. What one run misses, the next one may mend, so that nothing ends it.
pub(super) fn run(arguments: &Lint, look: impl Fn() -> Result<Outcome>) -> Result<Outcome> {
    let files = &arguments.input.files;
    if files.iter().any(|file| file.as_os_str() == "-") {
        bail!("standard input does not change; name files with --watch");
    }
    let (tell, changes) = mpsc::channel();
    let mut debouncer = new_debouncer(STILL, tell).context("cannot watch files")?;
    let mut folders: Vec<PathBuf> = Vec::new();
    loop {
        // Settings that have come since are looked at as well. Folders are watched, and not files, because editors
        // put a new file in the place of the old one.
        let paths = watched(arguments);
        for folder in paths.iter().filter_map(|path| path.parent()) {
            if folder.is_dir() && !folders.iter().any(|known| known == folder) {
                let watched = debouncer.watcher().watch(folder, RecursiveMode::NonRecursive);
                watched.with_context(|| format!("cannot watch {}", folder.display()))?;
                folders.push(folder.to_owned());
            }
        }
        // Stamped before the look, so that what changes during it is looked at again.
        let stamped: Vec<PathBuf> =
            paths.into_iter().chain(files.iter().cloned()).chain(may_come_in(&folders)).collect();
        let before = stamps(&stamped);
        if let Err(error) = look() {
            say(&format!("error: {error:#}"));
        }
        say("watching for changes; Ctrl-C ends it");
        // That something was opened and read, by this program above all, is an event as well.
        while stamps(&stamped) == before {
            changes.recv().context("nobody watches the files any more")?.context("cannot watch files")?;
        }
    }
}

/// Where settings may come that are not there yet.
fn may_come_in(folders: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    folders.iter().flat_map(|folder| settings_names().map(|name| folder.join(name)))
}

/// When each file was written last, and how long it is; nothing of one that is not there.
fn stamps(paths: &[PathBuf]) -> Vec<Option<(Option<SystemTime>, u64)>> {
    let stamp = |path: &PathBuf| {
        let metadata = fs::metadata(path).ok()?;
        Some((metadata.modified().ok(), metadata.len()))
    };
    paths.iter().map(stamp).collect()
}
