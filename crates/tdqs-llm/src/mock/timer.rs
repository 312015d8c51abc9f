//! A timer on which no time is lost.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::lock;
use crate::Timer;

/// A timer whose sleeps return at once. Its clock stands still but for them, and it remembers how long
/// each was. Clones share clock and memory.
#[derive(Debug, Clone)]
pub struct MockTimer {
    start: Instant,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl MockTimer {
    /// A timer that nobody has waited on.
    #[must_use]
    pub fn new() -> Self {
        Self { start: Instant::now(), waits: Arc::default() }
    }

    /// The waits so far, in order.
    #[must_use]
    pub fn waits(&self) -> Vec<Duration> {
        lock(&self.waits).clone()
    }
}

impl Default for MockTimer {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait::async_trait]
impl Timer for MockTimer {
    fn now(&self) -> Instant {
        let waited = lock(&self.waits).iter().fold(Duration::ZERO, |sum, wait| sum.saturating_add(*wait));
        self.start.checked_add(waited).unwrap_or(self.start)
    }

    async fn sleep(&self, duration: Duration) {
        lock(&self.waits).push(duration);
    }
}
