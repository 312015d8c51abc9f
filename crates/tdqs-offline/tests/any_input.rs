//! Whatever the input: no panic, the same bytes each time, an answer that fits the contract, in bounded time.

mod ask;

use std::time::{Duration, Instant};

use ask::{EDITION, annotated, ask, ask_server, ask_set, candidate, tool};
use proptest::prelude::*;
use tdqs_llm::{Judge, ServerQuestion, ToolQuestion};
use tdqs_offline::{NAME, OfflineJudge};
use tdqs_rubric::{CoherenceAnswer, ToolAnswer};
use tdqs_signals::json::Json;
use tdqs_signals::{ContextSignals, ToolDefinition};

#[track_caller]
fn holds(answer: &ToolAnswer) {
    for (dimension, given) in answer.scores.iter() {
        assert!(!given.justification.trim().is_empty(), "{dimension}");
        assert!(
            given.justification.len() < 4_000 && !given.justification.contains(['\n', '\u{202e}']),
            "{dimension}"
        );
    }
    assert_eq!(ToolAnswer::parse(&serde_json::to_string(answer).unwrap()).as_ref(), Ok(answer));
}

#[track_caller]
fn holds_for_server(answer: &CoherenceAnswer) {
    assert!(answer.scores.iter().all(|(_, given)| !given.justification.trim().is_empty()));
    assert_eq!(CoherenceAnswer::parse(&serde_json::to_string(answer).unwrap()).as_ref(), Ok(answer));
}

/// Text of any kind, and text that the rules find something in.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "List",
        "boats",
        "this tool",
        "use find_boats instead",
        "(",
        ")",
        "[",
        "]",
        ":",
        ". ",
        ", ",
        "\n",
        "\n\n- ",
        "`limit`: ",
        "limit=1",
        "’",
        "'",
        "read-only",
        "cannot be undone",
        "Deletes",
        "返回",
        "船",
        "。",
        "😀",
        "\u{301}",
        "\u{202e}",
        "é",
        "if",
        "e.g. ",
        "#",
        "\"",
        "\\",
        "İ",
        "ß",
        "ᾳ",
    ];
    prop_oneof![
        any::<String>(),
        "\\PC{0,80}",
        proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40)
            .prop_map(|pieces| pieces.concat()),
        proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40)
            .prop_map(|pieces| pieces.join(" ")),
    ]
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i32>().prop_map(Into::into),
        text().prop_map(Into::into),
    ];
    let key = prop_oneof![
        proptest::sample::select(vec![
            "properties",
            "required",
            "description",
            "type",
            "enum",
            "limit",
            "readOnlyHint",
            "destructiveHint"
        ])
        .prop_map(str::to_owned),
        text(),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            proptest::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn a_tool_of_any_kind_gets_an_answer_that_holds(
        name in text(), title in proptest::option::of(text()), description in proptest::option::of(text()),
        properties in json(), annotations in json(), siblings in proptest::collection::vec(text(), 0..6)
    ) {
        let schema = serde_json::json!({"type": "object", "properties": properties});
        let mut tool = ToolDefinition::new(name).with_input_schema(Json::parse(schema.to_string()).unwrap());
        tool.title = title;
        tool.description = description;
        let tool = annotated(tool, &annotations.to_string());
        let siblings: Vec<&str> = siblings.iter().map(String::as_str).collect();
        let answer = ask(&tool, &siblings);
        holds(&answer);
        prop_assert_eq!(answer, ask(&tool, &siblings));
    }

    #[test]
    fn a_sentence_of_guidance_never_lowers_what_it_serves(text in text()) {
        let before = ask(&tool("list_boats", &text, &[]), &["find_boats"]).scores;
        let longer = format!("{text}\n\nTo search by owner, use find_boats instead. Requires a permit and fails without one.");
        let after = ask(&tool("list_boats", &longer, &[]), &["find_boats"]).scores;
        prop_assert!(after.purpose_clarity.score >= before.purpose_clarity.score);
        prop_assert!(after.usage_guidelines.score >= before.usage_guidelines.score);
        prop_assert!(after.behavioral_transparency.score >= before.behavioral_transparency.score);
        prop_assert!(after.contextual_completeness.score >= before.contextual_completeness.score);
    }

    #[test]
    fn a_server_of_any_kind_gets_an_answer_that_holds(
        server in text(), tools in proptest::collection::vec((text(), text()), 0..8), pairs in proptest::collection::vec((0..9_usize, 0..9_usize), 0..6)
    ) {
        let name = |at: usize| tools.get(at).map_or("absent", |(name, _)| name.as_str());
        let candidates: Vec<_> = pairs.iter().map(|(tool, cheaper)| candidate(name(*tool), 9, name(*cheaper), 1)).collect();
        let listed: Vec<(&str, &str)> = tools.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let answer = ask_server(&server, &listed, &candidates);
        holds_for_server(&answer);
        prop_assert_eq!(answer, ask_server(&server, &listed, &candidates));
    }
}

#[test]
fn nothing_at_all_is_an_answer_too() {
    holds(&ask(&ToolDefinition::new(""), &[""]));
    holds(&ask(&ToolDefinition::new("t").with_description(" \u{feff}\n"), &[]));
    holds_for_server(&ask_server("", &[], &[]));
    holds_for_server(&ask_server("s", &[("", "")], &[]));
}

/// Many times what it takes, so that a busy machine or a debug build passes and quadratic work does not.
#[track_caller]
fn within(limit: Duration, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    let limit = if cfg!(debug_assertions) { limit * 40 } else { limit };
    assert!(start.elapsed() < limit, "took {:?}", start.elapsed());
}

#[test]
fn a_megabyte_of_description_is_read_in_a_moment() {
    let names = ["find_boats", "x"];
    for piece in [
        "List boats. ",
        "a",
        "find_boats ",
        "(",
        "[a](b) ",
        "船",
        "\n",
        "limit: use ",
        "a/b/",
        "Use this tool when it ",
        "'",
        "a_b-c.d:e",
        "# a\n",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        let long = tool("list_boats", &text, &[("limit", "How many."), ("harbour", "")]);
        let signals = ContextSignals::of(&long, EDITION);
        let question =
            ToolQuestion { tool: &long, signals: &signals, siblings: &names, edition: EDITION, run: 0 };
        within(Duration::from_millis(500), || holds(&tdqs_offline::score_tool(&question)));
    }
}

#[test]
fn five_thousand_tools_are_read_in_a_moment() {
    let tools: Vec<ToolDefinition> = (0..5_000)
        .map(|at| {
            tool(
                &format!("list_boats_{at}"),
                &format!("List boats of harbour {at}. Use get_boat_{at} instead for one."),
                &[("limit", "How many.")],
            )
        })
        .collect();
    within(Duration::from_millis(500), || holds_for_server(&ask_set("s", &tools)));
    let alike: Vec<ToolDefinition> = (0..5_000).map(|_| tool("list_boats", "List boats.", &[])).collect();
    within(Duration::from_millis(500), || holds_for_server(&ask_set("s", &alike)));
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    within(Duration::from_millis(500), || {
        for tool in tools.iter().take(200) {
            ask(tool, &names);
        }
    });
}

#[test]
fn ten_thousand_parameters_are_read_in_a_moment() {
    let names: Vec<String> = (0..10_000).map(|at| format!("field_{at}")).collect();
    let parameters: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "A field.")).collect();
    let wide = tool("list_boats", &names.join(": A field. "), &parameters);
    within(Duration::from_millis(500), || holds(&ask(&wide, &[])));
}

#[test]
fn the_judge_is_the_rules_under_its_name() {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    fn ready<T>(future: impl Future<Output = T>) -> T {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => value,
            Poll::Pending => panic!("the rules wait for nothing"),
        }
    }

    let judge = OfflineJudge::default();
    assert_eq!(judge.identity().name, NAME);
    assert_eq!(judge.identity().rubric, None);
    let boats = tool("list_boats", "List the boats in a harbour.", &[]);
    let signals = ContextSignals::of(&boats, EDITION);
    let question = ToolQuestion { tool: &boats, signals: &signals, siblings: &[], edition: EDITION, run: 0 };
    let verdict = ready(judge.judge_tool(&question)).unwrap();
    assert!(verdict.usage.is_zero());
    assert_eq!(verdict.answer, ask(&boats, &[]));
    let server =
        ServerQuestion { server_name: "s", tools: &[], candidates: &[], edition: EDITION, mean_tdqs: None };
    assert_eq!(ready(judge.judge_server(&server)).unwrap().answer, ask_server("s", &[], &[]));
}
