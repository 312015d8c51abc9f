//! What goes into a store and what comes out of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs::coherence::{Rollup, ShadowingRisk};
use tdqs::rubric::{
    CoherenceAnswer, PerDimension, Score, ServerFlag, ShadowCandidate, Tenths, Tier, ToolFlag, ToolScore,
};
use tdqs::signals::{InputHash, RejectedTool};
use tdqs::{ToolDefinition, ToolSet};

use crate::{Moment, Yardstick};

/// The definitions of a server, as they were read at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CapturedServer {
    /// The server's name, by which it is known across captures.
    pub name: String,
    /// Where it was read from, for people.
    pub origin: String,
    /// The good tools, in the server's order.
    pub tools: Vec<CapturedTool>,
    /// What is said of each entry that is no tool.
    pub rejected: Vec<String>,
    /// When it was read.
    pub at: Moment,
}

/// A definition with its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct CapturedTool {
    /// The tool's name.
    pub name: String,
    /// The hash of the six fields.
    pub input_hash: InputHash,
    /// The six fields as JSON, in the author's key order.
    pub definition: String,
}

impl CapturedServer {
    /// Takes down a tool set.
    #[must_use]
    pub fn of(name: impl Into<String>, origin: impl Into<String>, set: &ToolSet, at: Moment) -> Self {
        Self {
            name: name.into(),
            origin: origin.into(),
            tools: set.tools().iter().map(CapturedTool::of).collect(),
            rejected: set.rejected.iter().map(RejectedTool::to_string).collect(),
            at,
        }
    }
}

impl CapturedTool {
    /// Takes down a definition.
    #[must_use]
    pub fn of(tool: &ToolDefinition) -> Self {
        Self {
            name: tool.name.clone(),
            input_hash: InputHash::of(tool),
            // Writing to a string fails for no definition.
            definition: serde_json::to_string(tool).unwrap_or_default(),
        }
    }
}

/// What a capture changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Captured {
    /// The server was not known before.
    pub is_new: bool,
    /// Tools whose name was not there before.
    pub added: usize,
    /// Tools whose definition is another one.
    pub changed: usize,
    /// Tools that are no longer listed.
    pub removed: usize,
    /// Tools that stayed as they were.
    pub unchanged: usize,
}

/// A tool as it stands now (one line of an export).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct ToolRecord {
    /// The server's name.
    pub server: String,
    /// The place in the server's list, from 0.
    pub position: usize,
    /// The tool's name.
    pub name: String,
    /// The hash of its definition.
    pub input_hash: InputHash,
    /// Its score; `null` when this definition has none by this judge and rubric.
    pub score: Option<ToolScore>,
    /// When the score was given, in seconds since 1970; absent without one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub scored_at_unix_seconds: Option<u64>,
}

/// The parts of a tool's score that statistics are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct ToolStanding {
    /// The six scores.
    pub scores: PerDimension<Score>,
    /// The tool's TDQS.
    pub tdqs: Tenths,
    /// Defects of the definition.
    pub flags: Vec<ToolFlag>,
}

/// A server as it stands now (one line of an export).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct ServerRecord {
    /// The server's name.
    pub name: String,
    /// Where its definitions were read from.
    pub origin: String,
    /// When they were captured, in seconds since 1970.
    pub captured_at_unix_seconds: u64,
    /// How many tools it lists, broken ones included.
    pub tool_count: usize,
    /// How many of them are scored.
    pub scored_tool_count: usize,
    /// Mean TDQS; `null` when no tool is scored.
    pub mean_tdqs: Option<Tenths>,
    /// Lowest TDQS; `null` when no tool is scored.
    pub min_tdqs: Option<Tenths>,
    /// `null` when fewer than 80% of the tools are scored.
    pub description_quality_score: Option<Tenths>,
    /// Mean of the four coherence scores; `null` when the set as it is has not been judged.
    pub coherence_score: Option<Tenths>,
    /// `null` when one of the two is.
    pub overall_score: Option<Tenths>,
    /// Its letter.
    pub overall_tier: Option<Tier>,
    /// The verdict on the tool set; `null` when the set as it is, with this mean, has none.
    pub coherence: Option<CoherenceRecord>,
    /// Pairs in which a cheap tool may shadow a dear one.
    pub shadow_candidates: Vec<ShadowCandidate>,
    /// Entries of its list that are no tools.
    pub rejected: Vec<String>,
    /// TDQS of the scored tools, in the server's order.
    #[serde(skip)]
    pub tool_tdqs: Vec<Tenths>,
}

/// A verdict on a tool set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct CoherenceRecord {
    /// The answer.
    pub answer: CoherenceAnswer,
    /// The pairs of it that passed the referential checks.
    pub shadowing_risks: Vec<ShadowingRisk>,
    /// When it was given, in seconds since 1970.
    pub judged_at_unix_seconds: u64,
}

impl ServerRecord {
    /// A server of so many good tools, of which some have a score, rolled up without a verdict on its set.
    #[must_use]
    pub fn new(
        name: String,
        origin: String,
        captured_at_unix_seconds: u64,
        listed: usize,
        tool_tdqs: Vec<Tenths>,
        rejected: Vec<String>,
    ) -> Self {
        let record = Self {
            name,
            origin,
            captured_at_unix_seconds,
            tool_count: listed + rejected.len(),
            scored_tool_count: 0,
            mean_tdqs: None,
            min_tdqs: None,
            description_quality_score: None,
            coherence_score: None,
            overall_score: None,
            overall_tier: None,
            coherence: None,
            shadow_candidates: Vec::new(),
            rejected,
            tool_tdqs,
        };
        record.rolled_up()
    }

    /// Rolls it up with the verdict on its set.
    #[must_use]
    pub fn with_coherence(mut self, coherence: Option<CoherenceRecord>) -> Self {
        self.coherence = coherence;
        self.rolled_up()
    }

    /// Adds the pairs in which a cheap tool may shadow a dear one.
    #[must_use]
    pub fn with_shadow_candidates(mut self, candidates: Vec<ShadowCandidate>) -> Self {
        self.shadow_candidates = candidates;
        self
    }

    fn rolled_up(self) -> Self {
        let coherence = self.coherence.as_ref();
        let scores = coherence.map(|record| record.answer.scores.map(|justified| justified.score));
        let rollup = Rollup::of(&self.tool_tdqs, self.tool_count, scores.as_ref());
        Self {
            scored_tool_count: rollup.scored_tool_count,
            mean_tdqs: rollup.mean_tdqs,
            min_tdqs: rollup.min_tdqs,
            description_quality_score: rollup.description_quality_score,
            coherence_score: rollup.coherence_score,
            overall_score: rollup.overall_score,
            overall_tier: rollup.overall_tier(),
            ..self
        }
    }
}

/// How a server's score moved, capture by capture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct History {
    /// The server's name.
    pub server: String,
    /// The captures, the oldest first.
    pub captures: Vec<HistoryEntry>,
}

/// A server as it stood at one capture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct HistoryEntry {
    /// When it was captured, in seconds since 1970.
    pub captured_at_unix_seconds: u64,
    /// How many tools it listed, broken ones included.
    pub tool_count: usize,
    /// Mean TDQS of the scored tools.
    pub mean_tdqs: Option<Tenths>,
    /// `null` when fewer than 80% of the tools were scored.
    pub description_quality_score: Option<Tenths>,
    /// `null` when the set was not judged, too.
    pub overall_score: Option<Tenths>,
    /// The tools that were added, changed or removed since the capture before; at the first, all of them.
    pub tools: Vec<HistoryTool>,
}

/// What became of a tool at a capture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct HistoryTool {
    /// The tool's name.
    pub name: String,
    /// The hash of its definition before; `null` for a new tool.
    pub before: Option<InputHash>,
    /// The hash of its definition now; `null` for a tool that is gone.
    pub now: Option<InputHash>,
    /// The TDQS before, where it was scored.
    pub tdqs_before: Option<Tenths>,
    /// The TDQS now, where it is scored.
    pub tdqs_now: Option<Tenths>,
}

/// How much there is and how much of it is done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Counts {
    /// Servers.
    pub servers: u64,
    /// Tools that are listed now.
    pub tools: u64,
    /// Different definitions among them.
    pub definitions: u64,
    /// Different definitions that were ever captured.
    pub definitions_ever: u64,
    /// Tools that have a score of their present definition.
    pub scored_tools: u64,
    /// Tools that have none.
    pub stale_tools: u64,
    /// Servers whose set, as it is and with its present mean, has a verdict.
    pub judged_servers: u64,
    /// Servers whose set has none.
    pub stale_servers: u64,
    /// Entries that are no tools.
    pub rejected: u64,
    /// Tools and sets that somebody is asking about at the moment.
    pub held: u64,
    /// What failed, by reason, the most frequent first.
    pub waiting: Vec<WaitingWork>,
}

impl Counts {
    /// How much failed and has no verdict yet.
    #[must_use]
    pub fn resting(&self) -> u64 {
        self.waiting.iter().map(|waiting| waiting.count).sum()
    }
}

/// Stale tools or sets that failed with one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct WaitingWork {
    /// Why.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// The most failures one of them has had.
    pub failures: u64,
    /// When the first of them is due again, in seconds since 1970.
    pub next_due_unix_seconds: u64,
    /// Some of their names.
    pub examples: Vec<String>,
}

/// Questions by one yardstick that failed and have no verdict yet.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct Failing {
    /// By what was asked.
    pub yardstick: Yardstick,
    /// How many of them are about tools.
    pub tools: u64,
    /// How many are about tool sets.
    pub sets: u64,
}

/// The flags the coherence stage writes: for every tool of the set, so that a flag that no longer holds goes away.
#[must_use]
pub fn server_flags<'n>(
    names: impl IntoIterator<Item = &'n str>,
    risks: &[ShadowingRisk],
) -> Vec<(String, Vec<ServerFlag>)> {
    let is_shadowed = |name: &str| risks.iter().any(|risk| risk.tool == name);
    let flags = |name: &str| if is_shadowed(name) { vec![ServerFlag::ShadowingRisk] } else { Vec::new() };
    names.into_iter().map(|name| (name.to_owned(), flags(name))).collect()
}
