//! What a run says of a server.
//!
//! The JSON is the specification's "Output format", plus what makes a report stand alone: the edition, who
//! judged, by which prompts, what failed, and what would move the score. Whoever reads the reference
//! implementation's reports can read these.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_coherence::impact::{ScoredTool, WhatIfError, what_if};
use tdqs_coherence::{DroppedRisk, Impact, Rollup, ShadowingRisk, WhatIf, lost_to_components};
use tdqs_llm::{JudgeIdentity, Usage};
use tdqs_rubric::{
    CoherenceAnswer, CoherenceDimension, Justified, PerCoherenceDimension, RubricIdentity, Score, Tenths,
    Tier, ToolScore,
};
use tdqs_signals::SpecVersion;

/// Everything that is said of one server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ScoreReport {
    /// The edition of the specification.
    pub spec_version: SpecVersion,
    /// When the report was made, RFC 3339 in UTC. The library leaves it out: it knows no clock.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub generated_at: Option<String>,
    /// The judge's name. Under this key readers of the reference's reports look for it.
    pub model: String,
    /// Who judged.
    pub judge: JudgeIdentity,
    /// The prompts the scores were given by; absent when the judge reads none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rubric: Option<RubricIdentity>,
    /// The server.
    pub server: ServerSummary,
    /// The server's scores.
    pub server_score: ServerScore,
    /// The tools' scores, in the server's order.
    pub tools: Vec<ToolScore>,
    /// What could not be read or judged. Empty when all went well.
    pub failures: Vec<Failure>,
    /// What was repaired on reading, and what a reader of the scores should know.
    pub warnings: Vec<String>,
    /// What would move the server's score; absent when no tool is scored.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub impact: Option<Impact>,
    /// The scores under the assumptions that were asked about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub what_if: Option<Assumed>,
    /// Pairs that the judge confirmed and a referential check dropped.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub dropped_shadowing_risks: Vec<DroppedRisk>,
    /// What the judge's calls cost; absent when it made none.
    #[serde(skip_serializing_if = "Usage::is_zero", default)]
    pub usage: Usage,
}

/// Which server a report is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ServerSummary {
    /// Its name.
    pub name: String,
    /// How many tools it lists, broken ones included.
    pub tool_count: usize,
}

/// The scores of a server (specification: "Output format").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ServerScore {
    /// How many tools the server lists.
    pub tool_count: usize,
    /// How many of them are scored.
    pub scored_tool_count: usize,
    /// Mean TDQS; `null` when no tool is scored.
    pub mean_tdqs: Option<Tenths>,
    /// Lowest TDQS; `null` when no tool is scored.
    pub min_tdqs: Option<Tenths>,
    /// `0.6 mean + 0.4 min`; `null` when fewer than 80% of the tools are scored.
    pub description_quality_score: Option<Tenths>,
    /// Its letter.
    pub description_quality_tier: Option<Tier>,
    /// Can an agent tell the tools apart? `null` when coherence could not be judged, as are the next three.
    pub disambiguation: Option<Score>,
    /// Do names follow a predictable pattern?
    pub naming_consistency: Option<Score>,
    /// Is the surface well-scoped?
    pub tool_count_appropriateness: Option<Score>,
    /// Are there gaps in the surface?
    pub completeness: Option<Score>,
    /// Mean of the four.
    pub coherence_score: Option<Tenths>,
    /// Its letter.
    pub coherence_tier: Option<Tier>,
    /// `0.7 quality + 0.3 coherence`; `null` when one of them is.
    pub overall_score: Option<Tenths>,
    /// Its letter.
    pub overall_tier: Option<Tier>,
    /// The coherence scores with their evidence; `null` when coherence could not be judged.
    pub coherence_justifications: Option<PerCoherenceDimension<Justified>>,
    /// What the judge says of the set as a whole.
    pub coherence_summary: Option<String>,
    /// Tools whose purpose a much cheaper sibling covers.
    pub shadowing_risks: Vec<ShadowingRisk>,
    /// Why a score is `null`; absent when none is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub incomplete: Option<String>,
}

impl ServerScore {
    pub(crate) fn new(
        rollup: &Rollup,
        coherence: Option<CoherenceAnswer>,
        risks: Vec<ShadowingRisk>,
    ) -> Self {
        let scores = coherence.as_ref().map(|answer| answer.scores.map(|justified| justified.score));
        let score = |dimension: CoherenceDimension| scores.as_ref().map(|scores| *scores.get(dimension));
        let reasons: Vec<String> = [
            rollup.description_quality_score.is_none().then(|| rollup.coverage().to_string()),
            coherence.is_none().then(|| "coherence was not judged".to_owned()),
        ]
        .into_iter()
        .flatten()
        .collect();
        let (justifications, summary) = coherence.map(|answer| (answer.scores, answer.summary)).unzip();
        Self {
            tool_count: rollup.tool_count,
            scored_tool_count: rollup.scored_tool_count,
            mean_tdqs: rollup.mean_tdqs,
            min_tdqs: rollup.min_tdqs,
            description_quality_score: rollup.description_quality_score,
            description_quality_tier: rollup.description_quality_tier(),
            disambiguation: score(CoherenceDimension::Disambiguation),
            naming_consistency: score(CoherenceDimension::NamingConsistency),
            tool_count_appropriateness: score(CoherenceDimension::ToolCountAppropriateness),
            completeness: score(CoherenceDimension::Completeness),
            coherence_score: rollup.coherence_score,
            coherence_tier: rollup.coherence_tier(),
            overall_score: rollup.overall_score,
            overall_tier: rollup.overall_tier(),
            coherence_justifications: justifications,
            coherence_summary: summary,
            shadowing_risks: risks,
            incomplete: (!reasons.is_empty()).then(|| reasons.join("; ")),
        }
    }

    /// What the description quality and coherence keep from an overall score of 5.0; `None` without one.
    #[must_use]
    pub fn lost_to_components(&self) -> Option<(Tenths, Tenths)> {
        Some(lost_to_components(self.description_quality_score?, self.coherence_score?))
    }

    /// The four coherence scores, when there are any.
    #[must_use]
    pub fn coherence(&self) -> Option<PerCoherenceDimension<Score>> {
        self.coherence_justifications.as_ref().map(|table| table.map(|justified| justified.score))
    }
}

/// Where something went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Stage {
    /// The entry of the input's list is no tool.
    Reading,
    /// The judge gave no verdict on the tool.
    Tool,
    /// The judge gave no verdict on the tool set.
    Coherence,
}

/// One thing that went wrong. Everything else is in the report all the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Failure {
    /// Where it went wrong.
    pub stage: Stage,
    /// Place of the tool in the input's list, from 0; absent for the tool set.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub index: Option<usize>,
    /// The tool's name, where it has one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tool: Option<String>,
    /// What went wrong, where, and after how many attempts.
    pub message: String,
}

/// The scores as they would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Assumed {
    /// The assumptions, as they were written.
    pub assumptions: Vec<String>,
    /// Mean TDQS.
    pub mean_tdqs: Option<Tenths>,
    /// Lowest TDQS.
    pub min_tdqs: Option<Tenths>,
    /// `0.6 mean + 0.4 min`.
    pub description_quality_score: Option<Tenths>,
    /// Mean of the four coherence scores.
    pub coherence_score: Option<Tenths>,
    /// `0.7 quality + 0.3 coherence`.
    pub overall_score: Option<Tenths>,
    /// Its letter.
    pub overall_tier: Option<Tier>,
}

impl ScoreReport {
    /// Whether everything was read and judged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.failures.is_empty()
    }

    /// The tools as the arithmetic sees them.
    #[must_use]
    pub fn scored_tools(&self) -> Vec<ScoredTool<'_>> {
        self.tools.iter().map(|tool| ScoredTool { name: &tool.name, scores: &tool.scores }).collect()
    }

    /// Answers what the server would score under some assumptions, and keeps the answer in the report.
    ///
    /// # Errors
    ///
    /// When an assumption names a tool that is not scored, or coherence was not judged.
    pub fn assume(&mut self, assumptions: &[WhatIf]) -> Result<&Assumed, WhatIfError> {
        let coherence = self.server_score.coherence();
        let rollup = what_if(&self.scored_tools(), self.server.tool_count, coherence.as_ref(), assumptions)?;
        Ok(self.what_if.insert(Assumed {
            assumptions: assumptions.iter().map(WhatIf::to_string).collect(),
            mean_tdqs: rollup.mean_tdqs,
            min_tdqs: rollup.min_tdqs,
            description_quality_score: rollup.description_quality_score,
            coherence_score: rollup.coherence_score,
            overall_score: rollup.overall_score,
            overall_tier: rollup.overall_tier(),
        }))
    }
}
