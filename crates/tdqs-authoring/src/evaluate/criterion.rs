//! The five criteria.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// What is asked of a description, in the order of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Criterion {
    /// No vague words, no sentence that opens with a dangling it, this or that.
    Clarity,
    /// Every section is there and says something.
    Completeness,
    /// The names in the text are those of the spec, and the other way round.
    Accuracy,
    /// An agent can tell when to use the tool, what comes back, what to do on errors and what to pass.
    Actionability,
    /// Names follow one style, types are those of JSON Schema.
    Consistency,
}

impl Criterion {
    /// All five, in the order of reports.
    pub const ALL: [Self; 5] =
        [Self::Clarity, Self::Completeness, Self::Accuracy, Self::Actionability, Self::Consistency];

    /// The name in reports.
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

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
