//! From an answer to a tool's score.
//!
//! Specification: "Stage 4: Deterministic post-processing", "Computing the score", "Output format".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_signals::ContextSignals;

use crate::{
    Dimension, HardGates, Justified, PerDimension, Score, ServerFlag, Tenths, Tier, ToolAnswer, ToolFlag,
};

/// The weighted sum of the six scores, rounded half up to tenths.
///
/// ```
/// use tdqs_rubric::{PerDimension, Score, tdqs};
///
/// let scores = PerDimension {
///     purpose_clarity: 4, usage_guidelines: 2, behavioral_transparency: 2,
///     parameter_semantics: 3, conciseness_structure: 4, contextual_completeness: 2,
/// };
/// assert_eq!(tdqs(&scores.map(|score| Score::clamped(*score))).to_string(), "2.9");
/// ```
#[must_use]
pub fn tdqs(scores: &PerDimension<Score>) -> Tenths {
    Tenths::rounded(u64::from(hundredths(scores)), 100)
}

/// The weighted sum without rounding, in hundredths: 100 to 500.
fn hundredths(scores: &PerDimension<Score>) -> u32 {
    scores.iter().map(|(dimension, score)| dimension.weight_percent() * u32::from(score.get())).sum()
}

/// Everything that is said of one tool (specification: "Output format").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolScore {
    /// The tool's name.
    pub name: String,
    /// The six scores.
    pub scores: PerDimension<Score>,
    /// The six scores with their evidence.
    pub justifications: PerDimension<Justified>,
    /// The score, 1.0 to 5.0.
    pub tdqs: Tenths,
    /// Its letter.
    pub tier: Tier,
    /// Dimensions that score below 3.
    pub smells: Vec<Dimension>,
    /// Defects of this definition.
    pub flags: Vec<ToolFlag>,
    /// Defects of the tool set that the coherence stage wrote onto this tool.
    pub server_flags: Vec<ServerFlag>,
    /// What the judge says of the definition as a whole.
    pub summary: String,
    /// What deterministic code found.
    pub context_signals: ContextSignals,
    /// Where the answer was at odds with itself or was overruled.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// Every answer of a tool that was judged several times; the scores are their lower medians.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub runs: Vec<ToolAnswer>,
}

const NO_DESCRIPTION: &str = "There is no description, so there is nothing to evaluate.";

impl ToolScore {
    /// The score of a tool without a description, which no judge is asked about.
    #[must_use]
    pub fn without_description(name: impl Into<String>, context_signals: ContextSignals) -> Self {
        let justified = || Justified { score: Score::MIN, justification: NO_DESCRIPTION.to_owned() };
        Self::new(
            name.into(),
            PerDimension::from_fn(|_| justified()),
            vec![ToolFlag::NoDescription],
            NO_DESCRIPTION.to_owned(),
            context_signals,
        )
    }

    /// The score that an answer amounts to: the tautology cap applied, flags raised, smells derived.
    #[must_use]
    pub fn from_answer(
        name: impl Into<String>,
        gates: HardGates,
        context_signals: ContextSignals,
        answer: ToolAnswer,
    ) -> Self {
        let mut justifications = answer.scores;
        let mut notes = Vec::new();
        let purpose = &mut justifications.purpose_clarity;
        if gates == HardGates::Tautological && purpose.score > Score::clamped(2) {
            notes.push(format!("Purpose Clarity was capped at 2; the judge gave {}.", purpose.score));
            purpose.score = Score::clamped(2);
            purpose.justification = format!(
                "Capped at 2: the description only restates the name or title. The judge said: {}",
                purpose.justification
            );
        }
        let mut flags: Vec<ToolFlag> = gates.flag().into_iter().collect();
        if answer.annotation_contradiction {
            flags.push(ToolFlag::AnnotationContradiction);
            let transparency = justifications.behavioral_transparency.score;
            if transparency > Score::MIN {
                notes.push(format!(
                    "The judge found that the description contradicts the annotations and yet gave Behavioral \
                     Transparency {transparency}; the rubric says 1."
                ));
            }
        }
        Self { notes, ..Self::new(name.into(), justifications, flags, answer.summary, context_signals) }
    }

    /// The score of several answers to the same question: the lower median of each dimension, with the
    /// justification of the first run that gave it; a contradiction when most runs found one. Every run
    /// is kept. Without a run there was nothing to ask about, and the score is that of a tool
    /// [without a description](Self::without_description).
    #[must_use]
    pub fn from_runs(
        name: impl Into<String>,
        gates: HardGates,
        context_signals: ContextSignals,
        runs: Vec<ToolAnswer>,
    ) -> Self {
        let Some(first) = runs.first() else { return Self::without_description(name, context_signals) };
        let scores = PerDimension::from_fn(|dimension| {
            let mut ordered: Vec<&Justified> = runs.iter().map(|run| run.scores.get(dimension)).collect();
            // Stable: of equal scores the earlier run comes first.
            ordered.sort_by_key(|justified| justified.score);
            let median = ordered[(ordered.len() - 1) / 2].score;
            let chosen = ordered.iter().find(|justified| justified.score == median);
            chosen.map_or_else(|| first.scores.get(dimension).clone(), |justified| (*justified).clone())
        });
        let contradictions = runs.iter().filter(|run| run.annotation_contradiction).count();
        let distance = |run: &ToolAnswer| -> u32 {
            let apart = |(dimension, justified): (Dimension, &Justified)| {
                u32::from(justified.score.get().abs_diff(scores.get(dimension).score.get()))
            };
            run.scores.iter().map(apart).sum()
        };
        let nearest = runs.iter().min_by_key(|run| distance(run)).unwrap_or(first);
        let answer = ToolAnswer {
            annotation_contradiction: 2 * contradictions > runs.len(),
            summary: nearest.summary.clone(),
            scores,
        };
        let score = Self::from_answer(name, gates, context_signals, answer);
        Self { runs: if runs.len() > 1 { runs } else { Vec::new() }, ..score }
    }

    fn new(
        name: String,
        justifications: PerDimension<Justified>,
        flags: Vec<ToolFlag>,
        summary: String,
        context_signals: ContextSignals,
    ) -> Self {
        let scores = justifications.map(|justified| justified.score);
        let tdqs = tdqs(&scores);
        let smells =
            scores.iter().filter(|(_, score)| **score < Score::VIABLE).map(|(dimension, _)| dimension);
        Self {
            name,
            smells: smells.collect(),
            scores,
            justifications,
            tdqs,
            tier: Tier::of(tdqs),
            flags,
            server_flags: Vec::new(),
            summary,
            context_signals,
            notes: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// What raising each dimension would bring, the most first.
    #[must_use]
    pub fn gains(&self) -> Vec<Gain> {
        let mut gains: Vec<Gain> = Dimension::ALL
            .into_iter()
            .filter_map(|dimension| Gain::of_one_point(&self.scores, dimension))
            .collect();
        gains.sort_by_key(|gain| (std::cmp::Reverse(gain.lost_hundredths), gain.dimension));
        gains
    }
}

/// What a dimension costs a tool, in TDQS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Gain {
    /// The dimension.
    pub dimension: Dimension,
    /// Its score now.
    pub score: Score,
    /// What the missing points cost together, in hundredths of TDQS, before rounding.
    pub lost_hundredths: u32,
    /// The TDQS with one point more.
    pub tdqs_with_one_point: Tenths,
    /// The TDQS with a 5.
    pub tdqs_with_five: Tenths,
}

impl Gain {
    /// What one point more in a dimension would bring; `None` when it has all five.
    #[must_use]
    pub fn of_one_point(scores: &PerDimension<Score>, dimension: Dimension) -> Option<Self> {
        let score = *scores.get(dimension);
        let with = |raised: Score| {
            let mut scores = *scores;
            *scores.get_mut(dimension) = raised;
            tdqs(&scores)
        };
        Some(Self {
            dimension,
            score,
            lost_hundredths: dimension.weight_percent() * u32::from(Score::MAX.get() - score.get()),
            tdqs_with_one_point: with(score.next()?),
            tdqs_with_five: with(Score::MAX),
        })
    }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::{SpecVersion, ToolDefinition};

    use super::*;

    fn answer(scores: [i32; 6], contradiction: bool) -> ToolAnswer {
        let mut scores = scores.into_iter();
        ToolAnswer {
            scores: PerDimension::from_fn(|dimension| Justified {
                score: Score::clamped(scores.next().unwrap()),
                justification: format!("Because of {dimension}."),
            }),
            annotation_contradiction: contradiction,
            summary: "A definition.".to_owned(),
        }
    }

    fn signals() -> ContextSignals {
        ContextSignals::of(&ToolDefinition::new("a"), SpecVersion::V1_1Draft)
    }

    /// The document's own way, with doubles, kept as the second implementation: it agrees except where a
    /// sum of doubles falls just short of a tie.
    fn with_doubles(scores: &PerDimension<Score>) -> f64 {
        scores
            .iter()
            .map(|(dimension, score)| f64::from(dimension.weight_percent()) / 100.0 * f64::from(score.get()))
            .sum()
    }

    #[test]
    fn all_15_625_scores_are_exact_and_doubles_are_not() {
        let mut too_low = 0;
        let mut a_tier_lower = 0;
        for number in 0..5_u32.pow(6) {
            let mut rest = number;
            let scores = PerDimension::from_fn(|_| {
                let score = Score::try_from(u8::try_from(rest % 5 + 1).unwrap()).unwrap();
                rest /= 5;
                score
            });
            let exact = tdqs(&scores);
            // The plain rule: half up on an integer number of hundredths.
            let hundredths = hundredths(&scores);
            assert_eq!(exact.count(), hundredths / 10 + u32::from(hundredths % 10 >= 5));
            let rounded = (with_doubles(&scores) * 10.0 + 0.5).floor() / 10.0;
            if rounded < exact.to_f64() - 0.01 {
                too_low += 1;
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1.0 to 5.0")]
                let tenths = Tenths::new((rounded * 10.0).round() as u32);
                a_tier_lower += u32::from(Tier::of(tenths) != Tier::of(exact));
            }
        }
        assert_eq!((too_low, a_tier_lower), (612, 134));
    }

    #[test]
    fn the_tautology_cap_keeps_the_judges_sentence_behind_ours() {
        let score = ToolScore::from_answer(
            "a",
            HardGates::Tautological,
            signals(),
            answer([5, 3, 3, 3, 3, 3], false),
        );
        assert_eq!(score.scores.purpose_clarity.get(), 2);
        assert_eq!(
            score.justifications.purpose_clarity.justification,
            "Capped at 2: the description only restates the name or title. The judge said: Because of purpose_clarity."
        );
        assert_eq!(score.flags, [ToolFlag::TautologicalDescription]);
        assert_eq!(score.smells, [Dimension::PurposeClarity]);
    }

    #[test]
    fn a_contradiction_raises_its_flag_and_moves_no_score() {
        let score = ToolScore::from_answer("a", HardGates::Open, signals(), answer([5, 5, 4, 5, 5, 5], true));
        assert_eq!(score.flags, [ToolFlag::AnnotationContradiction]);
        assert_eq!(score.scores.behavioral_transparency.get(), 4);
        assert_eq!(score.notes.len(), 1);
        let consistent =
            ToolScore::from_answer("a", HardGates::Open, signals(), answer([5, 5, 1, 5, 5, 5], true));
        assert!(consistent.notes.is_empty());
    }

    #[test]
    fn runs_give_their_lower_median_and_are_kept() {
        let runs = vec![
            answer([5, 1, 3, 3, 3, 3], true),
            answer([4, 2, 3, 3, 3, 3], true),
            answer([3, 4, 3, 3, 3, 3], false),
            answer([1, 5, 3, 3, 3, 3], false),
        ];
        let score = ToolScore::from_runs("a", HardGates::Open, signals(), runs);
        assert_eq!((score.scores.purpose_clarity.get(), score.scores.usage_guidelines.get()), (3, 2));
        assert_eq!(score.runs.len(), 4);
        assert!(score.flags.is_empty(), "two of four runs are no majority");
    }

    #[test]
    fn the_dearest_dimension_comes_first() {
        let score =
            ToolScore::from_answer("a", HardGates::Open, signals(), answer([4, 2, 2, 3, 4, 2], false));
        let order: Vec<_> = score.gains().iter().map(|gain| (gain.dimension, gain.lost_hundredths)).collect();
        assert_eq!(order[0], (Dimension::UsageGuidelines, 60));
        assert_eq!(order[1], (Dimension::BehavioralTransparency, 60));
        assert_eq!(order[5], (Dimension::ConcisenessStructure, 10));
        assert_eq!(score.gains()[0].tdqs_with_one_point, Tenths::new(31));
    }
}
