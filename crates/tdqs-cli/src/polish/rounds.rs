//! Asking about tools, holding the answers against them, and asking again where one is refused.
//!
//! Questions go out together, and answers are held in the order of the tools, each against the file with the texts
//! that were taken before it: the same answers make the same file, whichever came first.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use tdqs::llm::{AnswerContract, ChatModel, ChatReply, ChatRequest, NoAnswer, Questioner, Usage};
use tdqs_lint::polish::{Polisher, Refusal, SYSTEM_PROMPT, ToolPlace, answer_schema};

use super::{Accepted, PolishedTool};

/// How many tools are asked about at a time.
const CONCURRENCY: usize = 8;

/// What became of the tools that were asked about.
#[derive(Debug)]
pub(super) struct Rounds {
    /// Those that are through, in their order.
    pub(super) tools: Vec<PolishedTool>,
    /// What all of it cost, answers included that led to nothing.
    pub(super) usage: Usage,
    /// Why nothing more was asked, where every other question would have met the same end.
    pub(super) ended: Option<String>,
}

/// Polishes tools, each with a budget of its own; an answer that is sent back makes a new one. What was taken before
/// `stop` is done, or before there was no use in asking, is kept.
pub(super) async fn polish<M: ChatModel>(
    polisher: &mut Polisher<'_>,
    tools: &[ToolPlace],
    questioner: &Questioner<M>,
    stop: impl Future<Output = ()>,
) -> Rounds {
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
    let mut stop = pin!(stop);
    let mut ended = None;
    'rounds: loop {
        let open = conversations.iter().filter(|conversation| conversation.result.is_none());
        // Whatever a model says is taken here, and held against the tool by its conversation.
        let accept = |reply: &ChatReply| Ok(reply.clone());
        let asked: Vec<_> =
            open.map(|conversation| questioner.ask(conversation.request.clone(), accept)).collect();
        if asked.is_empty() {
            break;
        }
        let mut answers = stream::iter(asked).buffered(CONCURRENCY);
        for conversation in conversations.iter_mut().filter(|conversation| conversation.result.is_none()) {
            let answer = tokio::select! {
                biased;
                answer = answers.next() => answer,
                () = &mut stop => break 'rounds,
            };
            let Some(answer) = answer else { break };
            ended = answer.as_ref().err().filter(|why| why.ends_run).map(NoAnswer::to_string);
            conversation.hear(answer, polisher);
            if ended.is_some() {
                break 'rounds;
            }
        }
    }
    let mut usage = Usage::default();
    for conversation in &conversations {
        usage += conversation.usage;
    }
    Rounds {
        usage,
        tools: conversations.into_iter().filter_map(Conversation::into_polished).collect(),
        ended,
    }
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
    fn hear(&mut self, answer: Result<(ChatReply, Usage), NoAnswer>, polisher: &mut Polisher<'_>) {
        let reply = match answer {
            Ok((reply, usage)) => {
                self.usage += usage;
                reply
            }
            Err(why) => {
                self.usage += why.usage;
                self.result = Some(Err(match &self.refusal {
                    Some(refusal) => format!("{refusal}; asked again, {why}"),
                    None => why.to_string(),
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

#[cfg(test)]
mod tests;
