//! Who judges.

use std::env::{self, VarError};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use tdqs::llm::{ApiKey, Judge, LlmJudge, OpenAiClient, OpenAiClientBuilder, Retry, RetryPolicy, TokioTimer};
use tdqs::rubric::Rubric;
use tdqs::{OfflineJudge, SpecVersion, estimated_tokens};

use crate::arguments::{JudgeChoice, JudgeKind};
use crate::progress::Progress;
use crate::rubric;

const DEFAULT_KEY_VARIABLE: &str = "TDQS_API_KEY";
const DEFAULT_TIMEOUT_SECONDS: u64 = 120;

/// A judge, and how long its system prompts are.
pub(crate) struct Chosen {
    pub(crate) judge: Arc<dyn Judge>,
    /// Tokens of the system prompts for a tool and for a tool set, roughly.
    pub(crate) system_prompt_tokens: (usize, usize),
}

/// Attempts for one question where nothing else goes on.
pub(crate) const ATTEMPTS: u32 = RetryPolicy::DEFAULT_ATTEMPTS;

/// Makes the judge that the arguments ask for, which tries a question so often unless they say otherwise. Retries are
/// told to `progress`.
pub(crate) fn choose(
    choice: &JudgeChoice,
    edition: SpecVersion,
    attempts: u32,
    progress: &Progress,
) -> Result<Chosen> {
    let rubric = rubric::read(&choice.rubric, edition)?;
    let tokens =
        (estimated_tokens(rubric.tool_system_prompt()), estimated_tokens(rubric.coherence_system_prompt()));
    let judge: Arc<dyn Judge> = match choice.judge {
        JudgeKind::Openai => {
            let progress = progress.clone();
            let tell = move |retry: &Retry<'_>| progress.tell_of_retry(retry);
            Arc::new(language_model(choice, attempts, rubric)?.with_retry_observer(tell))
        }
        JudgeKind::Offline => {
            refuse_model_options(choice)?;
            Arc::new(OfflineJudge::default())
        }
    };
    Ok(Chosen { judge, system_prompt_tokens: tokens })
}

/// An option that would have no effect is a misunderstanding: whoever names a model expects it to judge.
fn refuse_model_options(choice: &JudgeChoice) -> Result<()> {
    let given = [
        ("--base-url", choice.base_url.is_some()),
        ("--api-key-env", choice.api_key_env.is_some()),
        ("--model", choice.model.is_some()),
        ("--request-overrides", choice.request_overrides.is_some()),
        ("--header", !choice.header.is_empty()),
        ("--timeout", choice.timeout.is_some()),
        ("--max-attempts", choice.max_attempts.is_some()),
        ("--rubric", choice.rubric.rubric.is_some()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            bail!("{option} is for a language model, and the offline judge asks none; add --judge openai")
        }
        None => Ok(()),
    }
}

fn language_model(choice: &JudgeChoice, attempts: u32, rubric: Rubric) -> Result<LlmJudge<OpenAiClient>> {
    let policy = RetryPolicy::default().with_max_attempts(choice.max_attempts.unwrap_or(attempts));
    Ok(LlmJudge::new(client(choice)?, TokioTimer).with_rubric(rubric).with_retry_policy(policy))
}

/// The model that the arguments and the environment name.
///
/// # Errors
///
/// When the endpoint or the model is not named, or an option cannot be used.
pub(crate) fn client(choice: &JudgeChoice) -> Result<OpenAiClient> {
    let missing = |what: &str, option: &str, variable: &str| {
        format!("--judge openai needs {what}; give {option} or set {variable}")
    };
    let base_url = option_or_variable(choice.base_url.as_ref(), "TDQS_BASE_URL")?
        .with_context(|| missing("an endpoint", "--base-url", "TDQS_BASE_URL"))?;
    let model = option_or_variable(choice.model.as_ref(), "TDQS_MODEL")?
        .with_context(|| missing("a model", "--model", "TDQS_MODEL"))?;
    let timeout = Duration::from_secs(choice.timeout.unwrap_or(DEFAULT_TIMEOUT_SECONDS));
    let mut client = OpenAiClient::builder(&base_url, model).with_request_timeout(timeout);
    if let Some(key) = api_key(choice)? {
        client = client.with_api_key(key);
    }
    if let Some(overrides) = option_or_variable(choice.request_overrides.as_ref(), "TDQS_REQUEST_OVERRIDES")?
    {
        client = client.with_request_overrides(object(&overrides)?);
    }
    for header in &choice.header {
        // What stands behind the colon may be a secret, so it is not part of the message.
        let (name, value) = header.split_once(':').context("--header needs the form `Name: value`")?;
        client = client.with_header(name.trim(), value.trim());
    }
    Ok(with_proxy(client, &base_url)?.build()?)
}

/// The key, where there is one: endpoints on one's own machine ask for none. A variable that was named and
/// is not set is a typing error.
fn api_key(choice: &JudgeChoice) -> Result<Option<ApiKey>> {
    let name = choice.api_key_env.as_deref().unwrap_or(DEFAULT_KEY_VARIABLE);
    match (variable(name)?, &choice.api_key_env) {
        (Some(key), _) => Ok(Some(ApiKey::new(key.trim()))),
        (None, Some(name)) => bail!("--api-key-env names the variable {name}, which is not set"),
        (None, None) => Ok(None),
    }
}

fn option_or_variable(option: Option<&String>, name: &str) -> Result<Option<String>> {
    option.map_or_else(|| variable(name), |value| Ok(Some(value.clone())))
}

/// A variable of the environment that is set and not blank.
fn variable(name: &str) -> Result<Option<String>> {
    match env::var(name) {
        Ok(value) if !value.trim().is_empty() => Ok(Some(value)),
        Ok(_) | Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => bail!("the variable {name} is not Unicode"),
    }
}

fn object(text: &str) -> Result<Map<String, Value>> {
    // Overrides may hold secrets as well: the message says where, not what.
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => bail!("the request overrides are JSON, but no object"),
        Err(error) => {
            bail!("the request overrides are not JSON: line {}, column {}", error.line(), error.column())
        }
    }
}

/// Whether an address, written without its scheme, is one of this machine.
fn is_of_this_machine(address: &str) -> bool {
    let authority = address.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    let host = host.unwrap_or_default();
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The library reads no environment; here the usual variables are read for it. An endpoint on this machine
/// is never asked for through a proxy.
fn with_proxy(client: OpenAiClientBuilder, base_url: &str) -> Result<OpenAiClientBuilder> {
    let first = |names: [&str; 2]| -> Result<Option<String>> {
        names.into_iter().map(variable).find_map(Result::transpose).transpose()
    };
    let (scheme, rest) = base_url.split_once("://").unwrap_or(("https", base_url));
    let is_local = is_of_this_machine(rest);
    let own = if scheme.eq_ignore_ascii_case("http") {
        ["HTTP_PROXY", "http_proxy"]
    } else {
        ["HTTPS_PROXY", "https_proxy"]
    };
    let proxy = match first(own)? {
        Some(proxy) => Some(proxy),
        None => first(["ALL_PROXY", "all_proxy"])?,
    };
    Ok(match (proxy.filter(|_| !is_local), first(["NO_PROXY", "no_proxy"])?) {
        (Some(url), Some(exceptions)) => client.with_proxy(url).with_proxy_exceptions(exceptions),
        (Some(url), None) => client.with_proxy(url),
        (None, _) => client,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_machine_is_told_by_its_whole_host() {
        for address in
            ["localhost/v1", "LOCALHOST:80", "127.0.0.1:8080/v1", "127.9.0.1", "[::1]:80/v1", "key@localhost"]
        {
            assert!(is_of_this_machine(address), "{address}");
        }
        for address in [
            "localhost.example.com",
            "127.example.com/v1",
            "example.com/localhost",
            "[::2]",
            "localhost@example.com",
        ] {
            assert!(!is_of_this_machine(address), "{address}");
        }
    }
}
