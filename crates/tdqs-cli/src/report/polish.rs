//! What `tdqs polish` brought.

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tdqs::llm::Usage;
use tdqs_lint::polish::SYSTEM_PROMPT;

use crate::polish::PolishedFile;
use crate::visible;

/// What `tdqs polish --format json` writes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PolishOutput<'p> {
    /// The file, as it was named.
    file: &'p str,
    /// The model that was asked.
    model: &'p str,
    /// SHA-256 of what the model was told about its work.
    prompt_sha256: String,
    /// What it cost.
    usage: Usage,
    /// The tools that were asked about, in their order.
    tools: Vec<Record<'p>>,
    /// What changes, as a unified diff.
    diff: String,
}

/// What became of one tool.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Record<'p> {
    /// Its name.
    tool: &'p str,
    /// Requests that were sent about it, retries included.
    requests: u64,
    /// How many answers about it were refused and sent back.
    corrections: u32,
    /// JSON pointers, within the tool, of the new texts.
    changed: &'p [String],
    /// What the model says of its changes, unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'p str>,
    /// The Tool Credit Score before and afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<(u8, u8)>,
    /// Why the tool stays as it is, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'p str>,
}

pub(crate) fn json(polished: &PolishedFile) -> Result<String> {
    let records = polished.tools.iter().map(|tool| {
        let accepted = tool.result.as_ref().ok();
        Record {
            tool: &tool.name,
            requests: tool.usage.requests,
            corrections: tool.corrections,
            changed: accepted.map_or(&[][..], |accepted| &accepted.pointers),
            explanation: accepted.and_then(|accepted| accepted.explanation.as_deref()),
            scores: accepted.and_then(|accepted| accepted.scores),
            refused: tool.result.as_ref().err().map(String::as_str),
        }
    });
    let output = PolishOutput {
        file: &polished.name,
        model: &polished.model,
        prompt_sha256: prompt_hash(),
        usage: polished.usage,
        tools: records.collect(),
        diff: super::diff::unified(&polished.name, &polished.before, &polished.after),
    };
    Ok(visible::json(&(serde_json::to_string_pretty(&output)? + "\n")).into_owned())
}

/// One line: how many tools have new texts, by whom, and what it cost.
pub(crate) fn summary(polished: &PolishedFile) -> String {
    let accepted = polished
        .tools
        .iter()
        .filter(|tool| tool.result.as_ref().is_ok_and(|it| !it.pointers.is_empty()))
        .count();
    let sent_back = match polished.tools.iter().map(|tool| tool.corrections).sum::<u32>() {
        0 => String::new(),
        1 => ", 1 answer sent back".to_owned(),
        more => format!(", {more} answers sent back"),
    };
    let usage = polished.usage;
    format!(
        "{accepted} of {} tools have new texts by {}, prompt {}; {} requests{sent_back}, {} prompt tokens, {} tokens of answers",
        polished.tools.len(),
        polished.model,
        &prompt_hash()[..12],
        usage.requests,
        usage.prompt_tokens,
        usage.completion_tokens
    )
}

/// SHA-256 of the system prompt, in hexadecimal digits.
fn prompt_hash() -> String {
    Sha256::digest(SYSTEM_PROMPT.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
