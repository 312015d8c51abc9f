//! What moves a server's score.
//!
//! `0.6 mean + 0.4 min` hides where a point is worth most: the lowest tool counts twice over, but only
//! until the next one is the lowest. So every single point that could be gained is priced, on the exact
//! fractions and before rounding, and sorted.
//!
//! Specification: "Server-level scores".

use std::cmp::Reverse;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_rubric::{
    CoherenceDimension, Dimension, Gain, PerCoherenceDimension, PerDimension, Score, Tenths, tdqs,
};

use crate::{Coverage, Rollup, rollup};

/// What a server's score would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Impact {
    /// Every point that could be gained, the one that brings the server most first.
    pub moves: Vec<Move>,
    /// The tools that have the lowest TDQS.
    pub minimum_tools: Vec<String>,
    /// What raising all of those to the next minimum would bring; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub raised_minimum: Option<Gains>,
    /// The tool that would be the lowest once those were better; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub next_minimum: Option<NextMinimum>,
}

/// The tool that holds the minimum next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NextMinimum {
    /// Its name.
    pub tool: String,
    /// Its score.
    pub tdqs: Tenths,
}

/// One point more, and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Move {
    /// The tool; absent for a coherence dimension of the server.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tool: Option<String>,
    /// The dimension of the tool or of the server.
    pub dimension: String,
    /// Its score now.
    pub score: Score,
    /// The tool's TDQS with the point; absent for a coherence dimension.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tdqs_with_one_point: Option<Tenths>,
    /// What the server gains.
    #[serde(flatten)]
    pub gains: Gains,
}

/// What a change brings a server, before rounding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Gains {
    /// What `0.6 mean + 0.4 min` gains; `null` when too few tools are scored for it.
    pub description_quality_gain: Option<Gained>,
    /// What the overall score gains; `null` when there is none.
    pub overall_gain: Option<Gained>,
}

/// A difference between scores, in ten-thousandths; a number with four decimals in JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gained(i64);

impl Gained {
    /// So many ten-thousandths.
    #[must_use]
    pub const fn ten_thousandths(count: i64) -> Self {
        Self(count)
    }

    /// `numerator / denominator`, rounded half away from zero.
    fn ratio(numerator: i64, denominator: i64) -> Self {
        let scaled = i128::from(numerator) * 20_000;
        let double = i128::from(denominator.max(1)) * 2;
        let half = i128::from(denominator.max(1)) * scaled.signum();
        Self(i64::try_from((scaled + half) / double).unwrap_or(i64::MAX))
    }
}

impl std::fmt::Display for Gained {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.0.abs() + 50) / 100;
        let sign = if self.0 < 0 { '-' } else { '+' };
        f.pad(&format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100))
    }
}

impl Serialize for Gained {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[expect(clippy::cast_precision_loss, reason = "scores differ by at most 4, which is 40,000")]
        serializer.serialize_f64(self.0 as f64 / 10_000.0)
    }
}

impl<'de> Deserialize<'de> for Gained {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        #[expect(clippy::cast_possible_truncation, reason = "saturates, and no gain is near the limits")]
        Ok(Self((number * 10_000.0).round() as i64))
    }
}

impl JsonSchema for Gained {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Gained".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number" })
    }
}

/// A scored tool, as the arithmetic sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a name and six scores is all it sees")]
pub struct ScoredTool<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its six scores.
    pub scores: &'a PerDimension<Score>,
}

impl Impact {
    /// Prices every point that the tools and the tool set could gain. `tool_count` counts the tools without
    /// a score as well: what too few scores give is no gain.
    #[must_use]
    pub fn of(
        tools: &[ScoredTool<'_>],
        tool_count: usize,
        coherence: Option<&PerCoherenceDimension<Score>>,
    ) -> Self {
        let levels = Levels::of(tools, tool_count, coherence.is_some());
        let mut moves: Vec<Move> = tools
            .iter()
            .zip(&levels.tdqs)
            .flat_map(|(tool, now)| {
                let gains = Dimension::ALL
                    .into_iter()
                    .filter_map(|dimension| Gain::of_one_point(tool.scores, dimension));
                let levels = &levels;
                gains.map(move |gain| levels.tool_move(tool.name, *now, &gain))
            })
            .collect();
        moves.extend(coherence.into_iter().flat_map(|scores| coherence_moves(scores, levels.exist)));
        // Stable: what brings the same stays in the order of tools and dimensions.
        moves.sort_by_key(|possible| {
            let Gains { overall_gain, description_quality_gain } = possible.gains;
            Reverse((overall_gain, description_quality_gain, possible.tdqs_with_one_point.is_some()))
        });
        let at_minimum = |tenths: &u32| *tenths == levels.lowest;
        Self {
            moves,
            minimum_tools: tools
                .iter()
                .zip(&levels.tdqs)
                .filter(|(_, tenths)| at_minimum(tenths))
                .map(|(tool, _)| tool.name.to_owned())
                .collect(),
            raised_minimum: levels.raised_minimum(),
            next_minimum: tools
                .iter()
                .zip(&levels.tdqs)
                .filter(|(_, tenths)| !at_minimum(tenths))
                .min_by_key(|(_, tenths)| **tenths)
                .map(|(tool, tenths)| NextMinimum { tool: tool.name.to_owned(), tdqs: Tenths::new(*tenths) }),
        }
    }
}

/// Where the tools stand: what it takes to price a change in constant time.
struct Levels {
    tdqs: Vec<u32>,
    lowest: u32,
    /// The lowest once one of the lowest is taken away.
    second: u32,
    exist: Exist,
}

/// Which of the server's scores exist.
#[derive(Clone, Copy)]
struct Exist {
    quality: bool,
    overall: bool,
}

impl Levels {
    fn of(tools: &[ScoredTool<'_>], tool_count: usize, is_coherence_judged: bool) -> Self {
        let quality = Coverage::of(tools.len(), tool_count) == Coverage::Enough;
        let exist = Exist { quality, overall: quality && is_coherence_judged };
        let tdqs: Vec<u32> = tools.iter().map(|tool| tdqs(tool.scores).count()).collect();
        let (mut lowest, mut second) = (u32::MAX, u32::MAX);
        for tenths in &tdqs {
            if *tenths < lowest {
                second = lowest;
                lowest = *tenths;
            } else {
                second = second.min(*tenths);
            }
        }
        Self { tdqs, lowest, second, exist }
    }

    fn tool_move(&self, name: &str, now: u32, gain: &Gain) -> Move {
        let raised = gain.tdqs_with_one_point.count();
        let lowest = if now == self.lowest { raised.min(self.second) } else { self.lowest };
        Move {
            tool: Some(name.to_owned()),
            dimension: gain.dimension.to_string(),
            score: gain.score,
            tdqs_with_one_point: Some(gain.tdqs_with_one_point),
            gains: self.gains(i64::from(raised) - i64::from(now), lowest),
        }
    }

    /// What it brings when the scores together gain so many tenths and `lowest` becomes the minimum.
    fn gains(&self, tenths: i64, lowest: u32) -> Gains {
        let count = i64::try_from(self.tdqs.len()).unwrap_or(i64::MAX);
        // 0.6 mean + 0.4 min over tenths is (6 total + 4 count min) / (100 count).
        let [mean, minimum, quality] = [rollup::MEAN, rollup::MINIMUM, rollup::QUALITY].map(u64::cast_signed);
        let raised = i64::from(lowest) - i64::from(self.lowest);
        let numerator = mean * tenths + minimum * count * raised;
        Gains {
            description_quality_gain: self.exist.quality.then(|| Gained::ratio(numerator, 100 * count)),
            overall_gain: self.exist.overall.then(|| Gained::ratio(quality * numerator, 1_000 * count)),
        }
    }

    /// All of the lowest tools at the score of the next.
    fn raised_minimum(&self) -> Option<Gains> {
        let next = self.tdqs.iter().filter(|tenths| **tenths > self.lowest).min()?;
        let lowest = self.tdqs.iter().filter(|tenths| **tenths == self.lowest).count();
        let tenths = i64::from(next - self.lowest) * i64::try_from(lowest).unwrap_or(i64::MAX);
        Some(self.gains(tenths, *next))
    }
}

fn coherence_moves(scores: &PerCoherenceDimension<Score>, exist: Exist) -> impl Iterator<Item = Move> {
    scores.iter().filter(|(_, score)| score.next().is_some()).map(move |(dimension, score)| Move {
        tool: None,
        dimension: dimension.to_string(),
        score: *score,
        tdqs_with_one_point: None,
        gains: Gains {
            description_quality_gain: exist.quality.then(Gained::default),
            // A quarter of a point of coherence, three tenths of which reach the overall score.
            overall_gain: exist.overall.then(|| Gained::ratio(rollup::COHERENCE.cast_signed(), 40)),
        },
    })
}

/// A score that somebody would like to see: `create_issue.usage_guidelines=5`, or `disambiguation=4` for
/// the tool set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhatIf {
    /// A dimension of a tool.
    Tool {
        /// The tool's name.
        tool: String,
        /// Which dimension.
        dimension: Dimension,
        /// The score to assume.
        score: Score,
    },
    /// A dimension of the tool set.
    Server {
        /// Which dimension.
        dimension: CoherenceDimension,
        /// The score to assume.
        score: Score,
    },
}

/// Why a text is no assumption.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`: {reason}; write TOOL.DIMENSION=SCORE, or DIMENSION=SCORE for a coherence dimension")]
pub struct InvalidWhatIf {
    text: String,
    reason: String,
}

/// Writes it as it is read.
impl fmt::Display for WhatIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool { tool, dimension, score } => write!(f, "{tool}.{}={score}", dimension.as_str()),
            Self::Server { dimension, score } => write!(f, "{}={score}", dimension.as_str()),
        }
    }
}

impl std::str::FromStr for WhatIf {
    type Err = InvalidWhatIf;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = |reason: String| InvalidWhatIf { text: text.to_owned(), reason };
        let (target, score) = text.rsplit_once('=').ok_or_else(|| invalid("there is no `=`".to_owned()))?;
        let score = score.parse::<Score>().map_err(|error| invalid(error.to_string()))?;
        // Tool names may hold dots; dimensions do not.
        match target.rsplit_once('.') {
            Some((tool, dimension)) => {
                let dimension = dimension.parse::<Dimension>().map_err(|error| invalid(error.to_string()))?;
                Ok(Self::Tool { tool: tool.to_owned(), dimension, score })
            }
            None => {
                let dimension =
                    target.parse::<CoherenceDimension>().map_err(|error| invalid(error.to_string()))?;
                Ok(Self::Server { dimension, score })
            }
        }
    }
}

/// An assumption names something the server does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WhatIfError {
    /// No scored tool has the name.
    #[error("no scored tool is called `{0}`")]
    UnknownTool(String),
    /// The tool set has no coherence scores.
    #[error("the server has no coherence scores to change")]
    NoCoherence,
}

/// The rollup under some assumptions.
///
/// # Errors
///
/// When an assumption names a tool that is not scored, or a coherence dimension where there is none.
pub fn what_if(
    tools: &[ScoredTool<'_>],
    tool_count: usize,
    coherence: Option<&PerCoherenceDimension<Score>>,
    assumptions: &[WhatIf],
) -> Result<Rollup, WhatIfError> {
    let mut scores: Vec<PerDimension<Score>> = tools.iter().map(|tool| *tool.scores).collect();
    let mut coherence = coherence.copied();
    for assumption in assumptions {
        match assumption {
            WhatIf::Tool { tool, dimension, score } => {
                let mut found = false;
                for (_, scores) in tools.iter().zip(&mut scores).filter(|(scored, _)| scored.name == tool) {
                    *scores.get_mut(*dimension) = *score;
                    found = true;
                }
                if !found {
                    return Err(WhatIfError::UnknownTool(tool.clone()));
                }
            }
            WhatIf::Server { dimension, score } => match &mut coherence {
                Some(coherence) => *coherence.get_mut(*dimension) = *score,
                None => return Err(WhatIfError::NoCoherence),
            },
        }
    }
    let tdqs: Vec<Tenths> = scores.iter().map(tdqs).collect();
    Ok(Rollup::of(&tdqs, tool_count, coherence.as_ref()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scores(numbers: [i32; 6]) -> PerDimension<Score> {
        let mut numbers = numbers.into_iter();
        PerDimension::from_fn(|_| Score::clamped(numbers.next().unwrap_or(1)))
    }

    #[test]
    fn the_lowest_tool_is_worth_most_until_another_is_the_lowest() {
        let (low, middle, high) = (scores([2; 6]), scores([3; 6]), scores([5, 5, 5, 5, 5, 4]));
        let tools = [("low", &low), ("middle", &middle), ("high", &high)]
            .map(|(name, scores)| ScoredTool { name, scores });
        let coherence = PerCoherenceDimension::from_fn(|_| Score::clamped(4));
        let impact = Impact::of(&tools, 3, Some(&coherence));
        let first = &impact.moves[0];
        assert_eq!((first.tool.as_deref(), first.dimension.as_str()), (Some("low"), "purpose_clarity"));
        // 0.3 of 3 tools' mean, times 0.6, and 0.3 of the minimum, times 0.4.
        assert_eq!(first.gains.description_quality_gain, Some(Gained::ratio(18, 100)));
        assert_eq!(Gained::ratio(18, 100).to_string(), "+0.18");
        assert_eq!(impact.minimum_tools, ["low"]);
        assert_eq!(
            impact.next_minimum,
            Some(NextMinimum { tool: "middle".to_owned(), tdqs: Tenths::new(30) })
        );
        assert!(impact.moves.iter().any(|possible| possible.tool.is_none()));
        assert_eq!(impact.moves.len(), 6 + 6 + 1 + 4);
    }

    #[test]
    fn several_lowest_tools_are_worth_something_together() {
        let (low, high) = (scores([2; 6]), scores([3; 6]));
        let tools =
            [("a", &low), ("b", &low), ("c", &high)].map(|(name, scores)| ScoredTool { name, scores });
        let raised = Impact::of(&tools, 3, None).raised_minimum.unwrap();
        // Two of three tools by a whole point, times 0.6, and the minimum by a point, times 0.4.
        assert_eq!(raised.description_quality_gain, Some(Gained::ratio(80, 100)));
        assert_eq!(Impact::of(&tools[..2], 2, None).raised_minimum, None);
    }

    #[test]
    fn scores_that_do_not_exist_gain_nothing() {
        let low = scores([2; 6]);
        let impact = Impact::of(&[ScoredTool { name: "a", scores: &low }], 4, None);
        assert_eq!(impact.moves[0].gains, Gains::default());
    }

    #[test]
    fn assumptions_are_read_and_refused() {
        assert_eq!(
            "a.b.usage_guidelines=5".parse(),
            Ok(WhatIf::Tool {
                tool: "a.b".to_owned(),
                dimension: Dimension::UsageGuidelines,
                score: Score::MAX
            })
        );
        for text in ["disambiguation=4", "dock.find_crate.purpose_clarity=5"] {
            assert_eq!(text.parse::<WhatIf>().unwrap().to_string(), text);
        }
        for wrong in ["a.usage_guidelines", "a.usage=5", "a.usage_guidelines=6", "usage_guidelines=5"] {
            assert!(wrong.parse::<WhatIf>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_priced_point_is_the_difference_of_two_rollups(
            numbers in proptest::collection::vec(proptest::array::uniform6(1..=5_i32), 1..6)
        ) {
            let all: Vec<_> = numbers.iter().map(|numbers| scores(*numbers)).collect();
            let names: Vec<String> = (0..all.len()).map(|number| format!("t{number}")).collect();
            let tools: Vec<_> =
                names.iter().zip(&all).map(|(name, scores)| ScoredTool { name, scores }).collect();
            let quality = |all: &[PerDimension<Score>]| {
                let tenths: Vec<i64> = all.iter().map(|scores| i64::from(tdqs(scores).count())).collect();
                let count = i64::try_from(tenths.len()).unwrap();
                6 * tenths.iter().sum::<i64>() + 4 * count * tenths.iter().min().unwrap()
            };
            for possible in Impact::of(&tools, tools.len(), None).moves {
                let at = names.iter().position(|name| Some(name) == possible.tool.as_ref()).unwrap();
                let mut raised = all.clone();
                let dimension: Dimension = possible.dimension.parse().unwrap();
                *raised[at].get_mut(dimension) = possible.score.next().unwrap();
                let count = i64::try_from(all.len()).unwrap();
                let expected = Gained::ratio(quality(&raised) - quality(&all), 100 * count);
                prop_assert_eq!(possible.gains, Gains { description_quality_gain: Some(expected), overall_gain: None });
            }
        }
    }
}
