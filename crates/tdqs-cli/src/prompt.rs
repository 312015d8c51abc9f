//! `tdqs prompt`

use std::fmt::Write;

use anyhow::{Result, bail};
use tdqs::PreparedServer;

use crate::arguments::{Part, Prompt};
use crate::outcome::{Outcome, say, warn};
use crate::output::Destination;
use crate::source::Sources;
use crate::{rubric, visible};

/// A user message, and what it is about.
struct Question {
    about: String,
    user: String,
}

pub(crate) fn run(arguments: &Prompt) -> Result<Outcome> {
    let used = arguments.input.files.iter().chain(&arguments.rubric.rubric);
    let destination = Destination::check_beside(&arguments.output, used)?;
    let rubric = rubric::read(&arguments.rubric, arguments.input.spec)?;
    let mut sources = Sources::read(&arguments.input)?;
    let outcome = Outcome::of_reading(&sources);
    let selection = sources.select(arguments.input.tool.as_deref())?;
    warn(&sources);
    let mut questions = Vec::new();
    for server in &sources.servers {
        say(&server.to_string());
        let prepared = PreparedServer::new(&server.name, &server.set, arguments.input.spec);
        match &selection {
            None => questions.push(Question { about: server.name.clone(), user: prepared.message() }),
            Some(glob) => {
                let selected = prepared.tools().iter().enumerate();
                let selected = selected.filter(|(_, tool)| glob.is_match(&tool.definition.name));
                questions.extend(selected.filter_map(|(at, tool)| {
                    let about = tool.definition.name.clone();
                    Some(Question { about, user: prepared.tool_message(at)? })
                }));
            }
        }
    }
    let system = match selection {
        Some(_) => rubric.tool_system_prompt(),
        None => rubric.coherence_system_prompt(),
    };
    let text = match (arguments.part, questions.as_slice()) {
        (_, []) => String::new(),
        (Part::Both, questions) => both(system, questions),
        (Part::System, _) => system.to_owned(),
        (Part::User, [question]) => question.user.clone(),
        (Part::User, questions) => {
            bail!("{} messages would be printed, and --part user prints one; narrow --tool", questions.len())
        }
    };
    // A file or a pipe gets the bytes that a judge gets. A terminal would act on some of them.
    destination.write(&if destination.is_terminal() { visible::block(&text) } else { text })?;
    Ok(outcome)
}

fn both(system: &str, questions: &[Question]) -> String {
    let mut out = format!("===== system =====\n{system}\n");
    for question in questions {
        _ = writeln!(out, "\n===== user: {} =====\n{}", visible::line(&question.about), question.user);
    }
    out
}
