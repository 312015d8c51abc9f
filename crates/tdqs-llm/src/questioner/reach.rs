//! Whether there is anybody at the endpoint at all.
//!
//! A name mistyped or a server not started fails every question alike, and each takes its time over all
//! its attempts. An endpoint that has answered once, whatever it said, may come back: then each question
//! stands for itself.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::ChatErrorKind;

/// Questions in a row that may miss an endpoint which nobody has ever reached. One could be a server that
/// is still starting.
const MISSES: u32 = 3;

/// What the questions of a judge, side by side as they may be, have met so far.
#[derive(Debug, Default)]
pub(super) struct Reach {
    was_reached: AtomicBool,
    misses_in_a_row: AtomicU32,
}

impl Reach {
    /// Notes an answer.
    pub(super) fn note_answer(&self) {
        self.was_reached.store(true, Ordering::Relaxed);
    }

    /// Notes an attempt that failed.
    pub(super) fn note_failure(&self, kind: ChatErrorKind) {
        // A closed list: of a failure that is not known to come from the endpoint nothing is concluded.
        if matches!(
            kind,
            ChatErrorKind::Status(_)
                | ChatErrorKind::Denied(_)
                | ChatErrorKind::QuotaExhausted
                | ChatErrorKind::TooLarge
                | ChatErrorKind::Unreadable
                | ChatErrorKind::Refused
        ) {
            self.note_answer();
        }
    }

    /// Notes a question that failed for good. When it is one too many, says how many in a row it makes.
    pub(super) fn note_failed_question(&self, is_unreachable: bool) -> Option<u32> {
        if !is_unreachable {
            self.misses_in_a_row.store(0, Ordering::Relaxed);
            return None;
        }
        let misses = self.misses_in_a_row.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        (misses >= MISSES && !self.was_reached.load(Ordering::Relaxed)).then_some(misses)
    }
}
