//! Scores that are kept in a repository, as a file that people review.
//!
//! A model costs money and does not answer the same way twice, so a build must not ask it. The maintainer scores once
//! and commits the scores; the build holds them against the definitions of the day, calls nothing, and answers the
//! same way every time. A score stands for a definition by its `inputHash` and means something only together with
//! the judge and the rubric that gave it, so the file holds one judge, one rubric and one edition.
//!
//! ```
//! use tdqs::lock::{Lock, Requirements};
//! use tdqs::llm::Judge;
//! use tdqs::{OfflineJudge, Scorer, SpecVersion, ToolSet};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let set = ToolSet::parse(r#"[{"name": "find_crate", "description": "Find one crate by its label."}]"#)?;
//! let report = Scorer::new(OfflineJudge::default()).score_server("dock", &set).await;
//! let mut lock = Lock::new(report.spec_version, report.judge.clone());
//! lock.record(&[(&set, &report)])?;
//! let file = lock.to_string();
//!
//! let lock = Lock::parse(&file)?;
//! assert!(lock.check(&[("dock", &set)], &Requirements::default()).is_clean());
//! let changed = ToolSet::parse(r#"[{"name": "find_crate", "description": "Find a crate."}]"#)?;
//! let report = lock.check(&[("dock", &changed)], &Requirements::default());
//! assert!(report.findings[0].message.starts_with("the definition changed since it was scored"));
//! # Ok(())
//! # }
//! ```
//!
//! # The format
//!
//! JSON, sorted by server and tool name and then by `inputHash`, a tool on three lines, no time of day: the same
//! scores give the same bytes, and a changed tool is a small diff. `formatVersion` comes first. A file of a version
//! that this crate does not know is refused, and so is a field that it does not know: both would be lost when the file
//! is written again.
//!
//! What the deterministic stages can compute again (signals, gates, tiers, smells) is not in the file. TDQS and rollup
//! are, because they are what a reviewer looks for; [`Lock::check`] computes both again and never trusts them.
//!
//! Specification: "Running TDQS at scale" ("Score on change", "Aggregates follow tool scores").

mod check;
mod read;
mod record;
mod tool_set_hash;
mod write;

#[cfg(all(test, feature = "offline"))]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_coherence::Rollup;
use tdqs_llm::JudgeIdentity;
use tdqs_rubric::{
    Dimension, PerCoherenceDimension, PerDimension, PromptHash, RubricIdentity, Score, Tenths, ToolFlag, tdqs,
};
use tdqs_signals::{InputHash, SpecVersion};

pub use self::check::{AcceptedJudge, CheckReport, CheckedServer, Finding, FindingKind, Requirements};
pub use self::read::LockError;
pub use self::record::RecordError;

/// The version of the format that this crate reads and writes.
pub const FORMAT_VERSION: u32 = 1;

/// The scores of some servers, by one judge, one rubric and one edition. Shown, it is the text of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lock {
    /// The version of this format: 1.
    format_version: u32,
    /// The edition of the specification.
    spec_version: SpecVersion,
    /// Who gave the scores, and by which prompts.
    judge: JudgeIdentity,
    /// The servers, sorted by name.
    servers: Vec<LockedServer>,
}

/// The scores of one server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct LockedServer {
    /// Its name.
    pub name: String,
    /// How many tools it listed when it was last scored, broken ones included.
    pub tool_count: usize,
    /// What the scores below add up to.
    pub rollup: LockedRollup,
    /// The verdict on the tool set; `null` when there is none.
    pub coherence: Option<LockedCoherence>,
    /// The scored tools, sorted by name, then by `inputHash`.
    pub tools: Vec<LockedTool>,
}

/// The server's scores that follow from those of its tools and its coherence (specification: "Server-level
/// scores"). Each is `null` where there is too little to compute it from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct LockedRollup {
    /// `0.7 quality + 0.3 coherence`.
    pub overall_score: Option<Tenths>,
    /// `0.6 mean + 0.4 min`.
    pub description_quality_score: Option<Tenths>,
    /// Mean of the four coherence scores.
    pub coherence_score: Option<Tenths>,
    /// Mean TDQS.
    pub mean_tdqs: Option<Tenths>,
    /// Lowest TDQS.
    pub min_tdqs: Option<Tenths>,
}

/// A verdict on a tool set, and what it was given on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct LockedCoherence {
    /// SHA-256 over what the verdict was given on: names, descriptions and shadow candidates in any order, and the mean
    /// TDQS of the scores in this file.
    pub tool_set_sha256: PromptHash,
    /// The four scores.
    pub scores: PerCoherenceDimension<Score>,
    /// The pairs that were confirmed, sorted by tool.
    pub shadowing_risks: Vec<LockedRisk>,
}

/// A tool whose purpose a much cheaper sibling covers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct LockedRisk {
    /// The dearer tool.
    pub tool: String,
    /// The sibling that covers its purpose.
    pub cheaper_sibling: String,
}

/// The score of one definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct LockedTool {
    /// The tool's name.
    pub name: String,
    /// The hash of the definition that was scored.
    pub input_hash: InputHash,
    /// The score.
    pub tdqs: Tenths,
    /// The six scores.
    pub scores: PerDimension<Score>,
    /// Defects of the definition. Those of the tool set stand with its coherence.
    pub flags: Vec<ToolFlag>,
}

impl Lock {
    /// A file without scores yet.
    #[must_use]
    pub fn new(spec_version: SpecVersion, judge: JudgeIdentity) -> Self {
        Self { format_version: FORMAT_VERSION, spec_version, judge, servers: Vec::new() }
    }

    /// The edition of the specification.
    #[must_use]
    pub fn spec_version(&self) -> SpecVersion {
        self.spec_version
    }

    /// Who gave the scores, and by which prompts.
    #[must_use]
    pub fn judge(&self) -> &JudgeIdentity {
        &self.judge
    }

    /// The servers, sorted by name.
    #[must_use]
    pub fn servers(&self) -> &[LockedServer] {
        &self.servers
    }

    /// The scores of a server.
    #[must_use]
    pub fn server(&self, name: &str) -> Option<&LockedServer> {
        let at = self.servers.binary_search_by(|server| server.name.as_str().cmp(name)).ok()?;
        self.servers.get(at)
    }

    /// Whether scores of this judge in this edition compare with the ones in the file.
    #[must_use]
    pub fn compares_with(&self, edition: SpecVersion, judge: &JudgeIdentity) -> bool {
        self.spec_version == edition && nameless_rubric(&self.judge) == nameless_rubric(judge)
    }

    /// Puts everything at its place, whatever order it came in.
    fn sort(&mut self) {
        self.servers.sort_by(|left, right| left.name.cmp(&right.name));
        for server in &mut self.servers {
            server.tools.sort_by(|left, right| left.place().cmp(&right.place()));
            if let Some(coherence) = &mut server.coherence {
                coherence.shadowing_risks.sort();
            }
        }
    }
}

/// The identity without the name of the prompts' edition: it is looked up by their hashes, and a later version of this
/// crate may know more of them.
fn nameless_rubric(judge: &JudgeIdentity) -> JudgeIdentity {
    let mut judge = judge.clone();
    if let Some(rubric) = &mut judge.rubric {
        rubric.edition = None;
    }
    judge
}

/// Whether two rubrics are the same prompts.
fn are_same_prompts(left: &RubricIdentity, right: &RubricIdentity) -> bool {
    left.tool_prompt_sha256 == right.tool_prompt_sha256
        && left.coherence_prompt_sha256 == right.coherence_prompt_sha256
}

impl LockedServer {
    /// The rollup of the scores in the file, computed from the six scores of each tool.
    #[must_use]
    pub fn recomputed_rollup(&self) -> LockedRollup {
        let tdqs: Vec<Tenths> = self.tools.iter().map(LockedTool::recomputed_tdqs).collect();
        LockedRollup::of(&Rollup::of(&tdqs, self.tool_count, self.coherence_scores()))
    }

    fn coherence_scores(&self) -> Option<&PerCoherenceDimension<Score>> {
        self.coherence.as_ref().map(|coherence| &coherence.scores)
    }
}

impl LockedRollup {
    fn of(rollup: &Rollup) -> Self {
        Self {
            overall_score: rollup.overall_score,
            description_quality_score: rollup.description_quality_score,
            coherence_score: rollup.coherence_score,
            mean_tdqs: rollup.mean_tdqs,
            min_tdqs: rollup.min_tdqs,
        }
    }
}

impl LockedTool {
    /// The TDQS that the six scores give.
    #[must_use]
    pub fn recomputed_tdqs(&self) -> Tenths {
        tdqs(&self.scores)
    }

    /// What tools are sorted by. The scores come last, for definitions that a server lists twice.
    fn place(&self) -> (&str, InputHash, [Score; 6], &[ToolFlag]) {
        let scores = Dimension::ALL.map(|dimension| *self.scores.get(dimension));
        (&self.name, self.input_hash, scores, &self.flags)
    }
}
