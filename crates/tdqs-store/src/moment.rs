//! When something happened.
//!
//! The store knows no clock. Who opens it brings one, so that a build that has to give the same bytes again can bring
//! a clock that stands still.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Milliseconds since 1970-01-01 00:00 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[expect(clippy::exhaustive_structs, reason = "a number with its unit")]
pub struct Moment(pub i64);

impl Moment {
    /// So much later.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }

    /// How long it is to a later moment; nothing to an earlier one.
    #[must_use]
    pub fn until(self, later: Self) -> Duration {
        Duration::from_millis(u64::try_from(later.0.saturating_sub(self.0)).unwrap_or(0))
    }

    /// Whole seconds since 1970-01-01 00:00 UTC; 0 before that.
    #[must_use]
    pub fn unix_seconds(self) -> u64 {
        u64::try_from(self.0 / 1_000).unwrap_or(0)
    }
}

/// Where moments come from.
///
/// `now` orders leases and waits and has to go on; `stamp` is what is written beside verdicts and captures and may
/// stand still.
#[derive(Clone)]
#[non_exhaustive]
pub struct Clock {
    now: Arc<dyn Fn() -> Moment + Send + Sync>,
    stamp: Arc<dyn Fn() -> Moment + Send + Sync>,
}

impl Clock {
    /// A clock that serves both purposes.
    #[must_use]
    pub fn new(now: impl Fn() -> Moment + Send + Sync + 'static) -> Self {
        let now: Arc<dyn Fn() -> Moment + Send + Sync> = Arc::new(now);
        Self { stamp: Arc::clone(&now), now }
    }

    /// Stamps verdicts and captures with one moment.
    #[must_use]
    pub fn with_fixed_stamp(mut self, stamp: Moment) -> Self {
        self.stamp = Arc::new(move || stamp);
        self
    }

    /// The moment that orders things.
    #[must_use]
    pub fn now(&self) -> Moment {
        (self.now)()
    }

    /// The moment that is written down.
    #[must_use]
    pub fn stamp(&self) -> Moment {
        (self.stamp)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock").finish_non_exhaustive()
    }
}
