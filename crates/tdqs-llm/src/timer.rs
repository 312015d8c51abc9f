//! How waits happen.
//!
//! The retry loop needs a clock and a way to sleep, and nothing else of a runtime. Both come through
//! [`Timer`], so that the crate without features needs no runtime, and tests need not wait.

use std::time::{Duration, Instant};

/// A clock that can be waited on.
#[async_trait::async_trait]
pub trait Timer: Send + Sync {
    /// The present moment. Never goes back.
    fn now(&self) -> Instant;

    /// Returns when the time has passed.
    async fn sleep(&self, duration: Duration);
}

const _: fn(&dyn Timer) = |_| {}; // judges keep whichever they were given

/// The timer of a tokio runtime that has its time driver enabled.
#[cfg(feature = "http")]
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::exhaustive_structs, reason = "the runtime is ambient in tokio; there is nothing to hold")]
pub struct TokioTimer;

#[cfg(feature = "http")]
#[async_trait::async_trait]
impl Timer for TokioTimer {
    fn now(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
