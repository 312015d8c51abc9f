//! A language model as a judge: prompt, answer, contract, and the question again when it does not fit.
//!
//! Decisions: "Model answers".

use std::fmt;
use std::sync::Arc;

use tdqs_rubric::{AnswerError, CoherenceAnswer, Rubric, ToolAnswer};
use tdqs_signals::SpecVersion;
use tdqs_signals::whitespace::trim;

use crate::{
    AnswerContract, ChatModel, ChatReply, ChatRequest, Judge, JudgeError, JudgeIdentity, NoAnswer,
    Questioner, Rejected, Retry, RetryPolicy, ServerQuestion, Timer, ToolQuestion, Verdict,
};

/// A judge that asks a language model.
///
/// When three questions in a row cannot reach an endpoint that has never answered one, the error ends the run.
///
/// ```no_run
/// # #[cfg(feature = "http")]
/// # fn judge() -> Result<(), tdqs_llm::OpenAiClientError> {
/// use tdqs_llm::{LlmJudge, OpenAiClient, RetryPolicy, TokioTimer};
///
/// let model = OpenAiClient::builder("http://127.0.0.1:8080/v1", "some-model").build()?;
/// let judge = LlmJudge::new(model, TokioTimer).with_retry_policy(RetryPolicy::default().with_max_attempts(6));
/// # Ok(())
/// # }
/// ```
pub struct LlmJudge<M> {
    questioner: Questioner<M>,
    rubric: Rubric,
    identity: JudgeIdentity,
    tool_contract: Arc<AnswerContract>,
    coherence_contract: Arc<AnswerContract>,
}

impl<M: ChatModel> LlmJudge<M> {
    /// A judge by the document's prompts, with the default budget.
    #[must_use]
    pub fn new(model: M, timer: impl Timer + 'static) -> Self {
        let rubric = Rubric::default();
        Self {
            identity: JudgeIdentity::new(model.name()).with_rubric(rubric.identity()),
            questioner: Questioner::new(model, timer),
            rubric,
            tool_contract: Arc::new(AnswerContract::new("tdqs_tool_scores", ToolAnswer::json_schema())),
            coherence_contract: Arc::new(AnswerContract::new(
                "tdqs_server_scores",
                CoherenceAnswer::json_schema(),
            )),
        }
    }

    /// Judges by other prompts. Questions of an edition they do not belong to are refused.
    #[must_use]
    pub fn with_rubric(mut self, rubric: Rubric) -> Self {
        self.identity = JudgeIdentity::new(self.model().name()).with_rubric(rubric.identity());
        self.rubric = rubric;
        self
    }

    /// Sets the budget of a question.
    #[must_use]
    pub fn with_retry_policy(mut self, policy: RetryPolicy) -> Self {
        self.questioner = self.questioner.with_retry_policy(policy);
        self
    }

    /// Calls a function before each wait, for logs and progress.
    #[must_use]
    pub fn with_retry_observer(mut self, observer: impl Fn(&Retry<'_>) + Send + Sync + 'static) -> Self {
        self.questioner = self.questioner.with_retry_observer(observer);
        self
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &M {
        self.questioner.model()
    }

    /// The prompts.
    #[must_use]
    pub fn rubric(&self) -> &Rubric {
        &self.rubric
    }

    fn expect_edition(&self, edition: SpecVersion) -> Result<(), JudgeError> {
        // A run is of one edition, so the other questions would be refused as well.
        self.rubric.expect_edition(edition).map_err(|error| JudgeError::ending_run(error.to_string()))
    }

    async fn ask<A>(
        &self,
        request: ChatRequest,
        parse: fn(&str) -> Result<A, AnswerError>,
    ) -> Result<Verdict<A>, JudgeError> {
        let accept = |reply: &ChatReply| {
            read(reply, parse).map_err(|reason| Rejected::new(&*reason, correction(&reason)))
        };
        let (answer, usage) = self.questioner.ask(request, accept).await.map_err(|why| no_verdict(&why))?;
        Ok(Verdict { answer, usage })
    }
}

#[async_trait::async_trait]
impl<M: ChatModel> Judge for LlmJudge<M> {
    fn identity(&self) -> JudgeIdentity {
        self.identity.clone()
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        self.expect_edition(question.edition)?;
        let system = self.rubric.tool_system_prompt();
        let request = ChatRequest::new(system, question.message(), Arc::clone(&self.tool_contract));
        self.ask(request, ToolAnswer::parse).await
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        self.expect_edition(question.edition)?;
        let system = self.rubric.coherence_system_prompt();
        let request = ChatRequest::new(system, question.message(), Arc::clone(&self.coherence_contract));
        self.ask(request, CoherenceAnswer::parse).await
    }
}

impl<M: fmt::Debug> fmt::Debug for LlmJudge<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LlmJudge")
            .field("questioner", &self.questioner)
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

fn no_verdict(why: &NoAnswer) -> JudgeError {
    let times = if why.attempts == 1 { "attempt" } else { "attempts" };
    let message = format!("no verdict after {} {times}: {why}", why.attempts);
    let mut error = JudgeError::new(message);
    (error.ends_run, error.is_unreachable) = (why.ends_run, why.is_unreachable);
    error.with_usage(why.usage).with_retry_after(why.retry_after)
}

fn read<A>(reply: &ChatReply, parse: fn(&str) -> Result<A, AnswerError>) -> Result<A, String> {
    if reply.cut_short {
        // Even when what there is happens to fit: nobody knows what the rest would have changed.
        return Err("the answer is cut short: the limit on tokens was met".to_owned());
    }
    if trim(&reply.text).is_empty() {
        return Err("the answer is empty".to_owned());
    }
    parse(&reply.text).map_err(|error| error.to_string())
}

/// What a model is told of an answer that cannot be used.
fn correction(reason: &str) -> String {
    format!(
        "This answer cannot be used: {reason}. Give the whole answer once more: one JSON object in the output \
         format described above, and nothing beside it."
    )
}

#[cfg(test)]
mod tests;
