//! A question to a language model: asked again while that may help, and no longer.
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

use self::reach::Reach;
use crate::foreign_text::one_line;
use crate::{ChatErrorKind, ChatModel, ChatReply, ChatRequest, GiveUp, RetryPolicy, Timer, Usage};

/// Asks a language model, within a budget for each question.
///
/// [`LlmJudge`](crate::LlmJudge) is made of one; this is for whoever asks a model about something else.
///
/// ```
/// use std::sync::Arc;
/// use tdqs_llm::{AnswerContract, ChatRequest, MockChatModel, MockTimer, Questioner, Rejected};
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
/// # runtime.block_on(async {
/// let model = MockChatModel::new("some-model").with_text("seven").with_text("7");
/// let contract = Arc::new(AnswerContract::new("number", serde_json::json!({"type": "integer"})));
/// let request = ChatRequest::new("You count.", "How many bays are there?", contract);
/// let questioner = Questioner::new(model, MockTimer::new());
/// let answered = questioner.ask(request, |reply| {
///     reply.text.parse::<u32>().map_err(|_| Rejected::new("no number", "This is no number. Give digits."))
/// });
/// let (number, usage) = answered.await?;
/// assert_eq!((number, usage.requests), (7, 2));
/// # Ok::<(), tdqs_llm::NoAnswer>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Questioner<M> {
    model: M,
    policy: RetryPolicy,
    timer: Arc<dyn Timer>,
    observer: Option<Arc<Observer>>,
    reach: Reach,
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
    /// How long it is waited before the next attempt.
    pub wait: Duration,
}

/// An answer that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// What is wrong with it, for people.
    pub reason: String,
    /// What the model is told of it.
    pub correction: String,
}

impl Rejected {
    /// An answer that is sent back with a correction.
    #[must_use]
    pub fn new(reason: impl Into<String>, correction: impl Into<String>) -> Self {
        Self { reason: reason.into(), correction: correction.into() }
    }
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoAnswer {
    /// What went wrong with the last attempt, for people. Holds no secret and no control character.
    pub reason: String,
    /// How many attempts there were.
    pub attempts: u32,
    /// The limit that kept another one from being made; `None` when none would help.
    pub gave_up: Option<GiveUp>,
    /// Every other question would meet the same end, such as a key that is refused: asking on is no use.
    pub ends_run: bool,
    /// The last attempt did not reach the endpoint.
    pub is_unreachable: bool,
    /// What the attempts cost.
    pub usage: Usage,
    /// How long the endpoint wants to be left alone, where it said so.
    pub retry_after: Option<Duration>,
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        match self.gave_up {
            Some(why @ (GiveUp::WaitTooLong { .. } | GiveUp::TimeSpent { .. })) => write!(f, " ({why})"),
            Some(GiveUp::AttemptsSpent) | None => Ok(()),
        }
    }
}

impl std::error::Error for NoAnswer {}

impl<M: ChatModel> Questioner<M> {
    /// Asks with the default budget.
    #[must_use]
    pub fn new(model: M, timer: impl Timer + 'static) -> Self {
        Self {
            model,
            policy: RetryPolicy::default(),
            timer: Arc::new(timer),
            observer: None,
            reach: Reach::default(),
        }
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

    /// Asks until an answer is accepted, and says what that cost.
    ///
    /// # Errors
    ///
    /// When there is none within the budget, or when asking again cannot help. After three questions in a row that did
    /// not reach an endpoint which has never answered one, the error ends the run.
    pub async fn ask<A>(
        &self,
        mut request: ChatRequest,
        accept: impl Fn(&ChatReply) -> Result<A, Rejected> + Send,
    ) -> Result<(A, Usage), NoAnswer> {
        let asked_at = self.timer.now();
        let mut usage = Usage::default();
        let mut attempt = 1;
        loop {
            let failure = match self.model.complete(&request).await {
                Ok(reply) => {
                    self.reach.note_answer();
                    usage += reply.usage;
                    match accept(&reply) {
                        Ok(answer) => return Ok((answer, usage)),
                        Err(Rejected { reason, correction }) => {
                            request.push_correction(reply.text, correction);
                            Failure::repeatable(&reason)
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

    fn failed(&self, failure: Failure, attempts: u32, gave_up: Option<GiveUp>, usage: Usage) -> NoAnswer {
        let Failure { mut reason, is_unreachable, mut ends_run, retry_after, .. } = failure;
        if let Some(questions) = self.reach.note_failed_question(is_unreachable) {
            ends_run = true;
            _ = write!(reason, " (the endpoint was never reached, by {questions} questions in a row)");
        }
        NoAnswer { reason, attempts, gave_up, ends_run, is_unreachable, usage, retry_after }
    }
}

impl<M: fmt::Debug> fmt::Debug for Questioner<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Questioner")
            .field("model", &self.model)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// Why an attempt brought nothing.
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
}
