//! A judge that writes down what another one answers.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tdqs_rubric::{CoherenceAnswer, PromptHash, ToolAnswer};
use tdqs_signals::InputHash;

use super::RecordedAnswers;
use crate::{Judge, JudgeError, JudgeIdentity, ServerQuestion, ToolQuestion, Verdict};

/// Passes questions on to a judge and keeps its answers. Failures are passed back and not kept.
#[derive(Debug)]
pub struct RecordingJudge<J> {
    judge: J,
    answers: Mutex<RecordedAnswers>,
}

impl<J: Judge> RecordingJudge<J> {
    /// Records a judge.
    #[must_use]
    pub fn new(judge: J) -> Self {
        let answers = Mutex::new(RecordedAnswers::new(judge.identity()));
        Self { judge, answers }
    }

    /// The answers so far.
    #[must_use]
    pub fn answers(&self) -> RecordedAnswers {
        self.lock().clone()
    }

    /// The answers, when the run is over.
    #[must_use]
    pub fn into_answers(self) -> RecordedAnswers {
        self.answers.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, RecordedAnswers> {
        // An insertion is whole or has not happened, so a thread that panicked leaves nothing half done.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait::async_trait]
impl<J: Judge> Judge for RecordingJudge<J> {
    fn identity(&self) -> JudgeIdentity {
        self.judge.identity()
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let verdict = self.judge.judge_tool(question).await?;
        self.lock().tools.insert(InputHash::of(question.tool), verdict.answer.clone());
        Ok(verdict)
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        let verdict = self.judge.judge_server(question).await?;
        self.lock().servers.insert(PromptHash::of(&question.message()), verdict.answer.clone());
        Ok(verdict)
    }
}
