//! The commands over a store, and what they have in common: where it is and by what it is read.

mod export;
mod forget;
mod history;
mod ingest;
mod location;
mod recompute;
pub(crate) mod rehearsal;
mod scored;
mod stats;
mod status;
mod sweep;
mod yardstick;

pub(crate) use self::export::ExportRecord;
pub(crate) use self::location::{
    clock, open, open_for_rehearsal, open_for_score, open_or_make, open_to_read,
};
pub(crate) use self::scored::keep;
pub(crate) use self::stats::StatisticsRecord;
pub(crate) use self::{
    export::run as export, forget::run as forget, history::run as history, ingest::run as ingest,
    recompute::run as recompute, stats::run as stats, status::run as status, sweep::run as sweep,
};

use std::future::Future;

use anyhow::{Context, Result};

/// Waits for an answer of the store, where nothing else goes on.
fn wait<T>(answer: impl Future<Output = T>) -> Result<T> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().build().context("cannot start the runtime")?;
    Ok(runtime.block_on(answer))
}

/// Servers that are read from the store at a time.
const PAGE: usize = 200;

/// A moment as reports write it.
fn moment(unix_seconds: u64) -> String {
    let last = 253_402_300_799;
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(unix_seconds.min(last));
    humantime::format_rfc3339_seconds(time).to_string()
}

/// "1 tool", "2 tools".
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
