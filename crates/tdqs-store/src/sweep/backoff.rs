//! How long failed work rests.

use std::time::Duration;

/// A row that failed once comes back with the next sweep; then it rests for the base, twice that, and so on up to a
/// day, so that a tool that no judge can answer does not eat every sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Backoff {
    /// The rest after the second failure.
    pub base: Duration,
}

/// The longest rest.
const LONGEST: Duration = Duration::from_hours(24);

impl Backoff {
    /// A backoff from a base.
    #[must_use]
    pub const fn new(base: Duration) -> Self {
        Self { base }
    }

    /// The rest after so many failures.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tdqs_store::Backoff;
    ///
    /// let backoff = Backoff::new(Duration::from_secs(60));
    /// assert_eq!([1, 2, 3, 4].map(|failures| backoff.wait(failures).as_secs()), [0, 60, 120, 240]);
    /// assert_eq!(backoff.wait(1_000).as_secs(), 86_400);
    /// ```
    #[must_use]
    pub fn wait(self, failures: u32) -> Duration {
        match failures {
            0 | 1 => Duration::ZERO,
            more => {
                let times = 1_u32.checked_shl(more - 2).unwrap_or(u32::MAX);
                self.base.saturating_mul(times).min(LONGEST)
            }
        }
    }
}

impl Default for Backoff {
    /// From one minute.
    fn default() -> Self {
        Self::new(Duration::from_mins(1))
    }
}
