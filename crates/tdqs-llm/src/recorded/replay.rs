//! A judge that gives recorded answers.

use serde::Serialize;
use tdqs_rubric::{AnswerError, CoherenceAnswer, PromptHash, ToolAnswer};
use tdqs_signals::InputHash;

use super::RecordedAnswers;
use crate::foreign_text::{Ellipsis, one_line};
use crate::{Judge, JudgeError, JudgeIdentity, ServerQuestion, ToolQuestion, Verdict};

/// Gives the answers of a recording under the identity of the judge that gave them first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayJudge {
    answers: RecordedAnswers,
}

impl ReplayJudge {
    /// Replays a recording.
    #[must_use]
    pub fn new(answers: RecordedAnswers) -> Self {
        Self { answers }
    }

    /// The recording.
    #[must_use]
    pub fn answers(&self) -> &RecordedAnswers {
        &self.answers
    }

    /// A recording is a file that people edit, so its answers are held against the contract like any others.
    fn replay<A: Serialize>(
        &self,
        recorded: Option<&A>,
        parse: fn(&str) -> Result<A, AnswerError>,
        about: &str,
    ) -> Result<Verdict<A>, JudgeError> {
        let Some(answer) = recorded else {
            return Err(JudgeError::new(format!(
                "no recorded answer about {about}; record one by asking `{}` through a recording judge",
                one_line(&self.answers.judge.name)
            )));
        };
        let unusable = |reason: String| {
            JudgeError::new(format!("the recorded answer about {about} cannot be used: {reason}"))
        };
        let text = serde_json::to_string(answer).map_err(|error| unusable(error.to_string()))?;
        parse(&text).map(Verdict::free).map_err(|error| unusable(error.to_string()))
    }
}

#[async_trait::async_trait]
impl Judge for ReplayJudge {
    fn identity(&self) -> JudgeIdentity {
        self.answers.judge.clone()
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let hash = InputHash::of(question.tool);
        let about = format!("tool `{}` (input hash {hash})", shown(&question.tool.name));
        self.replay(self.answers.tools.get(&hash), ToolAnswer::parse, &about)
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        let hash = PromptHash::of(&question.message());
        let about = format!("server `{}` (SHA-256 of the question {hash})", shown(question.server_name));
        self.replay(self.answers.servers.get(&hash), CoherenceAnswer::parse, &about)
    }
}

fn shown(name: &str) -> String {
    one_line(name).shortened(100)
}
