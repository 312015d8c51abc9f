//! Looking again whenever a file changes.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use notify_debouncer_mini::new_debouncer;
use notify_debouncer_mini::notify::RecursiveMode;

use super::arguments::Lint;
use super::settings::may_be_settings;
use super::watched;
use crate::outcome::{Outcome, say};

/// How long a file has to lie still. Editors write a file in several steps.
const STILL: Duration = Duration::from_millis(200);

/// Runs until somebody presses Ctrl-C. What one run misses, the next one may mend, so that nothing ends it.
pub(super) fn run(arguments: &Lint, look: impl Fn() -> Result<Outcome>) -> Result<Outcome> {
    if arguments.input.files.iter().any(|file| file.as_os_str() == "-") {
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
            if !folders.iter().any(|known| known == folder) {
                let watched = debouncer.watcher().watch(folder, RecursiveMode::NonRecursive);
                watched.with_context(|| format!("cannot watch {}", folder.display()))?;
                folders.push(folder.to_owned());
            }
        }
        if let Err(error) = look() {
            say(&format!("error: {error:#}"));
        }
        say("watching for changes; Ctrl-C ends it");
        loop {
            let events =
                changes.recv().context("nobody watches the files any more")?.context("cannot watch files")?;
            let is_ours =
                |changed: &PathBuf| {
                    paths.contains(changed)
                        || arguments.input.files.iter().any(|file| {
                            changed.file_name().is_some() && changed.file_name() == file.file_name()
                        })
                        || changed.file_name().is_some_and(may_be_settings)
                };
            if events.iter().any(|event| is_ours(&event.path)) {
                break;
            }
        }
    }
}
