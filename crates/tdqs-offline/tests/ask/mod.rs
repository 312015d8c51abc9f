//! Asking the judge in one line.

#![allow(dead_code, reason = "every test file uses its own part of it")]

use tdqs_coherence::{CostedTool, shadow_candidates};
use tdqs_llm::{ServerQuestion, ToolQuestion};
use tdqs_offline::{score_server, score_tool};
use tdqs_rubric::{CoherenceAnswer, ListedTool, ShadowCandidate, ToolAnswer};
use tdqs_signals::json::Json;
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition};

pub(crate) const EDITION: SpecVersion = SpecVersion::V1_1Draft;

/// A definition with a name, a description and a schema of parameters, each with its description.
pub(crate) fn tool(name: &str, description: &str, parameters: &[(&str, &str)]) -> ToolDefinition {
    let properties: serde_json::Map<String, serde_json::Value> = parameters
        .iter()
        .map(|(name, text)| ((*name).to_owned(), serde_json::json!({"type": "string", "description": text})))
        .collect();
    let schema = serde_json::json!({"type": "object", "properties": properties});
    ToolDefinition::new(name)
        .with_description(description)
        .with_input_schema(Json::parse(schema.to_string()).unwrap())
}

pub(crate) fn annotated(tool: ToolDefinition, annotations: &str) -> ToolDefinition {
    tool.with_annotations(Json::parse(annotations).unwrap())
}

pub(crate) fn ask(tool: &ToolDefinition, siblings: &[&str]) -> ToolAnswer {
    let signals = ContextSignals::of(tool, EDITION);
    score_tool(&ToolQuestion { tool, signals: &signals, siblings, edition: EDITION, run: 0 })
}

/// Asks about a server of tools that need nothing, with their descriptions, and the given candidates.
pub(crate) fn ask_server(
    name: &str,
    tools: &[(&str, &str)],
    candidates: &[ShadowCandidate],
) -> CoherenceAnswer {
    let signals = ContextSignals::of(&ToolDefinition::new("any"), EDITION);
    let listed: Vec<ListedTool<'_>> = tools
        .iter()
        .map(|(name, text)| ListedTool { name, description: Some(text), signals: &signals })
        .collect();
    score_server(&ServerQuestion {
        server_name: name,
        tools: &listed,
        candidates,
        edition: EDITION,
        mean_tdqs: None,
    })
}

/// Asks about a server of definitions, with the candidates that the prefilter gives.
pub(crate) fn ask_set(name: &str, tools: &[ToolDefinition]) -> CoherenceAnswer {
    let signals: Vec<ContextSignals> = tools.iter().map(|tool| ContextSignals::of(tool, EDITION)).collect();
    let listed: Vec<ListedTool<'_>> = tools
        .iter()
        .zip(&signals)
        .map(|(tool, signals)| ListedTool {
            name: &tool.name,
            description: tool.description.as_deref(),
            signals,
        })
        .collect();
    let costs: Vec<CostedTool<'_>> = listed
        .iter()
        .map(|tool| CostedTool { name: tool.name, invocation_cost: tool.signals.invocation_cost })
        .collect();
    let candidates = shadow_candidates(&costs, EDITION);
    score_server(&ServerQuestion {
        server_name: name,
        tools: &listed,
        candidates: &candidates,
        edition: EDITION,
        mean_tdqs: None,
    })
}

pub(crate) fn candidate(tool: &str, cost: u32, cheaper: &str, cheaper_cost: u32) -> ShadowCandidate {
    ShadowCandidate {
        tool: tool.to_owned(),
        invocation_cost: cost,
        cheaper_sibling: cheaper.to_owned(),
        cheaper_sibling_invocation_cost: cheaper_cost,
    }
}
