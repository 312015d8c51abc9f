use std::sync::Mutex;
use std::time::Duration;

use tdqs_rubric::message::{COHERENCE_TEMPLATE, TOOL_TEMPLATE};
use tdqs_rubric::{ListedTool, Score};
use tdqs_signals::{ContextSignals, ToolDefinition};

use super::*;
use crate::chat::QUOTED_ANSWER_LENGTH;
use crate::{ChatError, ChatErrorKind, ChatMessage, MockChatModel, MockJudge, MockTimer, Role, Usage};

fn question<R>(edition: SpecVersion, ask: impl FnOnce(&ToolQuestion<'_>) -> R) -> R {
    let tool = ToolDefinition::new("find_crate").with_description("Find one crate by its label.");
    let signals = ContextSignals::of(&tool, edition);
    ask(&ToolQuestion { tool: &tool, signals: &signals, siblings: &["move_crate"], edition, run: 0 })
}

fn judge_tool(judge: &LlmJudge<MockChatModel>) -> Result<Verdict<ToolAnswer>, JudgeError> {
    question(SpecVersion::V1_2, |question| run(judge.judge_tool(question)))
}

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// An answer that fits, as a model would write it.
fn good() -> String {
    let verdict =
        question(SpecVersion::V1_2, |question| run(MockJudge::scoring(Score::VIABLE).judge_tool(question)));
    serde_json::to_string(&verdict.unwrap().answer).unwrap()
}

fn status(code: u16) -> ChatError {
    ChatError::new(ChatErrorKind::Status(code), "busy")
}

#[test]
fn the_first_request_holds_the_prompts_and_the_contract() {
    let model = MockChatModel::new("some-model").with_text(format!("Here it is: ```JSON\n{}\n```", good()));
    let judge = LlmJudge::new(model.clone(), MockTimer::new());
    let verdict = judge_tool(&judge).unwrap();
    assert_eq!(verdict.answer.scores.purpose_clarity.score, Score::VIABLE);
    assert_eq!(verdict.usage, Usage::new(1, 0, 0));

    let [request] = &model.requests()[..] else { panic!("{:?}", model.requests()) };
    let [system, user] = &request.messages[..] else { panic!("{request:?}") };
    assert_eq!(
        (system.role, system.content.as_str()),
        (Role::System, Rubric::default().tool_system_prompt())
    );
    assert_eq!(user.role, Role::User);
    assert!(user.content.starts_with("TOOL NAME: find_crate\nTITLE: null\n"), "{}", user.content);
    assert!(user.content.contains("<sibling-tools>\nmove_crate\n"), "{}", user.content);
    assert_eq!(request.contract.name, "tdqs_tool_scores");
    assert_eq!(request.contract.schema["required"][1], "scores");
}

#[test]
fn a_server_is_asked_about_with_its_own_prompt_and_contract() {
    let one = r#"{"score": 2, "justification": "x"}"#;
    let answer = format!(
        r#"{{"scores": {{"disambiguation": {one}, "naming_consistency": {one}, "tool_count_appropriateness": {one},
        "completeness": {one}}}, "summary": ""}}"#
    );
    let model = MockChatModel::new("some-model").with_text(answer);
    let judge = LlmJudge::new(model.clone(), MockTimer::new());
    let tool = ToolDefinition::new("find_crate");
    let signals = ContextSignals::of(&tool, SpecVersion::V1_2);
    let tools = [ListedTool { name: "find_crate", description: None, signals: &signals }];
    let question = ServerQuestion {
        server_name: "warehouse",
        tools: &tools,
        candidates: &[],
        edition: SpecVersion::V1_2,
        mean_tdqs: None,
    };
    let verdict = run(judge.judge_server(&question)).unwrap();
    assert_eq!(verdict.answer.scores.completeness.score.get(), 2);
    let request = &model.requests()[0];
    assert_eq!(request.messages[0].content, Rubric::default().coherence_system_prompt());
    assert_eq!(request.messages[1].content, question.message());
    assert_eq!(request.contract.name, "tdqs_server_scores");
}

#[test]
fn an_answer_that_does_not_fit_goes_back_with_the_reason() {
    let wrong = good().replacen(":3", ":\"3\"", 1);
    let model = MockChatModel::new("some-model")
        .with_reply(ChatReply::new(&wrong).with_usage(Usage::new(1, 100, 20)))
        .with_reply(ChatReply::new("Sorry!").with_usage(Usage::new(1, 150, 5)))
        .with_reply(ChatReply::new(good()).with_usage(Usage::new(2, 200, 20)));
    let timer = MockTimer::new();
    let verdict = judge_tool(&LlmJudge::new(model.clone(), timer.clone())).unwrap();
    assert_eq!(verdict.usage, Usage::new(4, 450, 45));
    assert_eq!(timer.waits().len(), 2);

    let requests = model.requests();
    assert_eq!(requests.iter().map(|request| request.messages.len()).collect::<Vec<_>>(), [2, 4, 6]);
    let messages = &requests[2].messages;
    assert_eq!(messages[2], ChatMessage::new(Role::Assistant, wrong));
    assert_eq!(messages[3].role, Role::User);
    assert!(
        messages[3]
            .content
            .contains("/scores/purpose_clarity/score: expected a whole number from 1 to 5, found a string"),
        "{}",
        messages[3].content
    );
    assert_eq!(messages[4], ChatMessage::new(Role::Assistant, "Sorry!"));
    assert!(messages[5].content.contains("the answer holds no JSON object"), "{}", messages[5].content);
}

#[test]
fn a_long_answer_goes_back_shortened_and_an_empty_one_not_at_all() {
    let model =
        MockChatModel::new("m").with_text("ä".repeat(1_000_000)).with_text("\u{feff} \n").with_text(good());
    judge_tool(&LlmJudge::new(model.clone(), MockTimer::new())).unwrap();
    let requests = model.requests();
    assert_eq!(requests[1].messages[2].content.chars().count(), QUOTED_ANSWER_LENGTH + 1);
    assert_eq!(requests[2].messages, requests[1].messages);
}

#[test]
fn a_text_cut_short_is_no_answer_even_if_it_fits() {
    let model = MockChatModel::new("m").with_reply(ChatReply::new(good()).cut_short()).with_text(good());
    judge_tool(&LlmJudge::new(model.clone(), MockTimer::new())).unwrap();
    assert!(model.requests()[1].messages[3].content.contains("cut short"), "{:?}", model.requests());
}

#[test]
fn a_fault_of_the_transport_sends_the_same_messages_again() {
    let model = MockChatModel::new("m")
        .with_error(status(500))
        .with_error(ChatError::new(ChatErrorKind::Disconnected, ""))
        .with_error(status(429).with_retry_after(Some(Duration::from_millis(1_500))))
        .with_text(good());
    let timer = MockTimer::new();
    let verdict = judge_tool(&LlmJudge::new(model.clone(), timer.clone())).unwrap();
    assert_eq!(verdict.usage.requests, 4);
    let requests = model.requests();
    assert!(requests.iter().all(|request| request.messages == requests[0].messages));
    let waits = timer.waits();
    assert!(waits[0] <= Duration::from_secs(1) && waits[1] <= Duration::from_secs(2), "{waits:?}");
    assert_eq!(waits[2], Duration::from_millis(1_500));
}

#[test]
fn the_budget_is_one_for_both_and_the_error_tells_how_it_was_spent() {
    let model = MockChatModel::new("m")
        .with_error(status(503))
        .with_text("nothing")
        .with_error(status(503).with_usage(Usage::new(3, 7, 0)));
    let policy = RetryPolicy::default().with_max_attempts(3);
    let error =
        judge_tool(&LlmJudge::new(model.clone(), MockTimer::new()).with_retry_policy(policy)).unwrap_err();
    assert_eq!(error.message, "no verdict after 3 attempts: the endpoint answered 503: busy");
    assert_eq!(error.usage, Usage::new(5, 7, 0));
    assert!(!error.ends_run);
    assert_eq!(model.requests().len(), 3);
}

#[test]
fn what_trying_again_cannot_cure_is_tried_once() {
    for (error, message, ends_run) in [
        (status(400), "no verdict after 1 attempt: the endpoint answered 400: busy", false),
        (status(401), "no verdict after 1 attempt: the endpoint answered 401: busy", true),
        (
            ChatError::new(ChatErrorKind::Refused, "I can't help\nwith that."),
            "no verdict after 1 attempt: the model refuses to answer: I can't help with that.",
            false,
        ),
        (
            ChatError::new(ChatErrorKind::QuotaExhausted, "out of credit")
                .with_retry_after(Some(Duration::ZERO)),
            "no verdict after 1 attempt: the account has no credit left: out of credit",
            true,
        ),
        (
            status(429).with_retry_after(Some(Duration::from_hours(1))),
            "no verdict after 1 attempt: the endpoint answered 429: busy (the server asks to wait 3600 s, and the \
             limit is 120 s)",
            false,
        ),
    ] {
        let model = MockChatModel::new("m").with_error(error);
        let timer = MockTimer::new();
        let error = judge_tool(&LlmJudge::new(model.clone(), timer.clone())).unwrap_err();
        assert_eq!((error.message.as_str(), error.ends_run), (message, ends_run));
        assert_eq!((model.requests().len(), timer.waits().len()), (1, 0), "{message}");
    }
}

fn unreachable() -> ChatError {
    ChatError::new(ChatErrorKind::Unreachable, "nobody listens").with_usage(Usage::default())
}

/// A judge without a second attempt, whose model meets these errors.
fn once_each(errors: impl IntoIterator<Item = ChatError>) -> LlmJudge<MockChatModel> {
    let model = errors.into_iter().fold(MockChatModel::new("m"), MockChatModel::with_error);
    LlmJudge::new(model, MockTimer::new()).with_retry_policy(RetryPolicy::default().with_max_attempts(1))
}

#[test]
fn an_endpoint_that_was_never_reached_ends_the_run_with_the_third_question() {
    let judge = once_each([unreachable(), unreachable(), unreachable(), unreachable()]);
    for _ in 0..2 {
        let error = judge_tool(&judge).unwrap_err();
        let message = "no verdict after 1 attempt: the endpoint cannot be reached: nobody listens";
        assert_eq!((error.message.as_str(), error.ends_run), (message, false));
    }
    for questions in [3, 4] {
        let error = judge_tool(&judge).unwrap_err();
        let message = format!(
            "no verdict after 1 attempt: the endpoint cannot be reached: nobody listens (the endpoint was never \
             reached, by {questions} questions in a row)"
        );
        assert_eq!((error.message, error.ends_run), (message, true));
    }
}

#[test]
fn questions_count_and_not_their_attempts() {
    let errors = (0..12).map(|_| unreachable());
    let judge = once_each(errors).with_retry_policy(RetryPolicy::default().with_max_attempts(4));
    let ends: Vec<bool> = (0..3).map(|_| judge_tool(&judge).unwrap_err().ends_run).collect();
    assert_eq!(ends, [false, false, true]);
}

#[test]
fn an_endpoint_that_has_ever_answered_may_come_back() {
    for kind in [
        ChatErrorKind::Status(503),
        ChatErrorKind::Status(400),
        ChatErrorKind::Unreadable,
        ChatErrorKind::TooLarge,
        ChatErrorKind::Refused,
    ] {
        let judge = once_each([ChatError::new(kind, "")].into_iter().chain((0..5).map(|_| unreachable())));
        assert!((0..6).all(|_| !judge_tool(&judge).unwrap_err().ends_run), "{kind:?}");
    }
    let model = MockChatModel::new("m").with_text(good());
    let model = (0..5).fold(model, |model, _| model.with_error(unreachable()));
    let policy = RetryPolicy::default().with_max_attempts(1);
    let judge = LlmJudge::new(model, MockTimer::new()).with_retry_policy(policy);
    judge_tool(&judge).unwrap();
    assert!((0..5).all(|_| !judge_tool(&judge).unwrap_err().ends_run));
}

#[test]
fn another_failure_ends_the_row_of_misses() {
    for kind in [ChatErrorKind::Disconnected, ChatErrorKind::TimedOut, ChatErrorKind::Other] {
        let other = ChatError::new(kind, "");
        let judge =
            once_each([unreachable(), unreachable(), other, unreachable(), unreachable(), unreachable()]);
        let ends: Vec<bool> = (0..6).map(|_| judge_tool(&judge).unwrap_err().ends_run).collect();
        assert_eq!(ends, [false, false, false, false, false, true], "{kind:?}");
    }
}

#[test]
fn questions_side_by_side_share_what_they_know_of_the_endpoint() {
    let judge = once_each((0..3).map(|_| unreachable()));
    let mut ends: Vec<bool> = std::thread::scope(|scope| {
        let asked = [(); 3].map(|()| scope.spawn(|| judge_tool(&judge).unwrap_err().ends_run));
        asked.into_iter().map(|question| question.join().unwrap()).collect()
    });
    ends.sort_unstable();
    assert_eq!(ends, [false, false, true]);
}

#[test]
fn no_wait_goes_beyond_the_time_in_all() {
    let slow_down = || status(429).with_retry_after(Some(Duration::from_mins(1)));
    let model = MockChatModel::new("m").with_error(slow_down()).with_error(slow_down()).with_text(good());
    let policy = RetryPolicy::default().with_max_total(Duration::from_secs(100));
    let error = judge_tool(&LlmJudge::new(model, MockTimer::new()).with_retry_policy(policy)).unwrap_err();
    assert_eq!(
        error.message,
        "no verdict after 2 attempts: the endpoint answered 429: busy (another attempt would begin after the limit \
         of 100 s)"
    );
}

#[test]
fn the_waits_can_be_watched() {
    let seen: Arc<Mutex<Vec<(u32, String, Duration)>>> = Arc::default();
    let sink = Arc::clone(&seen);
    let model = MockChatModel::new("m")
        .with_error(status(429).with_retry_after(Some(Duration::from_secs(2))))
        .with_text(good());
    let judge = LlmJudge::new(model, MockTimer::new()).with_retry_observer(move |retry| {
        sink.lock().unwrap().push((retry.attempt, retry.reason.to_owned(), retry.wait));
    });
    judge_tool(&judge).unwrap();
    let expected = (1, "the endpoint answered 429: busy".to_owned(), Duration::from_secs(2));
    assert_eq!(*seen.lock().unwrap(), [expected]);
}

#[test]
fn the_identity_is_the_model_and_the_rubric() {
    let judge = LlmJudge::new(MockChatModel::new("some-model"), MockTimer::new());
    let identity = JudgeIdentity::new("some-model").with_rubric(Rubric::default().identity());
    assert_eq!(judge.identity(), identity);
    assert!(!format!("{judge:?}").contains("You evaluate"));
}

#[test]
fn a_rubric_of_another_edition_ends_the_run_before_anything_is_sent() {
    let specification = format!(
        "## Appendix A\n```\nTool system.\n```\n```\n{TOOL_TEMPLATE}\n```\n\
         ## Appendix B\n```\nCoherence system.\n```\n```\n{COHERENCE_TEMPLATE}\n```\n"
    );
    let rubric = Rubric::from_markdown(&specification).unwrap();
    let model = MockChatModel::new("m");
    let judge = LlmJudge::new(model.clone(), MockTimer::new()).with_rubric(rubric.clone());
    assert_eq!(judge.identity().rubric, Some(rubric.identity()));
    let error = question(SpecVersion::V1_3, |question| run(judge.judge_tool(question))).unwrap_err();
    assert!(error.ends_run && error.message.contains("edition 1.3 was asked for"), "{error}");
    assert_eq!(model.requests(), []);
}
