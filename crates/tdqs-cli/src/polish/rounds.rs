//! Asking about tools, holding the answers against them, and asking again where one is refused.
//!
//! Questions go out together, and answers are held in the order of the tools, each against the file with the texts
//! that were taken before it: the same answers make the same file, whichever came first.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use tdqs::llm::{AnswerContract, ChatModel, ChatReply, ChatRequest, GiveUp, RetryPolicy, Timer, Usage};
use tdqs_lint::polish::{Polisher, Refusal, SYSTEM_PROMPT, ToolPlace, answer_schema};

use super::{Accepted, PolishedTool};

/// How many tools are asked about at a time.
const CONCURRENCY: usize = 8;

/// Whom to ask, and how patiently.
pub(super) struct Asking<'a> {
    pub(super) model: &'a dyn ChatModel,
    /// The budget of one question. An answer that is sent back makes a new one.
    pub(super) policy: RetryPolicy,
    pub(super) timer: &'a dyn Timer,
}

/// Polishes tools, and gives what became of each, in their order.
pub(super) async fn polish(
    polisher: &mut Polisher<'_>,
    tools: &[ToolPlace],
    asking: &Asking<'_>,
) -> Vec<PolishedTool> {
    let contract = Arc::new(AnswerContract::new("tdqs_polish", answer_schema()));
    let mut conversations: Vec<Conversation<'_>> = tools
        .iter()
        .map(|tool| {
            let request = ChatRequest::new(SYSTEM_PROMPT, polisher.question(tool), Arc::clone(&contract));
            Conversation {
                tool,
                request,
                refusal: None,
                corrections: 0,
                usage: Usage::default(),
                result: None,
            }
        })
        .collect();
    loop {
        let open = conversations.iter().filter(|conversation| conversation.result.is_none());
        let asked: Vec<_> = open.map(|conversation| asking.ask(&conversation.request)).collect();
        if asked.is_empty() {
            break;
        }
        let answers: Vec<Answer> = stream::iter(asked).buffered(CONCURRENCY).collect().await;
        let open = conversations.iter_mut().filter(|conversation| conversation.result.is_none());
        for (conversation, answer) in open.zip(answers) {
            conversation.hear(answer, polisher);
        }
    }
    conversations.into_iter().filter_map(Conversation::into_polished).collect()
}

/// What was said about one tool so far.
struct Conversation<'t> {
    tool: &'t ToolPlace,
    request: ChatRequest,
    /// Why the last answer was sent back.
    refusal: Option<Refusal>,
    /// How many were.
    corrections: u32,
    usage: Usage,
    /// How it ended; `None` while another answer is awaited.
    result: Option<Result<Accepted, String>>,
}

impl Conversation<'_> {
    fn hear(&mut self, answer: Answer, polisher: &mut Polisher<'_>) {
        self.usage += answer.usage;
        let reply = match answer.reply {
            Ok(reply) => reply,
            Err(error) => {
                self.result = Some(Err(match &self.refusal {
                    Some(refusal) => format!("{refusal}; asked again, {error}"),
                    None => error,
                }));
                return;
            }
        };
        let considered =
            if reply.cut_short { Err(Refusal::CutShort) } else { polisher.consider(self.tool, &reply.text) };
        match considered {
            Ok(proposal) => {
                let taken = polisher.take(&proposal).map_err(|error| error.to_string());
                self.result = Some(taken.map(|()| Accepted {
                    pointers: proposal.pointers.clone(),
                    explanation: proposal.explanation.clone(),
                    scores: Some(proposal.scores),
                }));
            }
            // A model that finds a definition good already has done its work. One that was told that its answer cannot
            // be used has taken it back.
            Err(Refusal::Nothing) => {
                let nothing = Accepted { pointers: Vec::new(), explanation: None, scores: None };
                self.result =
                    Some(self.refusal.take().map_or(Ok(nothing), |refusal| Err(refusal.to_string())));
            }
            Err(refusal) => match polisher.correction(&refusal, self.corrections) {
                Some(correction) => {
                    self.request.push_correction(reply.text, correction);
                    self.corrections += 1;
                    self.refusal = Some(refusal);
                }
                None => self.result = Some(Err(refusal.to_string())),
            },
        }
    }

    fn into_polished(self) -> Option<PolishedTool> {
        let Self { tool, corrections, usage, result, .. } = self;
        Some(PolishedTool { name: tool.name.clone(), corrections, usage, result: result? })
    }
}

/// What a model said, or why it said nothing, and what that cost.
struct Answer {
    reply: Result<ChatReply, String>,
    usage: Usage,
}

impl Asking<'_> {
    /// Asks until there is an answer, as often and as long as may be, and no more where that cannot help.
    async fn ask(&self, request: &ChatRequest) -> Answer {
        let asked_at = self.timer.now();
        let mut usage = Usage::default();
        let mut attempt = 1;
        loop {
            let error = match self.model.complete(request).await {
                Ok(reply) => {
                    usage += reply.usage;
                    return Answer { reply: Ok(reply), usage };
                }
                Err(error) => error,
            };
            usage += error.usage;
            if !error.is_retryable() {
                return Answer { reply: Err(error.to_string()), usage };
            }
            let elapsed = self.timer.now().saturating_duration_since(asked_at);
            match self.policy.next_wait(attempt, error.retry_after, elapsed, fastrand::f64()) {
                Ok(wait) => self.timer.sleep(wait).await,
                Err(GiveUp::AttemptsSpent) => return Answer { reply: Err(error.to_string()), usage },
                Err(why) => return Answer { reply: Err(format!("{error} ({why})")), usage },
            }
            attempt += 1;
        }
    }
}

#[cfg(test)]
mod tests;
