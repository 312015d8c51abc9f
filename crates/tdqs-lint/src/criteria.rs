//! Which rules bear on which of the five criteria that a description is evaluated by?
//!
//! The authoring pieces evaluate a text by five criteria (Tool description engineering, evaluator). Here each names
//! the rules that find what costs it, so that `--select criteria:clarity` looks for these alone.

use std::fmt;
use std::str::FromStr;

/// A criterion by which the authoring pieces evaluate a description.
///
/// ```
/// use tdqs_lint::{Criterion, Linter, Settings};
/// use tdqs_signals::ToolSet;
///
/// let settings: Settings = serde_json::from_str(r#"{"select": ["criteria:clarity"]}"#)?;
/// let tools = ToolSet::parse(r#"{"name": "orders", "description": "Helps with orders."}"#)?;
/// let report = Linter::new([&settings])?.lint("dock", &tools);
/// assert_eq!(report.findings[0].rule, "vague-words");
/// assert!(Criterion::Clarity.rules().contains(&"vague-words"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the evaluator has these five")]
pub enum Criterion {
    /// Do words and sentences mean one thing?
    Clarity,
    /// Is everything there that an agent needs?
    Completeness,
    /// Is it true, and of this tool?
    Accuracy,
    /// Can an agent act on it?
    Actionability,
    /// Is the same said in the same way?
    Consistency,
}

impl Criterion {
    /// Every criterion, in the evaluator's order.
    pub const ALL: [Self; 5] =
        [Self::Clarity, Self::Completeness, Self::Accuracy, Self::Actionability, Self::Consistency];

    /// The evaluator's spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clarity => "clarity",
            Self::Completeness => "completeness",
            Self::Accuracy => "accuracy",
            Self::Actionability => "actionability",
            Self::Consistency => "consistency",
        }
    }

    /// The names of the rules that find what costs the criterion.
    #[must_use]
    pub const fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Clarity => &[
                "tautological-description",
                "vague-words",
                "pronoun-without-referent",
                "pronoun-opens-sentence",
                "passive-filler",
                "marketing",
                "first-person",
                "html-left-in",
                "markdown-noise",
                "stray-blanks",
                "double-blanks",
                "indented-text",
                "shouting",
                "long-sentence",
                "description-restates-name",
            ],
            Self::Completeness => &[
                "no-description",
                "few-described-parameters",
                "undescribed-parameters",
                "no-output-schema",
                "description-too-short",
                "parameter-description-missing",
                "returns-undocumented",
                "errors-undocumented",
                "description-placeholder",
                "cut-off",
                "placeholder-text",
            ],
            Self::Accuracy => &[
                "hidden-characters",
                "read-only-contradiction",
                "destructive-contradiction",
                "unknown-required-name",
                "invalid-default",
                "invalid-example",
                "handoff-dangling",
                "example-invalid",
            ],
            Self::Actionability => &[
                "tautological-description",
                "demand-to-be-called",
                "remote-instructions",
                "description-no-when",
                "description-no-when-not",
                "description-no-action-verb",
                "optional-unexplained",
                "enum-in-prose",
                "format-in-prose",
                "error-code-without-remedy",
                "handoff-missing",
                "placeholder-text",
            ],
            Self::Consistency => &[
                "meaningless-title",
                "description-repeats-schema",
                "mixed-languages",
                "name-not-snake-case",
                "mixed-property-case",
                "mixed-name-styles",
                "mixed-word-order",
                "mixed-verbs",
            ],
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is none of the five criteria.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no criterion; expected clarity, completeness, accuracy, actionability or consistency")]
pub struct UnknownCriterion(
    /// The text.
    pub String,
);

impl FromStr for Criterion {
    type Err = UnknownCriterion;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|criterion| criterion.as_str() == text);
        found.ok_or_else(|| UnknownCriterion(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RULES, rule};

    #[test]
    fn every_name_is_a_rule_and_stands_once_in_a_criterion() {
        for criterion in Criterion::ALL {
            let names = criterion.rules();
            assert!(!names.is_empty(), "{criterion}");
            for (at, name) in names.iter().enumerate() {
                assert!(rule(name).is_some_and(|rule| rule.name == *name), "{criterion}: {name}");
                assert!(!names[..at].contains(name), "{criterion}: {name}");
            }
        }
    }

    #[test]
    fn every_rule_of_language_bears_on_a_criterion() {
        for rule in RULES.iter().filter(|rule| rule.code.starts_with("TDQS6")) {
            assert!(
                Criterion::ALL.iter().any(|criterion| criterion.rules().contains(&rule.name)),
                "{}",
                rule.name
            );
        }
    }

    #[test]
    fn spellings_are_read_back() {
        for criterion in Criterion::ALL {
            assert_eq!(criterion.to_string().parse(), Ok(criterion));
        }
        assert_eq!(
            "Clarity".parse::<Criterion>().unwrap_err().to_string(),
            "`Clarity` is no criterion; expected clarity, completeness, accuracy, actionability or consistency"
        );
    }
}
