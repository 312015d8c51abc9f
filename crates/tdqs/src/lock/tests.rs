use proptest::prelude::*;
use serde_json::{Value, json};
use tdqs_llm::{Judge, JudgeError, JudgeIdentity, MockJudge};
use tdqs_rubric::{PromptHash, Rubric, Score, Tenths};
use tdqs_signals::{SpecVersion, ToolSet};

use super::{AcceptedJudge, FindingKind, Lock, LockError, Requirements};
use crate::{OfflineJudge, ScoreReport, Scorer};

fn set(tools: &Value) -> ToolSet {
    ToolSet::parse(&json!({ "tools": tools }).to_string()).unwrap()
}

fn tool(name: &str, description: &str) -> Value {
    json!({"name": name, "description": description})
}

fn score(scorer: &Scorer<impl Judge>, name: &str, set: &ToolSet) -> ScoreReport {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(scorer.score_server(name, set))
}

fn offline(name: &str, set: &ToolSet) -> ScoreReport {
    score(&Scorer::new(OfflineJudge::new()), name, set)
}

fn lock_of(run: &[(&ToolSet, &ScoreReport)]) -> Lock {
    let mut lock = Lock::new(run[0].1.spec_version, run[0].1.judge.clone());
    lock.record(run).unwrap();
    lock
}

fn offline_lock(name: &str, set: &ToolSet) -> Lock {
    lock_of(&[(set, &offline(name, set))])
}

/// The kinds of what a check finds, each with its tool.
fn kinds(lock: &Lock, set: &ToolSet) -> Vec<(FindingKind, String)> {
    kinds_under(lock, set, &Requirements::default())
}

fn kinds_under(lock: &Lock, set: &ToolSet, requirements: &Requirements) -> Vec<(FindingKind, String)> {
    let report = lock.check(&[("dock", set)], requirements);
    report.findings.into_iter().map(|finding| (finding.kind, finding.tool.unwrap_or_default())).collect()
}

fn about(kind: FindingKind, tool: &str) -> (FindingKind, String) {
    (kind, tool.to_owned())
}

fn three() -> Score {
    Score::try_from(3).unwrap()
}

// Properties.

/// A definition: the number in its name, whether it has a title, what its description says, how many parameters it
/// requires, and a field that nobody scores.
type Drawn = (u8, bool, Option<u8>, u8, u8);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    prop::collection::vec((0..5_u8, any::<bool>(), prop::option::of(0..6_u8), 0..9_u8, any::<u8>()), 1..8)
}

const DESCRIPTIONS: [&str; 6] = [
    "",
    "Get a crate.",
    "List all crates, newest first. Use get_crate for one.",
    "tool_1",
    "Deletes the crate for good; needs the role of an admin.",
    "Query",
];

fn definition((number, has_title, description, required, ignored): Drawn) -> Value {
    let names: Vec<String> = (0..required).map(|number| format!("p{number}")).collect();
    let properties: serde_json::Map<String, Value> =
        names.iter().map(|name| (name.clone(), json!({"type": "string"}))).collect();
    json!({
        "name": format!("tool_{number}"),
        "title": has_title.then_some("A title"),
        "description": description.map(|at| DESCRIPTIONS[usize::from(at)]),
        "inputSchema": {"type": "object", "properties": properties, "required": names},
        "_meta": {"ignored": ignored},
    })
}

fn definitions(drawn: &[Drawn]) -> Value {
    drawn.iter().copied().map(definition).collect()
}

/// Changes one of the six fields.
fn change(tool: &mut Value, field: usize) {
    match field {
        0 => tool["name"] = json!("renamed"),
        1 => tool["title"] = json!("Another title"),
        2 => tool["description"] = json!("Another description."),
        3 => tool["inputSchema"]["additionalProperties"] = json!(false),
        4 => tool["outputSchema"] = json!({"type": "object"}),
        _ => tool["annotations"] = json!({"readOnlyHint": true}),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_was_written_is_read_back_and_holds(
        drawn in drawn(), edition in prop::sample::select(SpecVersion::ALL.to_vec())
    ) {
        let set = set(&definitions(&drawn));
        let scorer = Scorer::new(OfflineJudge::new()).with_edition(edition);
        let lock = lock_of(&[(&set, &score(&scorer, "dock", &set))]);
        let text = lock.to_string();
        prop_assert_eq!(&Lock::parse(&text).unwrap(), &lock);
        // The layout by hand says what the types say.
        let by_hand: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(by_hand, serde_json::to_value(&lock).unwrap());
        let report = lock.check(&[("dock", &set)], &Requirements::default());
        prop_assert!(report.is_clean(), "{:?}", report.findings);
        prop_assert_eq!(report.servers[0].rollup, lock.servers()[0].rollup);
    }

    #[test]
    fn the_order_of_the_input_does_not_change_the_bytes(
        (sorted, shuffled) in drawn().prop_flat_map(|drawn| (Just(drawn.clone()), Just(drawn).prop_shuffle()))
    ) {
        let (one, other) = (set(&definitions(&sorted)), set(&definitions(&shuffled)));
        let scorer = Scorer::new(MockJudge::scoring(three()));
        let (first, second) = (score(&scorer, "a", &one), score(&scorer, "b", &one));
        let (third, fourth) = (score(&scorer, "b", &other), score(&scorer, "a", &other));
        prop_assert_eq!(
            lock_of(&[(&one, &first), (&one, &second)]).to_string(),
            lock_of(&[(&other, &third), (&other, &fourth)]).to_string()
        );
    }

    #[test]
    fn any_change_of_a_scored_field_is_found_and_no_other(
        drawn in drawn(), at in any::<prop::sample::Index>(), field in 0..6_usize
    ) {
        let mut tools = definitions(&drawn);
        let lock = offline_lock("dock", &set(&tools));
        let at = at.index(drawn.len());
        tools[at]["_meta"] = json!("something else");
        tools[at]["icons"] = json!([]);
        prop_assert!(kinds(&lock, &set(&tools)).is_empty());
        change(&mut tools[at], field);
        let found = kinds(&lock, &set(&tools));
        let is_told = |(kind, _): &(FindingKind, String)| {
            matches!(kind, FindingKind::ChangedTool | FindingKind::MissingTool)
        };
        prop_assert!(found.iter().any(is_told), "{found:?}");
    }

    #[test]
    fn a_broken_text_is_an_error_and_no_panic(drawn in drawn(), cut in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut text = offline_lock("dock", &set(&definitions(&drawn))).to_string().into_bytes();
        // The line end alone is no loss.
        let at = cut.index(text.len() - 1);
        prop_assert!(Lock::parse(&String::from_utf8_lossy(&text[..at])).is_err());
        text[at] = byte;
        _ = Lock::parse(&String::from_utf8_lossy(&text));
    }
}

// What a check finds.

fn dock() -> ToolSet {
    set(&json!([
        tool("find_crate", "Find one crate by its label. To browse, use list_crates instead."),
        tool("list_crates", "List all crates, newest first, 50 a page."),
        tool("process", "Process"),
    ]))
}

#[test]
fn each_kind_of_change_is_named() {
    let lock = offline_lock("dock", &dock());
    let changed = set(&json!([
        tool("find_crate", "Find one crate by its label. To browse, use list_crates instead."),
        tool("list_crates", "List some crates."),
        tool("move_crate", "Move a crate."),
    ]));
    assert_eq!(
        kinds(&lock, &changed),
        [
            about(FindingKind::ChangedTool, "list_crates"),
            about(FindingKind::MissingTool, "move_crate"),
            about(FindingKind::RemovedTool, "process"),
            about(FindingKind::ChangedToolSet, ""),
        ]
    );
    let report = lock.check(&[("harbour", &changed)], &Requirements::default());
    assert_eq!(report.findings[0].kind, FindingKind::MissingServer);
    assert_eq!(report.not_checked, ["dock"]);
    let twice = lock.check(&[("dock", &dock()), ("dock", &dock())], &Requirements::default());
    assert_eq!(twice.findings.len(), 1);
    assert_eq!(twice.findings[0].kind, FindingKind::RepeatedServer);
}

#[test]
fn a_definition_listed_twice_needs_two_scores() {
    let once = set(&json!([tool("a", "Get it."), tool("b", "Set it.")]));
    let twice = set(&json!([tool("a", "Get it."), tool("a", "Get it."), tool("b", "Set it.")]));
    let found = kinds(&offline_lock("dock", &once), &twice);
    assert!(found.contains(&about(FindingKind::MissingTool, "a")), "{found:?}");
    let found = kinds(&offline_lock("dock", &twice), &once);
    assert!(found.contains(&about(FindingKind::RemovedTool, "a")), "{found:?}");
}

#[test]
fn a_number_that_was_changed_by_hand_is_found() {
    let text = offline_lock("dock", &dock()).to_string();
    let found = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        kinds(&Lock::parse(&text.replacen(from, to, 1)).unwrap(), &dock())
    };
    let tdqs = offline_lock("dock", &dock()).servers()[0].tools[2].tdqs;
    assert_eq!(
        found(&format!("\"tdqs\": {tdqs}"), "\"tdqs\": 4.9"),
        [about(FindingKind::WrongTdqs, "process")]
    );
    let overall = offline_lock("dock", &dock()).servers()[0].rollup.overall_score.unwrap();
    assert_eq!(
        found(&format!("\"overallScore\": {overall}"), "\"overallScore\": 5.0"),
        [about(FindingKind::WrongRollup, "")]
    );
    // A score moves its TDQS, and with it the sums; the mean that coherence goes with may move as well.
    let kinds = found("\"purpose_clarity\": 1", "\"purpose_clarity\": 5");
    assert!(kinds.contains(&about(FindingKind::WrongTdqs, "process")), "{kinds:?}");
    assert!(kinds.contains(&about(FindingKind::WrongRollup, "")), "{kinds:?}");
}

#[test]
fn bars_are_held_against_what_is_computed_again() {
    let lock = offline_lock("dock", &dock());
    let lowest = lock.servers()[0].tools.iter().map(|tool| tool.tdqs).min().unwrap();
    let overall = lock.servers()[0].rollup.overall_score.unwrap();
    let mut requirements = Requirements::default();
    (requirements.server_bar, requirements.tool_bar) = (Some(overall), Some(lowest));
    assert!(kinds_under(&lock, &dock(), &requirements).is_empty());
    let more = |score: Tenths| Some(Tenths::new(score.count() + 1));
    (requirements.server_bar, requirements.tool_bar) = (more(overall), more(lowest));
    assert_eq!(
        kinds_under(&lock, &dock(), &requirements),
        [about(FindingKind::ToolBelowBar, "process"), about(FindingKind::ServerBelowBar, "")]
    );
    let judge = MockJudge::scoring(three()).with_server_error("dock", JudgeError::new("too long"));
    let without_coherence = lock_of(&[(&dock(), &score(&Scorer::new(judge), "dock", &dock()))]);
    let found = kinds_under(&without_coherence, &dock(), &requirements);
    assert!(found.contains(&about(FindingKind::MissingCoherence, "")), "{found:?}");
    assert!(found.contains(&about(FindingKind::NoOverallScore, "")), "{found:?}");
}

#[test]
fn another_judge_rubric_or_edition_is_found() {
    let of = |judge: JudgeIdentity| Lock::new(SpecVersion::V1_1Draft, judge);
    let shipped = Rubric::default().identity();
    let mut own = shipped.clone();
    own.coherence_prompt_sha256 = PromptHash::of("Be kind.");
    let message = |lock: &Lock, requirements: &Requirements| -> Vec<String> {
        let report = lock.check(&[], requirements);
        report.findings.into_iter().map(|finding| finding.message).collect()
    };
    let any = Requirements::default();
    assert!(message(&of(JudgeIdentity::new("offline-1")), &any).is_empty());
    assert!(message(&of(JudgeIdentity::new("some-model").with_rubric(shipped.clone())), &any).is_empty());
    assert_eq!(
        message(&of(JudgeIdentity::new("offline-0")), &any),
        ["the scores are of `offline-0`, expected those of `offline-1` or a language model"]
    );
    assert_eq!(
        message(&of(JudgeIdentity::new("some-model").with_rubric(own.clone())), &any),
        [format!(
            "the scores were given by other prompts: the SHA-256 of the coherence prompt is {}, expected {}",
            own.coherence_prompt_sha256, shipped.coherence_prompt_sha256
        )]
    );
    let strict = Requirements {
        edition: Some(SpecVersion::V1_2),
        judges: vec![AcceptedJudge { name: Some("other-model".to_owned()), rubric: Some(own.clone()) }],
        ..Requirements::default()
    };
    assert_eq!(
        message(&of(JudgeIdentity::new("some-model").with_rubric(own)), &strict),
        [
            "the scores are of edition 1.1-draft, expected those of 1.2",
            "the scores are of `some-model`, expected those of the language model `other-model`"
        ]
    );
}

#[test]
fn the_file_and_the_report_fit_their_schemas() {
    fn holds<T: schemars::JsonSchema + serde::Serialize>(value: &T) {
        let schema = schemars::schema_for!(T);
        let validator = jsonschema::validator_for(schema.as_value()).unwrap();
        let value = serde_json::to_value(value).unwrap();
        let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    let lock = offline_lock("dock", &dock());
    holds(&lock);
    let changed = set(&json!([tool("process", "Process it."), tool("new", "Make it new.")]));
    holds(&lock.check(&[("dock", &changed), ("harbour", &changed)], &Requirements::default()));
}

// What is kept when a file is written again.

#[test]
fn what_failed_or_was_not_looked_at_keeps_its_score() {
    let scorer = || Scorer::new(MockJudge::scoring(three()));
    let mut lock = lock_of(&[(&dock(), &score(&scorer(), "dock", &dock()))]);
    let harbour = set(&json!([tool("dredge", "Dredge the harbour.")]));
    lock.record(&[(&harbour, &score(&scorer(), "harbour", &harbour))]).unwrap();
    let before = lock.to_string();

    let failing = MockJudge::scoring(Score::MAX)
        .with_tool_error("find_crate", JudgeError::new("no"))
        .with_tool_error("process", JudgeError::new("no"))
        .with_server_error("dock", JudgeError::new("no"));
    lock.record(&[(&dock(), &score(&Scorer::new(failing), "dock", &dock()))]).unwrap();
    let tdqs = |lock: &Lock, server: &str| -> Vec<String> {
        lock.server(server).unwrap().tools.iter().map(|tool| tool.tdqs.to_string()).collect()
    };
    assert_eq!(tdqs(&lock, "dock"), ["3.0", "5.0", "2.8"]);
    assert_eq!(tdqs(&lock, "harbour"), ["3.0"]);
    // The old verdict went with another mean, and says so.
    let judges = vec![AcceptedJudge { name: Some(lock.judge().name.clone()), rubric: None }];
    let mock = Requirements { judges, ..Requirements::default() };
    assert_eq!(kinds_under(&lock, &dock(), &mock), [about(FindingKind::ChangedToolSet, "")]);

    let selected = scorer().with_selection(|name| name == "list_crates");
    lock.record(&[(&dock(), &score(&selected, "dock", &dock()))]).unwrap();
    assert_eq!(lock.to_string(), before, "the scores of before, over the same mean");
    lock.record(&[]).unwrap();
    assert_eq!(lock.to_string(), before);
}

#[test]
fn a_score_goes_with_its_tool_only_when_the_whole_list_was_seen() {
    let fewer = json!([tool("find_crate", "Find a crate."), tool("process", "Process")]);
    let names = |set: &ToolSet, selects: fn(&str) -> bool| -> Vec<(String, bool)> {
        let mut lock = offline_lock("dock", &dock());
        let scorer = Scorer::new(OfflineJudge::new()).with_selection(selects);
        lock.record(&[(set, &score(&scorer, "dock", set))]).unwrap();
        let is_known = |hash| dock().tools().iter().any(|tool| tdqs_signals::InputHash::of(tool) == hash);
        let tools = &lock.server("dock").unwrap().tools;
        tools.iter().map(|tool| (tool.name.clone(), is_known(tool.input_hash))).collect()
    };
    let pair = |name: &str, is_old: bool| (name.to_owned(), is_old);
    let (find_new, find_old) = (pair("find_crate", false), pair("find_crate", true));
    let (list, process) = (pair("list_crates", true), pair("process", true));
    assert_eq!(names(&set(&fewer), |_| true), [find_new.clone(), process.clone()]);
    // One tool alone was scored: the others stay as they were, changed or gone.
    assert_eq!(names(&set(&fewer), |name| name == "process"), [find_old, list.clone(), process.clone()]);
    // The missing tool may be the broken entry, or stand on the next page.
    let mut broken = fewer.clone();
    broken.as_array_mut().unwrap().push(json!({"name": "list_crates", "inputSchema": 5}));
    let kept = [find_new, list, process];
    assert_eq!(names(&set(&broken), |_| true), kept);
    let page = ToolSet::parse(&json!({"tools": fewer, "nextCursor": "2"}).to_string()).unwrap();
    assert_eq!(names(&page, |_| true), kept);
}

#[test]
fn scores_of_another_judge_are_replaced_all_at_once_or_not_at_all() {
    let old = offline_lock("dock", &dock());
    let mut lock = old.clone();
    let broken = MockJudge::scoring(three()).with_tool_error("process", JudgeError::new("no"));
    let error = lock.record(&[(&dock(), &score(&Scorer::new(broken), "dock", &dock()))]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file holds scores of `offline-1` in edition 1.1-draft, which do not compare with the new ones, and not \
         everything of `dock` was scored; score all of it at once, or write to another file"
    );
    assert_eq!(lock, old);
    let report = score(&Scorer::new(MockJudge::scoring(three())), "harbour", &dock());
    assert!(lock.record(&[(&dock(), &report)]).unwrap_err().to_string().contains("`dock` is not scored now"));
    let report = score(&Scorer::new(MockJudge::scoring(three())), "dock", &dock());
    let whole = |lock: &Lock, is_whole| {
        lock.expect_room_for(report.spec_version, &report.judge, &["dock"], is_whole).is_ok()
    };
    assert!(whole(&lock, true) && !whole(&lock, false));
    lock.record(&[(&dock(), &report)]).unwrap();
    assert!(lock.compares_with(report.spec_version, &report.judge));
    assert!(!lock.compares_with(SpecVersion::V1_2, &report.judge));
    let twice = lock.record(&[(&dock(), &report), (&dock(), &report)]).unwrap_err();
    assert!(twice.to_string().starts_with("two servers are called `dock`"), "{twice}");
}

#[test]
fn a_run_without_a_score_adds_nothing() {
    let judge = MockJudge::scoring(three())
        .with_tool_error("a", JudgeError::new("no"))
        .with_server_error("dock", JudgeError::new("no"));
    let set = set(&json!([tool("a", "Do it.")]));
    assert!(lock_of(&[(&set, &score(&Scorer::new(judge), "dock", &set))]).servers().is_empty());
}

// Reading.

#[test]
fn a_broken_file_says_where() {
    let set = set(&json!([tool("a", "Get it.")]));
    let text =
        lock_of(&[(&set, &score(&Scorer::new(MockJudge::scoring(three())), "dock", &set))]).to_string();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        Lock::parse(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    for (from, to, expected) in [
        ("\"tools\": [", "\"tools\": {", "not JSON: line 16, column 9: expected a key in double quotes"),
        (
            "\"formatVersion\": 1",
            "\"formatVersion\": 2",
            "line 2, column 20, at /formatVersion: the format version is 2, and this program reads 1; read it with",
        ),
        ("\"formatVersion\": 1,", "", "no file of locked scores: it has no `formatVersion`"),
        ("1.1-draft", "9.9", "line 3, column 18, at /specVersion: unknown variant `9.9`"),
        (
            "\"purpose_clarity\": 3",
            "\"purpose_clarity\": 6",
            "line 17, column 40, at /servers/0/tools/0/scores/purpose_clarity: 6 is no score",
        ),
        ("\"inputHash\": \"", "\"inputHash\": \"X", "at /servers/0/tools/0/inputHash: `X"),
        ("\"tdqs\": 3.0", "\"tdqs\": 3.05", "at /servers/0/tools/0/tdqs: "),
        ("\"flags\": []", "\"flags\": [\"Odd\"]", "at /servers/0/tools/0/flags/0: `Odd` is no tool flag"),
        ("\"toolCount\": 1,", "", "line 6, column 5, at /servers/0: missing field `toolCount`"),
        ("\"toolCount\": 1,", "\"toolCount\": 1, \"colour\": 2,", "unknown field `colour`"),
        ("    {\n", "<<<<<<< ours\n    {\n", "line 6 is the mark of a merge conflict"),
    ] {
        let error = changed(from, to);
        assert!(error.contains(expected), "{to}: {error}");
    }
    let start = text.find("    {\n").unwrap();
    let server = &text[start..text.rfind("\n  ]").unwrap()];
    let twice = text.replacen(server, &format!("{server},\n{server}"), 1);
    let error = Lock::parse(&twice).unwrap_err().to_string();
    assert!(
        error.ends_with("at /servers/1/name: a server called `dock` stands in the file already"),
        "{error}"
    );
    assert_eq!(Lock::parse("[]"), Err(LockError::OtherKind));
    assert_eq!(Lock::parse(&format!("\u{feff}{}", text.replace('\n', "\r\n"))), Lock::parse(&text));
}
