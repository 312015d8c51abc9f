//! Who judges.

use std::env;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use tdqs::llm::{ApiKey, Judge, LlmJudge, OpenAiClient, OpenAiClientBuilder, RetryPolicy, TokioTimer};
use tdqs::rubric::Rubric;
use tdqs::{OfflineJudge, SpecVersion};

use crate::arguments::{JudgeChoice, JudgeKind};
use crate::rubric;

/// A judge, and how long its system prompts are.
pub(crate) struct Chosen {
    pub(crate) judge: Box<dyn Judge>,
    /// Bytes of the system prompts for a tool and for a tool set.
    pub(crate) system_prompt_bytes: (usize, usize),
}

/// Makes the judge that the arguments ask for. A dry run asks nobody, so it needs no endpoint.
pub(crate) fn choose(choice: &JudgeChoice, edition: SpecVersion, is_dry_run: bool) -> Result<Chosen> {
    let rubric = rubric::read(choice.rubric.as_deref(), choice.rubric_sha256.as_deref())?;
    rubric.expect_edition(edition)?;
    let system_prompt_bytes = (rubric.tool_system_prompt().len(), rubric.coherence_system_prompt().len());
    let judge: Box<dyn Judge> = match choice.judge {
        JudgeKind::Offline if choice.rubric.is_some() => {
            bail!("--rubric is for a judge that reads prompts; add --judge openai");
        }
        JudgeKind::Openai if !is_dry_run => Box::new(language_model(choice, rubric)?),
        JudgeKind::Offline | JudgeKind::Openai => Box::new(OfflineJudge::default()),
    };
    Ok(Chosen { judge, system_prompt_bytes })
}

fn language_model(choice: &JudgeChoice, rubric: Rubric) -> Result<LlmJudge<OpenAiClient>> {
    let missing = |what: &str, option: &str, variable: &str| {
        format!("--judge openai needs {what}; give {option} or set {variable}")
    };
    let base_url =
        choice.base_url.as_deref().with_context(|| missing("an endpoint", "--base-url", "TDQS_BASE_URL"))?;
    let model = choice.model.as_deref().with_context(|| missing("a model", "--model", "TDQS_MODEL"))?;
    let mut client =
        OpenAiClient::builder(base_url, model).with_request_timeout(Duration::from_secs(choice.timeout));
    // No key is a choice too: endpoints on one's own machine ask for none.
    match env::var(&choice.api_key_env) {
        Ok(key) if !key.trim().is_empty() => client = client.with_api_key(ApiKey::new(key.trim())),
        Ok(_) | Err(env::VarError::NotPresent) => {}
        Err(env::VarError::NotUnicode(_)) => bail!("the variable {} is not Unicode", choice.api_key_env),
    }
    if let Some(overrides) = &choice.request_overrides {
        client = client.with_request_overrides(object(overrides)?);
    }
    for header in &choice.header {
        // What stands behind the colon may be a secret, so it is not part of the message.
        let (name, value) = header.split_once(':').context("--header needs the form `Name: value`")?;
        client = client.with_header(name.trim(), value.trim());
    }
    client = with_proxy(client);
    let policy = RetryPolicy::default().with_max_attempts(choice.max_attempts);
    Ok(LlmJudge::new(client.build()?, TokioTimer).with_rubric(rubric).with_retry_policy(policy))
}

fn object(text: &str) -> Result<Map<String, Value>> {
    // Overrides may hold secrets as well: the message says where, not what.
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => bail!("--request-overrides is JSON, but no object"),
        Err(error) => {
            bail!("--request-overrides is not JSON: line {}, column {}", error.line(), error.column())
        }
    }
}

/// The library reads no environment; here the usual variables are read for it.
fn with_proxy(client: OpenAiClientBuilder) -> OpenAiClientBuilder {
    let variable = |names: [&str; 2]| {
        names.into_iter().find_map(|name| env::var(name).ok().filter(|url| !url.is_empty()))
    };
    let proxy = variable(["HTTPS_PROXY", "https_proxy"]).or_else(|| variable(["ALL_PROXY", "all_proxy"]));
    match (proxy, variable(["NO_PROXY", "no_proxy"])) {
        (Some(url), Some(exceptions)) => client.with_proxy(url).with_proxy_exceptions(exceptions),
        (Some(url), None) => client.with_proxy(url),
        (None, _) => client,
    }
}
