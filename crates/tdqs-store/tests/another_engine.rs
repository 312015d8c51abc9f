//! What an engine of another crate can do: keep verdicts in memory, and make everything that the traits give out.

mod oracle;

use std::collections::HashMap;
use std::sync::Mutex;

use oracle::Oracle;
use tdqs::llm::{Judge, JudgeError, JudgeIdentity, ToolQuestion};
use tdqs::rubric::{CoherenceAnswer, PerDimension, Score, Tenths, ToolAnswer};
use tdqs::signals::{ContextSignals, InputHash};
use tdqs::{SpecVersion, ToolDefinition};
use tdqs_store::{
    CapturedTool, Clock, CoherenceKey, Failing, History, HistoryEntry, HistoryTool, KeptVerdict, Moment,
    RememberingJudge, ServerRecord, StaleServer, StaleTool, StoreError, StoreErrorKind, ToolKey, ToolRecord,
    ToolStanding, VerdictStore, WaitingWork, WorkPlace, Yardsticks,
};

/// Verdicts in memory, for as long as there is room.
#[derive(Default)]
struct Memory {
    tools: Mutex<HashMap<ToolKey, KeptVerdict<ToolAnswer>>>,
    sets: Mutex<HashMap<CoherenceKey, KeptVerdict<CoherenceAnswer>>>,
    is_full: bool,
}

impl Memory {
    fn expect_room(&self) -> Result<(), StoreError> {
        if self.is_full {
            let error = StoreError::new("in memory", StoreErrorKind::Full);
            return Err(error.with_source("no more pages"));
        }
        Ok(())
    }
}

#[async_trait::async_trait]
impl VerdictStore for Memory {
    async fn tool_verdict(&self, key: &ToolKey) -> Result<Option<KeptVerdict<ToolAnswer>>, StoreError> {
        Ok(self.tools.lock().unwrap().get(key).cloned())
    }

    async fn keep_tool_verdict(
        &self,
        key: &ToolKey,
        verdict: &KeptVerdict<ToolAnswer>,
    ) -> Result<(), StoreError> {
        self.expect_room()?;
        self.tools.lock().unwrap().insert(key.clone(), verdict.clone());
        Ok(())
    }

    async fn coherence_verdict(
        &self,
        key: &CoherenceKey,
    ) -> Result<Option<KeptVerdict<CoherenceAnswer>>, StoreError> {
        Ok(self.sets.lock().unwrap().get(key).cloned())
    }

    async fn keep_coherence_verdict(
        &self,
        key: &CoherenceKey,
        verdict: &KeptVerdict<CoherenceAnswer>,
    ) -> Result<(), StoreError> {
        self.expect_room()?;
        self.sets.lock().unwrap().insert(key.clone(), verdict.clone());
        Ok(())
    }
}

#[tokio::test]
async fn a_judge_remembers_by_an_engine_of_another_crate() {
    let tool = ToolDefinition::new("get_crate").with_description("Get one crate.");
    let signals = ContextSignals::of(&tool, SpecVersion::V1_2);
    let question =
        ToolQuestion { tool: &tool, signals: &signals, siblings: &[], edition: SpecVersion::V1_2, run: 0 };
    let remembering =
        |is_full| RememberingJudge::new(Oracle::default(), Memory { is_full, ..Memory::default() }, clock());
    let judge = remembering(false);
    for _ in 0..2 {
        judge.judge_tool(&question).await.unwrap();
    }
    assert_eq!((judge.remembered().asked, judge.remembered().taken_over), (1, 1));
    assert!(judge.take_fault().is_none());

    let full = remembering(true);
    full.judge_tool(&question).await.unwrap();
    let fault = full.take_fault().unwrap();
    assert!(fault.to_string().starts_with("the store in memory has no room left"), "{fault}");
    assert_eq!(std::error::Error::source(&fault).unwrap().to_string(), "no more pages");
    let ending: JudgeError = remembering(true).ending_run_on_fault().judge_tool(&question).await.unwrap_err();
    assert!(ending.ends_run);
}

fn clock() -> Clock {
    Clock::new(|| Moment(0))
}

#[test]
fn an_engine_makes_what_it_gives_out() {
    let definition = ToolDefinition::new("get_crate");
    let input_hash = InputHash::of(&definition);
    let tool = CapturedTool { name: "get_crate".to_owned(), input_hash, definition: "{}".to_owned() };
    let yardstick = Yardsticks::of(&JudgeIdentity::new("a judge"), SpecVersion::V1_2).tools;
    let scores = PerDimension::from_fn(|_| Score::MIN);
    _ = ToolStanding { scores, tdqs: Tenths::new(10), flags: Vec::new() };
    _ = Failing { yardstick, tools: 1, sets: 0 };
    _ = StaleTool {
        place: WorkPlace(7, 1),
        tool: tool.clone(),
        server: "dock".into(),
        names: ["get_crate".to_owned()].into(),
    };
    let mean_tdqs = tdqs::rubric::MeanTdqs::of([Tenths::new(30)]).unwrap();
    _ = StaleServer { place: WorkPlace(7, 0), name: "dock".to_owned(), tools: vec![tool], mean_tdqs };
    _ = WaitingWork {
        reason: "no answer".to_owned(),
        count: 1,
        failures: 1,
        next_due_unix_seconds: 0,
        examples: Vec::new(),
    };
    _ = ToolRecord {
        server: "dock".to_owned(),
        position: 0,
        name: "get_crate".to_owned(),
        input_hash,
        score: None,
        scored_at_unix_seconds: None,
    };
    let moved = HistoryTool {
        name: "get_crate".to_owned(),
        before: None,
        now: Some(input_hash),
        tdqs_before: None,
        tdqs_now: None,
    };
    let entry = HistoryEntry {
        captured_at_unix_seconds: 0,
        tool_count: 1,
        mean_tdqs: None,
        description_quality_score: None,
        overall_score: None,
        tools: vec![moved],
    };
    _ = History { server: "dock".to_owned(), captures: vec![entry] };
    let tdqs = vec![Tenths::new(30), Tenths::new(40)];
    let rejected = vec!["is no tool".to_owned()];
    let record = ServerRecord::new("dock".to_owned(), "tools.json".to_owned(), 0, 2, tdqs, rejected);
    let record = record.with_coherence(None).with_shadow_candidates(Vec::new());
    assert_eq!((record.tool_count, record.scored_tool_count, record.overall_score), (3, 2, None));
    assert_eq!(record.mean_tdqs, Some(Tenths::new(35)));
}
