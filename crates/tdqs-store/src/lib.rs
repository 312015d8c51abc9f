#![doc = include_str!("../README.md")]

mod error;
mod moment;
mod record;
mod registry;
mod remembering;
mod sqlite;
mod sweep;
mod verdicts;
mod yardstick;

pub use error::{StoreError, StoreErrorKind};
pub use moment::{Clock, Moment};
pub use record::{
    Captured, CapturedServer, CapturedTool, CoherenceRecord, Counts, Failing, History, HistoryEntry,
    HistoryTool, ServerRecord, ToolRecord, ToolStanding, WaitingWork, server_flags,
};
pub use registry::{
    Claim, Failure, Registry, ServerFacts, StaleServer, StaleTool, Subject, WorkPlace, WorkQueue,
};
pub use remembering::{Remembered, RememberingJudge};
pub use sqlite::{SCHEMA_VERSION, SqliteStore};
pub use sweep::{Backoff, EarlyEnd, SweepEvent, SweepSummary, Sweeper};
pub use verdicts::{CoherenceKey, KeptVerdict, ToolKey, VerdictStore};
pub use yardstick::{Yardstick, Yardsticks};
