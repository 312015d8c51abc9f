//! Why an attempt brought no answer, and what follows from it.
//!
//! What is worth another attempt and what ends a run is decided here, by the kind alone, so that a
//! gateway of one's own is treated like ours.
//!
//! Decisions: "Model answers".

use std::time::Duration;

use crate::Usage;
use crate::foreign_text::{Ellipsis, one_line};

/// Why an attempt brought no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}{}{detail}", if detail.is_empty() { "" } else { ": " })]
#[non_exhaustive]
pub struct ChatError {
    /// What happened.
    pub kind: ChatErrorKind,
    /// The provider's message or the cause, for people; may be empty. Holds no secret.
    pub detail: String,
    /// How long the server asks to wait, as it asked: not cut to any limit of ours.
    pub retry_after: Option<Duration>,
    /// What the attempt cost all the same.
    pub usage: Usage,
}

/// The kinds of failure that are treated differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ChatErrorKind {
    /// No connection: the name is not known, nobody listens, the certificate is not trusted.
    #[error("the endpoint cannot be reached")]
    Unreachable,
    /// The connection broke before the whole answer was here.
    #[error("the connection broke off")]
    Disconnected,
    /// A limit on time was met.
    #[error("the request timed out")]
    TimedOut,
    /// The endpoint answered with a status other than success.
    #[error("the endpoint answered {0}")]
    Status(u16),
    /// The endpoint refuses the key or the model and says so in the body, whatever the status.
    #[error("the endpoint answered {0}")]
    Denied(u16),
    /// There is no money left, which no waiting cures.
    #[error("the account has no credit left")]
    QuotaExhausted,
    /// The answer is larger than a chat completion can be.
    #[error("the answer is too large")]
    TooLarge,
    /// The answer is no chat completion: a page of a proxy, a text cut off, nothing at all.
    #[error("the endpoint's answer is no chat completion")]
    Unreadable,
    /// The model declines to answer this question.
    #[error("the model refuses to answer")]
    Refused,
    /// Anything else that trying again does not cure.
    #[error("the model failed")]
    Other,
}

impl ChatError {
    /// A failure of one request.
    ///
    /// Control characters in the detail are replaced by spaces.
    #[must_use]
    pub fn new(kind: ChatErrorKind, detail: impl AsRef<str>) -> Self {
        let detail = one_line(detail.as_ref()).shortened(DETAIL_LENGTH);
        Self { kind, detail, retry_after: None, usage: Usage::new(1, 0, 0) }
    }

    /// Adds how long the server asks to wait.
    #[must_use]
    pub fn with_retry_after(mut self, retry_after: Option<Duration>) -> Self {
        self.retry_after = retry_after;
        self
    }

    /// Replaces what the attempt cost.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }

    /// Whether the same messages may fare better another time.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self.kind {
            ChatErrorKind::Unreachable
            | ChatErrorKind::Disconnected
            | ChatErrorKind::TimedOut
            | ChatErrorKind::Unreadable => true,
            ChatErrorKind::Status(status) => matches!(status, 408 | 409 | 425 | 429 | 500..=599),
            // A body past every measure is an endpoint gone wrong; four of them are four times the traffic.
            ChatErrorKind::TooLarge
            | ChatErrorKind::Denied(_)
            | ChatErrorKind::QuotaExhausted
            | ChatErrorKind::Refused
            | ChatErrorKind::Other => false,
        }
    }

    /// Whether every other question would meet the same end.
    #[must_use]
    pub const fn ends_run(&self) -> bool {
        match self.kind {
            ChatErrorKind::QuotaExhausted | ChatErrorKind::Denied(_) => true,
            // A redirect is not followed, and all questions go to one address by one method.
            ChatErrorKind::Status(status) => matches!(status, 300..=399 | 401 | 403 | 404 | 405 | 407 | 410),
            _ => false,
        }
    }
}

/// Enough for a provider's sentence and the limit it speaks of.
const DETAIL_LENGTH: usize = 400;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_decides_what_follows() {
        for (kind, retryable, ends_run) in [
            (ChatErrorKind::Unreachable, true, false),
            (ChatErrorKind::Disconnected, true, false),
            (ChatErrorKind::TimedOut, true, false),
            (ChatErrorKind::Unreadable, true, false),
            (ChatErrorKind::TooLarge, false, false),
            (ChatErrorKind::QuotaExhausted, false, true),
            (ChatErrorKind::Refused, false, false),
            (ChatErrorKind::Other, false, false),
            (ChatErrorKind::Status(307), false, true),
            (ChatErrorKind::Status(400), false, false),
            (ChatErrorKind::Status(401), false, true),
            (ChatErrorKind::Status(403), false, true),
            (ChatErrorKind::Status(404), false, true),
            (ChatErrorKind::Status(405), false, true),
            (ChatErrorKind::Denied(400), false, true),
            (ChatErrorKind::Status(408), true, false),
            (ChatErrorKind::Status(409), true, false),
            (ChatErrorKind::Status(413), false, false),
            (ChatErrorKind::Status(422), false, false),
            (ChatErrorKind::Status(425), true, false),
            (ChatErrorKind::Status(429), true, false),
            (ChatErrorKind::Status(500), true, false),
            (ChatErrorKind::Status(503), true, false),
        ] {
            let error = ChatError::new(kind, "");
            assert_eq!((error.is_retryable(), error.ends_run()), (retryable, ends_run), "{kind:?}");
        }
    }

    #[test]
    fn the_message_has_the_kind_and_the_words_of_the_provider() {
        let error = ChatError::new(ChatErrorKind::Status(429), "slow\r\n\u{1b}[2Jdown");
        assert_eq!(error.to_string(), "the endpoint answered 429: slow [2Jdown");
        assert_eq!(ChatError::new(ChatErrorKind::TimedOut, "").to_string(), "the request timed out");
    }
}
