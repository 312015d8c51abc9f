//! `tdqs sweep`

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use tdqs::llm::TokioTimer;
use tdqs::{SERVER_CONCURRENCY, TOOL_CONCURRENCY};
use tdqs_store::{Backoff, Registry, SweepSummary, Sweeper};

use super::{clock, counted, open};
use crate::arguments::Sweep;
use crate::interrupt::Interrupt;
use crate::judge::{self, Chosen};
use crate::outcome::Outcome;
use crate::output::Destination;
use crate::progress::Progress;

/// A sweep asks once; what fails comes back in the next one.
const ATTEMPTS: u32 = 1;

pub(crate) fn run(arguments: &Sweep) -> Result<Outcome> {
    let progress = Progress::new();
    let Chosen { judge, .. } = judge::choose(&arguments.judge, arguments.spec, ATTEMPTS, &progress)?;
    let clock = clock()?;
    let store = open(&arguments.store)?;
    let concurrency = arguments.concurrency.map(usize::from);
    let runs = arguments.runs.into();
    let sweeper = Sweeper::new(judge, store.clone(), arguments.spec, clock.clone(), TokioTimer)
        .with_runs(runs)
        .with_workers(
            concurrency.unwrap_or(TOOL_CONCURRENCY),
            concurrency.unwrap_or(SERVER_CONCURRENCY).min(SERVER_CONCURRENCY),
        )
        .with_backoff(Backoff::new(arguments.backoff.into()))
        .on_event(progress.sweep_listener());
    let mut interrupt = Interrupt::listen()?;
    let by = sweeper.yardsticks();
    let started = since_1970().as_nanos();
    let mut outcome = Outcome::default();
    for number in 0_u64.. {
        let begun = Instant::now();
        let mut alone = Duration::ZERO;
        let counts = interrupt.block_on(|_| store.counts(&by, runs, clock.now()))?;
        progress.start(usize::try_from(counts.stale_tools + counts.stale_servers).unwrap_or(usize::MAX));
        let owner = format!("{}-{started}-{number}", std::process::id());
        let summary = interrupt.block_on(|stop| sweeper.sweep(&owner, stop));
        progress.finish();
        let summary = summary?;
        // A sweep that was cut short has not looked at everything, so that nothing can be said of what is left.
        let was_cut_short = summary.ended.is_some() || interrupt.was_heard();
        let told = match summary.done() {
            0 if was_cut_short => "Nothing was scored.\n".to_owned(),
            0 => nothing_to_do(interrupt.block_on(|_| store.counts(&by, runs, clock.now()))?.resting()),
            _ => done(&summary),
        };
        Destination::Standard.write(&told)?;
        // Of a series each sweep is told by itself, and what failed comes back in the next one.
        let mut this = Outcome::default();
        if let Some(end) = &summary.ended {
            this.fail(&format!("the sweep ended early: {}", end.reason));
            alone = end.retry_after.unwrap_or_default();
            // What a refused key does to this sweep it does to the next one.
            if !end.is_passing {
                outcome = this;
                break;
            }
        }
        if interrupt.was_heard() {
            this.fail("interrupted; what was finished is in the store");
            outcome = this;
            break;
        }
        let failed = summary.tools_failed + summary.servers_failed;
        if failed > 0 {
            this.fail(&format!("{} without a verdict; `tdqs status` says why", counted(failed, "question")));
        }
        if summary.unreached > 0 {
            let unreached = counted(summary.unreached, "question");
            this.fail(&format!("{unreached} did not reach the endpoint; the next sweep asks again"));
        }
        outcome = this;
        let Some(every) = arguments.every.map(Duration::from) else { break };
        let rest = every.saturating_sub(begun.elapsed()).max(alone);
        let is_stopped = interrupt.block_on(|stop| async move {
            tokio::select! {
                () = stop => true,
                () = tokio::time::sleep(rest) => false,
            }
        });
        if is_stopped {
            break;
        }
    }
    Ok(outcome)
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// What is said of a sweep that went through and found nothing. `resting` is how much failed before and is not due yet.
fn nothing_to_do(resting: u64) -> String {
    let rests = |what: String| format!("Nothing to do yet: {what}; `tdqs status` says why and how long.\n");
    match resting {
        0 => "Nothing to do: everything has its score.\n".to_owned(),
        1 => rests("1 question that failed before rests".to_owned()),
        more => rests(format!("{more} questions that failed before rest")),
    }
}

fn done(summary: &SweepSummary) -> String {
    let SweepSummary { tools_scored, tools_failed, servers_judged, servers_failed, questions, .. } = summary;
    let requests = questions.usage.requests;
    let tokens = questions.usage.prompt_tokens + questions.usage.completion_tokens;
    format!(
        "{} scored, {tools_failed} failed; {} judged, {servers_failed} failed; {} asked ({}, {tokens} tokens), {} taken \
         over from the store\n",
        counted(*tools_scored, "definition"),
        counted(*servers_judged, "server"),
        counted(questions.asked, "question"),
        counted(requests, "request"),
        questions.taken_over
    )
}
