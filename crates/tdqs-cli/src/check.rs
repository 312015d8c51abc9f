//! `tdqs check`

use anyhow::{Context, Result, bail};
use tdqs::lock::{AcceptedJudge, Requirements};
use tdqs::{SpecVersion, ToolSet};

use crate::arguments::{Check, CheckFormat, ExpectedScores, JudgeKind};
use crate::outcome::{Outcome, warn};
use crate::output::Destination;
use crate::source::Sources;
use crate::threshold::Threshold;
use crate::{lock_file, report, rubric, visible};

pub(crate) fn run(arguments: &Check) -> Result<Outcome> {
    let used = arguments.files.iter().chain([&arguments.lock]);
    let destination = Destination::check_beside(&arguments.output, used)?;
    let path = arguments.lock.display();
    let lock = lock_file::read(&arguments.lock)?.with_context(|| {
        format!(
            "there is no file {path}; score the servers with `tdqs score FILE --write {path}` and keep it"
        )
    })?;
    let mut requirements = requirements(&arguments.expected, lock.spec_version())?;
    requirements.server_bar = arguments.fail_under.map(Threshold::score);
    requirements.tool_bar = arguments.min_tool.map(Threshold::score);
    let sources = Sources::read_files(&arguments.files, arguments.server_name.as_ref())?;
    let mut outcome = Outcome::of_reading(&sources);
    warn(&sources);
    if sources.servers.is_empty() {
        return Ok(outcome);
    }
    let servers: Vec<(&str, &ToolSet)> =
        sources.servers.iter().map(|server| (server.name.as_str(), &server.set)).collect();
    let checked = lock.check(&servers, &requirements);
    match arguments.format {
        CheckFormat::Text => destination.write_styled(&report::check(&checked))?,
        CheckFormat::Json => {
            let text = serde_json::to_string_pretty(&checked)?;
            destination.write(&format!("{}\n", visible::json(&text)))?;
        }
    }
    match checked.findings.len() {
        0 => {}
        1 => outcome.miss(&format!("1 finding against {path}")),
        more => outcome.miss(&format!("{more} findings against {path}")),
    }
    Ok(outcome)
}

/// Which scores will do. The options say what `tdqs score` was told; neither a key nor an endpoint is asked for,
/// and no environment is read, so that the answer is the same everywhere.
fn requirements(expected: &ExpectedScores, of_file: SpecVersion) -> Result<Requirements> {
    let mut requirements = Requirements::default();
    requirements.edition = expected.spec;
    let names_a_model = expected.model.is_some() || expected.rubric.rubric.is_some();
    if expected.judge == Some(JudgeKind::Offline) && names_a_model {
        bail!("--model and --rubric are for a language model, and the offline judge asks none");
    }
    if expected.judge == Some(JudgeKind::Offline) {
        requirements.judges.retain(|judge| judge.rubric.is_none());
    } else if expected.judge == Some(JudgeKind::Openai) || names_a_model {
        let rubric = rubric::read(&expected.rubric, expected.spec.unwrap_or(of_file))?;
        requirements.judges =
            vec![AcceptedJudge { name: expected.model.clone(), rubric: Some(rubric.identity()) }];
    }
    Ok(requirements)
}
