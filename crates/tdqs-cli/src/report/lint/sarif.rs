//! Findings as SARIF 2.1.0: what code hosts and editors show in place.
//!
//! The types are those parts of the standard's that are written, so that the order of members is ours.

use std::collections::BTreeSet;

use anyhow::Result;
use serde::Serialize;
use tdqs_lint::{Location, RULES, Rule, Severity, Span};

use super::uri::uri;
use crate::lint::{Linted, Shown};
use crate::source::Server;
use crate::visible;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

#[derive(Serialize)]
struct Log<'l> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'l>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'l> {
    tool: Tool,
    invocations: [Invocation; 1],
    column_kind: &'static str,
    results: Vec<SarifResult<'l>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    name: &'static str,
    short_description: Message<'static>,
    full_description: Message<'static>,
    help: Message<'static>,
    default_configuration: Configuration,
    properties: Properties,
}

#[derive(Serialize)]
struct Configuration {
    enabled: bool,
    level: Severity,
}

#[derive(Serialize)]
struct Properties {
    tags: Vec<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: Severity,
    message: Message<'static>,
}

#[derive(Serialize)]
struct Message<'l> {
    text: std::borrow::Cow<'l, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'l> {
    rule_id: &'static str,
    rule_index: usize,
    level: Severity,
    message: Message<'l>,
    locations: [Placed<'l>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Placed<'l>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_fingerprints: Option<Fingerprints>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression<'l>>,
    properties: Properties,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "tdqs/v1")]
    ours: String,
}

#[derive(Serialize)]
struct Suppression<'l> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    justification: Option<&'l str>,
}

/// The standard's `location`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Placed<'l> {
    physical_location: PhysicalLocation,
    logical_locations: [LogicalLocation<'l>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'l>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation<'l> {
    name: &'l str,
    fully_qualified_name: String,
    kind: &'static str,
}

impl From<Span> for Region {
    fn from(span: Span) -> Self {
        Self {
            start_line: span.line,
            start_column: span.column,
            end_line: span.end_line,
            end_column: span.end_column,
            byte_offset: span.start,
            byte_length: span.end - span.start,
        }
    }
}

pub(crate) fn sarif(linted: &Linted<'_>) -> Result<String> {
    let (findings, known) = (linted.findings(), linted.known());
    let shown = findings.iter().chain(&known).map(|shown| shown.finding.code);
    let codes: BTreeSet<&str> =
        shown.chain(linted.suppressed().map(|(_, suppressed)| suppressed.finding.code)).collect();
    let rules: Vec<&Rule> = RULES.iter().copied().filter(|rule| codes.contains(rule.code)).collect();
    let index = |code: &str| rules.iter().position(|rule| rule.code == code).unwrap_or_default();
    let state = |state| linted.has_baseline().then_some(state);
    let mut results: Vec<SarifResult<'_>> = Vec::new();
    for (shown, state) in findings
        .iter()
        .map(|shown| (shown, state("new")))
        .chain(known.iter().map(|shown| (shown, state("unchanged"))))
    {
        results.push(result(linted, shown, index(shown.finding.code), state));
    }
    for (server, suppressed) in linted.suppressed() {
        let shown = Shown { finding: &suppressed.finding, server, fingerprint: String::new() };
        let justification = suppressed.reason.as_deref();
        let mut result = result(linted, &shown, index(suppressed.finding.code), None);
        result.suppressions.push(Suppression { kind: "inSource", justification });
        results.push(result);
    }
    let notification = |level, text: String| Notification { level, message: Message { text: text.into() } };
    let failures = linted.failures();
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "tdqs",
                    version: env!("CARGO_PKG_VERSION"),
                    information_uri: HOMEPAGE,
                    rules: rules.iter().map(|rule| descriptor(rule)).collect(),
                },
            },
            invocations: [Invocation {
                execution_successful: failures.is_empty(),
                tool_execution_notifications: failures
                    .into_iter()
                    .map(|text| notification(Severity::Error, text))
                    .chain(linted.warnings().into_iter().map(|text| notification(Severity::Warning, text)))
                    .collect(),
            }],
            column_kind: "unicodeCodePoints",
            results,
        }],
    };
    Ok(visible::json(&(serde_json::to_string_pretty(&log)? + "\n")).into_owned())
}

fn descriptor(rule: &Rule) -> Descriptor {
    Descriptor {
        id: rule.code,
        name: rule.name,
        short_description: Message { text: rule.summary.into() },
        full_description: Message { text: rule.why.into() },
        help: Message { text: rule.why.into() },
        default_configuration: Configuration { enabled: rule.is_on_by_default, level: rule.severity },
        properties: Properties { tags: rule.aspect.iter().map(|aspect| aspect.as_str()).collect() },
    }
}

fn result<'l>(
    linted: &Linted<'l>,
    shown: &Shown<'l>,
    rule_index: usize,
    baseline_state: Option<&'static str>,
) -> SarifResult<'l> {
    let finding = shown.finding;
    let related = finding.related.iter();
    SarifResult {
        rule_id: finding.code,
        rule_index,
        level: finding.severity,
        message: Message { text: finding.message.as_str().into() },
        locations: [location(shown.server, &finding.location, None)],
        related_locations: related
            .map(|related| {
                let server = linted.other(related).unwrap_or(shown.server);
                location(server, &related.location, Some(&related.message))
            })
            .collect(),
        partial_fingerprints: (!shown.fingerprint.is_empty())
            .then(|| Fingerprints { ours: shown.fingerprint.clone() }),
        baseline_state,
        suppressions: Vec::new(),
        properties: Properties { tags: finding.dimension.iter().map(|aspect| aspect.as_str()).collect() },
    }
}

fn location<'l>(server: &'l Server, place: &'l Location, message: Option<&'l str>) -> Placed<'l> {
    Placed {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation { uri: uri(server.file_of(place.tool_index)) },
            region: place.span.map(Region::from),
        },
        logical_locations: [LogicalLocation {
            name: &place.tool,
            fully_qualified_name: format!("{}/{}{}", server.name, place.tool, place.pointer),
            kind: "function",
        }],
        message: message.map(|message| Message { text: message.into() }),
    }
}
