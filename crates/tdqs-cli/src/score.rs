//! `tdqs score`

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use tdqs::llm::Judge;
use tdqs::rubric::Tenths;
use tdqs::{SERVER_CONCURRENCY, ScoreReport, Scorer, TOOL_CONCURRENCY, ToolSet};

use crate::arguments::{JudgeKind, ReportFormat, Score};
use crate::judge;
use crate::outcome::{Outcome, say};
use crate::output::Destination;
use crate::progress::Progress;
use crate::report;
use crate::source::Sources;
use crate::threshold::Threshold;
use crate::visible;

pub(crate) fn run(arguments: &Score) -> Result<Outcome> {
    // Whatever can be wrong with the command is found before anything is paid for.
    let destination = Destination::check(&arguments.output)?;
    let judge = judge::choose(&arguments.judge, arguments.input.spec, arguments.dry_run)?;
    let sources = Sources::read(&arguments.input);
    let selection = sources.selection(arguments.input.tool.as_deref())?;
    check_assumptions(arguments, &sources)?;
    let generated_at = generated_at()?;

    let mut outcome = Outcome::of_reading(&sources);
    let servers: Vec<(&str, &ToolSet)> =
        sources.servers.iter().map(|server| (server.name.as_str(), &server.set)).collect();
    let concurrency = arguments.concurrency.map(usize::from);
    let mut scorer = Scorer::new(judge.judge)
        .with_edition(arguments.input.spec)
        .with_tool_concurrency(concurrency.unwrap_or(TOOL_CONCURRENCY))
        .with_server_concurrency(concurrency.unwrap_or(SERVER_CONCURRENCY).min(SERVER_CONCURRENCY))
        .with_runs(usize::from(arguments.runs));
    if let Some(glob) = selection {
        scorer = scorer.with_selection(move |name| glob.is_match(name));
    }
    if arguments.dry_run {
        destination.write(&dry_run(arguments, &scorer, &servers, &sources, judge.system_prompt_bytes))?;
        return Ok(outcome);
    }

    let estimate = scorer.estimate(&servers);
    let progress = Progress::new(estimate.tool_calls / usize::from(arguments.runs) + estimate.server_calls);
    let scorer = scorer.on_event(progress.listener());
    let (mut reports, interrupted) = judged(&scorer, &servers)?;
    progress.finish();

    for report in &mut reports {
        report.generated_at = Some(generated_at.clone());
        if !arguments.what_if.is_empty() {
            // Names were checked against the input, so what is left is a tool or a set without a score.
            if let Err(error) = report.assume(&arguments.what_if) {
                outcome.fail(&format!("--what-if for `{}`: {error}", report.server.name));
            }
        }
    }
    if interrupted {
        outcome.fail("interrupted; what was finished is in the report");
    }
    let heads: Vec<String> = sources.servers.iter().map(ToString::to_string).collect();
    if !reports.is_empty() {
        destination.write(&rendered(arguments.format, &destination, &heads, &reports)?)?;
    }
    if arguments.format != ReportFormat::Text || !destination.is_standard() {
        for head in &heads {
            say(head);
        }
    }
    for report in &reports {
        judge_failures(report, &mut outcome);
        hold_against(arguments, report, &mut outcome);
    }
    Ok(outcome)
}

/// Runs the scorer until it is done, or until somebody presses Ctrl-C.
fn judged(scorer: &Scorer<Box<dyn Judge>>, servers: &[(&str, &ToolSet)]) -> Result<(Vec<ScoreReport>, bool)> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    Ok(runtime.block_on(async {
        let interrupted = std::cell::Cell::new(false);
        let stop = async {
            match tokio::signal::ctrl_c().await {
                Ok(()) => interrupted.set(true),
                // Without a handler Ctrl-C ends the process, which is no reason to stop by ourselves.
                Err(_) => std::future::pending().await,
            }
        };
        (scorer.score_servers_until(servers, stop).await, interrupted.get())
    }))
}

fn rendered(
    format: ReportFormat,
    destination: &Destination,
    heads: &[String],
    reports: &[ScoreReport],
) -> Result<String> {
    match format {
        ReportFormat::Json => report::json(reports),
        ReportFormat::Markdown => {
            Ok(reports.iter().map(report::markdown).collect::<Vec<_>>().join("\n---\n\n"))
        }
        ReportFormat::Text => {
            let width = text_width(destination);
            let pages = heads
                .iter()
                .zip(reports)
                .map(|(head, report)| format!("{head}\n{}", report::text(report, width)));
            Ok(pages.collect::<Vec<_>>().join("\n\n"))
        }
    }
}

/// As wide as the terminal, but no wider than reads well.
fn text_width(destination: &Destination) -> usize {
    let columns = terminal_size::terminal_size().filter(|_| destination.is_standard());
    columns.map_or(100, |(width, _)| usize::from(width.0).clamp(60, 110))
}

/// Names in assumptions are checked before the run, because a typing error found after it would have cost
/// the whole of it.
fn check_assumptions(arguments: &Score, sources: &Sources) -> Result<()> {
    use tdqs::coherence::WhatIf;
    for (text, assumption) in &arguments.what_if {
        let WhatIf::Tool { tool, .. } = assumption else { continue };
        let mut names = sources.servers.iter().flat_map(|server| server.set.tools()).map(|tool| &tool.name);
        if !sources.servers.is_empty() && !names.any(|name| name == tool) {
            bail!("--what-if {text}: no tool is called `{tool}`");
        }
    }
    Ok(())
}

fn judge_failures(report: &ScoreReport, outcome: &mut Outcome) {
    use tdqs::Stage;
    for failure in report.failures.iter().filter(|failure| failure.stage != Stage::Reading) {
        let what = failure.tool.as_ref().map_or_else(|| "coherence".to_owned(), |tool| format!("`{tool}`"));
        outcome.fail(&format!("{} of server `{}`: {}", what, report.server.name, failure.message));
    }
}

fn hold_against(arguments: &Score, report: &ScoreReport, outcome: &mut Outcome) {
    let Some(threshold) = arguments.fail_under else { return };
    if arguments.input.tool.is_some() {
        for tool in &report.tools {
            below(threshold, &format!("tool `{}`", tool.name), Some(tool.tdqs), outcome);
        }
    } else {
        below(
            threshold,
            &format!("server `{}`", report.server.name),
            report.server_score.overall_score,
            outcome,
        );
    }
}

fn below(threshold: Threshold, what: &str, score: Option<Tenths>, outcome: &mut Outcome) {
    match score {
        Some(score) if threshold.is_met_by(score) => {}
        Some(score) => outcome.miss(&format!("{what} scores {score}, below the threshold of {threshold}")),
        None => outcome.fail(&format!("{what} has no score to hold against the threshold of {threshold}")),
    }
}

/// Bytes of English and JSON for one token, roughly, across the tokenizers in use.
const BYTES_PER_TOKEN: usize = 4;

fn dry_run(
    arguments: &Score,
    scorer: &Scorer<Box<dyn Judge>>,
    servers: &[(&str, &ToolSet)],
    sources: &Sources,
    system_prompt_bytes: (usize, usize),
) -> String {
    let estimate = scorer.estimate(servers);
    let calls = estimate.tool_calls + estimate.server_calls;
    let system = estimate.tool_calls * system_prompt_bytes.0 + estimate.server_calls * system_prompt_bytes.1;
    let tokens = (estimate.message_bytes + system) / BYTES_PER_TOKEN;
    let heads: String = sources.servers.iter().map(|server| format!("{server}\n")).collect();
    let cost = format!(
        "{calls} calls ({} for tools, {} for tool sets) with about {tokens} prompt tokens",
        estimate.tool_calls, estimate.server_calls
    );
    match arguments.judge.judge {
        JudgeKind::Offline => {
            format!("{heads}No calls: the offline judge asks no model. A language model would take {cost}.\n")
        }
        JudgeKind::Openai => format!("{heads}{cost}, retries not counted.\n"),
    }
}

/// The time for the reports: now, or `SOURCE_DATE_EPOCH` where a build has to give the same bytes again.
fn generated_at() -> Result<String> {
    let now = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => {
            let seconds: u64 = seconds.parse().with_context(|| {
                format!("SOURCE_DATE_EPOCH is `{}`, expected seconds", visible::line(&seconds))
            })?;
            UNIX_EPOCH + Duration::from_secs(seconds.min(253_402_300_799))
        }
        Err(_) => SystemTime::now(),
    };
    Ok(humantime::format_rfc3339_seconds(now).to_string())
}
