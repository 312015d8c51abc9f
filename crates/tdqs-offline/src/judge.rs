//! The rules as a [`Judge`].

use tdqs_llm::{Judge, JudgeError, JudgeIdentity, ServerQuestion, ToolQuestion, Verdict};
use tdqs_rubric::{CoherenceAnswer, ToolAnswer};

use crate::{score_server, score_tool};

/// The name in the judge's identity. It changes whenever a rule does, because scores compare only with
/// scores of the same judge.
pub const NAME: &str = "offline-1";

/// A judge that calls no model: [`score_tool`] and [`score_server`] behind the trait.
///
/// It never fails, costs nothing and gives the same answer to the same question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OfflineJudge;

impl OfflineJudge {
    /// The judge.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

#[async_trait::async_trait]
impl Judge for OfflineJudge {
    fn identity(&self) -> JudgeIdentity {
        JudgeIdentity::new(NAME)
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        Ok(Verdict::free(score_tool(question)))
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        Ok(Verdict::free(score_server(question)))
    }
}
