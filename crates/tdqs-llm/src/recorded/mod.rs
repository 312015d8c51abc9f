//! Answers kept as data, to be given again without a model.
//!
//! A run through a [`RecordingJudge`] fills [`RecordedAnswers`]; a [`ReplayJudge`] gives them again, in a
//! test, in a CI job without a key, or beside a bug report.

mod recording;
mod replay;

pub use recording::RecordingJudge;
pub use replay::ReplayJudge;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_rubric::{CoherenceAnswer, PromptHash, ToolAnswer};
use tdqs_signals::InputHash;

use crate::JudgeIdentity;

/// What one judge answered.
///
/// ```
/// use tdqs_llm::{JudgeIdentity, RecordedAnswers};
///
/// let answers = RecordedAnswers::new(JudgeIdentity::new("some-model"));
/// let json = serde_json::to_string(&answers)?;
/// assert_eq!(json, r#"{"judge":{"name":"some-model"},"tools":{},"servers":{}}"#);
/// assert_eq!(serde_json::from_str::<RecordedAnswers>(&json)?, answers);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RecordedAnswers {
    /// Whose answers they are.
    pub judge: JudgeIdentity,
    /// About tools, by the hash of the definition. Neither the edition nor the siblings are part of it, so
    /// of answers to the same definition the last one stays.
    #[serde(default)]
    pub tools: BTreeMap<InputHash, ToolAnswer>,
    /// About tool sets, by the SHA-256 of the user message.
    #[serde(default)]
    pub servers: BTreeMap<PromptHash, CoherenceAnswer>,
}

impl RecordedAnswers {
    /// No answers yet.
    #[must_use]
    pub fn new(judge: JudgeIdentity) -> Self {
        Self { judge, tools: BTreeMap::new(), servers: BTreeMap::new() }
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len() + self.servers.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty() && self.servers.is_empty()
    }
}

#[cfg(test)]
mod tests;
