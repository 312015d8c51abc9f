//! The client against endpoints that misbehave, each on a loopback port of its own.

mod server;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Act, Server};
use tdqs_llm::{
    ApiKey, Judge, JudgeError, LlmJudge, MockTimer, OpenAiClient, OpenAiClientBuilder, ResponseFormat,
    RetryPolicy, ToolQuestion, Usage, Verdict,
};
use tdqs_rubric::ToolAnswer;
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition};

const KEY: &str = "sk-0123456789abcdef";
const HEADER: &str = "tenant-s3cret";

/// A judge in front of an endpoint, and the waits it was told to make.
struct Setup {
    server: Server,
    judge: LlmJudge<OpenAiClient>,
    timer: MockTimer,
}

impl Setup {
    async fn new(acts: impl IntoIterator<Item = Act>) -> Self {
        Self::with(acts, |builder| builder).await
    }

    async fn with(
        acts: impl IntoIterator<Item = Act>,
        options: impl FnOnce(OpenAiClientBuilder) -> OpenAiClientBuilder,
    ) -> Self {
        let server = Server::start(acts).await;
        let builder = OpenAiClient::builder(format!("{}/v1/", server.address()), "some-model")
            .with_api_key(ApiKey::new(KEY))
            .with_header("x-tenant", HEADER)
            .with_connect_timeout(Duration::from_secs(5))
            .with_request_timeout(Duration::from_secs(5))
            .with_silence_timeout(Duration::from_secs(5));
        let timer = MockTimer::new();
        let judge = LlmJudge::new(options(builder).build().unwrap(), timer.clone());
        Self { server, judge, timer }
    }

    fn attempts(mut self, attempts: u32) -> Self {
        self.judge = self.judge.with_retry_policy(RetryPolicy::default().with_max_attempts(attempts));
        self
    }

    async fn ask(&self) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let tool = ToolDefinition::new("find_crate").with_description("Find one crate by its label.");
        let signals = ContextSignals::of(&tool, SpecVersion::V1_2);
        let question = ToolQuestion {
            tool: &tool,
            signals: &signals,
            siblings: &["move_crate"],
            edition: SpecVersion::V1_2,
            run: 0,
        };
        self.judge.judge_tool(&question).await
    }

    async fn score(&self) -> u8 {
        self.ask().await.unwrap().answer.scores.purpose_clarity.score.get()
    }

    async fn error(&self) -> JudgeError {
        let error = self.ask().await.unwrap_err();
        for secret in [KEY, HEADER] {
            assert!(!format!("{error} {error:?}").contains(secret), "{error}");
        }
        error
    }
}

fn answer(score: &str) -> String {
    let one = json!({ "score": "SCORE", "justification": "Says \"by its label\"." });
    let scores = json!({
        "purpose_clarity": one, "usage_guidelines": one, "behavioral_transparency": one,
        "parameter_semantics": one, "conciseness_structure": one, "contextual_completeness": one
    });
    let answer = json!({ "scores": scores, "annotation_contradiction": false, "summary": "s" });
    answer.to_string().replace("\"SCORE\"", score)
}

fn completion(content: &str) -> Act {
    message(&json!({ "role": "assistant", "content": content }), "stop")
}

fn message(message: &Value, finish_reason: &str) -> Act {
    let body = json!({
        "choices": [{ "index": 0, "message": message, "finish_reason": finish_reason }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120 }
    });
    Act::respond(200, &[], body.to_string())
}

fn good() -> Act {
    completion(&answer("4"))
}

fn refusal(status: u16, body: &Value) -> Act {
    Act::respond(status, &[], body.to_string())
}

fn says(message: &str) -> Value {
    json!({ "error": { "message": message } })
}

#[tokio::test]
async fn a_request_carries_key_prompts_and_contract() {
    let overrides = json!({ "reasoning": { "enabled": false } });
    let setup = Setup::with([good()], |builder| {
        builder.with_request_overrides(overrides.as_object().unwrap().clone())
    })
    .await;
    let verdict = setup.ask().await.unwrap();
    assert_eq!(verdict.usage, Usage::new(1, 100, 20));
    let request = &setup.server.requests()[0];
    assert_eq!(request.line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(request.header("authorization"), Some("Bearer sk-0123456789abcdef"));
    assert_eq!(request.header("x-tenant"), Some(HEADER));
    assert_eq!(request.header("content-type"), Some("application/json"));
    let body = request.json();
    assert_eq!(body["model"], "some-model");
    assert_eq!(body["temperature"], 0);
    assert_eq!(body["reasoning"], json!({ "enabled": false }));
    assert_eq!(body["messages"][0]["role"], "system");
    assert_eq!(body["response_format"]["json_schema"]["name"], "tdqs_tool_scores");
    assert_eq!(body["response_format"]["json_schema"]["strict"], true);
    assert_eq!(
        body["response_format"]["json_schema"]["schema"],
        serde_json::to_value(ToolAnswer::json_schema()).unwrap()
    );
    assert_eq!(body.get("max_tokens"), None);
}

#[tokio::test]
async fn without_a_key_none_is_sent() {
    let server = Server::start([good()]).await;
    let client = OpenAiClient::builder(server.address(), "m").build().unwrap();
    let setup = Setup { server, judge: LlmJudge::new(client, MockTimer::new()), timer: MockTimer::new() };
    assert_eq!(setup.score().await, 4);
    assert_eq!(setup.server.requests()[0].header("authorization"), None);
}

/// Against fault 4, the retry policy: the wait is the one that is asked for, in every form it has.
#[tokio::test]
async fn a_busy_endpoint_is_waited_for_as_long_as_it_asks() {
    let busy = |headers: &[(&str, &str)]| Act::respond(429, headers, says("slow down").to_string());
    let setup = Setup::new([
        busy(&[("Retry-After", "1.5")]),
        busy(&[("Date", "Tue, 06 Jan 2026 10:00:00 GMT"), ("Retry-After", "Tue, 06 Jan 2026 10:00:07 GMT")]),
        busy(&[("retry-after", "Tue, 06 Jan 2015 10:00:00 GMT")]),
        busy(&[("retry-after", "-5")]),
        Act::respond(503, &[("Retry-After", "1")], "<html>busy</html>"),
        good(),
    ])
    .await
    .attempts(6);
    assert_eq!(setup.score().await, 4);
    let waits = setup.timer.waits();
    assert_eq!(waits[..3], [Duration::from_millis(1_500), Duration::from_secs(7), Duration::ZERO]);
    assert!(waits[3] <= Duration::from_secs(8), "the wait of our own: {waits:?}");
    assert_eq!(waits[4], Duration::from_secs(1));
}

/// Against fault 4: the error says how many attempts there were, and shows what the endpoint wrote.
#[tokio::test]
async fn an_hour_is_not_waited_for() {
    let setup = Setup::new([Act::respond(429, &[("Retry-After", "3600")], "{}")]).await;
    let error = setup.error().await;
    assert_eq!(
        error.message,
        "no verdict after 1 attempt: the endpoint answered 429: {} (the server asks to wait 3600 s, and the limit \
         is 120 s)"
    );
    assert_eq!(setup.timer.waits(), []);
}

#[tokio::test]
async fn an_account_without_credit_ends_the_run() {
    let spent = json!({ "error": { "message": "out of credit", "code": "insufficient_quota" } });
    let setup = Setup::new([Act::respond(429, &[("Retry-After", "1")], spent.to_string())]).await;
    let error = setup.error().await;
    assert_eq!(error.message, "no verdict after 1 attempt: the account has no credit left: out of credit");
    assert!(error.ends_run);
}

#[tokio::test]
async fn a_server_error_is_tried_again_with_the_same_messages() {
    let setup = Setup::new([refusal(500, &says("oops")), good()]).await;
    let verdict = setup.ask().await.unwrap();
    assert_eq!(verdict.usage, Usage::new(2, 100, 20));
    let requests = setup.server.requests();
    assert_eq!(requests[0].json(), requests[1].json());
}

#[tokio::test]
async fn a_connection_that_is_reset_is_tried_again() {
    let setup = Setup::new([Act::Reset, Act::Reset, good()]).await;
    assert_eq!(setup.score().await, 4);
    let setup = Setup::new([Act::Reset]).await.attempts(1);
    let error = setup.error().await;
    assert!(error.message.starts_with("no verdict after 1 attempt: the connection broke off: "), "{error}");
}

#[tokio::test]
async fn an_endpoint_that_is_not_there_is_named() {
    // Nobody listens on the port of tcpmux, and no test is ever given it.
    let client = OpenAiClient::builder("http://127.0.0.1:1/v1", "m").build().unwrap();
    let judge = LlmJudge::new(client, MockTimer::new());
    let setup = Setup { server: Server::start([]).await, judge, timer: MockTimer::new() }.attempts(2);
    let error = setup.error().await;
    let start = "no verdict after 2 attempts: the endpoint cannot be reached: http://127.0.0.1:1/v1/chat/completions: ";
    assert!(error.message.starts_with(start), "{error}");
    assert_eq!((error.ends_run, error.usage), (false, Usage::default()));
    setup.error().await;
    let error = setup.error().await;
    let end = " (the endpoint was never reached, by 3 questions in a row)";
    assert!(error.ends_run && error.message.starts_with(start) && error.message.ends_with(end), "{error}");
}

/// Against fault 5, the unbounded request: a body that drips ends with the request's time.
#[tokio::test]
async fn a_body_that_drips_ends_with_the_time_for_the_whole() {
    let setup = Setup::with([Act::Drip], |builder| {
        builder.with_request_timeout(Duration::from_millis(300)).with_silence_timeout(Duration::from_secs(5))
    })
    .await
    .attempts(1);
    let begun = Instant::now();
    let error = setup.error().await;
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert_eq!(
        error.message,
        "no verdict after 1 attempt: the request timed out: no whole answer within 0.3 s"
    );
}

#[tokio::test]
async fn a_silent_server_is_left_alone() {
    let setup = Setup::with([Act::Silence, good()], |builder| {
        builder.with_silence_timeout(Duration::from_millis(500))
    })
    .await;
    assert_eq!(setup.score().await, 4);
    let setup =
        Setup::with([Act::Silence], |builder| builder.with_silence_timeout(Duration::from_millis(500)))
            .await
            .attempts(1);
    let error = setup.error().await;
    assert_eq!(error.message, "no verdict after 1 attempt: the request timed out: nothing came for 0.5 s");
}

#[tokio::test]
async fn what_is_no_completion_is_tried_again_and_then_told() {
    let page = "<!doctype html><html><head><title>Sign in</title></head><body>…</body></html>";
    for (act, told) in [
        (Act::respond(200, &[], page), "the endpoint's answer is no chat completion: HTML: Sign in"),
        (Act::respond(200, &[], ""), "the endpoint's answer is no chat completion: the body is empty"),
        (
            Act::respond(200, &[], "{\"choices\": [{"),
            "the endpoint's answer is no chat completion: no JSON: ",
        ),
        (Act::Truncated, "the connection broke off: "),
        (
            Act::respond(200, &[], says("busy").to_string()),
            "the endpoint's answer is no chat completion: busy",
        ),
    ] {
        let setup = Setup::new([act.clone(), good()]).await;
        assert_eq!(setup.score().await, 4, "{told}");
        let error = Setup::new([act.clone(), act]).await.attempts(2).error().await;
        assert!(error.message.starts_with(&format!("no verdict after 2 attempts: {told}")), "{error}");
        assert!(!error.ends_run);
    }
}

#[tokio::test]
async fn a_failure_under_a_status_of_success_counts_by_its_own_status() {
    let setup =
        Setup::new([refusal(200, &json!({ "error": { "message": "no such key", "code": 401 } }))]).await;
    let error = setup.error().await;
    assert_eq!(error.message, "no verdict after 1 attempt: the endpoint answered 401: no such key");
    assert!(error.ends_run);
}

#[tokio::test]
async fn an_answer_in_a_fence_in_prose_behind_reasoning_or_in_parts_is_read() {
    let good = answer("4");
    let parts = json!({ "role": "assistant", "content": [{ "type": "text", "text": good }] });
    for act in [
        completion(&format!("```json\n{good}\n```")),
        completion(&format!("```\r\n{good}\r\n```\r\n")),
        completion(&format!("Here it is:\n\n{good}\n\nLet me know about {{braces}} and ``` fences.")),
        completion(&format!("<think>Maybe {}? No.</think>\n{good}", answer("1"))),
        completion(&format!("I will weigh {}.\n</think>\n{good}", answer("1"))),
        message(&parts, "stop"),
    ] {
        let setup = Setup::new([act]).await;
        assert_eq!(setup.score().await, 4);
    }
}

#[tokio::test]
async fn an_answer_of_the_wrong_types_is_mended_when_the_model_is_told() {
    let missing = answer("4").replace("\"annotation_contradiction\":false,", "");
    let setup = Setup::new([completion(&answer("\"4\"")), completion(&missing), good()]).await;
    let verdict = setup.ask().await.unwrap();
    assert_eq!(verdict.usage, Usage::new(3, 300, 60));
    let requests = setup.server.requests();
    let body = requests[2].json();
    let told = |at: usize| body["messages"][at]["content"].as_str().unwrap().to_owned();
    assert_eq!(body["messages"].as_array().unwrap().len(), 6);
    assert_eq!((&body["messages"][2]["role"], told(2)), (&json!("assistant"), answer("\"4\"")));
    assert_eq!(body["messages"][3]["role"], "user");
    assert!(told(3).contains("expected a whole number from 1 to 5, found a string"), "{}", told(3));
    assert_eq!(told(4), missing);
    assert!(told(5).contains("at /annotation_contradiction: is missing"), "{}", told(5));
}

#[tokio::test]
async fn an_answer_cut_short_is_asked_for_again() {
    let cut = message(&json!({ "role": "assistant", "content": answer("1") }), "length");
    let setup = Setup::new([cut, good()]).await;
    assert_eq!(setup.score().await, 4);
}

#[tokio::test]
async fn a_model_that_refuses_is_not_pressed() {
    let refused = json!({ "role": "assistant", "content": null, "refusal": "I can't help with that." });
    let setup = Setup::new([message(&refused, "stop")]).await;
    let error = setup.error().await;
    assert_eq!(
        error.message,
        "no verdict after 1 attempt: the model refuses to answer: I can't help with that."
    );
    assert_eq!((error.ends_run, error.usage), (false, Usage::new(1, 100, 20)));
}

#[tokio::test]
async fn a_key_that_is_refused_ends_the_run_and_is_not_repeated_in_the_error() {
    for body in [
        says(&format!("Incorrect API key: {KEY} of {HEADER}")).to_string(),
        format!("<html><body>Bearer <b>{KEY}</b> of {HEADER}</body></html>"),
        format!("{}{KEY}", "x".repeat(390)),
        format!("headers: authorization=Bearer {KEY} x-tenant={HEADER}\u{1b}[2J"),
    ] {
        let setup = Setup::new([Act::respond(401, &[("Retry-After", "1")], &*body)]).await;
        let error = setup.error().await;
        assert!(error.ends_run);
        assert!(
            error.message.starts_with("no verdict after 1 attempt: the endpoint answered 401: "),
            "{error}"
        );
        assert!(!error.message.contains("sk-01") && !error.message.contains('\u{1b}'), "{error}");
        assert!(error.message.chars().count() < 500, "{error}");
    }
    let setup = Setup::new([refusal(401, &says(&format!("Incorrect API key: {KEY}")))]).await;
    let error = setup.error().await;
    assert!(error.message.ends_with("Incorrect API key: [redacted]"), "{error}");
}

#[tokio::test]
async fn a_key_in_a_body_that_is_no_completion_is_not_repeated_either() {
    for body in [format!("echo {KEY}"), format!("{{\"echo\": \"{KEY}\"}}"), format!("<title>{KEY}</title>")] {
        Setup::new([Act::respond(200, &[], body)]).await.attempts(1).error().await;
    }
}

#[tokio::test]
async fn a_secret_of_the_overrides_is_not_repeated_in_an_error() {
    let overrides = json!({ "metadata": { "tokens": ["0verride-token"] } });
    let setup = Setup::with([refusal(401, &says("unknown token 0verride-token"))], |builder| {
        builder.with_request_overrides(overrides.as_object().unwrap().clone())
    })
    .await;
    let error = setup.error().await;
    assert!(error.message.ends_with("unknown token [redacted]"), "{error}");
}

#[tokio::test]
async fn a_short_header_value_leaves_errors_readable() {
    let act = refusal(401, &says("the key is refused"));
    let setup = Setup::with([act], |builder| builder.with_header("x", "e")).await;
    let error = setup.error().await;
    assert_eq!(error.message, "no verdict after 1 attempt: the endpoint answered 401: the key is refused");
}

#[tokio::test]
async fn a_secret_in_an_answer_reaches_neither_the_verdict_nor_the_next_request() {
    let echo = |score: &str| {
        let summary = format!("\"summary\":\"Bearer {KEY}, {}\"", HEADER.replace('-', "\\u002d"));
        completion(&answer(score).replace("\"summary\":\"s\"", &summary))
    };
    let setup = Setup::new([echo("7"), echo("4")]).await;
    let verdict = setup.ask().await.unwrap();
    assert_eq!(verdict.answer.summary, "Bearer [redacted], [redacted]");
    let told = setup.server.requests()[1].json()["messages"].to_string();
    assert!(told.contains("Bearer [redacted], [redacted]") && !told.contains(KEY), "{told}");
}

#[tokio::test]
async fn a_secret_in_a_refusal_of_the_model_is_not_repeated() {
    let refused =
        json!({ "role": "assistant", "content": null, "refusal": format!("Not for {KEY} of {HEADER}.") });
    let setup = Setup::new([message(&refused, "stop")]).await;
    let error = setup.error().await;
    assert!(
        error.message.ends_with("the model refuses to answer: Not for [redacted] of [redacted]."),
        "{error}"
    );
}

/// Against fault 5: a body without measure is read up to its limit and no further.
#[tokio::test]
async fn a_body_without_measure_is_left_off() {
    let setup = Setup::new([Act::Flood]).await;
    let error = setup.error().await;
    assert_eq!(error.message, "no verdict after 1 attempt: the answer is too large: more than 4194304 bytes");
    assert_eq!(setup.server.requests().len(), 1);
}

#[tokio::test]
async fn a_redirect_is_named_and_not_followed() {
    let other = Server::start([good()]).await;
    let target = format!("{}/v1/chat/completions?key={KEY}", other.address());
    let setup = Setup::new([Act::respond(307, &[("Location", &target)], "")]).await;
    let error = setup.error().await;
    assert_eq!(
        error.message,
        format!(
            "no verdict after 1 attempt: the endpoint answered 307: it redirects to \
             {}/v1/chat/completions?key=[redacted], which is not followed",
            other.address()
        )
    );
    assert!(error.ends_run && other.requests().is_empty());
}

#[tokio::test]
async fn a_format_that_is_refused_is_left_out_and_that_is_remembered() {
    let unknown = says("This response_format type `json_schema` is unavailable now");
    let setup = Setup::new([refusal(400, &unknown), good(), good()]).await.attempts(1);
    let verdict = setup.ask().await.unwrap();
    assert_eq!(verdict.usage, Usage::new(2, 100, 20));
    assert_eq!(setup.judge.model().response_format(), ResponseFormat::JsonObject);
    assert_eq!(setup.score().await, 4);
    assert_eq!(formats(&setup.server), ["json_schema", "json_object", "json_object"]);
    assert_eq!(setup.timer.waits(), []);
}

#[tokio::test]
async fn an_endpoint_that_knows_no_format_at_all_is_asked_for_text() {
    let setup = Setup::new([
        refusal(422, &json!({ "detail": "Unprocessable" })),
        refusal(400, &says("json mode is not supported")),
        good(),
        good(),
    ])
    .await
    .attempts(1);
    assert_eq!(setup.score().await, 4);
    assert_eq!(setup.score().await, 4);
    assert_eq!(formats(&setup.server), ["json_schema", "json_object", "none", "none"]);
}

#[tokio::test]
async fn a_refusal_that_had_other_reasons_teaches_nothing() {
    let bad = || refusal(400, &says("cannot process this"));
    let setup = Setup::new([bad(), bad(), bad(), good()]).await;
    let error = setup.error().await;
    assert_eq!(error.message, "no verdict after 1 attempt: the endpoint answered 400: cannot process this");
    assert_eq!((error.ends_run, error.usage.requests), (false, 3));
    assert_eq!(setup.score().await, 4);
    assert_eq!(formats(&setup.server), ["json_schema", "json_object", "none", "json_schema"]);
}

#[tokio::test]
async fn a_refusal_in_every_format_is_not_walked_through_again_until_a_question_is_answered() {
    let bad = || refusal(400, &says("cannot process this"));
    let setup =
        Setup::new([bad(), bad(), bad(), bad(), bad(), good(), bad(), bad(), bad()]).await.attempts(1);
    let mut requests = Vec::new();
    for _ in 0..3 {
        requests.push(setup.error().await.usage.requests);
    }
    assert_eq!(setup.score().await, 4);
    requests.push(setup.error().await.usage.requests);
    assert_eq!(requests, [3, 1, 1, 3]);
    let ladder = ["json_schema", "json_object", "none"];
    let once = ["json_schema"; 3];
    assert_eq!(formats(&setup.server), [&ladder[..], &once[..], &ladder[..]].concat());
}

#[tokio::test]
async fn a_format_that_is_named_is_left_out_even_after_a_refusal_in_every_format() {
    let bad = || refusal(400, &says("cannot process this"));
    let unknown = || refusal(400, &says("response_format `json_schema` is unavailable"));
    let setup = Setup::new([unknown(), bad(), bad(), unknown(), good(), good()]).await.attempts(1);
    setup.error().await;
    assert_eq!(setup.score().await, 4);
    assert_eq!(setup.score().await, 4);
    let expected = ["json_schema", "json_object", "none", "json_schema", "json_object", "json_object"];
    assert_eq!(formats(&setup.server), expected);
}

#[tokio::test]
async fn an_address_that_is_not_there_is_asked_once() {
    for body in ["", "404 page not found", "{\"detail\": \"Not Found\"}"] {
        let setup = Setup::new([Act::respond(404, &[], body)]).await;
        let error = setup.error().await;
        assert_eq!((error.ends_run, error.usage.requests), (true, 1), "{error}");
        assert_eq!(setup.server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_model_that_is_not_there_is_asked_for_once() {
    let missing = json!({ "error": { "message": "no model `some-model`", "code": "model_not_found" } });
    let setup = Setup::new([refusal(404, &missing)]).await;
    let error = setup.error().await;
    assert!(error.ends_run);
    assert_eq!(setup.server.requests().len(), 1);
}

#[tokio::test]
async fn a_temperature_that_is_refused_is_left_out_and_that_is_remembered() {
    let cold = json!({ "error": { "message": "Unsupported value: 'temperature'", "param": "temperature" } });
    let setup = Setup::new([refusal(400, &cold), good(), good()]).await.attempts(1);
    assert_eq!(setup.score().await, 4);
    assert_eq!(setup.score().await, 4);
    let temperatures: Vec<Option<Value>> =
        setup.server.requests().iter().map(|request| request.json().get("temperature").cloned()).collect();
    assert_eq!(temperatures, [Some(json!(0)), None, None]);
    assert_eq!(setup.judge.model().response_format(), ResponseFormat::JsonSchema);
}

#[tokio::test]
async fn a_format_of_the_users_own_is_not_argued_with() {
    let overrides = json!({ "response_format": { "type": "json_object" }, "temperature": 1 });
    let setup = Setup::with([refusal(400, &says("response_format: no; temperature: no"))], |builder| {
        builder.with_request_overrides(overrides.as_object().unwrap().clone())
    })
    .await;
    let error = setup.error().await;
    assert_eq!(error.usage.requests, 1);
    assert_eq!(formats(&setup.server), ["json_object"]);
}

#[tokio::test]
async fn requests_go_through_the_proxy_that_was_named() {
    let proxy = Server::start([good()]).await;
    let address = proxy.address();
    let setup = Setup::with([], |builder| builder.with_proxy(address)).await;
    assert_eq!(setup.score().await, 4);
    let expected = format!("POST {}/v1/chat/completions HTTP/1.1", setup.server.address());
    assert_eq!(proxy.requests()[0].line, expected);
    assert!(setup.server.requests().is_empty());
}

fn formats(server: &Server) -> Vec<String> {
    let format = |body: Value| body["response_format"]["type"].as_str().unwrap_or("none").to_owned();
    server.requests().iter().map(|request| format(request.json())).collect()
}
