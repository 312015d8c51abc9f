//! The figures, as they are published.

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_rubric::{CoherenceDimension, Dimension, Tenths, Tier, ToolFlag};

use super::{Hundredths, Mean, Share};

/// The figures of all tools and servers that were added (specification: "TDQS across the registry").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StatisticsReport {
    /// The figures of the tools.
    pub tools: ToolStatistics,
    /// The figures of the servers.
    pub servers: ServerStatistics,
}

/// Figures of scored tools. All are of all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolStatistics {
    /// How many tools.
    pub count: u64,
    /// Mean TDQS; `null` of no tool, as are the next three.
    pub mean_tdqs: Option<Hundredths>,
    /// Lowest TDQS that at least 25% of the tools have or fall below.
    pub p25_tdqs: Option<Tenths>,
    /// The same for 50%.
    pub median_tdqs: Option<Tenths>,
    /// The same for 75%.
    pub p75_tdqs: Option<Tenths>,
    /// Tools of tier B and above.
    pub passing: Share,
    /// Tools by tier, the best first. F is left out: no tool can score so low.
    pub tiers: Vec<TierStatistics>,
    /// The six dimensions.
    pub dimensions: Vec<DimensionStatistics>,
    /// Tools with at least one smell.
    pub with_smells: Share,
    /// Tools by flag.
    pub flags: Vec<FlagStatistics>,
}

/// The tools of a tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TierStatistics {
    /// The tier.
    pub tier: Tier,
    /// How many tools it has.
    pub tools: Share,
}

/// A dimension over all tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DimensionStatistics {
    /// The dimension.
    pub dimension: Dimension,
    /// Its weight in the TDQS, in per cent.
    pub weight_percent: u32,
    /// Mean score; `null` of no tool.
    pub mean: Option<Hundredths>,
    /// Tools that score below 3.
    pub smells: Share,
}

/// A flag over all tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FlagStatistics {
    /// The flag.
    pub flag: ToolFlag,
    /// How many tools carry it.
    pub tools: Share,
}

/// Figures of servers. What each is of stands with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ServerStatistics {
    /// How many servers.
    pub count: u64,
    /// Scored tools among all that the servers list.
    pub coverage: Share,
    /// By how much the lowest TDQS of a server lies below its mean, over the servers with a scored tool.
    pub mean_gap: Mean,
    /// Servers with a tool a full point or more below their mean, among those with a scored tool.
    pub with_point_gap: Share,
    /// Overall scores.
    pub overall_score: Mean,
    /// Description quality.
    pub description_quality_score: Mean,
    /// Coherence.
    pub coherence_score: Mean,
    /// The four dimensions of coherence.
    pub coherence_dimensions: Vec<CoherenceDimensionStatistics>,
    /// Servers in which the prefilter finds a shadow candidate, among all.
    pub with_shadow_candidate: Share,
    /// Servers in which a shadowing risk was confirmed, among those whose coherence was judged.
    pub with_shadowing_risk: Share,
}

/// A dimension of coherence over all servers that were judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CoherenceDimensionStatistics {
    /// The dimension.
    pub dimension: CoherenceDimension,
    /// Mean score.
    pub mean: Mean,
}
