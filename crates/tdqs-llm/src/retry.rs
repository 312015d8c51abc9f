//! When to try again, and when to give up.
//!
//! Decisions: "Model answers". Faults 4 and 5 of the reference implementation: waits that are all alike,
//! and a `Retry-After` nobody reads.

use std::time::Duration;

/// The budget of one question: attempts, waits and time. Answers that do not fit and faults of the
/// transport draw on it alike.
///
/// ```
/// use std::time::Duration;
/// use tdqs_llm::RetryPolicy;
///
/// let policy = RetryPolicy::default().with_max_attempts(6).with_max_retry_after(Duration::from_secs(30));
/// assert_eq!(policy.base_delay, Duration::from_secs(1));
/// ```
///
/// A [`Questioner`](crate::Questioner) keeps to one by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// Attempts, the first one included. There is always one, so 0 means 1.
    pub max_attempts: u32,
    /// The longest first wait. Each further wait may be twice as long.
    pub base_delay: Duration,
    /// The longest wait when the server asks for none.
    pub max_delay: Duration,
    /// The longest wait a server may ask for. When it asks for more, the question fails at once.
    pub max_retry_after: Duration,
    /// No wait begins that would end later than this after the question was asked. An attempt that is
    /// under way is bounded by the model's own limits.
    pub max_total: Duration,
}

impl Default for RetryPolicy {
    /// Four attempts, waits from 1 s up to 30 s, two minutes for a server that asks, a quarter of an hour
    /// in all.
    fn default() -> Self {
        Self {
            max_attempts: Self::DEFAULT_ATTEMPTS,
            base_delay: Duration::from_secs(1),
            max_delay: Duration::from_secs(30),
            max_retry_after: Duration::from_mins(2),
            max_total: Duration::from_mins(15),
        }
    }
}

impl RetryPolicy {
    /// Attempts for one question unless told otherwise, the first included.
    pub const DEFAULT_ATTEMPTS: u32 = 4;

    /// Sets the number of attempts, the first one included.
    #[must_use]
    pub const fn with_max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts;
        self
    }

    /// Sets the longest first wait and the longest wait of all.
    #[must_use]
    pub const fn with_delays(mut self, base: Duration, max: Duration) -> Self {
        self.base_delay = base;
        self.max_delay = max;
        self
    }

    /// Sets the longest wait a server may ask for.
    #[must_use]
    pub const fn with_max_retry_after(mut self, limit: Duration) -> Self {
        self.max_retry_after = limit;
        self
    }

    /// Sets the time after which no further wait begins.
    #[must_use]
    pub const fn with_max_total(mut self, limit: Duration) -> Self {
        self.max_total = limit;
        self
    }

    /// How long to wait before the next attempt.
    ///
    /// `attempt` is the number of the one that failed, from 1, and `elapsed` the time since the question was asked. A
    /// server that asks to wait ([`ChatError::retry_after`](crate::ChatError::retry_after)) is obeyed to the letter.
    /// Otherwise the wait is the part `chance`, from 0 to 1, of the longest one, which doubles from attempt to
    /// attempt: drawn at random, so that questions which failed together do not come back together.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tdqs_llm::{GiveUp, RetryPolicy};
    ///
    /// let policy = RetryPolicy::default();
    /// assert_eq!(policy.next_wait(3, None, Duration::ZERO, 0.5), Ok(Duration::from_secs(2)));
    /// let asked = Some(Duration::from_secs(7));
    /// assert_eq!(policy.next_wait(1, asked, Duration::ZERO, 0.5), Ok(Duration::from_secs(7)));
    /// assert_eq!(policy.next_wait(4, None, Duration::ZERO, 0.5), Err(GiveUp::AttemptsSpent));
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no further attempt, with the limit that was met.
    pub fn next_wait(
        &self,
        attempt: u32,
        retry_after: Option<Duration>,
        elapsed: Duration,
        chance: f64,
    ) -> Result<Duration, GiveUp> {
        if attempt >= self.max_attempts {
            return Err(GiveUp::AttemptsSpent);
        }
        let wait = match retry_after {
            Some(asked) if asked > self.max_retry_after => {
                return Err(GiveUp::WaitTooLong { asked, limit: self.max_retry_after });
            }
            Some(asked) => asked,
            None => {
                let longest = self.longest_delay(attempt);
                Duration::try_from_secs_f64(longest.as_secs_f64() * chance).unwrap_or(longest)
            }
        };
        if elapsed.saturating_add(wait) > self.max_total {
            return Err(GiveUp::TimeSpent { limit: self.max_total });
        }
        Ok(wait)
    }

    /// Doubles from attempt to attempt. The wait is drawn between zero and this ("full jitter").
    fn longest_delay(&self, attempt: u32) -> Duration {
        let factor = 2_u32.saturating_pow(attempt.saturating_sub(1));
        self.base_delay.saturating_mul(factor).min(self.max_delay)
    }
}

/// Why there is no further attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GiveUp {
    /// [`RetryPolicy::max_attempts`] were made.
    #[error("no attempt is left")]
    AttemptsSpent,
    /// The server asks for more than [`RetryPolicy::max_retry_after`].
    #[error("the server asks to wait {} s, and the limit is {} s", asked.as_secs_f64(), limit.as_secs_f64())]
    WaitTooLong {
        /// The wait that the server asks for.
        asked: Duration,
        /// The longest one that it may ask for.
        limit: Duration,
    },
    /// The wait would end later than [`RetryPolicy::max_total`].
    #[error("another attempt would begin after the limit of {} s", limit.as_secs_f64())]
    TimeSpent {
        /// The time after which no attempt begins.
        limit: Duration,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: RetryPolicy = RetryPolicy {
        max_attempts: 40,
        base_delay: Duration::from_millis(500),
        max_delay: Duration::from_secs(3),
        max_retry_after: Duration::from_mins(1),
        max_total: Duration::from_mins(10),
    };

    fn waits(chance: f64) -> Vec<u128> {
        [1, 2, 3, 4, 39]
            .map(|attempt| POLICY.next_wait(attempt, None, Duration::ZERO, chance).unwrap().as_millis())
            .to_vec()
    }

    #[test]
    fn waits_double_up_to_their_limit_and_chance_takes_its_part() {
        assert_eq!(waits(1.0), [500, 1_000, 2_000, 3_000, 3_000]);
        assert_eq!(waits(0.5), [250, 500, 1_000, 1_500, 1_500]);
        assert_eq!(waits(0.0), [0; 5]);
    }

    #[test]
    fn absurd_limits_do_not_overflow() {
        let policy = POLICY.with_delays(Duration::MAX, Duration::MAX).with_max_total(Duration::MAX);
        assert_eq!(policy.next_wait(9, None, Duration::MAX, 1.0), Ok(Duration::MAX));
    }

    #[test]
    fn what_the_server_asks_for_is_waited_to_the_letter_or_not_at_all() {
        let after =
            |seconds: f64| POLICY.next_wait(1, Some(Duration::from_secs_f64(seconds)), Duration::ZERO, 0.3);
        assert_eq!(after(0.0), Ok(Duration::ZERO));
        assert_eq!(after(1.5), Ok(Duration::from_millis(1_500)));
        assert_eq!(after(60.0), Ok(Duration::from_mins(1)));
        assert_eq!(
            after(3600.0).unwrap_err().to_string(),
            "the server asks to wait 3600 s, and the limit is 60 s"
        );
        assert!(POLICY.next_wait(1, Some(Duration::MAX), Duration::ZERO, 0.3).is_err());
    }

    #[test]
    fn attempts_and_time_are_bounded() {
        assert_eq!(POLICY.next_wait(40, None, Duration::ZERO, 0.0), Err(GiveUp::AttemptsSpent));
        assert_eq!(
            POLICY.with_max_attempts(0).next_wait(1, None, Duration::ZERO, 0.0),
            Err(GiveUp::AttemptsSpent)
        );
        let late = POLICY.next_wait(1, Some(Duration::from_secs(2)), Duration::from_secs(599), 0.0);
        assert_eq!(late.unwrap_err().to_string(), "another attempt would begin after the limit of 600 s");
        assert_eq!(POLICY.next_wait(u32::MAX - 1, None, Duration::MAX, 1.0), Err(GiveUp::AttemptsSpent));
    }
}
