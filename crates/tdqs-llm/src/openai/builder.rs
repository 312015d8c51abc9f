//! How a client comes to be: every option once, checked before the first request.

use std::fmt;
use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{NoProxy, Proxy, Url};
use serde_json::{Map, Value};

use super::parameters::{Learned, Parameters, ResponseFormat};
use super::redactor::Redactor;
use super::{ApiKey, OpenAiClient};
use crate::foreign_text::one_line;

/// Options of an [`OpenAiClient`]. Nothing is read from the environment, proxies included.
#[derive(Clone)]
#[must_use]
pub struct OpenAiClientBuilder {
    base_url: String,
    model: String,
    api_key: Option<ApiKey>,
    headers: Vec<(String, String)>,
    overrides: Map<String, Value>,
    format: ResponseFormat,
    connect_timeout: Duration,
    request_timeout: Duration,
    silence_timeout: Duration,
    proxy: Option<String>,
    proxy_exceptions: Option<String>,
}

/// Why a client cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenAiClientError {
    /// The base URL is none that can be asked.
    #[error("`{url}` is no base URL: {reason}")]
    BaseUrl {
        /// The URL, without what may be secret in it.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The model has no name.
    #[error("the name of the model is empty")]
    NoModel,
    /// The key cannot be sent.
    #[error("the API key is empty or holds a character that no header can carry, such as a line break")]
    ApiKey,
    /// A header cannot be sent.
    #[error("header `{0}` cannot be sent: its name or its value holds a character that no header can carry")]
    Header(String),
    /// A request override would make the client's own statements untrue.
    #[error("`{0}` cannot be overridden")]
    Override(&'static str),
    /// The proxy's URL is none.
    #[error("the URL of the proxy cannot be used")]
    Proxy,
    /// The HTTP client cannot be set up, for want of trusted certificates for instance.
    #[error("the HTTP client cannot be set up: {0}")]
    Setup(String),
}

impl OpenAiClientBuilder {
    pub(super) fn new(base_url: String, model: String) -> Self {
        Self {
            base_url,
            model,
            api_key: None,
            headers: Vec::new(),
            overrides: Map::new(),
            format: ResponseFormat::default(),
            connect_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_mins(5),
            silence_timeout: Duration::from_mins(2),
            proxy: None,
            proxy_exceptions: None,
        }
    }

    /// Sends a key as `Authorization: Bearer`. Local endpoints need none.
    pub fn with_api_key(mut self, key: ApiKey) -> Self {
        self.api_key = Some(key);
        self
    }

    /// Sends a header with every request, in place of ours if it has the same name. Its value is taken for
    /// a secret if it has at least 6 characters.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Merges an object into the body of every request, with the last word (RFC 7396): objects are merged,
    /// anything else replaces, `null` removes. This is how reasoning is switched off where a provider has
    /// its own way to say so. Texts of at least 6 characters in it are taken for secrets, save those of a
    /// `response_format`.
    pub fn with_request_overrides(mut self, overrides: Map<String, Value>) -> Self {
        self.overrides = overrides;
        self
    }

    /// Sets how the endpoint is asked for JSON to begin with; [`ResponseFormat::JsonSchema`] if it is not
    /// set. What the endpoint refuses is left out all the same.
    pub fn with_response_format(mut self, format: ResponseFormat) -> Self {
        self.format = format;
        self
    }

    /// Sets how long a connection may take to come about; 10 s if it is not set.
    pub fn with_connect_timeout(mut self, limit: Duration) -> Self {
        self.connect_timeout = limit;
        self
    }

    /// Sets how long a request may take, from connecting to the end of the answer; 300 s if it is not set.
    pub fn with_request_timeout(mut self, limit: Duration) -> Self {
        self.request_timeout = limit;
        self
    }

    /// Sets how long nothing may come; 120 s if it is not set. Models think before the first byte.
    pub fn with_silence_timeout(mut self, limit: Duration) -> Self {
        self.silence_timeout = limit;
        self
    }

    /// Sends requests through an HTTP proxy. Without this there is none, whatever the environment says.
    pub fn with_proxy(mut self, url: impl Into<String>) -> Self {
        self.proxy = Some(url.into());
        self
    }

    /// Sets the hosts that are asked without the proxy, separated by commas as in `NO_PROXY`.
    pub fn with_proxy_exceptions(mut self, hosts: impl Into<String>) -> Self {
        self.proxy_exceptions = Some(hosts.into());
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    ///
    /// When an option cannot be used. No message holds a secret.
    pub fn build(self) -> Result<OpenAiClient, OpenAiClientError> {
        let endpoint = endpoint(&self.base_url)?;
        if self.model.trim().is_empty() {
            return Err(OpenAiClientError::NoModel);
        }
        // Reports carry the model's name, the question is the specification's, and a stream is not read.
        if let Some(name) =
            ["model", "messages", "stream"].into_iter().find(|name| self.overrides.contains_key(*name))
        {
            return Err(OpenAiClientError::Override(name));
        }
        let start = Parameters {
            // What is overridden is the user's choice: leaving ours out would change nothing.
            format: if self.overrides.contains_key("response_format") {
                ResponseFormat::Unconstrained
            } else {
                self.format
            },
            temperature: !self.overrides.contains_key("temperature"),
        };
        Ok(OpenAiClient {
            http: self.http()?,
            headers: self.header_map()?,
            redactor: self.redactor(&endpoint),
            learned: Learned::new(start),
            endpoint,
            model: self.model,
            overrides: self.overrides,
            request_timeout: self.request_timeout,
            silence_timeout: self.silence_timeout,
        })
    }

    fn http(&self) -> Result<reqwest::Client, OpenAiClientError> {
        let mut http = reqwest::Client::builder()
            .user_agent(concat!("tdqs-llm/", env!("CARGO_PKG_VERSION")))
            // A redirect could carry key and prompts to a host nobody has named.
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .retry(reqwest::retry::never())
            .no_proxy()
            .connect_timeout(self.connect_timeout)
            .timeout(self.request_timeout)
            .read_timeout(self.silence_timeout);
        if let Some(url) = &self.proxy {
            let proxy = Proxy::all(url).map_err(|_| OpenAiClientError::Proxy)?;
            http =
                http.proxy(proxy.no_proxy(self.proxy_exceptions.as_deref().and_then(NoProxy::from_string)));
        }
        http.build().map_err(|error| OpenAiClientError::Setup(one_line(&super::innermost(&error))))
    }

    fn header_map(&self) -> Result<HeaderMap, OpenAiClientError> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(key) = &self.api_key {
            let value = sensitive(&format!("Bearer {}", key.expose()));
            headers.insert(
                AUTHORIZATION,
                value.filter(|_| !key.expose().is_empty()).ok_or(OpenAiClientError::ApiKey)?,
            );
        }
        for (name, value) in &self.headers {
            let refused = || OpenAiClientError::Header(one_line(name));
            let value = sensitive(value).ok_or_else(refused)?;
            headers.insert(HeaderName::try_from(name).map_err(|_| refused())?, value);
        }
        Ok(headers)
    }

    fn redactor(&self, endpoint: &Url) -> Redactor {
        let proxy = self.proxy.as_deref().and_then(|proxy| Url::parse(proxy).ok());
        let password = proxy.as_ref().and_then(Url::password);
        // As it is meant and as it is written: endpoints send back either.
        let meant: Vec<String> = endpoint.query_pairs().map(|(_, value)| value.into_owned()).collect();
        let written = endpoint.query().into_iter().flat_map(|query| query.split('&'));
        let written = written.filter_map(|pair| pair.split_once('=')).map(|(_, value)| value);
        Redactor::default()
            .with_credentials(self.api_key.iter().map(ApiKey::expose).chain(password))
            .with_values(self.headers.iter().map(|(_, value)| value.as_str()))
            .with_values(meant.iter().map(String::as_str).chain(written))
            .with_overrides(override_texts(&self.overrides))
    }
}

impl fmt::Debug for OpenAiClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAiClientBuilder")
            .field("base_url", &without_secrets(&self.base_url))
            .field("model", &self.model)
            .field("api_key", &self.api_key)
            .field("connect_timeout", &self.connect_timeout)
            .field("request_timeout", &self.request_timeout)
            .field("silence_timeout", &self.silence_timeout)
            .finish_non_exhaustive()
    }
}

fn sensitive(value: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(value).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// The texts in request overrides, at any depth. The format of the answer is left out: a schema is no secret,
/// and errors speak of its words.
fn override_texts(overrides: &Map<String, Value>) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut rest: Vec<&Value> =
        overrides.iter().filter(|(key, _)| *key != "response_format").map(|(_, value)| value).collect();
    while let Some(value) = rest.pop() {
        match value {
            Value::String(text) => texts.push(text.as_str()),
            Value::Array(items) => rest.extend(items),
            Value::Object(fields) => rest.extend(fields.values()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    texts
}

/// The address that is asked.
fn endpoint(base_url: &str) -> Result<Url, OpenAiClientError> {
    let refused = |reason: &str| OpenAiClientError::BaseUrl {
        url: without_secrets(base_url),
        reason: reason.to_owned(),
    };
    let mut url = Url::parse(base_url.trim()).map_err(|error| refused(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused("expected `http` or `https`"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("it holds a user name or a password; send them as a header"));
    }
    url.set_fragment(None);
    // Whoever has pasted the whole address means it.
    if !url.path().trim_end_matches('/').ends_with("/chat/completions") {
        let mut path = url.path_segments_mut().map_err(|()| refused("it has no path"))?;
        path.pop_if_empty().extend(["chat", "completions"]);
    }
    Ok(url)
}

/// The text of a URL that may not be one, without user, password, query and fragment.
fn without_secrets(url: &str) -> String {
    let address = url.split(['?', '#']).next().unwrap_or_default();
    match address.rsplit_once('@') {
        Some((_, host)) => format!("…@{}", one_line(host)),
        None => one_line(address),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn builder() -> OpenAiClientBuilder {
        OpenAiClient::builder("http://127.0.0.1:9/v1", "m")
    }

    #[test]
    fn the_path_is_added_once_and_the_query_stays() {
        for (base, expected) in [
            ("https://api.example.com", "https://api.example.com/chat/completions"),
            ("https://api.example.com/v1", "https://api.example.com/v1/chat/completions"),
            (" https://api.example.com/v1/ ", "https://api.example.com/v1/chat/completions"),
            ("https://api.example.com/v1/chat/completions", "https://api.example.com/v1/chat/completions"),
            (
                "https://e.com/deployments/d?api-version=1#x",
                "https://e.com/deployments/d/chat/completions?api-version=1",
            ),
        ] {
            assert_eq!(endpoint(base).unwrap().as_str(), expected);
        }
    }

    #[test]
    fn what_cannot_be_used_is_named_without_its_secrets() {
        let long = "sk-secret\nline";
        for (builder, expected) in [
            (
                OpenAiClient::builder("api.example.com/v1?key=s3cret", "m"),
                "`api.example.com/v1` is no base URL: relative URL without a base",
            ),
            (
                OpenAiClient::builder("ftp://example.com", "m"),
                "`ftp://example.com` is no base URL: expected `http` or `https`",
            ),
            (
                OpenAiClient::builder("https://user:s3cret@example.com/v1", "m"),
                "`…@example.com/v1` is no base URL: it holds a user name or a password; send them as a header",
            ),
            (OpenAiClient::builder("http://127.0.0.1:9", " "), "the name of the model is empty"),
            (
                builder().with_api_key(ApiKey::new(long)),
                "the API key is empty or holds a character that no header can carry, such as a line break",
            ),
            (
                builder().with_api_key(ApiKey::new("")),
                "the API key is empty or holds a character that no header can carry, such as a line break",
            ),
            (
                builder().with_header("x-token", long),
                "header `x-token` cannot be sent: its name or its value holds a character that no header can carry",
            ),
            (
                builder().with_header("x token", "s3cret"),
                "header `x token` cannot be sent: its name or its value holds a character that no header can carry",
            ),
            (
                builder().with_request_overrides(json!({"stream": true}).as_object().unwrap().clone()),
                "`stream` cannot be overridden",
            ),
            (builder().with_proxy("no url:s3cret"), "the URL of the proxy cannot be used"),
        ] {
            assert_eq!(builder.build().unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn keys_headers_queries_passwords_and_overrides_are_taken_for_secrets() {
        let overrides = json!({
            "user": "user-0verride",
            "metadata": { "tokens": [1, { "deep": "deep-0verride" }], "short": "abc" },
            "response_format": { "type": "json_object" },
        });
        let builder = OpenAiClient::builder("http://127.0.0.1:9/v1?key=quer%2Fy-s3cret&v=1", "m")
            .with_api_key(ApiKey::new("k3y!"))
            .with_header("x-token", "header-s3cret")
            .with_header("x", "e")
            .with_proxy("http://user:passw0rd@127.0.0.1:9")
            .with_request_overrides(overrides.as_object().unwrap().clone());
        let redactor = builder.redactor(&endpoint(&builder.base_url).unwrap());
        assert_eq!(
            redactor.redacted("user-0verride, deep-0verride; abc, json_object: k3y! at v=1"),
            "[redacted], [redacted]; abc, json_object: [redacted] at v=1"
        );
        assert_eq!(
            redactor.redacted("header-s3cret passw0rd quer/y-s3cret quer%2Fy-s3cret e"),
            "[redacted] [redacted] [redacted] [redacted] e"
        );
    }

    #[test]
    fn nothing_secret_shows_in_debug() {
        let overrides = json!({ "user": "s3cret" }).as_object().unwrap().clone();
        let builder = OpenAiClient::builder("http://127.0.0.1:9/v1?key=s3cret", "m")
            .with_api_key(ApiKey::new("s3cret"))
            .with_header("x-token", "s3cret")
            .with_proxy("http://user:s3cret@127.0.0.1:9")
            .with_request_overrides(overrides);
        let shown = format!("{builder:?}");
        assert!(!shown.contains("s3cret"), "{shown}");
        let shown = format!("{:?}", builder.build().unwrap());
        assert!(!shown.contains("s3cret"), "{shown}");
        assert!(shown.contains("http://127.0.0.1:9/v1/chat/completions"), "{shown}");
    }
}
