//! From tool scores and coherence to the server's scores, in whole numbers.
//!
//! Specification: "Server-level scores". Decisions: "Scores".

use tdqs_rubric::{PerCoherenceDimension, Score, Tenths, Tier};

/// Weights in tenths: `0.6 mean + 0.4 min`, and `0.7 quality + 0.3 coherence`.
pub(crate) const MEAN: u64 = 6;
pub(crate) const MINIMUM: u64 = 4;
pub(crate) const QUALITY: u64 = 7;
pub(crate) const COHERENCE: u64 = 3;

const _: () = assert!(MEAN + MINIMUM == 10 && QUALITY + COHERENCE == 10);

/// The scores of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rollup {
    /// How many tools the server has.
    pub tool_count: usize,
    /// How many of them are scored.
    pub scored_tool_count: usize,
    /// The exact mean, rounded once; `None` when nothing is scored.
    pub mean_tdqs: Option<Tenths>,
    /// The lowest; `None` when nothing is scored.
    pub min_tdqs: Option<Tenths>,
    /// `0.6 mean + 0.4 min`, when enough tools are scored.
    pub description_quality_score: Option<Tenths>,
    /// The mean of the four coherence scores, when there are any.
    pub coherence_score: Option<Tenths>,
    /// `0.7 quality + 0.3 coherence`, when both are there.
    pub overall_score: Option<Tenths>,
}

/// Whether enough of a server's tools are scored to speak of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coverage {
    /// At least 80%.
    Enough,
    /// Fewer; a score over them would misrepresent the server.
    TooFew {
        /// How many are scored.
        scored: usize,
        /// Of how many.
        tools: usize,
    },
}

impl Coverage {
    /// Holds a count against the 80% rule.
    #[must_use]
    pub const fn of(scored: usize, tools: usize) -> Self {
        if scored > 0 && scored as u128 * 5 >= tools as u128 * 4 {
            Self::Enough
        } else {
            Self::TooFew { scored, tools }
        }
    }
}

impl std::fmt::Display for Coverage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Enough => f.write_str("at least 80% of the tools are scored"),
            Self::TooFew { scored, tools } => write!(
                f,
                "{scored} of {tools} tools are scored; the server's description quality needs at least 80%"
            ),
        }
    }
}

impl Rollup {
    /// Rolls up the scores of a server's tools. `tool_count` counts the tools without a score as well.
    ///
    /// ```
    /// use tdqs_coherence::Rollup;
    /// use tdqs_rubric::Tenths;
    ///
    /// let rollup = Rollup::of(&[42, 40, 38, 15].map(Tenths::new), 4, None);
    /// assert_eq!(rollup.mean_tdqs, Some(Tenths::new(34)));
    /// assert_eq!(rollup.description_quality_score, Some(Tenths::new(26)));
    /// assert_eq!(rollup.overall_score, None);
    /// ```
    #[must_use]
    pub fn of(tdqs: &[Tenths], tool_count: usize, coherence: Option<&PerCoherenceDimension<Score>>) -> Self {
        let scored = tdqs.len() as u64;
        let total: u64 = tdqs.iter().map(|score| u64::from(score.count())).sum();
        let minimum = tdqs.iter().min().copied();
        let enough = Coverage::of(tdqs.len(), tool_count) == Coverage::Enough;
        let quality = minimum.filter(|_| enough).map(|minimum| {
            // Over tenths: (0.6 total / scored + 0.4 minimum) / 10, as one fraction.
            Tenths::rounded(MEAN * total + MINIMUM * scored * u64::from(minimum.count()), 100 * scored)
        });
        let coherence = coherence.map(coherence_score);
        Self {
            tool_count,
            scored_tool_count: tdqs.len(),
            mean_tdqs: minimum.map(|_| Tenths::rounded(total, 10 * scored)),
            min_tdqs: minimum,
            description_quality_score: quality,
            coherence_score: coherence,
            overall_score: quality.zip(coherence).map(|(quality, coherence)| overall(quality, coherence)),
        }
    }

    /// The 80% rule, held against this server.
    #[must_use]
    pub const fn coverage(&self) -> Coverage {
        Coverage::of(self.scored_tool_count, self.tool_count)
    }

    /// The letter of the description quality.
    #[must_use]
    pub fn description_quality_tier(&self) -> Option<Tier> {
        self.description_quality_score.map(Tier::of)
    }

    /// The letter of the coherence.
    #[must_use]
    pub fn coherence_tier(&self) -> Option<Tier> {
        self.coherence_score.map(Tier::of)
    }

    /// The letter of the whole.
    #[must_use]
    pub fn overall_tier(&self) -> Option<Tier> {
        self.overall_score.map(Tier::of)
    }
}

fn coherence_score(scores: &PerCoherenceDimension<Score>) -> Tenths {
    Tenths::rounded(scores.iter().map(|(_, score)| u64::from(score.get())).sum(), 4)
}

fn overall(quality: Tenths, coherence: Tenths) -> Tenths {
    Tenths::rounded(QUALITY * u64::from(quality.count()) + COHERENCE * u64::from(coherence.count()), 100)
}

/// What each component keeps from an overall score of 5.0, in points: the description quality, and coherence.
#[must_use]
pub fn lost_to_components(quality: Tenths, coherence: Tenths) -> (Tenths, Tenths) {
    let lost = |weight: u64, score: Tenths| {
        Tenths::rounded(weight * u64::from(50_u32.saturating_sub(score.count())), 100)
    };
    (lost(QUALITY, quality), lost(COHERENCE, coherence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_fifths_are_enough_and_nothing_is_not() {
        for (scored, tools, enough) in
            [(4, 5, true), (3, 4, false), (8, 10, true), (7, 9, false), (0, 0, false), (1, 1, true)]
        {
            assert_eq!(Coverage::of(scored, tools) == Coverage::Enough, enough, "{scored} of {tools}");
        }
        let rollup =
            Rollup::of(&[Tenths::new(30); 3], 5, Some(&PerCoherenceDimension::from_fn(|_| Score::MAX)));
        assert_eq!(rollup.description_quality_score, None);
        assert_eq!(rollup.overall_score, None);
        assert_eq!(rollup.coherence_score, Some(Tenths::new(50)));
        assert_eq!(
            rollup.coverage().to_string(),
            "3 of 5 tools are scored; the server's description quality needs at least 80%"
        );
    }

    #[test]
    fn ties_of_the_mean_round_up() {
        // 2.1 + 2.2 = 4.3, half of it is 2.15.
        assert_eq!(Rollup::of(&[Tenths::new(21), Tenths::new(22)], 2, None).mean_tdqs, Some(Tenths::new(22)));
    }
}
