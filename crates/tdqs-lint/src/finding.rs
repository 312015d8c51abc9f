//! What is wrong, where, and what to do about it.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Aspect, Fix, Severity};

/// Something that a rule found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Finding {
    /// The code of the rule, such as `TDQS101`.
    pub code: &'static str,
    /// The rule's name.
    pub rule: &'static str,
    /// How grave it is by the settings.
    pub severity: Severity,
    /// The dimension of the rubric that it bears on, where a score is at stake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<Aspect>,
    /// Where it is.
    #[serde(flatten)]
    pub location: Location,
    /// The text that the place shows, where it is a part of a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// What is wrong, and what mends it.
    pub message: String,
    /// Other places that it is about.
    pub related: Vec<Related>,
    /// What would mend it, where a program can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

impl Finding {
    /// The order in which mending pays: the gravest first, and of those what weighs most in a server's score. Equals
    /// stand in the order of the file.
    #[must_use]
    pub fn rank(&self) -> (Severity, Reverse<u32>) {
        (self.severity, Reverse(self.dimension.map_or(0, Aspect::weight)))
    }
}

/// Another place that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Related {
    /// The server that the tool belongs to, where it is not the finding's own.
    #[serde(flatten)]
    pub other: Option<OtherServer>,
    /// The file that the tool was read from, where it is not the finding's own; `None` until whoever read it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where it is.
    #[serde(flatten)]
    pub location: Location,
    /// What it has to do with the finding.
    pub message: String,
}

/// A server that a finding is about and does not stand at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct OtherServer {
    /// Its name.
    pub server: String,
    /// Its place among the servers that were looked at together, from 0.
    pub server_index: usize,
}

/// A place in a tool, and in the text that the tool was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Location {
    /// The tool's name.
    pub tool: String,
    /// The place of the tool among the good tools of its server, from 0.
    pub tool_index: usize,
    /// JSON pointer within the tool; empty for the tool itself.
    pub pointer: String,
    /// The characters to show in the text; `None` for a definition that was made in code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A stretch of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Span {
    /// The byte it begins with, from 0.
    pub start: usize,
    /// The byte behind its last one.
    pub end: usize,
    /// The line it begins in, from 1.
    pub line: usize,
    /// The column it begins with, in characters (Unicode scalar values), from 1.
    pub column: usize,
    /// The line it ends in, from 1.
    pub end_line: usize,
    /// The column behind its last character, from 1.
    pub end_column: usize,
}
