//! Verdicts kept by what they were given on.
//!
//! This is the seam for a cache: [`RememberingJudge`](crate::RememberingJudge) needs no more of a store than this.

use tdqs::llm::{ServerQuestion, Verdict};
use tdqs::rubric::{CoherenceAnswer, MeanTdqs, ToolAnswer, ToolSetHash};
use tdqs::signals::InputHash;

use crate::{Moment, StoreError, Yardstick};

/// On what a verdict about a tool was given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "a key is all of its parts")]
pub struct ToolKey {
    /// By what.
    pub yardstick: Yardstick,
    /// The definition.
    pub input_hash: InputHash,
    /// Which of several runs, from 0.
    pub run: u32,
}

/// On what a verdict about a tool set was given. Another mean or another set takes another verdict
/// (specification: "Running TDQS at scale").
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "a key is all of its parts")]
pub struct CoherenceKey {
    /// By what.
    pub yardstick: Yardstick,
    /// The server's name.
    pub server: String,
    /// Names, descriptions and candidate pairs.
    pub tool_set_hash: ToolSetHash,
    /// The mean TDQS of the scored tools; `None` when none is.
    pub mean_tdqs: Option<MeanTdqs>,
}

impl CoherenceKey {
    /// On what an answer to a question about a tool set is given.
    #[must_use]
    pub fn of(yardstick: Yardstick, question: &ServerQuestion<'_>) -> Self {
        Self {
            yardstick,
            server: question.server_name.to_owned(),
            tool_set_hash: question.tool_set_hash(),
            mean_tdqs: question.mean_tdqs,
        }
    }
}

/// A verdict with the moment it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a verdict and its moment")]
pub struct KeptVerdict<A> {
    /// The answer and what it cost.
    pub verdict: Verdict<A>,
    /// When it was given.
    pub at: Moment,
}

/// Keeps verdicts across runs.
///
/// An implementor keeps two promises. When a `keep_…` has returned, the verdict survives the end of the process,
/// however it ends. And keeping the same key again replaces the verdict and is no error, so that whoever is not sure
/// whether a write arrived writes again.
#[async_trait::async_trait]
pub trait VerdictStore: Send + Sync {
    /// The verdict about a tool, if there is one.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn tool_verdict(&self, key: &ToolKey) -> Result<Option<KeptVerdict<ToolAnswer>>, StoreError>;

    /// Keeps a verdict about a tool.
    ///
    /// # Errors
    ///
    /// When the store cannot be written. Verdicts that were kept before are still there.
    async fn keep_tool_verdict(
        &self,
        key: &ToolKey,
        verdict: &KeptVerdict<ToolAnswer>,
    ) -> Result<(), StoreError>;

    /// The verdict about a tool set, if there is one.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn coherence_verdict(
        &self,
        key: &CoherenceKey,
    ) -> Result<Option<KeptVerdict<CoherenceAnswer>>, StoreError>;

    /// Keeps a verdict about a tool set.
    ///
    /// # Errors
    ///
    /// When the store cannot be written. Verdicts that were kept before are still there.
    async fn keep_coherence_verdict(
        &self,
        key: &CoherenceKey,
        verdict: &KeptVerdict<CoherenceAnswer>,
    ) -> Result<(), StoreError>;
}

const _: fn(&dyn VerdictStore) = |_| {}; // callers choose the engine at run time
