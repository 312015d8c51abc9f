//! Counting servers.

use std::collections::BTreeMap;

use num_rational::BigRational;
use tdqs_coherence::Rollup;
use tdqs_rubric::{PerCoherenceDimension, Score, Tenths};

use super::tools::{Histogram, count_score, sum};
use super::{CoherenceDimensionStatistics, Hundredths, Mean, ServerStatistics, Share};
use crate::ScoreReport;

/// What is counted of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFigures {
    rollup: Rollup,
    /// The sum of the TDQS in tenths: the mean that is not rounded, times the number of scored tools.
    total: u64,
    coherence: Option<PerCoherenceDimension<Score>>,
    has_shadow_candidate: bool,
    has_shadowing_risk: bool,
}

impl ServerFigures {
    /// The figures of a server: the TDQS of its scored tools, how many tools it lists, and its coherence scores if
    /// it was judged.
    #[must_use]
    pub fn of(tdqs: &[Tenths], tool_count: usize, coherence: Option<&PerCoherenceDimension<Score>>) -> Self {
        Self {
            rollup: Rollup::of(tdqs, tool_count, coherence),
            total: tdqs.iter().map(|tdqs| u64::from(tdqs.count())).sum(),
            coherence: coherence.copied(),
            has_shadow_candidate: false,
            has_shadowing_risk: false,
        }
    }

    /// The figures of a report's server. Whether it has a shadow candidate is known when a risk was confirmed; else
    /// [the caller says](Self::with_shadow_candidate).
    #[must_use]
    pub fn of_report(report: &ScoreReport) -> Self {
        let tdqs: Vec<Tenths> = report.tools.iter().map(|tool| tool.tdqs).collect();
        let score = &report.server_score;
        Self::of(&tdqs, report.server.tool_count, score.coherence().as_ref())
            .with_shadow_candidate(!score.shadowing_risks.is_empty())
            .with_shadowing_risk(!score.shadowing_risks.is_empty())
    }

    /// Says whether the prefilter found a shadow candidate.
    #[must_use]
    pub fn with_shadow_candidate(mut self, has_one: bool) -> Self {
        self.has_shadow_candidate |= has_one;
        self
    }

    /// Says whether a shadowing risk was confirmed. Counts only for a server whose coherence was judged.
    #[must_use]
    pub fn with_shadowing_risk(mut self, has_one: bool) -> Self {
        self.has_shadowing_risk |= has_one;
        self
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Servers {
    count: u64,
    listed_tools: u64,
    scored_tools: u64,
    /// By number of scored tools, the sum of `total - number * minimum`: the gaps, in tenths, times the number. The
    /// exact sum of fractions needs their denominators, and there are few of them: servers that add up to a
    /// million tools have at most 1,413 different sizes.
    gaps: BTreeMap<u64, u64>,
    with_scored_tool: u64,
    with_point_gap: u64,
    overall: Sum,
    quality: Sum,
    coherence: Sum,
    coherence_dimensions: PerCoherenceDimension<Histogram>,
    with_shadow_candidate: u64,
    with_shadowing_risk: u64,
}

/// Scores in tenths, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sum {
    total: u64,
    count: u64,
}

impl Sum {
    fn add(&mut self, score: Option<Tenths>) {
        if let Some(score) = score {
            self.total += u64::from(score.count());
            self.count += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        self.total += other.total;
        self.count += other.count;
    }

    fn mean(self) -> Mean {
        let value = Hundredths::rounded(u128::from(self.total), 10 * u128::from(self.count));
        Mean { value, of: self.count }
    }
}

impl Servers {
    pub(super) fn add(&mut self, server: &ServerFigures) {
        let rollup = &server.rollup;
        let scored = rollup.scored_tool_count as u64;
        self.count += 1;
        self.listed_tools = self.listed_tools.saturating_add(rollup.tool_count as u64);
        self.scored_tools += scored;
        if let Some(minimum) = rollup.min_tdqs {
            let gap = server.total - scored * u64::from(minimum.count());
            *self.gaps.entry(scored).or_default() += gap;
            self.with_scored_tool += 1;
            // gap / scored is in tenths, and a full point is ten of them.
            self.with_point_gap += u64::from(gap >= 10 * scored);
        }
        self.overall.add(rollup.overall_score);
        self.quality.add(rollup.description_quality_score);
        self.coherence.add(rollup.coherence_score);
        if let Some(coherence) = &server.coherence {
            for (dimension, score) in coherence.iter() {
                count_score(self.coherence_dimensions.get_mut(dimension), *score);
            }
            self.with_shadowing_risk += u64::from(server.has_shadowing_risk);
        }
        self.with_shadow_candidate += u64::from(server.has_shadow_candidate);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.listed_tools = self.listed_tools.saturating_add(other.listed_tools);
        self.scored_tools += other.scored_tools;
        for (scored, gap) in &other.gaps {
            *self.gaps.entry(*scored).or_default() += gap;
        }
        self.with_scored_tool += other.with_scored_tool;
        self.with_point_gap += other.with_point_gap;
        self.overall.merge(other.overall);
        self.quality.merge(other.quality);
        self.coherence.merge(other.coherence);
        for (dimension, histogram) in other.coherence_dimensions.iter() {
            for (mine, count) in self.coherence_dimensions.get_mut(dimension).iter_mut().zip(histogram) {
                *mine += count;
            }
        }
        self.with_shadow_candidate += other.with_shadow_candidate;
        self.with_shadowing_risk += other.with_shadowing_risk;
    }

    pub(super) fn report(&self) -> ServerStatistics {
        let judged = self.coherence.count;
        ServerStatistics {
            count: self.count,
            coverage: Share::new(self.scored_tools, self.listed_tools),
            mean_gap: Mean { value: self.mean_gap(), of: self.with_scored_tool },
            with_point_gap: Share::new(self.with_point_gap, self.with_scored_tool),
            overall_score: self.overall.mean(),
            description_quality_score: self.quality.mean(),
            coherence_score: self.coherence.mean(),
            coherence_dimensions: self
                .coherence_dimensions
                .iter()
                .map(|(dimension, histogram)| CoherenceDimensionStatistics {
                    dimension,
                    mean: Mean {
                        value: Hundredths::rounded(u128::from(sum(histogram)), u128::from(judged)),
                        of: judged,
                    },
                })
                .collect(),
            with_shadow_candidate: Share::new(self.with_shadow_candidate, self.count),
            with_shadowing_risk: Share::new(self.with_shadowing_risk, judged),
        }
    }

    fn mean_gap(&self) -> Option<Hundredths> {
        if self.with_scored_tool == 0 {
            return None;
        }
        let tenths: BigRational =
            self.gaps.iter().map(|(scored, gap)| BigRational::new((*gap).into(), (*scored).into())).sum();
        let hundredths = tenths * BigRational::new(10.into(), self.with_scored_tool.into());
        let half = BigRational::new(1.into(), 2.into());
        u32::try_from((hundredths + half).floor().to_integer()).ok().map(Hundredths::new)
    }
}
