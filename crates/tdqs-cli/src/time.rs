//! The time of day, or what stands for it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::visible;

/// The last second that RFC 3339 can write.
const LAST: u64 = 253_402_300_799;

/// The time since 1970 that `SOURCE_DATE_EPOCH` names, where a build has to give the same bytes again.
pub(crate) fn source_date_epoch() -> Result<Option<Duration>> {
    let Ok(seconds) = std::env::var("SOURCE_DATE_EPOCH") else { return Ok(None) };
    let number: u64 = seconds
        .parse()
        .with_context(|| format!("SOURCE_DATE_EPOCH is `{}`, expected seconds", visible::line(&seconds)))?;
    Ok(Some(Duration::from_secs(number.min(LAST))))
}

/// The time for a report, RFC 3339 in UTC.
pub(crate) fn generated_at() -> Result<String> {
    let now = source_date_epoch()?.map_or_else(SystemTime::now, |since| UNIX_EPOCH + since);
    Ok(humantime::format_rfc3339_seconds(now).to_string())
}
