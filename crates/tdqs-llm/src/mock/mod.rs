//! Stand-ins for tests: a judge, a model and a timer that do as they are told and remember what they were
//! asked. They are for the tests of embedders as much as for ours.

mod chat_model;
mod judge;
mod timer;

pub use chat_model::MockChatModel;
pub use judge::{Asked, MockJudge};
pub use timer::MockTimer;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a test asserts on stays readable when another thread of it has panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
