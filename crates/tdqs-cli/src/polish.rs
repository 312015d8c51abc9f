//! `tdqs polish`

mod rounds;

use anyhow::{Result, bail};
use tdqs::llm::{ChatModel, Questioner, RetryPolicy, TokioTimer, Usage};
use tdqs::signals::tool_set::utf8;
use tdqs_lint::polish::{Polisher, ToolPlace};

use crate::arguments::{JudgeKind, Polish, PolishFormat};
use crate::interrupt::Interrupt;
use crate::lint::Linters;
use crate::outcome::{Outcome, say, warn};
use crate::output::Destination;
use crate::source::{Sources, matcher, no_match, read_file, shown, stem};
use crate::{judge, report, visible};
use rounds::Rounds;

/// What became of one tool.
#[derive(Debug)]
pub(crate) struct PolishedTool {
    pub(crate) name: String,
    /// How many answers were sent back.
    pub(crate) corrections: u32,
    pub(crate) usage: Usage,
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
    let destination = Destination::check_beside(&arguments.output, [&arguments.file])?;
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
    let mut polisher =
        Polisher::new(&before, &stem(path), linter)?.with_max_corrections(arguments.max_corrections);
    let tools = selected(&polisher, arguments.tool.as_deref())?;
    let attempts = arguments.judge.max_attempts.unwrap_or(judge::ATTEMPTS);
    let policy = RetryPolicy::default().with_max_attempts(attempts);
    let questioner = Questioner::new(model, TokioTimer).with_retry_policy(policy);
    let mut interrupt = Interrupt::listen()?;
    let Rounds { tools: records, usage, ended } =
        interrupt.block_on(|stop| rounds::polish(&mut polisher, &tools, &questioner, stop));
    let left = match tools.len() - records.len() {
        0 => String::new(),
        1 => "; 1 tool is left as it was".to_owned(),
        more => format!("; {more} tools are left as they were"),
    };
    if let Some(reason) = ended {
        outcome.fail(&format!("the run ended early{left}: {reason}"));
    } else if interrupt.was_heard() {
        outcome.fail(&format!("interrupted{left}"));
    }
    if records.is_empty() {
        return Ok(outcome);
    }
    for tool in &records {
        if let Err(reason) = &tool.result {
            let asked = match tool.corrections {
                0 => String::new(),
                corrections => format!(", asked {} times", corrections + 1),
            };
            outcome.fail(&format!("{}: `{}` stays as it is{asked}: {reason}", shown(path), tool.name));
        }
    }
    let new_texts = PolishedFile {
        name: shown(path),
        model: questioner.model().name().to_owned(),
        before,
        after: polisher.text().to_owned(),
        tools: records,
        usage,
    };
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
        Some(file) if has_changed => {
            // A model takes its time, and meanwhile somebody may have gone on with the file.
            if read_file(&arguments.file)? != polished.before.as_bytes() {
                bail!("{} is another one by now, and was left as it is; run it again", polished.name);
            }
            file.write(&polished.after)
        }
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
