//! A language model as a judge: prompt, answer, contract, and the question again when it does not fit.
//!
//! An answer that does not fit goes back to the model together with the reason: at temperature 0 the bare
//! question would bring the same answer again. A fault of the transport says nothing about the answer, so
//! the same messages go out once more. Both draw on one budget, the [`RetryPolicy`].
//!
//! Decisions: "Model answers".

mod reach;

use std::fmt::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use tdqs_rubric::{AnswerError, CoherenceAnswer, Rubric, ToolAnswer};
use tdqs_signals::SpecVersion;
use tdqs_signals::whitespace::trim;

use self::reach::Reach;
use crate::foreign_text::one_line;
use crate::{
    AnswerContract, ChatErrorKind, ChatModel, ChatReply, ChatRequest, GiveUp, Judge, JudgeError,
    JudgeIdentity, RetryPolicy, ServerQuestion, Timer, ToolQuestion, Usage, Verdict,
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
    model: M,
    rubric: Rubric,
    identity: JudgeIdentity,
    policy: RetryPolicy,
    timer: Arc<dyn Timer>,
    observer: Option<Arc<Observer>>,
    reach: Reach,
    tool_contract: Arc<AnswerContract>,
    coherence_contract: Arc<AnswerContract>,
}

type Observer = dyn Fn(&Retry<'_>) + Send + Sync;

/// An attempt that failed and is about to be repeated.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Retry<'a> {
    /// The number of the attempt that failed, from 1.
    pub attempt: u32,
    /// Why, for people. Holds no secret and no control character.
    pub reason: &'a str,
    /// How long the judge waits before the next attempt.
    pub wait: Duration,
}

impl<M: ChatModel> LlmJudge<M> {
    /// A judge by the document's prompts, with the default budget.
    #[must_use]
    pub fn new(model: M, timer: impl Timer + 'static) -> Self {
        let rubric = Rubric::default();
        Self {
            identity: JudgeIdentity::new(model.name()).with_rubric(rubric.identity()),
            model,
            rubric,
            policy: RetryPolicy::default(),
            timer: Arc::new(timer),
            observer: None,
            reach: Reach::default(),
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
        self.identity = JudgeIdentity::new(self.model.name()).with_rubric(rubric.identity());
        self.rubric = rubric;
        self
    }

    /// Sets the budget of a question.
    #[must_use]
    pub fn with_retry_policy(mut self, policy: RetryPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Calls a function before each wait, for logs and progress.
    #[must_use]
    pub fn with_retry_observer(mut self, observer: impl Fn(&Retry<'_>) + Send + Sync + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &M {
        &self.model
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
        mut request: ChatRequest,
        parse: fn(&str) -> Result<A, AnswerError>,
    ) -> Result<Verdict<A>, JudgeError> {
        let asked_at = self.timer.now();
        let mut usage = Usage::default();
        let mut attempt = 1;
        loop {
            let failure = match self.model.complete(&request).await {
                Ok(reply) => {
                    self.reach.note_answer();
                    usage += reply.usage;
                    match read(&reply, parse) {
                        Ok(answer) => return Ok(Verdict { answer, usage }),
                        Err(reason) => {
                            let failure = Failure::repeatable(&reason);
                            request.push_correction(reply.text, correction(&reason));
                            failure
                        }
                    }
                }
                Err(error) => {
                    self.reach.note_failure(error.kind);
                    usage += error.usage;
                    Failure {
                        reason: one_line(&error.to_string()),
                        is_retryable: error.is_retryable(),
                        is_unreachable: error.kind == ChatErrorKind::Unreachable,
                        ends_run: error.ends_run(),
                        retry_after: error.retry_after,
                    }
                }
            };
            if !failure.is_retryable {
                return Err(self.failed(failure, attempt, None, usage));
            }
            let elapsed = self.timer.now().saturating_duration_since(asked_at);
            match self.policy.next_wait(attempt, failure.retry_after, elapsed, fastrand::f64()) {
                Ok(wait) => {
                    if let Some(observer) = &self.observer {
                        observer(&Retry { attempt, reason: &failure.reason, wait });
                    }
                    self.timer.sleep(wait).await;
                    attempt += 1;
                }
                Err(why) => return Err(self.failed(failure, attempt, Some(why), usage)),
            }
        }
    }

    fn failed(&self, mut failure: Failure, attempts: u32, why: Option<GiveUp>, usage: Usage) -> JudgeError {
        if let Some(questions) = self.reach.note_failed_question(failure.is_unreachable) {
            failure.ends_run = true;
            _ = write!(
                failure.reason,
                " (the endpoint was never reached, by {questions} questions in a row)"
            );
        }
        failure.into_error(attempts, why, usage)
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
            .field("model", &self.model)
            .field("identity", &self.identity)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// Why an attempt gave no verdict.
struct Failure {
    reason: String,
    is_retryable: bool,
    is_unreachable: bool,
    ends_run: bool,
    retry_after: Option<Duration>,
}

impl Failure {
    /// An answer that does not fit.
    fn repeatable(reason: &str) -> Self {
        Self {
            reason: one_line(reason),
            is_retryable: true,
            is_unreachable: false,
            ends_run: false,
            retry_after: None,
        }
    }

    fn into_error(self, attempts: u32, why: Option<GiveUp>, usage: Usage) -> JudgeError {
        let times = if attempts == 1 { "attempt" } else { "attempts" };
        let mut message = format!("no verdict after {attempts} {times}: {}", self.reason);
        if let Some(why @ (GiveUp::WaitTooLong { .. } | GiveUp::TimeSpent { .. })) = why {
            _ = write!(message, " ({why})");
        }
        let error = if self.ends_run { JudgeError::ending_run(message) } else { JudgeError::new(message) };
        error.with_usage(usage).with_retry_after(self.retry_after)
    }
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
