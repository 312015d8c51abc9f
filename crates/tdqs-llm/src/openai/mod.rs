//! A model behind any endpoint that speaks the chat completions of `OpenAI`.
//!
//! One call of [`complete`](ChatModel::complete) is one attempt. It takes more than one request only while
//! the endpoint refuses a parameter that can be left out; what it takes is remembered.
//!
//! What the endpoint writes is hostile until read: bodies have a size, waits an end, redirects lead
//! nowhere, no text of it reaches an error before secrets and control characters are out, and no answer
//! leaves with a secret in it.
//!
//! Decisions: "Model answers". Faults 4, 5, 6 and 12 of the reference implementation.

mod api_key;
mod builder;
mod completion;
mod parameters;
mod provider_error;
mod redactor;
mod retry_after;

pub use api_key::ApiKey;
pub use builder::{OpenAiClientBuilder, OpenAiClientError};
pub use parameters::ResponseFormat;

use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant, SystemTime};

use reqwest::header::{DATE, HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Response, Url};
use serde_json::{Map, Value};

use self::completion::Unreadable;
use self::parameters::{Learned, Parameters};
use self::provider_error::ProviderError;
use self::redactor::Redactor;
use crate::{ChatError, ChatErrorKind, ChatModel, ChatReply, ChatRequest, Usage};

/// More than this is no chat completion. A long verdict has some ten thousand bytes.
const BODY_LIMIT: usize = 4 * 1_024 * 1_024;

/// A model behind an OpenAI-compatible endpoint.
///
/// It asks at temperature 0 and for JSON that fits the contract. An endpoint that knows no JSON Schema is
/// asked for any JSON, then for text; one that refuses the temperature is asked without; and the client
/// remembers both. A question that is refused in every form was not refused for its form: until another is
/// answered, refusals without a reason are taken as they are. There is no limit on tokens: reasoning models spend them before they answer. Needs a
/// tokio runtime with timers and I/O.
///
/// ```no_run
/// use tdqs_llm::{ApiKey, OpenAiClient};
///
/// let client = OpenAiClient::builder("https://api.example.com/v1", "some-model")
///     .with_api_key(ApiKey::new("sk-…"))
///     .with_header("x-title", "tdqs")
///     .build()?;
/// # Ok::<(), tdqs_llm::OpenAiClientError>(())
/// ```
pub struct OpenAiClient {
    http: reqwest::Client,
    endpoint: Url,
    model: String,
    headers: HeaderMap,
    overrides: Map<String, Value>,
    request_timeout: Duration,
    silence_timeout: Duration,
    redactor: Redactor,
    learned: Learned,
}

impl OpenAiClient {
    /// Begins a client for an endpoint, such as `https://api.example.com/v1`, and a model there.
    /// `/chat/completions` is added to the address; a query stays.
    pub fn builder(base_url: impl Into<String>, model: impl Into<String>) -> OpenAiClientBuilder {
        OpenAiClientBuilder::new(base_url.into(), model.into())
    }

    /// How the endpoint is asked for JSON by now.
    #[must_use]
    pub fn response_format(&self) -> ResponseFormat {
        self.learned.parameters().format
    }

    async fn send(&self, request: &ChatRequest, parameters: Parameters) -> Result<ChatReply, Failure> {
        let body = parameters.body(&self.model, request, &self.overrides);
        let begun = Instant::now();
        let request = self.http.post(self.endpoint.clone()).headers(self.headers.clone()).body(body);
        let mut response = request.send().await.map_err(|error| self.transport_error(&error, begun))?;

        let status = response.status().as_u16();
        if !response.status().is_success() {
            // The status says enough when its body cannot be had; half of one might end within a secret.
            let text = self.read_body(&mut response, begun).await.unwrap_or_default();
            let mut provider = ProviderError::read(&text);
            if let (300..=399, Some(target)) = (status, header(response.headers(), &LOCATION)) {
                provider.message = format!("it redirects to {target}, which is not followed");
            }
            return Err(self.refused(status, provider, response.headers()));
        }
        let text = self.read_body(&mut response, begun).await?;
        completion::read(&text).map_err(|unreadable| match unreadable {
            Unreadable::Failed { status, error } => self.refused(status, error, response.headers()),
            Unreadable::Refused { detail, usage } => self.failure(ChatErrorKind::Refused, &detail, usage),
            Unreadable::NoCompletion(detail) => {
                self.failure(ChatErrorKind::Unreadable, &detail, Usage::new(1, 0, 0))
            }
        })
    }

    /// Reads a body up to the limit, piece by piece: what a length header says is not believed.
    async fn read_body(&self, response: &mut Response, begun: Instant) -> Result<String, Failure> {
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|error| self.transport_error(&error, begun))? {
            if body.len() + piece.len() > BODY_LIMIT {
                let detail = format!("more than {BODY_LIMIT} bytes");
                return Err(self.failure(ChatErrorKind::TooLarge, &detail, Usage::new(1, 0, 0)));
            }
            body.extend_from_slice(&piece);
        }
        String::from_utf8(body).map_err(|error| {
            let detail = format!("not UTF-8: {}", error.utf8_error());
            self.failure(ChatErrorKind::Unreadable, &detail, Usage::new(1, 0, 0))
        })
    }

    fn refused(&self, status: u16, provider: ProviderError, headers: &HeaderMap) -> Failure {
        // 402 is "Payment Required".
        let kind = if status == 402 || provider.says_quota_is_spent() {
            ChatErrorKind::QuotaExhausted
        } else if matches!(status, 400 | 422) && provider.refuses_key_or_model() {
            ChatErrorKind::Denied(status)
        } else {
            ChatErrorKind::Status(status)
        };
        let retry_after = header(headers, &RETRY_AFTER)
            .and_then(|value| retry_after::read(value, header(headers, &DATE), SystemTime::now()));
        let mut failure = self.failure(kind, &provider.message, Usage::new(1, 0, 0));
        failure.error.retry_after = retry_after;
        failure.refusal = Some((status, provider));
        failure
    }

    fn transport_error(&self, error: &reqwest::Error, begun: Instant) -> Failure {
        let cause = innermost(error);
        if error.is_connect() {
            let detail = format!("{}: {cause}", shown(&self.endpoint));
            self.failure(ChatErrorKind::Unreachable, &detail, Usage::default())
        } else if error.is_timeout() {
            let detail = if begun.elapsed() >= self.request_timeout {
                format!("no whole answer within {} s", self.request_timeout.as_secs_f64())
            } else {
                format!("nothing came for {} s", self.silence_timeout.as_secs_f64())
            };
            self.failure(ChatErrorKind::TimedOut, &detail, Usage::new(1, 0, 0))
        } else if error.is_builder() {
            self.failure(ChatErrorKind::Other, &cause, Usage::default())
        } else {
            self.failure(ChatErrorKind::Disconnected, &cause, Usage::new(1, 0, 0))
        }
    }

    fn failure(&self, kind: ChatErrorKind, detail: &str, usage: Usage) -> Failure {
        let error = ChatError::new(kind, self.redactor.redacted(detail)).with_usage(usage);
        Failure { error, refusal: None }
    }
}

#[async_trait::async_trait]
impl ChatModel for OpenAiClient {
    fn name(&self) -> &str {
        &self.model
    }

    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ChatError> {
        let known = self.learned.parameters();
        let guesses = self.learned.guesses();
        let mut parameters = known;
        let mut usage = Usage::default();
        // Ends because each round leaves something out.
        loop {
            match self.send(request, parameters).await {
                Ok(mut reply) => {
                    // Only now is it known that it was the parameter.
                    self.learned.note_answer(parameters);
                    reply.text = self.redactor.redacted_answer(&reply.text, &request.contract);
                    reply.usage += usage;
                    return Ok(reply);
                }
                Err(Failure { mut error, refusal }) => {
                    usage += error.usage;
                    let fewer = refusal
                        .as_ref()
                        .and_then(|(status, provider)| parameters.after_refusal(*status, provider, guesses));
                    let Some(fewer) = fewer else {
                        if let Some((status, _)) = refusal {
                            self.learned.note_refusal(known, parameters, status);
                        }
                        error.usage = usage;
                        return Err(error);
                    };
                    parameters = fewer;
                }
            }
        }
    }
}

impl fmt::Debug for OpenAiClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers and overrides may hold secrets, and so may the query of the address.
        f.debug_struct("OpenAiClient")
            .field("endpoint", &shown(&self.endpoint))
            .field("model", &self.model)
            .field("response_format", &self.response_format())
            .finish_non_exhaustive()
    }
}

/// An attempt that failed, and the endpoint's own words if it was the endpoint that refused.
struct Failure {
    error: ChatError,
    refusal: Option<(u16, ProviderError)>,
}

fn header<'a>(headers: &'a HeaderMap, name: &reqwest::header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// An address without what may be secret in it.
fn shown(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// The last cause of an error: the others say "error sending request" in several ways.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
