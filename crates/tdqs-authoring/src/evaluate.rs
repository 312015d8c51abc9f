//! Five criteria for a description, each from 0 to 100.
//!
//! A description is held against the spec that it is meant to describe. Accuracy and completeness of a text that
//! [`render`] wrote are perfect by construction; they are for texts that people edited afterwards, and
//! an [`Evaluation`] says which of the two it was given.
//!
//! Authoring pieces: section 6, and rows 6 to 14 of section 5.

mod accuracy;
mod actionability;
mod clarity;
mod completeness;
mod consistency;
mod criterion;
mod finding;
mod outline;
mod prose;
#[cfg(test)]
mod second;

use serde::Serialize;

pub use criterion::{Criterion, UnknownCriterion};
pub use finding::Finding;

use crate::{ToolSpec, render};
use outline::Outline;

/// The rules by which an [`Evaluation`] was made, for reports that hold several.
pub const PROFILE: &str = "contract";

/// Where the text of an evaluation came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "a text is what the renderer writes, or it is not")]
pub enum Origin {
    /// It is what [`render`] writes for the spec: accuracy and completeness say nothing.
    Rendered,
    /// It is another text.
    Edited,
}

/// How good a description is, and what each lost point was lost for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Evaluation {
    /// By which rules: [`PROFILE`].
    pub profile: &'static str,
    /// The tool's name in the spec.
    pub tool: String,
    /// Where the text came from.
    pub origin: Origin,
    /// Points from 0 to 100.
    pub clarity: u8,
    /// Points from 0 to 100.
    pub completeness: u8,
    /// Points from 0 to 100.
    pub accuracy: u8,
    /// Points from 0 to 100.
    pub actionability: u8,
    /// Points from 0 to 100.
    pub consistency: u8,
    /// What was found, by criterion, then in the order of the text or of the spec. The points of a criterion's
    /// findings and its score add up to 100.
    pub findings: Vec<Finding>,
}

impl Evaluation {
    /// The points for one criterion.
    #[must_use]
    pub const fn score(&self, criterion: Criterion) -> u8 {
        match criterion {
            Criterion::Clarity => self.clarity,
            Criterion::Completeness => self.completeness,
            Criterion::Accuracy => self.accuracy,
            Criterion::Actionability => self.actionability,
            Criterion::Consistency => self.consistency,
        }
    }

    /// The mean of the five, rounded half up once.
    #[must_use]
    pub fn total(&self) -> u8 {
        let sum: u16 = Criterion::ALL.into_iter().map(|criterion| u16::from(self.score(criterion))).sum();
        // Five values of up to 100: the mean fits.
        u8::try_from((2 * sum + 5) / 10).unwrap_or(u8::MAX)
    }
}

/// Evaluates a description against its spec, for a tool without siblings that the text could mention.
///
/// ```
/// use tdqs_authoring::{Criterion, ToolSpec, evaluate};
///
/// let evaluation = evaluate("Use `get_invoice` when asked. It returns stuff.", &ToolSpec::new("get_invoice"));
/// assert_eq!(evaluation.clarity, 85);
/// let clarity: Vec<&str> = evaluation.findings.iter()
///     .filter(|finding| finding.criterion == Criterion::Clarity)
///     .map(|finding| finding.text.as_str())
///     .collect();
/// assert_eq!(clarity, ["It returns", "stuff"]);
/// ```
#[must_use]
pub fn evaluate(text: &str, spec: &ToolSpec) -> Evaluation {
    Evaluator::new(spec).evaluate(text)
}

/// Evaluates descriptions against one spec.
#[derive(Debug, Clone)]
pub struct Evaluator<'a> {
    spec: &'a ToolSpec,
    siblings: Vec<String>,
}

impl<'a> Evaluator<'a> {
    /// For a tool without siblings.
    #[must_use]
    pub const fn new(spec: &'a ToolSpec) -> Self {
        Self { spec, siblings: Vec::new() }
    }

    /// Names of other tools, which the text may mention.
    #[must_use]
    pub fn with_siblings<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.siblings.extend(names.into_iter().map(Into::into));
        self
    }

    /// Evaluates one text. Any text can be evaluated; nothing in it is trusted.
    #[must_use]
    pub fn evaluate(&self, text: &str) -> Evaluation {
        let outline = Outline::of(text, &self.spec.name);
        let sentences = prose::sentences(&outline);
        let clarity = clarity::judge(text, &sentences, self.spec);
        let completeness = completeness::judge(&outline, self.spec);
        let accuracy = accuracy::judge(&outline, self.spec, &self.siblings);
        let actionability = actionability::judge(text, &sentences, self.spec);
        let consistency = consistency::judge(self.spec);
        let origin = if text == render(self.spec) { Origin::Rendered } else { Origin::Edited };
        let mut evaluation = Evaluation {
            profile: PROFILE,
            tool: self.spec.name.clone(),
            origin,
            clarity: clarity.score(),
            completeness: completeness.score(),
            accuracy: accuracy.score(),
            actionability: actionability.score(),
            consistency: consistency.score(),
            findings: Vec::new(),
        };
        for deductions in [clarity, completeness, accuracy, actionability, consistency] {
            evaluation.findings.extend(deductions.into_findings());
        }
        evaluation
    }
}

#[cfg(test)]
mod tests;
