//! Several sweeps on one store, and sweeps that end before they are through.

mod oracle;

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use oracle::{Fault, Oracle};
use tdqs::llm::{JudgeError, TokioTimer};
use tdqs::signals::InputHash;
use tdqs::signals::json::Json;
use tdqs::{PreparedServer, SpecVersion, ToolDefinition, ToolSet};
use tdqs_store::{
    Backoff, CapturedServer, Claim, Clock, Failure, Moment, Registry, ServerFacts, SqliteStore, Subject,
    Sweeper, WorkPlace, WorkQueue,
};
use tempfile::TempDir;
use tokio::sync::{Barrier, Notify};

const EDITION: SpecVersion = SpecVersion::V1_2;
const TOOLS: usize = 300;

struct Bench {
    _folder: TempDir,
    path: std::path::PathBuf,
    time: Arc<AtomicI64>,
    clock: Clock,
}

impl Bench {
    /// A store with so many tools, ten on each server.
    async fn with_tools(count: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("scores.sqlite");
        let time = Arc::new(AtomicI64::new(1_000_000));
        let clock = Clock::new({
            let time = Arc::clone(&time);
            move || Moment(time.load(Ordering::SeqCst))
        });
        let bench = Self { _folder: folder, path, time, clock };
        let store = bench.open();
        for first in (0..count).step_by(10) {
            let tools = (first..count.min(first + 10)).map(tool).collect();
            let (name, set) = (format!("server {first}"), ToolSet::new(None, tools));
            let prepared = PreparedServer::new(&name, &set, EDITION);
            let captured = CapturedServer::of(name.as_str(), "a test", &set, bench.clock.stamp());
            store.capture(captured, ServerFacts::of(&prepared)).await.unwrap();
        }
        bench
    }

    fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.path).unwrap()
    }

    fn sweeper(&self, oracle: &Oracle) -> Sweeper<Oracle, SqliteStore> {
        Sweeper::new(oracle.clone(), self.open(), EDITION, self.clock.clone(), TokioTimer)
    }
}

fn tool(number: usize) -> ToolDefinition {
    ToolDefinition::new(format!("tool_{number}")).with_description("Moves one crate.")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_sweeps_at_once_share_the_work_and_repeat_none() {
    let bench = Bench::with_tools(TOOLS).await;
    // Neither has an answer before the other has taken some of the work.
    let meeting = Some(Arc::new(Barrier::new(2)));
    let oracle = Oracle { delay: Duration::from_millis(2), meeting, ..Oracle::default() };
    let of_other = Oracle { met: Arc::default(), ..oracle.clone() };
    let (one, other) = (bench.sweeper(&oracle), bench.sweeper(&of_other));
    let (one, other) = tokio::join!(one.sweep("one", pending()), other.sweep("other", pending()));
    let (one, other) = (one.unwrap(), other.unwrap());
    let mut asked = oracle.tools.lock().unwrap().clone();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), TOOLS);
    assert_eq!(oracle.tools.lock().unwrap().len(), TOOLS);
    assert_eq!(oracle.servers.lock().unwrap().len(), TOOLS / 10);
    assert_eq!(one.tools_scored + other.tools_scored, TOOLS as u64);
    assert!(one.tools_scored > 0 && other.tools_scored > 0, "{one:?} {other:?}");
}

#[tokio::test]
async fn what_a_dead_sweep_held_is_taken_over_when_its_lease_runs_out() {
    let bench = Bench::with_tools(30).await;
    let oracle = Oracle::default();
    let sweeper = bench.sweeper(&oracle);
    let store = bench.open();
    let now = bench.clock.now();
    let until = now.after(Duration::from_secs(15));
    let claim = Claim::new(sweeper.yardsticks(), 1, "dead", now, until, 20);
    assert_eq!(store.claim_tools(&claim, WorkPlace::default()).await.unwrap().len(), 20);
    // Time stands still until the living sweep has done the rest, and waits.
    let time = Arc::clone(&bench.time);
    let sweeper = sweeper.on_event(move |event| {
        if matches!(event, tdqs_store::SweepEvent::WaitingForOthers) {
            time.fetch_add(15_001, Ordering::SeqCst);
        }
    });
    let summary = sweeper.sweep("alive", pending()).await.unwrap();
    assert_eq!((summary.tools_scored, summary.servers_judged), (30, 3));
    assert_eq!(oracle.tools.lock().unwrap().len(), 30);
}

#[tokio::test]
async fn a_sweep_that_slept_too_long_frees_nothing_that_another_has_taken_over() {
    let bench = Bench::with_tools(1).await;
    let store = bench.open();
    let by = bench.sweeper(&Oracle::default()).yardsticks();
    let claim = |owner: &str, now: Moment| {
        Claim::new(by.clone(), 1, owner, now, now.after(Duration::from_secs(15)), 1)
    };
    let slept = claim("slept", bench.clock.now());
    let taken = store.claim_tools(&slept, WorkPlace::default()).await.unwrap();
    let later = slept.until.after(Duration::from_millis(1));
    let awake = claim("awake", later);
    assert_eq!(store.claim_tools(&awake, WorkPlace::default()).await.unwrap(), taken);
    let fail = async |claim: &Claim| {
        let subject = Subject::Tool(taken[0].tool.input_hash);
        let reason = "no answer".to_owned();
        let failure = Failure { subject, reason, at: later, backoff: Backoff::default(), wait: None };
        store.fail(claim, failure).await.unwrap();
        store.counts(&by, 1, later).await.unwrap()
    };
    let counts = fail(&slept).await;
    assert_eq!((counts.held, counts.waiting.len()), (1, 0));
    let counts = fail(&awake).await;
    assert_eq!((counts.held, counts.waiting.len()), (0, 1));
}

#[tokio::test]
async fn a_score_of_fewer_answers_than_are_asked_for_counts_as_stale() {
    let bench = Bench::with_tools(20).await;
    let sweeper = bench.sweeper(&Oracle::default());
    sweeper.sweep("once", pending()).await.unwrap();
    let by = sweeper.yardsticks();
    let stale =
        async |runs: u32| bench.open().counts(&by, runs, bench.clock.now()).await.unwrap().stale_tools;
    assert_eq!((stale(1).await, stale(3).await), (0, 20));
}

#[tokio::test]
async fn a_refused_key_ends_the_sweep_at_once_and_leaves_the_work_free() {
    let bench = Bench::with_tools(TOOLS).await;
    let refuses: Fault = Arc::new(|| Some(JudgeError::ending_run("the key is refused")));
    let refusing = Oracle { fails_by: Some(refuses), delay: Duration::from_millis(1), ..Oracle::default() };
    let summary = bench.sweeper(&refusing).sweep("refused", pending()).await.unwrap();
    let ended = summary.ended.unwrap();
    assert_eq!((ended.reason.as_str(), ended.is_passing), ("the key is refused", false));
    let asked = refusing.tools.lock().unwrap().len();
    assert!(asked <= 40, "{asked} questions");
    // Nothing is held and nothing counts as failed: with the right key all of it is done at once.
    let oracle = Oracle::default();
    let summary = bench.sweeper(&oracle).sweep("next", pending()).await.unwrap();
    assert_eq!((summary.tools_scored, summary.ended), (TOOLS as u64, None));
}

#[tokio::test]
async fn an_endpoint_that_is_away_ends_the_sweep_and_counts_against_nothing() {
    let bench = Bench::with_tools(TOOLS).await;
    let away =
        Oracle { fails_by: Some(Arc::new(|| Some(JudgeError::unreachable("away")))), ..Oracle::default() };
    let sweeper = bench.sweeper(&away);
    let summary = sweeper.sweep("away", pending()).await.unwrap();
    let ended = summary.ended.unwrap();
    assert_eq!((ended.reason.as_str(), ended.is_passing), ("away", true));
    assert_eq!((summary.unreached, summary.tools_failed), (40, 0));
    let counts = bench.open().counts(&sweeper.yardsticks(), 1, bench.clock.now()).await.unwrap();
    assert_eq!((counts.waiting.len(), counts.held), (0, 0));
    let summary = bench.sweeper(&Oracle::default()).sweep("next", pending()).await.unwrap();
    assert_eq!(summary.tools_scored, TOOLS as u64);
}

#[tokio::test]
async fn sweeps_that_each_missed_the_endpoint_once_do_not_wait_for_each_other() {
    let bench = Bench::with_tools(TOOLS).await;
    let missing = || {
        let left = AtomicI64::new(1);
        let fault: Fault = Arc::new(move || {
            (left.fetch_sub(1, Ordering::SeqCst) == 1).then(|| JudgeError::unreachable("away"))
        });
        Oracle { fails_by: Some(fault), delay: Duration::from_millis(1), ..Oracle::default() }
    };
    let (one, other) = (bench.sweeper(&missing()), bench.sweeper(&missing()));
    let both = async { tokio::join!(one.sweep("one", pending()), other.sweep("other", pending())) };
    let (one, other) = tokio::time::timeout(Duration::from_mins(1), both).await.unwrap();
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(one.unreached + other.unreached > 0);
    let by = bench.sweeper(&Oracle::default()).yardsticks();
    assert_eq!(bench.open().counts(&by, 1, bench.clock.now()).await.unwrap().held, 0);
}

#[tokio::test]
async fn while_an_endpoint_asks_to_be_left_alone_nothing_is_asked() {
    let bench = Bench::with_tools(TOOLS).await;
    let asks = |seconds| JudgeError::new("busy").with_retry_after(Some(Duration::from_secs(seconds)));
    let busy = Oracle { fails_by: Some(Arc::new(move || Some(asks(60)))), ..Oracle::default() };
    let (failures, all) = (Arc::new(AtomicI64::new(0)), Arc::new(Notify::new()));
    let sweeper = bench.sweeper(&busy).on_event({
        let (failures, all) = (Arc::clone(&failures), Arc::clone(&all));
        move |event| {
            if matches!(event, tdqs_store::SweepEvent::ToolFailed { .. })
                && failures.fetch_add(1, Ordering::SeqCst) == 39
            {
                all.notify_one();
            }
        }
    });
    let stop = async {
        all.notified().await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    sweeper.sweep("busy", stop).await.unwrap();
    assert_eq!((failures.load(Ordering::SeqCst), busy.tools.lock().unwrap().len()), (40, 40));
    let busy_for_long = Oracle { fails_by: Some(Arc::new(move || Some(asks(600)))), ..Oracle::default() };
    let summary = bench.sweeper(&busy_for_long).sweep("for long", pending()).await.unwrap();
    let ended = summary.ended.unwrap();
    assert_eq!((ended.is_passing, ended.retry_after), (true, Some(Duration::from_mins(10))));
    assert!(ended.reason.contains("to be left alone for 600 s"), "{}", ended.reason);
    assert_eq!(summary.tools_failed, 0);
    assert!(busy_for_long.tools.lock().unwrap().len() <= 40);
}

#[tokio::test]
async fn a_stopped_sweep_keeps_what_is_finished_and_frees_the_rest() {
    let bench = Bench::with_tools(TOOLS).await;
    let oracle = Oracle { delay: Duration::from_millis(5), ..Oracle::default() };
    let stop = tokio::time::sleep(Duration::from_millis(40));
    let stopped = bench.sweeper(&oracle).sweep("stopped", stop).await.unwrap();
    let finished = stopped.tools_scored;
    assert!(finished < TOOLS as u64, "{stopped:?}");
    let next = bench.sweeper(&oracle);
    let summary = next.sweep("next", pending()).await.unwrap();
    // What was kept in the moment of the stop is finished and was not told.
    let told = finished + summary.tools_scored;
    assert!((TOOLS as u64 - 40..=TOOLS as u64).contains(&told), "{told}");
    let counts = bench.open().counts(&next.yardsticks(), 1, bench.clock.now()).await.unwrap();
    assert_eq!((counts.scored_tools, counts.held), (TOOLS as u64, 0));
    assert!(oracle.tools.lock().unwrap().len() <= TOOLS + 40);
}

#[tokio::test]
async fn a_shadowing_risk_goes_with_the_pair_that_it_is_about() {
    let bench = Bench::with_tools(0).await;
    let store = bench.open();
    let (properties, required): (Vec<String>, Vec<String>) = (0..8)
        .map(|place| (format!(r#""p{place}": {{"type": "string"}}"#), format!(r#""p{place}""#)))
        .unzip();
    let schema = format!(
        r#"{{"type": "object", "properties": {{{}}}, "required": [{}]}}"#,
        properties.join(","),
        required.join(",")
    );
    let cheap = ToolDefinition::new("list_crates").with_description("List the crates.");
    let dear = ToolDefinition::new("query_crates")
        .with_description("Query the crates.")
        .with_input_schema(Json::parse(schema).unwrap());
    let capture = async |tools: Vec<ToolDefinition>| {
        let set = ToolSet::new(None, tools);
        let prepared = PreparedServer::new("dock", &set, EDITION);
        let captured = CapturedServer::of("dock", "a test", &set, bench.clock.stamp());
        store.capture(captured, ServerFacts::of(&prepared)).await.unwrap();
    };
    let sweeper = bench.sweeper(&Oracle::default());
    let flags = async || -> Vec<usize> {
        let records = store.tool_records(&sweeper.yardsticks(), "dock").await.unwrap();
        records.iter().map(|tool| tool.score.as_ref().unwrap().server_flags.len()).collect()
    };
    capture(vec![cheap, dear.clone()]).await;
    sweeper.sweep("one", pending()).await.unwrap();
    assert_eq!(flags().await, [0, 1]);
    capture(vec![dear]).await;
    assert_eq!(flags().await, [0]);
}

#[tokio::test]
async fn one_definition_on_many_servers_is_asked_about_once() {
    let bench = Bench::with_tools(0).await;
    let store = bench.open();
    for name in ["a", "b", "c"] {
        let set = ToolSet::new(None, vec![tool(1), tool(2)]);
        let prepared = PreparedServer::new(name, &set, EDITION);
        let captured = CapturedServer::of(name, "a test", &set, bench.clock.stamp());
        store.capture(captured, ServerFacts::of(&prepared)).await.unwrap();
    }
    let oracle = Oracle::default();
    bench.sweeper(&oracle).sweep("one", pending()).await.unwrap();
    let mut expected = [1, 2].map(|number| InputHash::of(&tool(number)));
    expected.sort();
    let mut asked = oracle.tools.lock().unwrap().clone();
    asked.sort();
    assert_eq!(asked, expected);
    assert_eq!(oracle.servers.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn more_runs_ask_only_for_those_that_are_missing() {
    let bench = Bench::with_tools(5).await;
    let oracle = Oracle::default();
    bench.sweeper(&oracle).sweep("one run", pending()).await.unwrap();
    let summary = bench.sweeper(&oracle).with_runs(3).sweep("three runs", pending()).await.unwrap();
    assert_eq!((summary.questions.asked, summary.questions.taken_over), (10, 5));
    let records = bench.open().tool_records(&bench.sweeper(&oracle).yardsticks(), "server 0").await.unwrap();
    assert!(records.iter().all(|record| record.score.as_ref().unwrap().runs.len() == 3));
    // And a score of three is good enough for who asks for one.
    let summary = bench.sweeper(&oracle).sweep("one again", pending()).await.unwrap();
    assert_eq!(summary.questions.asked, 0);
}
