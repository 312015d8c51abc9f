//! `tdqs score`

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;

use anyhow::{Result, bail};
use globset::GlobMatcher;
use tdqs::coherence::WhatIf;
use tdqs::llm::{Judge, MockJudge};
use tdqs::rubric::Tenths;
use tdqs::{Estimate, SERVER_CONCURRENCY, ScoreReport, Scorer, TOOL_CONCURRENCY, ToolSet};
use tdqs_store::{Clock, Remembered, RememberingJudge, SqliteStore};

use crate::arguments::{JudgeKind, ReportFormat, Score};
use crate::interrupt::Interrupt;
use crate::judge::{self, Chosen};
use crate::lock_file::LockFile;
use crate::outcome::{Outcome, say, warn};
use crate::output::Destination;
use crate::progress::Progress;
use crate::report;
use crate::source::Sources;
use crate::store::rehearsal::{self, Overlay};
use crate::threshold::Threshold;
use crate::time::generated_at;
use crate::{store, visible};

pub(crate) fn run(arguments: &Score) -> Result<Outcome> {
    // Whatever can be wrong with the command is found before anything is paid for.
    let used = arguments.input.files.iter().chain(&arguments.judge.rubric.rubric);
    let destination = Destination::check_beside(&arguments.output, used)?;
    let progress = Progress::new();
    let Chosen { judge, system_prompt_tokens } =
        judge::choose(&arguments.judge, arguments.input.spec, judge::ATTEMPTS, &progress)?;
    let mut sources = Sources::read(&arguments.input)?;
    let mut outcome = Outcome::of_reading(&sources);
    // Those too that the selection leaves out: the store would take one of them for the whole of the other.
    let shared_names = sources.shared_names();
    let selection = sources.select(arguments.input.tool.as_deref())?;
    check_assumptions(arguments, &sources)?;
    let generated_at = generated_at()?;
    let clock = store::clock()?;
    let store = open_store(arguments, &destination)?;
    let remembering =
        store.map(|store| Arc::new(RememberingJudge::new(Arc::clone(&judge), store, clock.clone())));
    let rehearsal = Rehearsal::of(arguments, &judge, &clock, &destination)?;
    let judge: Arc<dyn Judge> = match (&remembering, &rehearsal) {
        (Some(remembering), _) => Arc::clone(remembering) as _,
        (_, Some(rehearsal)) => Arc::clone(&rehearsal.judge) as _,
        (None, None) => judge,
    };
    let lock_file = arguments.write.as_deref().map(|path| LockFile::open(path, &destination)).transpose()?;

    let servers: Vec<(&str, &ToolSet)> =
        sources.servers.iter().map(|server| (server.name.as_str(), &server.set)).collect();
    let scorer = scorer(arguments, judge, selection);
    let heads: Vec<String> = sources.servers.iter().map(ToString::to_string).collect();
    let is_in_the_report = arguments.format == ReportFormat::Text && destination.is_standard();
    if !is_in_the_report || arguments.dry_run {
        warn(&sources);
    }
    if arguments.dry_run {
        let heads: String = heads.iter().map(|head| format!("{head}\n")).collect();
        let estimate = match rehearsal {
            Some(rehearsal) => rehearsal.run(&scorer, &servers)?,
            None => scorer.estimate(&servers),
        };
        let cost = dry_run(arguments.judge.judge, estimate, system_prompt_tokens);
        destination.write(&format!("{heads}{cost}"))?;
        return Ok(outcome);
    }
    if let Some(lock_file) = &lock_file {
        let names: Vec<&str> = servers.iter().map(|(name, _)| *name).collect();
        let is_whole = arguments.input.tool.is_none();
        lock_file.expect_room_for(arguments.input.spec, &scorer.judge().identity(), &names, is_whole)?;
    }
    if remembering.is_some() {
        // A store that nobody named is there to save calls, and does.
        let is_asked_for = arguments.store.store.is_some();
        tell_of_shared_names(&shared_names, &sources, is_asked_for.then_some(&mut outcome));
    }
    // What was read is said before the first call; in a text report it is the first line.
    if !is_in_the_report {
        for head in &heads {
            say(head);
        }
    }

    progress.start(scorer.event_count(&servers));
    let scorer = scorer.on_event(progress.listener());
    let mut interrupt = Interrupt::listen()?;
    let mut reports = interrupt.block_on(|stop| scorer.score_servers_until(&servers, stop));
    progress.finish();
    if interrupt.was_heard() {
        outcome.fail("interrupted; what was finished is in the report");
    }
    if let Some(remembering) = &remembering {
        let is_whole = arguments.input.tool.is_none();
        for (server, report) in sources.servers.iter().zip(&reports) {
            if shared_names.contains(&server.name) {
                continue;
            }
            let keep = store::keep(remembering.store(), &clock, server, report, is_whole);
            if let Err(error) = interrupt.block_on(|_| keep) {
                outcome.fail(&format!("{error:#}"));
                break;
            }
        }
        tell_of_store(remembering, &mut outcome);
    }

    if let Some(lock_file) = lock_file
        && let Err(error) = lock_file.record(&servers, &reports)
    {
        // The report is written all the same: its scores were paid for.
        outcome.fail(&format!("{error:#}"));
    }
    for report in &mut reports {
        report.generated_at = Some(generated_at.clone());
        assume(arguments, report, &mut outcome);
    }
    if !reports.is_empty() {
        write(arguments.format, &destination, &heads, &reports)?;
    }
    for report in &reports {
        tell_of_failures(report, &mut outcome);
        hold_against(arguments, report, &mut outcome);
    }
    Ok(outcome)
}

fn scorer(
    arguments: &Score,
    judge: Arc<dyn Judge>,
    selection: Option<GlobMatcher>,
) -> Scorer<Arc<dyn Judge>> {
    let concurrency = arguments.concurrency.map(usize::from);
    let scorer = Scorer::new(judge)
        .with_edition(arguments.input.spec)
        .with_tool_concurrency(concurrency.unwrap_or(TOOL_CONCURRENCY))
        .with_server_concurrency(concurrency.unwrap_or(SERVER_CONCURRENCY).min(SERVER_CONCURRENCY))
        .with_runs(usize::from(arguments.runs));
    match selection {
        Some(glob) => scorer.with_selection(move |name| glob.is_match(name)),
        None => scorer,
    }
}

/// A dry run over a store: what is in it is not asked about again.
struct Rehearsal {
    judge: Arc<RememberingJudge<MockJudge, Overlay>>,
}

impl Rehearsal {
    fn of(
        arguments: &Score,
        judge: &Arc<dyn Judge>,
        clock: &Clock,
        report: &Destination,
    ) -> Result<Option<Self>> {
        if !arguments.dry_run {
            return Ok(None);
        }
        let store = store::open_for_rehearsal(&arguments.store, arguments.judge.judge)?;
        expect_other_than_store(report, store.as_ref())?;
        Ok(store.map(|store| {
            let judge = rehearsal::instead_of(judge);
            Self { judge: Arc::new(RememberingJudge::new(judge, Overlay::over(store), clock.clone())) }
        }))
    }

    fn run(self, scorer: &Scorer<Arc<dyn Judge>>, servers: &[(&str, &ToolSet)]) -> Result<Estimate> {
        let mut interrupt = Interrupt::listen()?;
        interrupt.block_on(|stop| scorer.score_servers_until(servers, stop));
        if interrupt.was_heard() {
            bail!("interrupted before everything was counted");
        }
        // What the store could not tell would count as asked.
        match self.judge.take_fault() {
            Some(fault) => Err(fault.into()),
            None => Ok(rehearsal::asked(self.judge.judge())),
        }
    }
}

/// The store, where the run has one. A report does not replace it.
fn open_store(arguments: &Score, report: &Destination) -> Result<Option<SqliteStore>> {
    if arguments.dry_run {
        return Ok(None);
    }
    let store = store::open_for_score(&arguments.store, arguments.judge.judge)?;
    expect_other_than_store(report, store.as_ref())?;
    Ok(store)
}

fn expect_other_than_store(report: &Destination, store: Option<&SqliteStore>) -> Result<()> {
    report.expect_other_than(store.into_iter().flat_map(SqliteStore::files))
}

fn write(
    format: ReportFormat,
    destination: &Destination,
    heads: &[String],
    reports: &[ScoreReport],
) -> Result<()> {
    match format {
        ReportFormat::Json => destination.write(&report::json(reports)?),
        ReportFormat::Markdown => {
            destination.write(&reports.iter().map(report::markdown).collect::<Vec<_>>().join("\n---\n\n"))
        }
        ReportFormat::Text => {
            let width = text_width(destination);
            let pages = heads.iter().zip(reports);
            let pages = pages.map(|(head, report)| format!("{head}\n{}", report::text(report, width)));
            destination.write_styled(&pages.collect::<Vec<_>>().join("\n\n"))
        }
    }
}

/// As wide as the terminal, but no wider than reads well.
fn text_width(destination: &Destination) -> usize {
    let columns = terminal_size::terminal_size().filter(|_| destination.is_terminal());
    columns.map_or(100, |(width, _)| usize::from(width.0).clamp(60, 110))
}

/// Names in assumptions are checked before the run, because a typing error found after it would have cost
/// the whole of it.
fn check_assumptions(arguments: &Score, sources: &Sources) -> Result<()> {
    for assumption in &arguments.what_if {
        let WhatIf::Tool { tool, .. } = assumption else { continue };
        let mut names = sources.servers.iter().flat_map(|server| server.set.tools()).map(|tool| &tool.name);
        if !sources.servers.is_empty() && !names.any(|name| name == tool) {
            bail!(
                "--what-if {}: no tool is called `{}`",
                visible::line(&assumption.to_string()),
                visible::line(tool)
            );
        }
    }
    Ok(())
}

/// Applies the assumptions that are about this server.
fn assume(arguments: &Score, report: &mut ScoreReport, outcome: &mut Outcome) {
    let is_here = |assumption: &WhatIf| match assumption {
        WhatIf::Tool { tool, .. } => report.tools.iter().any(|scored| scored.name == *tool),
        _ => report.server_score.coherence().is_some(),
    };
    let here: Vec<WhatIf> =
        arguments.what_if.iter().filter(|assumption| is_here(assumption)).cloned().collect();
    if !here.is_empty()
        && let Err(error) = report.assume(&here)
    {
        outcome.fail(&format!("--what-if for `{}`: {error}", report.server.name));
    }
}

/// A store knows a server by its name. Of several with one name it would hold the last, and take the others for what
/// that one was before.
fn tell_of_shared_names(names: &BTreeSet<String>, sources: &Sources, mut failing: Option<&mut Outcome>) {
    for name in names.iter().filter(|name| sources.servers.iter().any(|server| server.name == **name)) {
        let message = format!(
            "several servers are called `{}`; of them the store keeps verdicts alone; give them different names \
             (serverName)",
            visible::line(name)
        );
        match &mut failing {
            Some(outcome) => outcome.fail(&message),
            None => say(&format!("warning: {message}")),
        }
    }
}

/// Says how many calls were made and how many saved, and what the store could not do.
fn tell_of_store(remembering: &RememberingJudge<Arc<dyn Judge>, SqliteStore>, outcome: &mut Outcome) {
    if let Some(fault) = remembering.take_fault() {
        let reason = fault.source().map_or_else(String::new, |source| format!(": {source}"));
        outcome.fail(&format!(
            "{fault}{reason}; verdicts of this run are in the report and not all in the store"
        ));
    }
    let Remembered { asked, taken_over, .. } = remembering.remembered();
    say(&format!(
        "{} asked, {taken_over} taken over from the store {}",
        store::counted(asked, "question"),
        remembering.store().path().display()
    ));
}

fn tell_of_failures(report: &ScoreReport, outcome: &mut Outcome) {
    for (places, message) in report::grouped_failures(report) {
        outcome.fail(&format!("server `{}`, {places}: {message}", report.server.name));
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

fn dry_run(judge: JudgeKind, estimate: Estimate, system_prompt_tokens: (usize, usize)) -> String {
    let calls = estimate.tool_calls + estimate.server_calls;
    let (for_tools, for_sets) = system_prompt_tokens;
    let system = estimate.tool_calls * for_tools + estimate.server_calls * for_sets;
    let cost = format!(
        "{calls} call{} ({} for tools, {} for tool sets) with about {} prompt tokens",
        if calls == 1 { "" } else { "s" },
        estimate.tool_calls,
        estimate.server_calls,
        estimate.message_tokens + system,
    );
    match judge {
        JudgeKind::Offline => {
            format!("No calls: the offline judge asks no model. A language model would take {cost}.\n")
        }
        JudgeKind::Openai => format!("{cost}, retries not counted.\n"),
    }
}
