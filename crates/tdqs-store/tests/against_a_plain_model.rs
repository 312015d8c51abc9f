//! Captures and sweeps in any order, against a model of a few maps: what is asked, what is not, and what is stored.

mod oracle;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use oracle::{Oracle, score_of};
use proptest::prelude::*;
use tdqs::coherence::{CostedTool, shadow_candidates};
use tdqs::llm::TokioTimer;
use tdqs::signals::{ContextSignals, InputHash};
use tdqs::{PreparedServer, SpecVersion, ToolDefinition, ToolSet};
use tdqs_store::{Backoff, CapturedServer, Clock, Moment, Registry, ServerFacts, SqliteStore, Sweeper};

const EDITION: SpecVersion = SpecVersion::V1_1Draft;
const SERVERS: [&str; 2] = ["dock", "yard"];
const NAMES: [&str; 3] = ["move_crate", "list_crates", "find_crate"];
const DESCRIPTIONS: [Option<&str>; 3] = [None, Some("Does one thing."), Some("Does another thing.")];
/// The first two cost the same: between them a definition changes, and the set as a judge sees it does not.
const SCHEMAS: [&str; 3] = [
    r#"{"properties": {"b": {}}, "required": ["b"]}"#,
    r#"{"properties": {"a": {}}, "required": ["a"]}"#,
    r#"{"properties": {"a": {"properties": {"b": {}, "c": {}, "d": {}}, "required": ["b", "c", "d"]}, "e": {}, "f": {},
        "g": {}, "h": {}}, "required": ["a", "e", "f", "g", "h"]}"#,
];
const BASE: i64 = 60_000;
/// What the failures of a tool may come to before its server is judged without it.
const GIVEN_UP_AFTER: u32 = 3;

#[derive(Debug, Clone)]
enum Step {
    /// A server lists these tools, each a name, a description and a schema.
    Capture(usize, Vec<(usize, usize, usize)>),
    /// A sweep in which the tools of these names fail, some milliseconds after what came before.
    Sweep(HashSet<usize>, i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let tool = || (0..NAMES.len(), 0..DESCRIPTIONS.len(), 0..SCHEMAS.len());
    let capture = (0..SERVERS.len(), prop::collection::vec(tool(), 1..4))
        .prop_map(|(at, tools)| Step::Capture(at, tools));
    let sweep =
        (prop::collection::hash_set(0..NAMES.len(), 0..3), prop_oneof![Just(1), Just(BASE), Just(10 * BASE)])
            .prop_map(|(failing, wait)| Step::Sweep(failing, wait));
    prop::collection::vec(prop_oneof![2 => capture, 3 => sweep], 1..18)
}

fn definition((name, description, schema): (usize, usize, usize)) -> ToolDefinition {
    let schema = tdqs::signals::json::Json::parse(SCHEMAS[schema]).unwrap();
    let tool = ToolDefinition::new(NAMES[name]).with_input_schema(schema);
    match DESCRIPTIONS[description] {
        Some(description) => tool.with_description(description),
        None => tool,
    }
}

/// Names and descriptions, candidate pairs, sum of the scores and number of the scored tools.
type Shown = (Vec<(String, Option<String>)>, Vec<(String, String)>, u64, u64);

/// What ought to be so, in maps.
#[derive(Default)]
struct Model {
    listed: BTreeMap<&'static str, Vec<ToolDefinition>>,
    scored: BTreeSet<InputHash>,
    failures: BTreeMap<InputHash, (u32, i64)>,
    judged: BTreeMap<&'static str, Vec<Shown>>,
}

impl Model {
    /// The definitions a sweep asks about, each once.
    fn due(&self, now: i64) -> BTreeSet<InputHash> {
        let rests = |hash: &InputHash| self.failures.get(hash).is_some_and(|(_, due)| *due > now);
        let tools = self.listed.values().flatten().filter(|tool| tool.description.is_some());
        let hashes = tools.map(InputHash::of);
        hashes.filter(|hash| !self.scored.contains(hash) && !rests(hash)).collect()
    }

    fn sweep(&mut self, failing: &HashSet<InputHash>, now: i64) -> (BTreeSet<InputHash>, Vec<&'static str>) {
        let due = self.due(now);
        for hash in &due {
            if failing.contains(hash) {
                let failures = self.failures.get(hash).map_or(1, |(failures, _)| failures + 1);
                let rest = if failures == 1 { 0 } else { BASE << (failures - 2) };
                self.failures.insert(*hash, (failures, now + rest));
            } else {
                self.scored.insert(*hash);
                self.failures.remove(hash);
            }
        }
        let listed = self.listed.clone();
        let asked = listed.iter().filter(|(name, tools)| {
            let Some(shown) = self.shown(tools) else { return false };
            let judged = self.judged.entry(**name).or_default();
            let is_known = judged.iter().any(|known| is_same(known, &shown));
            judged.push(shown);
            !is_known
        });
        (due, asked.map(|(name, _)| *name).collect())
    }

    /// What the judge of a server would be shown; `None` as long as its tools are not scored as far as they can be.
    fn shown(&self, tools: &[ToolDefinition]) -> Option<Shown> {
        let mut sum = 0;
        let mut count = 0;
        for tool in tools {
            let hash = InputHash::of(tool);
            let failures = self.failures.get(&hash).map_or(0, |(failures, _)| *failures);
            if tool.description.is_none() {
                (sum, count) = (sum + 10, count + 1);
            } else if self.scored.contains(&hash) {
                (sum, count) = (sum + 10 * u64::from(score_of(hash)), count + 1);
            } else if failures < GIVEN_UP_AFTER {
                return None;
            }
        }
        let costed: Vec<(String, u32)> = tools
            .iter()
            .map(|tool| (tool.name.clone(), ContextSignals::of(tool, EDITION).invocation_cost))
            .collect();
        let costed: Vec<CostedTool<'_>> =
            costed.iter().map(|(name, cost)| CostedTool { name, invocation_cost: *cost }).collect();
        let mut pairs: Vec<_> = shadow_candidates(&costed, EDITION)
            .into_iter()
            .map(|pair| (pair.tool, pair.cheaper_sibling))
            .collect();
        pairs.sort();
        let mut shown: Vec<_> =
            tools.iter().map(|tool| (tool.name.clone(), tool.description.clone())).collect();
        shown.sort();
        (count > 0).then_some((shown, pairs, sum, count))
    }
}

fn is_same(left: &Shown, right: &Shown) -> bool {
    (&left.0, &left.1) == (&right.0, &right.1) && left.2 * right.3 == right.2 * left.3
}

async fn check(steps: Vec<Step>) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("scores.sqlite")).unwrap();
    let time = Arc::new(AtomicI64::new(1_000_000));
    let clock = Clock::new({
        let time = Arc::clone(&time);
        move || Moment(time.load(Ordering::SeqCst))
    });
    let oracle = Oracle::default();
    let backoff = Backoff::new(Duration::from_millis(BASE.unsigned_abs()));
    let sweeper =
        Sweeper::new(oracle.clone(), store.clone(), EDITION, clock.clone(), TokioTimer).with_backoff(backoff);
    let mut model = Model::default();
    for (number, step) in steps.into_iter().enumerate() {
        match step {
            Step::Capture(server, tools) => {
                let tools: Vec<ToolDefinition> = tools.into_iter().map(definition).collect();
                let set = ToolSet::new(None, tools.clone());
                let prepared = PreparedServer::new(SERVERS[server], &set, EDITION);
                let captured = CapturedServer::of(SERVERS[server], "a test", &set, clock.stamp());
                store.capture(captured, ServerFacts::of(&prepared)).await.unwrap();
                model.listed.insert(SERVERS[server], tools);
            }
            Step::Sweep(failing, wait) => {
                time.fetch_add(wait, Ordering::SeqCst);
                let tools = model.listed.values().flatten();
                let failing: HashSet<InputHash> = tools
                    .filter(|tool| failing.iter().any(|name| tool.name == NAMES[*name]))
                    .map(InputHash::of)
                    .collect();
                oracle.failing.lock().unwrap().clone_from(&failing);
                let now = time.load(Ordering::SeqCst);
                let (tools, servers) = model.sweep(&failing, now);
                sweeper.sweep(&format!("sweep {number}"), pending()).await.unwrap();
                let mut asked = std::mem::take(&mut *oracle.tools.lock().unwrap());
                asked.sort();
                assert_eq!(asked, tools.into_iter().collect::<Vec<_>>());
                let mut asked = std::mem::take(&mut *oracle.servers.lock().unwrap());
                asked.sort();
                assert_eq!(asked, servers);
                expect_stored(&store, &sweeper.yardsticks(), &model).await;
            }
        }
    }
}

/// The records are what the model has.
async fn expect_stored(store: &SqliteStore, by: &tdqs_store::Yardsticks, model: &Model) {
    let records = store.server_records(by, None, 100).await.unwrap();
    assert_eq!(records.len(), model.listed.len());
    for record in records {
        let listed = &model.listed[record.name.as_str()];
        let shown = model.shown(listed);
        assert_eq!(record.coherence.is_some(), shown.is_some(), "{record:?}");
        let tools = store.tool_records(by, &record.name).await.unwrap();
        assert_eq!(tools.len(), listed.len());
        for (record, tool) in tools.iter().zip(listed) {
            let hash = InputHash::of(tool);
            let expected = match tool.description {
                None => Some(10),
                Some(_) => model.scored.contains(&hash).then(|| 10 * u32::from(score_of(hash))),
            };
            assert_eq!(record.input_hash, hash);
            assert_eq!(record.score.as_ref().map(|score| score.tdqs.count()), expected);
            let Some((_, pairs, ..)) = &shown else { continue };
            if let Some(score) = &record.score {
                let is_shadowed = pairs.iter().any(|(shadowed, _)| *shadowed == record.name);
                assert_eq!(!score.server_flags.is_empty(), is_shadowed, "{} in {pairs:?}", record.name);
            }
        }
    }
    let counts = store.counts(by, 1, Moment(i64::MAX)).await.unwrap();
    let judged = model.listed.values().filter(|tools| model.shown(tools).is_some()).count() as u64;
    assert_eq!((counts.servers, counts.judged_servers), (model.listed.len() as u64, judged));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_sweep_asks_what_is_stale_and_nothing_else(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check(steps));
    }
}
