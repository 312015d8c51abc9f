//! The trait that speaks the domain.
//!
//! Offline rules, a recorded replay, a cache, a mock and a language model are all judges, and judges wrap
//! judges. Nothing here knows of prompts on the wire; that is [`ChatModel`](crate::ChatModel).

use std::sync::Arc;
use std::time::Duration;

use tdqs_rubric::message::{coherence_message, tool_message};
use tdqs_rubric::{CoherenceAnswer, ListedTool, MeanTdqs, ShadowCandidate, ToolAnswer, ToolSetHash};
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition};

use crate::{JudgeIdentity, Usage};

/// What a judge is asked about one tool.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "embedders ask questions of their own judges in tests")]
pub struct ToolQuestion<'a> {
    /// The definition.
    pub tool: &'a ToolDefinition,
    /// Its signals in the edition.
    pub signals: &'a ContextSignals,
    /// The names of the server's other tools, in the server's order.
    pub siblings: &'a [&'a str],
    /// The edition of the specification.
    pub edition: SpecVersion,
    /// Which asking of the question this is, from 0: who takes the median of several answers asks several times.
    pub run: u32,
}

impl ToolQuestion<'_> {
    /// The user message that asks the question (specification: Appendix A).
    #[must_use]
    pub fn message(&self) -> String {
        tool_message(self.tool, self.signals, self.siblings, self.edition)
    }
}

/// What a judge is asked about a server's tool set.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "embedders ask questions of their own judges in tests")]
pub struct ServerQuestion<'a> {
    /// The server's name.
    pub server_name: &'a str,
    /// All tools, in the server's order.
    pub tools: &'a [ListedTool<'a>],
    /// The pairs to confirm or reject.
    pub candidates: &'a [ShadowCandidate],
    /// The edition of the specification.
    pub edition: SpecVersion,
    /// The mean TDQS of the tools that are scored; `None` when nobody waited for it. No part of the message: it says
    /// how old an earlier answer is.
    pub mean_tdqs: Option<MeanTdqs>,
}

impl ServerQuestion<'_> {
    /// The user message that asks the question (specification: Appendix B).
    #[must_use]
    pub fn message(&self) -> String {
        coherence_message(self.server_name, self.tools, self.candidates, self.edition)
    }

    /// What the judge is shown of the set, in one hash: an answer stands as long as it stays.
    #[must_use]
    pub fn tool_set_hash(&self) -> ToolSetHash {
        ToolSetHash::of(self.tools.iter().map(|tool| (tool.name, tool.description)), self.candidates)
    }
}

/// An answer and what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an answer and its cost")]
pub struct Verdict<A> {
    /// The answer, already held against its contract.
    pub answer: A,
    /// What it cost, failed attempts included.
    pub usage: Usage,
}

impl<A> Verdict<A> {
    /// A verdict that cost nothing.
    #[must_use]
    pub fn free(answer: A) -> Self {
        Self { answer, usage: Usage::default() }
    }
}

/// Gives verdicts on tool definitions and tool sets.
///
/// An implementor keeps three promises. An answer fits the contract: [`ToolAnswer::parse`] has accepted
/// it, or it was built from types that cannot be wrong. The identity stays the same as long as the same
/// question may get the same answer, and changes when the rules, the prompts or the model do. And a
/// dropped future leaves nothing behind: whoever cancels a run drops what is in flight.
#[async_trait::async_trait]
pub trait Judge: Send + Sync {
    /// Who this is.
    fn identity(&self) -> JudgeIdentity;

    /// Scores one tool on the six dimensions. Not called for a tool without a description.
    ///
    /// # Errors
    ///
    /// When there is no verdict; the error says whether other questions would meet the same end.
    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError>;

    /// Whether a server's [mean](ServerQuestion::mean_tdqs) is wanted with the question about its tool set, so that
    /// it is asked after the tools. Costs a run of one server the time of one more answer.
    fn waits_for_mean(&self) -> bool {
        false
    }

    /// Scores a tool set on the four dimensions of coherence and says which candidate pairs it confirms.
    ///
    /// # Errors
    ///
    /// When there is no verdict; the error says whether other questions would meet the same end.
    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError>;
}

const _: fn(&dyn Judge) = |_| {}; // callers choose the judge at run time

macro_rules! forward_to_inner {
    ($($pointer:ty),+) => {$(
        #[async_trait::async_trait]
        impl<J: Judge + ?Sized> Judge for $pointer {
            fn identity(&self) -> JudgeIdentity {
                (**self).identity()
            }

            fn waits_for_mean(&self) -> bool {
                (**self).waits_for_mean()
            }

            async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
                (**self).judge_tool(question).await
            }

            async fn judge_server(&self, question: &ServerQuestion<'_>) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
                (**self).judge_server(question).await
            }
        }
    )+};
}

forward_to_inner!(Box<J>, Arc<J>);

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct JudgeError {
    /// What went wrong and after how many attempts, for people. Holds no secret and no control character.
    pub message: String,
    /// Every other question would meet the same end, such as a key that is refused: asking on is no use.
    pub ends_run: bool,
    /// The endpoint could not be reached: nothing is known against the question.
    pub is_unreachable: bool,
    /// What the attempts cost.
    pub usage: Usage,
    /// How long the endpoint wants to be left alone, where it said so.
    pub retry_after: Option<Duration>,
}

impl JudgeError {
    /// A failure of this question alone.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ends_run: false,
            is_unreachable: false,
            usage: Usage::default(),
            retry_after: None,
        }
    }

    /// A failure that every other question would meet as well.
    #[must_use]
    pub fn ending_run(message: impl Into<String>) -> Self {
        Self { ends_run: true, ..Self::new(message) }
    }

    /// A failure of the way to the endpoint.
    #[must_use]
    pub fn unreachable(message: impl Into<String>) -> Self {
        Self { is_unreachable: true, ..Self::new(message) }
    }

    /// Notes how long the endpoint wants to be left alone.
    #[must_use]
    pub fn with_retry_after(mut self, retry_after: Option<Duration>) -> Self {
        self.retry_after = retry_after;
        self
    }

    /// Adds what the attempts cost.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }
}
