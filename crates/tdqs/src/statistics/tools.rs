//! Counting tools.

use std::collections::BTreeMap;

use tdqs_rubric::{Dimension, PerDimension, Score, Tenths, Tier, ToolFlag, ToolScore, tdqs};

use super::{DimensionStatistics, FlagStatistics, Hundredths, Share, TierStatistics, ToolStatistics};

/// The parts of a tool's score that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "whoever reads scores from a store writes the literal")]
pub struct ToolFigures<'t> {
    /// The six scores. The TDQS and the smells follow from them.
    pub scores: PerDimension<Score>,
    /// The defects of the definition.
    pub flags: &'t [ToolFlag],
}

impl<'t> From<&'t ToolScore> for ToolFigures<'t> {
    fn from(tool: &'t ToolScore) -> Self {
        Self { scores: tool.scores, flags: &tool.flags }
    }
}

/// How often each score was given: index 0 counts the ones.
pub(super) type Histogram = [u64; 5];

pub(super) fn count_score(histogram: &mut Histogram, score: Score) {
    histogram[usize::from(score.get() - 1)] += 1;
}

/// The sum of the scores.
pub(super) fn sum(histogram: &Histogram) -> u64 {
    (1..).zip(histogram).map(|(score, count)| score * count).sum()
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tools {
    /// How many tools have each TDQS: at most 41 entries.
    tdqs: BTreeMap<Tenths, u64>,
    dimensions: PerDimension<Histogram>,
    with_smells: u64,
    flags: BTreeMap<ToolFlag, u64>,
}

impl Tools {
    pub(super) fn add(&mut self, tool: &ToolFigures<'_>) {
        *self.tdqs.entry(tdqs(&tool.scores)).or_default() += 1;
        for (dimension, score) in tool.scores.iter() {
            count_score(self.dimensions.get_mut(dimension), *score);
        }
        self.with_smells += u64::from(tool.scores.iter().any(|(_, score)| *score < Score::VIABLE));
        for (at, flag) in tool.flags.iter().enumerate() {
            if !tool.flags[..at].contains(flag) {
                *self.flags.entry(*flag).or_default() += 1;
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (tdqs, count) in &other.tdqs {
            *self.tdqs.entry(*tdqs).or_default() += count;
        }
        for (dimension, histogram) in other.dimensions.iter() {
            for (mine, count) in self.dimensions.get_mut(dimension).iter_mut().zip(histogram) {
                *mine += count;
            }
        }
        self.with_smells += other.with_smells;
        for (flag, count) in &other.flags {
            *self.flags.entry(*flag).or_default() += count;
        }
    }

    pub(super) fn report(&self) -> ToolStatistics {
        let count: u64 = self.tdqs.values().sum();
        let of_all = |part: u64| Share::new(part, count);
        let of_tier = |tier: Tier| -> u64 {
            self.tdqs.iter().filter(|(tdqs, _)| Tier::of(**tdqs) == tier).map(|(_, count)| count).sum()
        };
        let tiers = Tier::ALL.into_iter().filter(|tier| *tier != Tier::F);
        let tenths: u128 =
            self.tdqs.iter().map(|(tdqs, count)| u128::from(tdqs.count()) * u128::from(*count)).sum();
        ToolStatistics {
            count,
            mean_tdqs: Hundredths::rounded(tenths, 10 * u128::from(count)),
            p25_tdqs: self.percentile(25),
            median_tdqs: self.percentile(50),
            p75_tdqs: self.percentile(75),
            passing: of_all(Tier::ALL.into_iter().filter(|tier| tier.is_passing()).map(of_tier).sum()),
            tiers: tiers.map(|tier| TierStatistics { tier, tools: of_all(of_tier(tier)) }).collect(),
            dimensions: self
                .dimensions
                .iter()
                .map(|(dimension, histogram)| of_dimension(dimension, histogram, count))
                .collect(),
            with_smells: of_all(self.with_smells),
            flags: ToolFlag::ALL
                .into_iter()
                .map(|flag| FlagStatistics {
                    flag,
                    tools: of_all(self.flags.get(&flag).copied().unwrap_or_default()),
                })
                .collect(),
        }
    }

    /// By nearest rank.
    fn percentile(&self, percent: u64) -> Option<Tenths> {
        let count: u64 = self.tdqs.values().sum();
        let rank = (u128::from(count) * u128::from(percent)).div_ceil(100);
        let mut seen = 0;
        self.tdqs.iter().find_map(|(tdqs, count)| {
            seen += u128::from(*count);
            (seen >= rank).then_some(*tdqs)
        })
    }
}

fn of_dimension(dimension: Dimension, histogram: &Histogram, count: u64) -> DimensionStatistics {
    let below = usize::from(Score::VIABLE.get() - 1);
    DimensionStatistics {
        dimension,
        weight_percent: dimension.weight_percent(),
        mean: Hundredths::rounded(u128::from(sum(histogram)), u128::from(count)),
        smells: Share::new(histogram[..below].iter().sum(), count),
    }
}
