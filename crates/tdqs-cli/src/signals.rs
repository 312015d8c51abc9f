//! `tdqs signals`

use std::fmt::Write;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use tdqs::SpecVersion;
use tdqs::coherence::{CostedTool, ShadowCandidate, shadow_candidates};
use tdqs::rubric::{HardGates, ToolFlag};
use tdqs::signals::ContextSignals;

use crate::arguments::{Signals, SignalsFormat};
use crate::outcome::{Outcome, say, warn};
use crate::output::Destination;
use crate::source::{Server, Sources};
use crate::visible;

/// What deterministic code knows of a server.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignalsReport {
    /// The edition of the specification.
    spec_version: SpecVersion,
    /// The server's name.
    server_name: String,
    /// How many tools the server lists, broken ones included.
    tool_count: usize,
    /// The good tools, in the server's order.
    tools: Vec<ToolSignals>,
    /// Pairs in which a cheap tool may shadow a dear one.
    shadow_candidates: Vec<ShadowCandidate>,
    /// Entries of the list that are no tools.
    failures: Vec<String>,
    /// What was repaired, and what a reader of the numbers should know.
    warnings: Vec<String>,
}

/// One tool's signals and gates.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ToolSignals {
    /// The tool's name.
    name: String,
    /// What the hard gates raise.
    flags: Vec<ToolFlag>,
    /// The signals.
    context_signals: ContextSignals,
}

/// A line of `--format jsonl`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'l> {
    server_name: &'l str,
    #[serde(flatten)]
    tool: &'l ToolSignals,
}

pub(crate) fn run(arguments: &Signals) -> Result<Outcome> {
    let destination = Destination::check(&arguments.output)?;
    let sources = Sources::read(&arguments.input);
    let selection = sources.selection(arguments.input.tool.as_deref())?;
    let selects = |name: &str| selection.as_ref().is_none_or(|glob| glob.is_match(name));
    let reports: Vec<SignalsReport> =
        sources.servers.iter().map(|server| report(server, arguments.input.spec, &selects)).collect();
    let outcome = Outcome::of_reading(&sources);
    for report in &reports {
        warn(&report.warnings);
    }
    let heads = sources.servers.iter().map(ToString::to_string);
    let text = match arguments.format {
        SignalsFormat::Text => {
            heads.zip(&reports).map(|(head, report)| format!("{head}\n{}", table(report))).collect()
        }
        SignalsFormat::Json | SignalsFormat::Jsonl => {
            for head in heads {
                say(&head);
            }
            json(&reports, arguments.format)?
        }
    };
    destination.write(&text)?;
    Ok(outcome)
}

fn report(server: &Server, edition: SpecVersion, selects: &dyn Fn(&str) -> bool) -> SignalsReport {
    let mut scratch = Vec::new();
    let all: Vec<ToolSignals> = server
        .set
        .tools()
        .iter()
        .map(|tool| ToolSignals {
            name: tool.name.clone(),
            flags: HardGates::of(tool).flag().into_iter().collect(),
            context_signals: ContextSignals::compute(tool, edition, &mut scratch),
        })
        .collect();
    let costed: Vec<CostedTool<'_>> = all
        .iter()
        .map(|tool| CostedTool { name: &tool.name, invocation_cost: tool.context_signals.invocation_cost })
        .collect();
    let mut candidates = shadow_candidates(&costed, edition);
    candidates.retain(|pair| selects(&pair.tool));
    SignalsReport {
        spec_version: edition,
        server_name: server.name.clone(),
        tool_count: server.set.len(),
        shadow_candidates: candidates,
        tools: all.into_iter().filter(|tool| selects(&tool.name)).collect(),
        failures: server.set.rejected.iter().map(ToString::to_string).collect(),
        warnings: server.set.warnings.iter().map(ToString::to_string).collect(),
    }
}

fn json(reports: &[SignalsReport], format: SignalsFormat) -> Result<String> {
    let mut out = String::new();
    match (format, reports) {
        (SignalsFormat::Jsonl, reports) => {
            for report in reports {
                for tool in &report.tools {
                    out.push_str(&serde_json::to_string(&Line { server_name: &report.server_name, tool })?);
                    out.push('\n');
                }
            }
        }
        (_, [report]) => out = serde_json::to_string_pretty(report)? + "\n",
        (_, reports) => out = serde_json::to_string_pretty(reports)? + "\n",
    }
    Ok(visible::json(&out).into_owned())
}

fn table(report: &SignalsReport) -> String {
    let mut out = String::from("cost  params  described  depth  unions  hash              tool\n");
    for tool in &report.tools {
        let signals = &tool.context_signals;
        _ = write!(
            out,
            "{:>4}  {:>6}  {:>8}%  {:>5}  {:>6}  {}  {}",
            signals.invocation_cost,
            signals.param_count,
            signals.schema_description_coverage,
            signals.schema_depth,
            signals.union_choice_count,
            signals.input_hash,
            visible::line(&tool.name),
        );
        for flag in &tool.flags {
            _ = write!(out, "  [{flag}]");
        }
        if signals.truncated {
            out.push_str("  [truncated: the schema has a reference cycle too large to follow]");
        }
        out.push('\n');
    }
    for pair in &report.shadow_candidates {
        _ = writeln!(
            out,
            "{} (cost {}) may be shadowed by {} (cost {})",
            visible::line(&pair.tool),
            pair.invocation_cost,
            visible::line(&pair.cheaper_sibling),
            pair.cheaper_sibling_invocation_cost,
        );
    }
    for failure in &report.failures {
        _ = writeln!(out, "refused: {}", visible::line(failure));
    }
    out
}
