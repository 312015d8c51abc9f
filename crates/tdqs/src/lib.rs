#![doc = include_str!("../README.md")]

mod answers;
pub mod lock;
mod prepared;
pub mod report;
mod scorer;
pub mod statistics;

#[doc(inline)]
pub use prepared::{PreparedServer, PreparedTool};
#[doc(inline)]
pub use report::{Failure, ScoreReport, ServerScore, Stage};
#[doc(inline)]
pub use scorer::{
    Estimate, Event, SERVER_CONCURRENCY, Scorer, TOOL_CONCURRENCY, ToolFailed, estimated_tokens,
};

#[cfg(feature = "authoring")]
pub use tdqs_authoring as authoring;
pub use tdqs_coherence as coherence;
#[cfg(feature = "lint")]
pub use tdqs_lint as lint;
pub use tdqs_llm as llm;
#[cfg(feature = "offline")]
pub use tdqs_offline as offline;
pub use tdqs_rubric as rubric;
pub use tdqs_signals as signals;

#[cfg(feature = "offline")]
#[doc(inline)]
pub use tdqs_offline::OfflineJudge;
#[doc(inline)]
pub use tdqs_rubric::ToolScore;
#[doc(inline)]
pub use tdqs_signals::{SpecVersion, ToolDefinition, ToolSet};

/// The README of the repository, so that its example compiles.
#[cfg(all(doctest, feature = "offline"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
