//! `tdqs polish`

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use futures_util::{StreamExt, stream};
use tdqs::llm::{AnswerContract, ChatError, ChatModel, ChatReply, ChatRequest, OpenAiClient, Usage};
use tdqs::signals::tool_set::utf8;
use tdqs_lint::polish::{Polisher, Refusal, SYSTEM_PROMPT, ToolPlace, answer_schema};

use crate::arguments::{JudgeKind, Polish, PolishFormat};
use crate::interrupt::Interrupt;
use crate::lint::Linters;
use crate::outcome::{Outcome, say, warn};
use crate::output::Destination;
use crate::source::{Sources, matcher, no_match, read_file, shown, stem};
use crate::{judge, report, visible};

/// How many tools are asked about at a time.
const CONCURRENCY: usize = 8;

/// What became of one tool.
#[derive(Debug)]
pub(crate) struct PolishedTool {
    pub(crate) name: String,
    pub(crate) result: Result<Accepted, String>,
}

/// A patch that stood every check, or has nothing in it.
#[derive(Debug)]
pub(crate) struct Accepted {
    pub(crate) pointers: Vec<String>,
    pub(crate) explanation: Option<String>,
    /// The Tool Credit Score before and afterwards; `None` where nothing is new.
    pub(crate) scores: Option<(u8, u8)>,
}

/// A file before and after, and what it cost.
#[derive(Debug)]
pub(crate) struct PolishedFile {
    pub(crate) name: String,
    pub(crate) model: String,
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) tools: Vec<PolishedTool>,
    pub(crate) usage: Usage,
}

pub(crate) fn run(arguments: &Polish) -> Result<Outcome> {
    if arguments.judge.judge == JudgeKind::Offline {
        bail!("polishing needs a language model; add --judge openai, an endpoint and a model");
    }
    if arguments.judge.rubric.rubric.is_some() {
        bail!("--rubric is for judging, and polishing has a prompt of its own");
    }
    let destination = Destination::check(&arguments.output)?;
    let path = &arguments.file;
    let file = match (arguments.write, path.as_os_str() == "-") {
        (true, true) => bail!("--write writes the file back, and standard input is none"),
        (true, false) => Some(Destination::check_path(path)?),
        (false, _) => None,
    };
    let model = judge::client(&arguments.judge)?;
    let bytes = read_file(path)?;
    let before = utf8(&bytes)?.to_owned();
    let sources = Sources::of(std::slice::from_ref(path), None, [Ok(bytes)])?;
    let mut outcome = Outcome::of_reading(&sources);
    if sources.servers.is_empty() {
        return Ok(outcome);
    }
    warn(&sources);
    let mut linters = Linters::new(&arguments.selection)?;
    let linter = linters.of(path)?;
    let mut polisher = Polisher::new(&before, &stem(path), linter)?;
    let tools = selected(&polisher, arguments.tool.as_deref())?;
    let attempts = arguments.judge.max_attempts.unwrap_or(judge::ATTEMPTS);
    let mut interrupt = Interrupt::listen()?;
    let answers = interrupt.block_on(|stop| async {
        let all = ask(&polisher, &tools, &model, attempts);
        tokio::select! {
            answers = all => answers,
            () = stop => Vec::new(),
        }
    });
    if interrupt.was_heard() {
        outcome.fail("interrupted; nothing was changed");
        return Ok(outcome);
    }
    let mut new_texts = PolishedFile {
        name: shown(path),
        model: model.name().to_owned(),
        before,
        after: String::new(),
        tools: Vec::new(),
        usage: Usage::default(),
    };
    for (tool, answer) in tools.iter().zip(answers) {
        new_texts.usage += answer.usage;
        let result = answer.text.and_then(|text| accept(&mut polisher, tool, &text));
        if let Err(reason) = &result {
            outcome.fail(&format!("{}: `{}` stays as it is: {reason}", new_texts.name, tool.name));
        }
        new_texts.tools.push(PolishedTool { name: tool.name.clone(), result });
    }
    polisher.text().clone_into(&mut new_texts.after);
    write(arguments, &new_texts, &destination, file.as_ref())?;
    Ok(outcome)
}

fn write(
    arguments: &Polish,
    polished: &PolishedFile,
    destination: &Destination,
    file: Option<&Destination>,
) -> Result<()> {
    match arguments.format {
        PolishFormat::Diff => {
            let diff = report::diff::unified(&polished.name, &polished.before, &polished.after);
            // A file or a pipe gets what a patch program needs. A terminal would act on some of it.
            destination.write(&if destination.is_terminal() { visible::block(&diff) } else { diff })?;
        }
        PolishFormat::Json => destination.write(&report::polish::json(polished)?)?,
    }
    say(&report::polish::summary(polished));
    let has_changed = polished.before != polished.after;
    match file {
        Some(file) if has_changed => file.write(&polished.after),
        None if has_changed => {
            say("nothing was written; add --write when the texts are right");
            Ok(())
        }
        _ => Ok(()),
    }
}

fn selected(polisher: &Polisher<'_>, glob: Option<&str>) -> Result<Vec<ToolPlace>> {
    let mut tools = polisher.tools();
    let Some(glob) = glob else { return Ok(tools) };
    let matcher = matcher(glob)?;
    if !tools.iter().any(|tool| matcher.is_match(&tool.name)) {
        return Err(no_match(glob, tools.iter().map(|tool| tool.name.as_str())));
    }
    tools.retain(|tool| matcher.is_match(&tool.name));
    Ok(tools)
}

fn accept(polisher: &mut Polisher<'_>, tool: &ToolPlace, answer: &str) -> Result<Accepted, String> {
    let proposal = match polisher.consider(tool, answer) {
        Ok(proposal) => proposal,
        // A model that finds a definition good already has done its work.
        Err(Refusal::Nothing) => {
            return Ok(Accepted { pointers: Vec::new(), explanation: None, scores: None });
        }
        Err(refusal) => return Err(refusal.to_string()),
    };
    polisher.take(&proposal).map_err(|error| error.to_string())?;
    let pointers = proposal.pointers.clone();
    Ok(Accepted { pointers, explanation: proposal.explanation.clone(), scores: Some(proposal.scores) })
}

/// What a model said of a tool, or why it said nothing, and what that cost.
struct Answer {
    text: Result<String, String>,
    usage: Usage,
}

/// Asks about every tool, in no order, and gives the answers in that of the tools.
async fn ask(
    polisher: &Polisher<'_>,
    tools: &[ToolPlace],
    model: &OpenAiClient,
    attempts: u32,
) -> Vec<Answer> {
    let contract = Arc::new(AnswerContract::new("tdqs_polish", answer_schema()));
    let questions: Vec<ChatRequest> = tools
        .iter()
        .map(|tool| ChatRequest::new(SYSTEM_PROMPT, polisher.question(tool), Arc::clone(&contract)))
        .collect();
    let asked = questions.iter().map(|request| ask_once(request, model, attempts));
    stream::iter(asked).buffered(CONCURRENCY).collect().await
}

/// Asks until there is an answer, as often as may be, and no more where that cannot help.
async fn ask_once(request: &ChatRequest, model: &dyn ChatModel, attempts: u32) -> Answer {
    let mut usage = Usage::default();
    let mut attempt = 1;
    loop {
        match model.complete(request).await {
            Ok(reply) => {
                usage += reply.usage;
                return Answer { text: whole(reply), usage };
            }
            Err(error) => {
                usage += error.usage;
                if attempt >= attempts || !error.is_retryable() {
                    return Answer { text: Err(error.to_string()), usage };
                }
                tokio::time::sleep(wait(&error, attempt)).await;
                attempt += 1;
            }
        }
    }
}

fn whole(reply: ChatReply) -> Result<String, String> {
    if reply.cut_short {
        return Err("the answer is cut short: the limit on tokens was met".to_owned());
    }
    Ok(reply.text)
}

/// As long as the endpoint asks for, up to two minutes, or twice as long as the last time.
fn wait(error: &ChatError, attempt: u32) -> Duration {
    let own = Duration::from_secs(1 << attempt.min(5).saturating_sub(1));
    error.retry_after.unwrap_or(own).min(Duration::from_mins(2))
}
