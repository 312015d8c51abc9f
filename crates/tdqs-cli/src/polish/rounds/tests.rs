use std::time::Duration;

use std::future::pending;

use tdqs::llm::{ChatError, ChatErrorKind, MockChatModel, MockTimer, Role};
use tdqs_lint::{Linter, Settings};

use super::*;

const TOOLS: &str = r#"[
    {"name": "get_crate", "description": "gets it", "_meta": {"note": "sesame"}, "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "default": "sesame"}}}},
    {"name": "seal_crate", "description": "seals it", "inputSchema": {"type": "object"}}
]"#;
const GOOD: &str = r#"{"description": "Get one crate by its `label`."}"#;
const LIMIT: &str = r#"{"description": "Get one crate within 5 seconds."}"#;
const KEY: &str = r#"{"description": "Get one crate. Needs an API key."}"#;
const NOT_IN_TIME: &str = "the text for `/description` speaks of `5`, of which the definition says nothing";
const NO_KEY: &str = "the text for `/description` speaks of `api key`, of which the definition says nothing";

/// What a model's answers make of the first tools of the file, and how long was waited.
fn polished(
    model: &MockChatModel,
    tools: usize,
    corrections: u32,
) -> (Vec<PolishedTool>, String, Vec<Duration>) {
    polished_by(&Linter::default(), model, tools, corrections)
}

fn polished_by(
    linter: &Linter,
    model: &MockChatModel,
    tools: usize,
    corrections: u32,
) -> (Vec<PolishedTool>, String, Vec<Duration>) {
    let mut polisher = Polisher::new(TOOLS, "dock", linter).unwrap().with_max_corrections(corrections);
    let places: Vec<ToolPlace> = polisher.tools().into_iter().take(tools).collect();
    let timer = MockTimer::new();
    let questioner = Questioner::new(model.clone(), timer.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let rounds = runtime.block_on(polish(&mut polisher, &places, &questioner, pending()));
    (rounds.tools, polisher.text().to_owned(), timer.waits())
}

/// What became of the first tool: why it stays as it is, answers that were sent back, requests, and the file.
fn one(model: &MockChatModel, corrections: u32) -> (Option<String>, u32, u64, String) {
    let (tools, text, _) = polished(model, 1, corrections);
    let tool = &tools[0];
    (tool.result.as_ref().err().cloned(), tool.corrections, tool.usage.requests, text)
}

fn model(answers: &[&str]) -> MockChatModel {
    answers.iter().fold(MockChatModel::new("m"), |model, answer| model.with_text(*answer))
}

fn with_good_text() -> String {
    TOOLS.replace("gets it", "Get one crate by its `label`.")
}

#[test]
fn a_refused_answer_goes_back_with_the_reason_and_the_next_one_is_taken() {
    let model = model(&[LIMIT, GOOD]);
    assert_eq!(one(&model, 1), (None, 1, 2, with_good_text()));
    let requests = model.requests();
    let [first, second] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!(second.messages[..2], first.messages);
    assert_eq!((second.messages[2].role, second.messages[2].content.as_str()), (Role::Assistant, LIMIT));
    assert_eq!(second.messages[3].role, Role::User);
    assert!(
        second.messages[3].content.starts_with(&format!("This answer cannot be used: {NOT_IN_TIME}. Give "))
    );
}

#[test]
fn what_is_refused_to_the_end_is_refused_with_the_last_reason() {
    let refused = |reason: &str, corrections: u32, requests: u64| {
        (Some(reason.to_owned()), corrections, requests, TOOLS.to_owned())
    };
    assert_eq!(one(&model(&[LIMIT, KEY]), 1), refused(NO_KEY, 1, 2));
    assert_eq!(one(&model(&[LIMIT]), 0), refused(NOT_IN_TIME, 0, 1));
    assert_eq!(one(&model(&[LIMIT, KEY, KEY, LIMIT]), 3), refused(NOT_IN_TIME, 3, 4));
    assert_eq!(one(&model(&[KEY, LIMIT, GOOD]), 2), (None, 2, 3, with_good_text()));
}

#[test]
fn an_answer_that_is_taken_back_leaves_its_refusal() {
    assert_eq!(one(&model(&[LIMIT, "{}"]), 1), (Some(NOT_IN_TIME.to_owned()), 1, 2, TOOLS.to_owned()));
    assert_eq!(one(&model(&["{}"]), 1), (None, 0, 1, TOOLS.to_owned()));
}

#[test]
fn answers_that_are_cut_short_or_blank_are_asked_for_again() {
    let cut = MockChatModel::new("m").with_reply(ChatReply::new(GOOD).cut_short()).with_text(GOOD);
    assert_eq!(one(&cut, 1), (None, 1, 2, with_good_text()));
    assert!(cut.requests()[1].messages[3].content.contains("the answer is cut short"));
    let blank = model(&[" ", GOOD]);
    assert_eq!(one(&blank, 1), (None, 1, 2, with_good_text()));
    assert_eq!(blank.requests()[1].messages, blank.requests()[0].messages);
}

#[test]
fn faults_of_the_endpoint_wait_as_the_judge_does_and_are_no_corrections() {
    let busy = |seconds: Option<u64>| {
        ChatError::new(ChatErrorKind::Status(503), "busy").with_retry_after(seconds.map(Duration::from_secs))
    };
    let model = MockChatModel::new("m").with_error(busy(None)).with_error(busy(Some(7))).with_text(GOOD);
    let (tools, _, waits) = polished(&model, 1, 0);
    assert!(tools[0].result.is_ok());
    assert_eq!((tools[0].corrections, tools[0].usage.requests, waits.len()), (0, 3, 2));
    assert!(waits[0] <= Duration::from_secs(1));
    assert_eq!(waits[1], Duration::from_secs(7));

    let (tools, _, waits) = polished(&MockChatModel::new("m").with_error(busy(Some(600))), 1, 1);
    let reason = "the endpoint answered 503: busy (the server asks to wait 600 s, and the limit is 120 s)";
    assert_eq!((tools[0].result.as_ref().unwrap_err().as_str(), waits.len()), (reason, 0));

    let broken =
        MockChatModel::new("m").with_text(LIMIT).with_error(ChatError::new(ChatErrorKind::Other, "gone"));
    let (reason, corrections, requests, _) = one(&broken, 1);
    assert_eq!(reason.unwrap(), format!("{NOT_IN_TIME}; asked again, the model failed: gone"));
    assert_eq!((corrections, requests), (1, 2));
}

fn many_tools(count: usize) -> String {
    let tools =
        (0..count).map(|place| format!(r#"{{"name": "get_crate_{place}", "description": "gets it"}}"#));
    format!("[{}]", tools.collect::<Vec<_>>().join(","))
}

fn rounds_of(text: &str, model: impl ChatModel, stop: impl Future<Output = ()>) -> (Rounds, String) {
    let linter = Linter::default();
    let mut polisher = Polisher::new(text, "dock", &linter).unwrap();
    let places = polisher.tools();
    let questioner = Questioner::new(model, MockTimer::new());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let rounds = runtime.block_on(polish(&mut polisher, &places, &questioner, stop));
    (rounds, polisher.text().to_owned())
}

#[test]
fn a_key_that_is_refused_ends_the_run_and_what_was_taken_before_stays() {
    let text = many_tools(50);
    let model = model(&[r#"{"description": "Get one crate."}"#]);
    let refused = || ChatError::new(ChatErrorKind::Status(401), "no such key");
    let model = (0..50).fold(model, |model, _| model.with_error(refused()));
    let (rounds, polished) = rounds_of(&text, model.clone(), pending());
    assert_eq!(rounds.ended.as_deref(), Some("the endpoint answered 401: no such key"));
    assert_eq!(polished, text.replacen("gets it", "Get one crate.", 1));
    assert_eq!(rounds.tools.len(), 2);
    assert!(model.requests().len() <= CONCURRENCY + 1, "{}", model.requests().len());
}

/// A model that has answers for so many requests, and to the others says nothing for ever.
struct Stalling(MockChatModel, usize);

#[async_trait::async_trait]
impl ChatModel for Stalling {
    fn name(&self) -> &str {
        self.0.name()
    }

    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ChatError> {
        if self.0.requests().len() == self.1 {
            pending::<()>().await;
        }
        self.0.complete(request).await
    }
}

#[test]
fn a_run_that_is_stopped_keeps_what_was_taken() {
    let text = many_tools(50);
    for answers in [0, 1, 20] {
        let model = MockChatModel::new("m").then_always(r#"{"description": "Get one crate."}"#);
        let stop = async { tokio::time::sleep(Duration::from_millis(20)).await };
        let (rounds, polished) = rounds_of(&text, Stalling(model, answers), stop);
        assert_eq!((rounds.ended, rounds.tools.len()), (None, answers));
        assert_eq!(polished, text.replacen("gets it", "Get one crate.", answers));
    }
}

/// A rule that looks at all tools refuses a text because of another one that was taken before it.
#[test]
fn texts_are_held_against_those_that_were_taken_before() {
    let same = r#"{"description": "Handle one crate that stands on a shelf of the hall, and say what became of it."}"#;
    let other = r#"{"description": "Seal one crate."}"#;
    let model = model(&[same, same, other]);
    let settings: Settings = serde_json::from_str(r#"{"select": ["near-duplicate-descriptions"]}"#).unwrap();
    let linter = Linter::new([&settings]).unwrap();
    let (tools, text, _) = polished_by(&linter, &model, 2, 1);
    let told = &model.requests()[2].messages[3].content;
    assert!(told.contains("lint would report"), "{told}");
    assert!(tools.iter().all(|tool| tool.result.is_ok()), "{tools:?}");
    assert_eq!((tools[0].corrections, tools[1].corrections), (0, 1));
    assert!(text.contains("Handle one crate") && text.contains("Seal one crate."), "{text}");
}

/// What the first question leaves out of the definition, no reason tells either.
#[test]
fn a_reason_tells_a_model_nothing_that_the_question_kept_back() {
    let wrong =
        [r#"{"examples": [{"label": 5}]}"#, r#"{"parameters": {"/inputSchema": "A."}}"#, "Sorry!", LIMIT];
    let model = model(&wrong);
    let (reason, ..) = one(&model, 3);
    assert!(!reason.unwrap().contains("sesame"));
    assert_eq!(model.requests().len(), 4);
    for message in model.requests().iter().flat_map(|request| &request.messages) {
        assert!(!message.content.contains("sesame"), "{message:?}");
    }
}
