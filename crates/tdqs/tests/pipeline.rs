//! The pipeline from definitions to a report, with a scripted judge.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tdqs::llm::{
    Asked, Judge, JudgeError, JudgeIdentity, MockJudge, ServerQuestion, ToolQuestion, Usage, Verdict,
};
use tdqs::rubric::{CoherenceAnswer, Score, ServerFlag, ShadowingAnswer, ToolAnswer, ToolFlag};
use tdqs::{Event, Scorer, SpecVersion, Stage, ToolSet};

fn set(count: usize) -> ToolSet {
    let tools: Vec<String> = (0..count)
        .map(|number| format!(r#"{{"name":"t{number}","description":"Do number {number}."}}"#))
        .collect();
    ToolSet::parse(&format!("[{}]", tools.join(","))).unwrap()
}

fn three() -> Score {
    Score::try_from(3).unwrap()
}

#[tokio::test]
async fn one_failure_is_one_entry_and_the_rest_is_scored() {
    let judge =
        MockJudge::scoring(three()).with_tool_error("t3", JudgeError::new("no verdict after 4 attempts"));
    let report = Scorer::new(judge).score_server("dock", &set(10)).await;
    assert_eq!(report.tools.len(), 9);
    assert_eq!(report.failures.len(), 1);
    assert_eq!((report.failures[0].stage, report.failures[0].tool.as_deref()), (Stage::Tool, Some("t3")));
    assert_eq!(report.server_score.overall_score.map(|score| score.to_string()).as_deref(), Some("3.0"));
}

#[tokio::test]
async fn a_failed_coherence_leaves_the_tools_their_scores() {
    let judge = MockJudge::scoring(three()).with_server_error("dock", JudgeError::new("too long"));
    let report = Scorer::new(judge).score_server("dock", &set(2)).await;
    assert_eq!(report.tools.len(), 2);
    assert!(report.server_score.description_quality_score.is_some());
    assert_eq!(report.server_score.overall_score, None);
    assert_eq!(report.failures[0].stage, Stage::Coherence);
    assert_eq!(report.server_score.incomplete.as_deref(), Some("coherence was not judged"));
}

#[tokio::test]
async fn too_few_scores_give_no_server_score_and_say_why() {
    let judge = MockJudge::scoring(three())
        .with_tool_error("t0", JudgeError::new("x"))
        .with_tool_error("t1", JudgeError::new("x"));
    let report = Scorer::new(judge).score_server("dock", &set(9)).await;
    assert_eq!(report.server_score.description_quality_score, None);
    assert_eq!(
        report.server_score.incomplete.as_deref(),
        Some("7 of 9 tools are scored; the server's description quality needs at least 80%")
    );
}

#[tokio::test]
async fn what_would_fail_every_question_ends_the_run() {
    let judge =
        MockJudge::scoring(three()).with_tool_error("t0", JudgeError::ending_run("the key is refused (401)"));
    let scorer = Scorer::new(judge.clone()).with_tool_concurrency(1);
    let report = scorer.score_server("dock", &set(50)).await;
    assert!(judge.asked().len() <= 3, "{} questions", judge.asked().len());
    assert_eq!(report.failures.iter().filter(|failure| failure.stage == Stage::Tool).count(), 50);
    assert_eq!(report.failures[0].message, "the key is refused (401)");
    assert_eq!(
        report.failures[1].message,
        "no verdict: another question ended the run: the key is refused (401)"
    );
}

#[tokio::test]
async fn stopping_keeps_what_is_finished() {
    let judge = Slow {
        inner: MockJudge::scoring(three()),
        never_answers: "t2",
        running: Arc::default(),
        most: Arc::default(),
    };
    let stop = tokio::time::sleep(Duration::from_millis(100));
    let servers = set(4);
    let reports = Scorer::new(judge).score_servers_until(&[("dock", &servers)], stop).await;
    assert_eq!(reports[0].tools.len(), 3);
    assert_eq!(reports[0].failures[0].tool.as_deref(), Some("t2"));
    assert_eq!(reports[0].failures[0].message, "no verdict: the run was interrupted");
}

#[tokio::test]
async fn a_judge_that_answers_at_once_is_stopped_as_well() {
    let servers = set(50);
    let scorer = Scorer::new(MockJudge::scoring(three()));
    let reports = scorer.score_servers_until(&[("dock", &servers)], std::future::ready(())).await;
    assert_eq!(reports[0].tools.len(), 0);
    let soon = tokio::time::sleep(Duration::ZERO);
    let reports = scorer.score_servers_until(&[("dock", &set(5_000))], soon).await;
    assert!(reports[0].tools.len() < 5_000, "the timer was not heard");
}

#[tokio::test]
async fn a_failed_run_does_not_lose_the_others() {
    let judge = Failing { inner: MockJudge::scoring(three()), asked: AtomicUsize::new(0) };
    let report = Scorer::new(judge).with_runs(3).score_server("dock", &set(1)).await;
    assert_eq!(report.tools[0].runs.len(), 2);
    assert_eq!(
        report.tools[0].notes,
        ["2 of 3 runs gave a verdict; the first failure: the second one fails"]
    );
    assert!(report.is_complete());
}

#[tokio::test]
async fn a_report_fits_its_schema_whatever_its_scores() {
    let schema = schemars::schema_for!(tdqs::ScoreReport);
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    let report = Scorer::new(MockJudge::scoring(three())).score_server("dock", &set(2)).await;
    let mut value = serde_json::to_value(&report).unwrap();
    for tenths in 10..=50_u32 {
        value["tools"][0]["tdqs"] = serde_json::json!(f64::from(tenths) / 10.0);
        assert!(validator.is_valid(&value), "{tenths} tenths: {:?}", validator.validate(&value).err());
    }
    value["tools"][0]["tdqs"] = serde_json::json!("3.0");
    assert!(!validator.is_valid(&value));
}

#[tokio::test]
async fn no_more_questions_run_at_a_time_than_allowed() {
    let most = Arc::new(AtomicUsize::new(0));
    let judge = Slow {
        inner: MockJudge::scoring(three()),
        never_answers: "",
        running: Arc::default(),
        most: Arc::clone(&most),
    };
    let servers = [set(20), set(20)];
    let scorer = Scorer::new(judge).with_tool_concurrency(4).with_server_concurrency(1);
    let reports = scorer.score_servers(&[("a", &servers[0]), ("b", &servers[1])]).await;
    assert_eq!(reports.iter().map(|report| report.tools.len()).sum::<usize>(), 40);
    assert_eq!(most.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn the_gates_ask_nobody_and_cap() {
    let judge = MockJudge::scoring(Score::MAX);
    let set = ToolSet::parse(r#"[{"name":"a"},{"name":"b","description":" B\n"}]"#).unwrap();
    let report = Scorer::new(judge.clone()).score_server("dock", &set).await;
    let about_tools: Vec<String> = judge
        .asked()
        .iter()
        .filter(|asked| matches!(asked, Asked::Tool { .. }))
        .map(|asked| asked.name().to_owned())
        .collect();
    assert_eq!(about_tools, ["b"]);
    assert_eq!(
        (report.tools[0].flags.as_slice(), report.tools[0].tdqs.count()),
        ([ToolFlag::NoDescription].as_slice(), 10)
    );
    assert_eq!(report.tools[1].scores.purpose_clarity.get(), 2);
}

#[tokio::test]
async fn a_confirmed_pair_flags_the_dearer_tool_and_an_invented_one_is_dropped() {
    let set = ToolSet::parse(
        r#"[{"name":"cheap","description":"Get it."},
            {"name":"dear","description":"Query it.","inputSchema":{"properties":{"a":{},"b":{},"c":{},"d":{}},"required":["a","b","c","d"]}}]"#,
    )
    .unwrap();
    let pair = |tool: &str, cheaper_sibling: &str| ShadowingAnswer {
        tool: tool.to_owned(),
        cheaper_sibling: cheaper_sibling.to_owned(),
        justification: "Same answer.".to_owned(),
    };
    let judge = MockJudge::scoring(three());
    let plain = Scorer::new(judge.clone()).score_server("dock", &set).await;
    let answer = CoherenceAnswer {
        scores: plain.server_score.coherence_justifications.unwrap(),
        shadowing_risks: vec![pair("dear", "cheap"), pair("cheap", "dear")],
        summary: String::new(),
    };
    let report = Scorer::new(judge.with_any_server(answer)).score_server("dock", &set).await;
    assert_eq!(report.server_score.shadowing_risks[0].invocation_cost, 4);
    assert_eq!(report.tools[1].server_flags, [ServerFlag::ShadowingRisk]);
    assert!(report.tools[0].server_flags.is_empty());
    assert_eq!(report.dropped_shadowing_risks.len(), 1);
}

#[tokio::test]
async fn a_report_names_its_judge_and_sums_its_costs() {
    let judge = MockJudge::scoring(three()).with_cost(Usage::new(1, 100, 10));
    let report = Scorer::new(judge.clone()).with_runs(3).score_server("dock", &set(2)).await;
    assert_eq!(report.usage, Usage::new(7, 700, 70));
    assert_eq!(report.judge, judge.identity());
    assert_eq!(report.tools[0].runs.len(), 3);
}

#[tokio::test]
async fn reports_carry_what_readers_of_the_reference_ask_for_and_messages_do_not_change() {
    let judge = MockJudge::scoring(three());
    let set = ToolSet::parse(
        r#"[{"name":"a","description":"Do it.","inputSchema":{"properties":{"q":{"properties":{"x":{}},"required":["x"]}},"required":["q"]}}]"#,
    )
    .unwrap();
    let report =
        Scorer::new(judge.clone()).with_edition(SpecVersion::V1_1Draft).score_server("dock", &set).await;
    assert_eq!(report.tools[0].context_signals.required_field_count, Some(2));
    assert_eq!(report.tools[0].context_signals.invocation_cost, 3, "that of the edition");
    let message = judge.asked().iter().find_map(|asked| match asked {
        Asked::Server { message, .. } => Some(message.clone()),
        _ => None,
    });
    assert!(message.unwrap().contains("[cost 3: 1 required, depth 2,"));
}

#[tokio::test]
async fn every_answer_is_told_as_it_arrives() {
    let told = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&told);
    let scorer = Scorer::new(MockJudge::scoring(three())).on_event(move |event| {
        if matches!(event, Event::ToolScored { .. } | Event::ServerJudged { .. }) {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    scorer.score_server("dock", &set(5)).await;
    assert_eq!(told.load(Ordering::SeqCst), 6);
}

#[tokio::test]
async fn an_estimate_counts_what_would_be_asked() {
    let scorer = Scorer::new(MockJudge::scoring(three())).with_runs(2);
    let (one, other) = (set(3), ToolSet::parse(r#"[{"name":"a"}]"#).unwrap());
    let estimate = scorer.estimate(&[("a", &one), ("b", &other)]);
    assert_eq!((estimate.tool_calls, estimate.server_calls), (6, 2));
    assert!(estimate.message_tokens > 250);
    assert_eq!(scorer.event_count(&[("a", &one), ("b", &other)]), 6);
}

/// A judge that takes its time, for ever with one tool, and counts how many questions it has at a time.
struct Slow {
    inner: MockJudge,
    never_answers: &'static str,
    running: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

#[async_trait::async_trait]
impl Judge for Slow {
    fn identity(&self) -> JudgeIdentity {
        self.inner.identity()
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(running, Ordering::SeqCst);
        let wait = if question.tool.name == self.never_answers { 60_000 } else { 5 };
        tokio::time::sleep(Duration::from_millis(wait)).await;
        self.running.fetch_sub(1, Ordering::SeqCst);
        self.inner.judge_tool(question).await
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        self.inner.judge_server(question).await
    }
}

/// A judge whose second answer about a tool fails.
struct Failing {
    inner: MockJudge,
    asked: AtomicUsize,
}

#[async_trait::async_trait]
impl Judge for Failing {
    fn identity(&self) -> JudgeIdentity {
        self.inner.identity()
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        if self.asked.fetch_add(1, Ordering::SeqCst) == 1 {
            return Err(JudgeError::new("the second one fails"));
        }
        self.inner.judge_tool(question).await
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        self.inner.judge_server(question).await
    }
}
