//! Scores what changed.
//!
//! A sweep takes stale definitions in batches, asks about so many at a time, and keeps each score as it comes; then it
//! does the same with the sets of the servers whose tools are scored. Within a sweep nothing is asked twice: what
//! failed stays stale and comes back in the next one. While an endpoint asks to be left alone nothing is asked, and what
//! never reached it counts as failed for no tool.
//!
//! Several sweeps may work on one store. Each holds what it is at work on by a lease that it renews; what a sweep that
//! died held is free when its leases run out, and whoever is still there waits for that rather than leave it undone.
//!
//! Specification: "Running TDQS at scale".

mod backoff;

use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::future::{Either, select};
use futures_util::stream::{self, Stream, StreamExt};
use tdqs::coherence::confirm;
use tdqs::llm::{Judge, JudgeError, Timer};
use tdqs::rubric::ToolScore;
use tdqs::{
    PreparedServer, SERVER_CONCURRENCY, Scorer, SpecVersion, TOOL_CONCURRENCY, ToolDefinition, ToolSet,
};

pub use self::backoff::Backoff;

use crate::record::server_flags;
use crate::{
    CapturedTool, Claim, Clock, CoherenceKey, Failure, Moment, Remembered, RememberingJudge, ServerFacts,
    StaleServer, StaleTool, StoreError, Subject, WorkPlace, WorkQueue, Yardsticks,
};

/// What is taken from the list of work at a time.
const BATCH: usize = 100;

/// How long a lease lasts, and how often it is renewed.
const LEASE: Duration = Duration::from_secs(15);
const RENEWAL: Duration = Duration::from_secs(4);

/// How long a sweep with nothing left to do waits, at least and at most, before it looks again at what others hold.
const LOOK_AGAIN: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

/// Servers whose facts are computed together.
const PAGE: usize = 100;

/// The longest that an endpoint may ask to be left alone. When it asks for more, the sweep ends.
const LONGEST_PAUSE: Duration = Duration::from_mins(2);

/// Questions in a row that miss the endpoint before a sweep ends, where fewer than so many are asked at a time.
const MISSES: usize = 3;

/// Sweeps a store with a judge.
pub struct Sweeper<J, S> {
    scorer: Scorer<RememberingJudge<J, S>>,
    store: S,
    clock: Clock,
    timer: Box<dyn Timer>,
    edition: SpecVersion,
    runs: u32,
    tool_workers: usize,
    server_workers: usize,
    backoff: Backoff,
    on_event: Box<dyn Fn(&SweepEvent<'_>) + Send + Sync>,
    /// Until which [`Moment`] the endpoint wants to be left alone.
    alone_until: AtomicI64,
}

/// What happens during a sweep.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum SweepEvent<'e> {
    /// A definition has its score.
    ToolScored {
        /// The server that lists it.
        server: &'e str,
        /// The score.
        score: &'e ToolScore,
    },
    /// A definition has none; it comes back in a later sweep.
    ToolFailed {
        /// The server that lists it.
        server: &'e str,
        /// The tool's name.
        tool: &'e str,
        /// Why.
        error: &'e JudgeError,
    },
    /// A tool set was judged.
    ServerJudged {
        /// The server's name.
        server: &'e str,
    },
    /// A tool set was not; it comes back in a later sweep.
    ServerFailed {
        /// The server's name.
        server: &'e str,
        /// Why.
        error: &'e JudgeError,
    },
    /// Nothing is left but what another sweep is at work on.
    WaitingForOthers,
}

/// What a sweep did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SweepSummary {
    /// Definitions that were scored.
    pub tools_scored: u64,
    /// Definitions that failed.
    pub tools_failed: u64,
    /// Tool sets that were judged.
    pub servers_judged: u64,
    /// Tool sets that failed.
    pub servers_failed: u64,
    /// Questions that did not reach the endpoint. They count against nothing and are free when the sweep is over.
    pub unreached: u64,
    /// Questions that went to the judge, and questions that the store answered.
    pub questions: Remembered,
    /// Why the sweep ended before it was through.
    pub ended: Option<EarlyEnd>,
}

/// Why a sweep ended before it was through.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarlyEnd {
    /// The reason, for people. Holds no secret and no control character.
    pub reason: String,
    /// Whether the next sweep may fare better: an endpoint that is away comes back, a key that it refuses stays refused.
    pub is_passing: bool,
    /// How long the endpoint wants to be left alone, where that is why.
    pub retry_after: Option<Duration>,
}

impl EarlyEnd {
    fn passing(reason: String) -> Self {
        Self { reason, is_passing: true, retry_after: None }
    }
}

/// How one piece of work came out.
enum Done<'w> {
    Tool(&'w Claim, StaleTool, Result<Box<ToolScore>, JudgeError>),
    Server(&'w Claim, StaleServer, Result<(), JudgeError>),
    Fault(StoreError),
}

/// A question under way.
type Work<'w> = Pin<Box<dyn Future<Output = Done<'w>> + Send + 'w>>;

impl<J, S> fmt::Debug for Sweeper<J, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweeper")
            .field("edition", &self.edition)
            .field("runs", &self.runs)
            .field("backoff", &self.backoff)
            .finish_non_exhaustive()
    }
}

impl<J: Judge, S: WorkQueue + Clone> Sweeper<J, S> {
    /// Sweeps at the specification's concurrency: 40 tools and 30 servers at a time.
    #[must_use]
    pub fn new(judge: J, store: S, edition: SpecVersion, clock: Clock, timer: impl Timer + 'static) -> Self {
        let judge = RememberingJudge::new(judge, store.clone(), clock.clone()).ending_run_on_fault();
        Self {
            scorer: Scorer::new(judge).with_edition(edition),
            store,
            clock,
            timer: Box::new(timer),
            edition,
            runs: 1,
            tool_workers: TOOL_CONCURRENCY,
            server_workers: SERVER_CONCURRENCY,
            backoff: Backoff::default(),
            on_event: Box::new(|_| {}),
            alone_until: AtomicI64::default(),
        }
    }

    /// Scores a tool by the lower median of so many answers; at least one.
    #[must_use]
    pub fn with_runs(mut self, runs: u32) -> Self {
        self.runs = runs.max(1);
        self.scorer = self.scorer.with_runs(self.runs as usize);
        self
    }

    /// Asks about so many tools, and so many servers, at a time; at least one.
    #[must_use]
    pub fn with_workers(mut self, tools: usize, servers: usize) -> Self {
        (self.tool_workers, self.server_workers) = (tools.max(1), servers.max(1));
        self
    }

    /// Sets how long failed work rests.
    #[must_use]
    pub fn with_backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = backoff;
        self
    }

    /// Tells of what happens, as it happens. The function should be quick.
    #[must_use]
    pub fn on_event(mut self, on_event: impl Fn(&SweepEvent<'_>) + Send + Sync + 'static) -> Self {
        self.on_event = Box::new(on_event);
        self
    }

    /// By what this sweeper judges.
    #[must_use]
    pub fn yardsticks(&self) -> Yardsticks {
        Yardsticks::of(&self.scorer.judge().identity(), self.edition)
    }

    /// Sweeps once, until nothing that is due is left or `stop` is done. `owner` is a name that no other sweep has.
    ///
    /// # Errors
    ///
    /// When the store fails. What was kept before stays.
    pub async fn sweep(
        &self,
        owner: &str,
        stop: impl Future<Output = ()>,
    ) -> Result<SweepSummary, StoreError> {
        complete_facts(&self.store, self.edition).await?;
        let before = self.scorer.judge().remembered();
        // One that an earlier sweep did not come to hear of is none of this one.
        drop(self.scorer.judge().take_fault());
        let mut summary = SweepSummary::default();
        let result = match select(pin!(self.work(owner, &mut summary)), pin!(self.until(owner, stop))).await {
            Either::Left((result, _)) => result,
            Either::Right((result, _)) => result.map(|()| None),
        };
        // What is held is given back whatever happened; the first fault is the one to tell of.
        let released = self.store.release(owner).await;
        summary.ended = result?;
        released?;
        summary.questions = self.scorer.judge().remembered().since(&before);
        Ok(summary)
    }

    /// Renews what is held until `stop` is done.
    async fn until(&self, owner: &str, stop: impl Future<Output = ()>) -> Result<(), StoreError> {
        let mut stop = pin!(stop);
        loop {
            match select(stop.as_mut(), self.timer.sleep(RENEWAL)).await {
                Either::Left(_) => return Ok(()),
                Either::Right(_) => self.store.renew(owner, self.clock.now().after(LEASE)).await?,
            }
        }
    }

    fn claim(&self, owner: &str) -> Claim {
        let now = self.clock.now();
        Claim::new(self.yardsticks(), self.runs, owner, now, now.after(LEASE), BATCH)
    }

    /// Works until nothing is left; says why, when it ends before.
    async fn work(&self, owner: &str, summary: &mut SweepSummary) -> Result<Option<EarlyEnd>, StoreError> {
        let claim = self.claim(owner);
        let mut has_told = false;
        loop {
            // Asked before anything is taken: what runs out meanwhile would be nobody's and still undone.
            let others = self.store.held_by_others(&self.claim(owner)).await?;
            let done_before = summary.done();
            let tools = self.tools(&claim).buffer_unordered(self.tool_workers);
            if let Some(end) = self.receive(tools, self.tool_workers, summary).await? {
                return Ok(Some(end));
            }
            let servers = self.servers(&claim).buffer_unordered(self.server_workers);
            if let Some(end) = self.receive(servers, self.server_workers, summary).await? {
                return Ok(Some(end));
            }
            if summary.done() > done_before {
                continue;
            }
            let Some(until) = others else { return Ok(None) };
            if !std::mem::replace(&mut has_told, true) {
                (self.on_event)(&SweepEvent::WaitingForOthers);
            }
            let (least, most) = LOOK_AGAIN;
            self.timer.sleep(self.clock.now().until(until).clamp(least, most)).await;
        }
    }

    /// Stale tools, each as the question about it.
    fn tools<'a>(&'a self, claim: &'a Claim) -> impl Stream<Item = Work<'a>> + 'a {
        let claimed =
            move |after| async move { self.store.claim_tools(&self.claim(&claim.owner), after).await };
        in_batches(claimed, |stale: &StaleTool| stale.place, move |stale| Box::pin(self.score(claim, stale)))
    }

    /// Stale servers, each as the question about its set.
    fn servers<'a>(&'a self, claim: &'a Claim) -> impl Stream<Item = Work<'a>> + 'a {
        let claimed =
            move |after| async move { self.store.claim_servers(&self.claim(&claim.owner), after).await };
        in_batches(
            claimed,
            |stale: &StaleServer| stale.place,
            move |stale| Box::pin(self.judge(claim, stale)),
        )
    }

    /// Waits while the endpoint wants to be left alone.
    async fn pause(&self) {
        let mut waited_for = None;
        loop {
            // Meanwhile the endpoint may have asked for more.
            let until = Moment(self.alone_until.load(Ordering::Relaxed));
            let left = self.clock.now().until(until);
            if left.is_zero() || waited_for == Some(until) {
                return;
            }
            self.timer.sleep(left).await;
            waited_for = Some(until);
        }
    }

    /// Notes that the endpoint wants to be left alone, for everyone who has not asked yet.
    fn note_pause(&self, error: &JudgeError) {
        let Some(wanted) = error.retry_after.filter(|wanted| *wanted <= LONGEST_PAUSE) else { return };
        self.alone_until.fetch_max(self.clock.now().after(wanted).0, Ordering::Relaxed);
    }

    async fn score<'a>(&'a self, claim: &'a Claim, stale: StaleTool) -> Done<'a> {
        self.pause().await;
        let result = match definition(&stale.tool) {
            Ok(definition) => {
                let siblings: Vec<&str> =
                    stale.names.iter().map(String::as_str).filter(|name| *name != stale.tool.name).collect();
                let scored = self.scorer.score_tool(&definition, &siblings).await;
                scored.map_err(|failed| failed.error).inspect_err(|error| self.note_pause(error))
            }
            Err(error) => Err(error),
        };
        match result {
            Ok(score) => {
                let kept =
                    self.store.keep_tool_scores(&claim.by.tools, vec![score.clone()], self.clock.stamp());
                match kept.await {
                    Ok(()) => Done::Tool(claim, stale, Ok(Box::new(score))),
                    Err(error) => Done::Fault(error),
                }
            }
            Err(error) => Done::Tool(claim, stale, Err(error)),
        }
    }

    async fn judge<'a>(&'a self, claim: &'a Claim, stale: StaleServer) -> Done<'a> {
        self.pause().await;
        let set = tool_set(&stale.name, &stale.tools);
        let server = PreparedServer::new(&stale.name, &set, self.edition);
        let listed = server.listed();
        let question = server.set_question(&listed, Some(stale.mean_tdqs));
        match self.scorer.judge().judge_server(&question).await {
            Ok(verdict) => {
                let key = CoherenceKey::of(claim.by.sets.clone(), &question);
                let names = || set.tools().iter().map(|tool| tool.name.as_str());
                let confirmed = confirm(&verdict.answer.shadowing_risks, names(), server.candidates());
                let flags = server_flags(names(), &confirmed.risks);
                match self.store.keep_server_flags(&key, flags).await {
                    Ok(()) => Done::Server(claim, stale, Ok(())),
                    Err(error) => Done::Fault(error),
                }
            }
            Err(error) => {
                self.note_pause(&error);
                Done::Server(claim, stale, Err(error))
            }
        }
    }

    /// Takes results as they come, of so many workers; says why, when one ends the sweep.
    async fn receive<'a>(
        &self,
        done: impl Stream<Item = Done<'a>>,
        workers: usize,
        summary: &mut SweepSummary,
    ) -> Result<Option<EarlyEnd>, StoreError> {
        let mut done = pin!(done);
        let mut misses_in_a_row = 0;
        while let Some(done) = done.next().await {
            let (claim, subject, error) = match done {
                Done::Fault(error) => return Err(error),
                Done::Tool(_, stale, Ok(score)) => {
                    misses_in_a_row = 0;
                    summary.tools_scored += 1;
                    (self.on_event)(&SweepEvent::ToolScored { server: &stale.server, score: &score });
                    continue;
                }
                Done::Server(_, stale, Ok(())) => {
                    misses_in_a_row = 0;
                    summary.servers_judged += 1;
                    (self.on_event)(&SweepEvent::ServerJudged { server: &stale.name });
                    continue;
                }
                Done::Tool(claim, stale, Err(error)) => {
                    (self.on_event)(&SweepEvent::ToolFailed {
                        server: &stale.server,
                        tool: &stale.tool.name,
                        error: &error,
                    });
                    (claim, Subject::Tool(stale.tool.input_hash), error)
                }
                Done::Server(claim, stale, Err(error)) => {
                    (self.on_event)(&SweepEvent::ServerFailed { server: &stale.name, error: &error });
                    (claim, Subject::Server(stale.name), error)
                }
            };
            if error.ends_run {
                // A store that failed is its own error; anything else is the endpoint's.
                let is_passing = error.is_unreachable;
                let end = EarlyEnd { is_passing, ..EarlyEnd::passing(error.message) };
                return self.scorer.judge().take_fault().map_or(Ok(Some(end)), Err);
            }
            if error.is_unreachable {
                // Nothing is known against the question. Another sweep may have it, and this one asks no more.
                summary.unreached += 1;
                misses_in_a_row += 1;
                self.store.give_back(claim, subject).await?;
                if misses_in_a_row >= workers.max(MISSES) {
                    return Ok(Some(EarlyEnd::passing(error.message)));
                }
                continue;
            }
            misses_in_a_row = 0;
            if let Some(wanted) = error.retry_after.filter(|wanted| *wanted > LONGEST_PAUSE) {
                let reason = format!(
                    "{}; the endpoint asks to be left alone for {} s",
                    error.message,
                    wanted.as_secs()
                );
                return Ok(Some(EarlyEnd { retry_after: Some(wanted), ..EarlyEnd::passing(reason) }));
            }
            match &subject {
                Subject::Tool(_) => summary.tools_failed += 1,
                Subject::Server(_) => summary.servers_failed += 1,
            }
            let failure = Failure {
                subject,
                reason: error.message,
                at: self.clock.now(),
                backoff: self.backoff,
                wait: error.retry_after,
            };
            self.store.fail(claim, failure).await?;
        }
        Ok(None)
    }
}

impl SweepSummary {
    /// Pieces of work that came out, well or not.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.tools_scored + self.tools_failed + self.servers_judged + self.servers_failed + self.unreached
    }
}

/// Takes a batch from behind a place, asks about each piece of it, and goes on behind the last one. The next batch is
/// taken when the one before is handed out.
fn in_batches<'w, T: 'w, B: Future<Output = Result<Vec<T>, StoreError>> + 'w>(
    claim: impl Fn(WorkPlace) -> B + 'w,
    place: impl Fn(&T) -> WorkPlace + 'w,
    ask: impl Fn(T) -> Work<'w> + 'w,
) -> impl Stream<Item = Work<'w>> + 'w {
    let state = (Some(WorkPlace::default()), claim, place);
    let batches = stream::unfold(state, |(after, claim, place)| async move {
        match claim(after?).await {
            Ok(batch) => {
                let last = place(batch.last()?);
                Some((batch.into_iter().map(Ok).collect::<Vec<_>>(), (Some(last), claim, place)))
            }
            Err(error) => Some((vec![Err(error)], (None, claim, place))),
        }
    });
    batches.flat_map(stream::iter).map(move |piece| match piece {
        Ok(piece) => ask(piece),
        Err(error) => Box::pin(std::future::ready(Done::Fault(error))),
    })
}

/// Computes what is missing of the facts in an edition, as after a capture in another one.
async fn complete_facts<S: WorkQueue>(store: &S, edition: SpecVersion) -> Result<(), StoreError> {
    let mut after: Option<String> = None;
    loop {
        let page = store.definitions(edition, true, after.as_deref(), PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        after = Some(last.clone());
        for (name, tools) in page {
            let set = tool_set(&name, &tools);
            let facts = ServerFacts::of(&PreparedServer::new(&name, &set, edition));
            store.keep_facts(&name, facts).await?;
        }
    }
}

fn definition(tool: &CapturedTool) -> Result<ToolDefinition, JudgeError> {
    let unreadable = |error| JudgeError::new(format!("the stored definition cannot be read: {error}"));
    ToolDefinition::from_json(&tool.definition).map_err(unreadable)
}

/// The tools of a server as they were captured. What cannot be read any more is left out.
pub(crate) fn tool_set(server: &str, tools: &[CapturedTool]) -> ToolSet {
    let tools = tools.iter().filter_map(|tool| definition(tool).ok()).collect();
    ToolSet::new(Some(server.to_owned()), tools)
}
