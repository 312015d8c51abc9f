//! `tdqs signals`

mod held;
mod line;
mod stream;
mod told;

use std::fmt::Write;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use tdqs::coherence::ShadowCandidate;
use tdqs::rubric::ToolFlag;
use tdqs::signals::ContextSignals;
use tdqs::{PreparedServer, SpecVersion};

use crate::arguments::{Signals, SignalsFormat};
use crate::outcome::{Outcome, warn};
use crate::output::Destination;
use crate::source::{Server, Sources};
use crate::visible;
use held::Held;
use told::Told;

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

pub(crate) fn run(arguments: &Signals) -> Result<Outcome> {
    let destination = Destination::check_beside(&arguments.output, &arguments.input.files)?;
    let sources = match arguments.format {
        SignalsFormat::Jsonl => match Held::read(&arguments.input) {
            Held::All(contents) => {
                Sources::of(&arguments.input.files, arguments.input.server_name.as_ref(), contents)?
            }
            Held::Some(inputs) => return stream::run(arguments, inputs, &destination),
        },
        SignalsFormat::Text | SignalsFormat::Json => Sources::read(&arguments.input)?,
    };
    in_memory(arguments, sources, &destination)
}

fn in_memory(arguments: &Signals, mut sources: Sources, destination: &Destination) -> Result<Outcome> {
    let outcome = Outcome::of_reading(&sources);
    let selection = sources.select(arguments.input.tool.as_deref())?;
    let selects = |name: &str| selection.as_ref().is_none_or(|glob| glob.is_match(name));
    let servers = &sources.servers;
    let reports: Vec<SignalsReport> =
        servers.iter().map(|server| report(server, arguments.input.spec, &selects)).collect();
    warn(&sources);
    let text = match arguments.format {
        SignalsFormat::Text => {
            let tables = servers.iter().zip(&reports);
            tables.map(|(head, report)| format!("{head}\n{}", table(report))).collect()
        }
        SignalsFormat::Json | SignalsFormat::Jsonl => {
            let mut told = Told::default();
            for server in servers {
                told.server(server.set.tools().len(), || server.to_string());
            }
            told.others();
            json(&reports, arguments.format)?
        }
    };
    destination.write(&text)?;
    Ok(outcome)
}

fn report(server: &Server, edition: SpecVersion, selects: &dyn Fn(&str) -> bool) -> SignalsReport {
    let prepared = PreparedServer::new(&server.name, &server.set, edition);
    let selected = prepared.tools().iter().filter(|tool| selects(&tool.definition.name));
    SignalsReport {
        spec_version: edition,
        server_name: server.name.clone(),
        tool_count: server.set.len(),
        tools: selected
            .map(|tool| ToolSignals {
                name: tool.definition.name.clone(),
                flags: tool.gates.flag().into_iter().collect(),
                context_signals: tool.signals.clone(),
            })
            .collect(),
        shadow_candidates: prepared.candidates().iter().filter(|pair| selects(&pair.tool)).cloned().collect(),
        failures: server.set.rejected.iter().map(ToString::to_string).collect(),
        warnings: server.set.warnings.iter().map(ToString::to_string).collect(),
    }
}

fn json(reports: &[SignalsReport], format: SignalsFormat) -> Result<String> {
    let text = match (format, reports) {
        (SignalsFormat::Jsonl, reports) => {
            let mut lines = Vec::new();
            for report in reports {
                let head = line::head(&report.server_name)?;
                for tool in &report.tools {
                    lines.extend_from_slice(&head);
                    line::write_tool(&mut lines, &tool.name, &tool.flags, &tool.context_signals)?;
                }
            }
            return Ok(String::from_utf8(lines)?);
        }
        (_, [report]) => serde_json::to_string_pretty(report)?,
        (_, reports) => serde_json::to_string_pretty(reports)?,
    };
    Ok(visible::json(&(text + "\n")).into_owned())
}

fn table(report: &SignalsReport) -> String {
    let mut out = String::from("cost  params  described  depth  unions  inputHash         tool\n");
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
