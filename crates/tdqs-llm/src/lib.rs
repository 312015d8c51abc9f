#![doc = include_str!("../README.md")]

mod identity;
mod judge;
mod usage;

pub use identity::JudgeIdentity;
pub use judge::{Judge, JudgeError, ServerQuestion, ToolQuestion, Verdict};
pub use usage::Usage;
