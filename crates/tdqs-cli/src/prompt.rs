//! `tdqs prompt`

use std::fmt::Write;

use anyhow::{Result, bail};
use tdqs::coherence::{CostedTool, shadow_candidates};
use tdqs::llm::{ServerQuestion, ToolQuestion};
use tdqs::rubric::{ListedTool, Rubric};
use tdqs::signals::ContextSignals;

use crate::arguments::{Part, Prompt};
use crate::outcome::{Outcome, say};
use crate::output::Destination;
use crate::source::{Server, Sources};
use crate::{rubric, visible};

/// The messages of one question, and what it is about.
struct Question {
    about: String,
    user: String,
}

pub(crate) fn run(arguments: &Prompt) -> Result<Outcome> {
    let destination = Destination::check(&arguments.output)?;
    let rubric = rubric::read(arguments.rubric.as_deref(), None)?;
    rubric.expect_edition(arguments.input.spec)?;
    let sources = Sources::read(&arguments.input);
    let selection = sources.selection(arguments.input.tool.as_deref())?;
    let outcome = Outcome::of_reading(&sources);
    let questions: Vec<Question> = sources
        .servers
        .iter()
        .flat_map(|server| match &selection {
            Some(glob) => tools(server, arguments, &|name| glob.is_match(name)),
            None => vec![server_question(server, arguments)],
        })
        .collect();
    for server in &sources.servers {
        say(&server.to_string());
    }
    let is_about_tools = selection.is_some();
    let system = system_prompt(&rubric, is_about_tools);
    let text = match (arguments.part, questions.as_slice()) {
        (_, []) => String::new(),
        (Part::Both, questions) => both(system, questions),
        (Part::System, _) => system.to_owned(),
        (Part::User, [question]) => question.user.clone(),
        (Part::User, questions) => {
            bail!("{} tools match; one user message can be printed at a time", questions.len())
        }
    };
    // The bytes themselves are asked for, so a terminal gets them harmless and a file or pipe as they are.
    let is_shown = destination.is_standard() && std::io::IsTerminal::is_terminal(&std::io::stdout());
    destination.write(&if is_shown { visible::block(&text) } else { text })?;
    Ok(outcome)
}

fn system_prompt(rubric: &Rubric, is_about_tools: bool) -> &str {
    if is_about_tools { rubric.tool_system_prompt() } else { rubric.coherence_system_prompt() }
}

fn both(system: &str, questions: &[Question]) -> String {
    let mut out = format!("===== system =====\n{system}\n");
    for question in questions {
        _ = writeln!(out, "\n===== user: {} =====\n{}", visible::line(&question.about), question.user);
    }
    out
}

fn tools(server: &Server, arguments: &Prompt, selects: &dyn Fn(&str) -> bool) -> Vec<Question> {
    let edition = arguments.input.spec;
    let selected = server.set.tools().iter().enumerate().filter(|(_, tool)| selects(&tool.name));
    selected
        .map(|(at, tool)| {
            let signals = ContextSignals::of(tool, edition);
            let siblings = server.set.sibling_names(at);
            let question = ToolQuestion { tool, signals: &signals, siblings: &siblings, edition };
            Question { about: tool.name.clone(), user: question.message() }
        })
        .collect()
}

fn server_question(server: &Server, arguments: &Prompt) -> Question {
    let edition = arguments.input.spec;
    let signals: Vec<ContextSignals> =
        server.set.tools().iter().map(|tool| ContextSignals::of(tool, edition)).collect();
    let with_signals = || server.set.tools().iter().zip(&signals);
    let costed: Vec<_> = with_signals()
        .map(|(tool, signals)| CostedTool { name: &tool.name, invocation_cost: signals.invocation_cost })
        .collect();
    let listed: Vec<_> = with_signals()
        .map(|(tool, signals)| ListedTool {
            name: &tool.name,
            description: tool.description.as_deref(),
            signals,
        })
        .collect();
    let candidates = shadow_candidates(&costed, edition);
    let question =
        ServerQuestion { server_name: &server.name, tools: &listed, candidates: &candidates, edition };
    Question { about: server.name.clone(), user: question.message() }
}
