//! Numbers that cannot be wrong: a dimension's score and a score in tenths.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The score of one dimension: a whole number from 1 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Score(u8);

impl Score {
    /// The lowest score.
    pub const MIN: Self = Self(1);
    /// The highest score.
    pub const MAX: Self = Self(5);
    /// Scores below this one are smells.
    pub const VIABLE: Self = Self(3);

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The nearest score to a number that may lie outside.
    #[must_use]
    pub const fn clamped(score: i32) -> Self {
        match score {
            ..=1 => Self(1),
            2 => Self(2),
            3 => Self(3),
            4 => Self(4),
            5.. => Self(5),
        }
    }

    /// One point more, unless it is the highest.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        if self.0 < 5 { Some(Self(self.0 + 1)) } else { None }
    }
}

/// The number is no score.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no score, which is a whole number from 1 to 5")]
pub struct InvalidScore(pub(crate) String);

impl TryFrom<u8> for Score {
    type Error = InvalidScore;

    fn try_from(score: u8) -> Result<Self, Self::Error> {
        if (1..=5).contains(&score) { Ok(Self(score)) } else { Err(InvalidScore(score.to_string())) }
    }
}

impl std::str::FromStr for Score {
    type Err = InvalidScore;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<u8>()
            .ok()
            .and_then(|score| Self::try_from(score).ok())
            .ok_or_else(|| InvalidScore(format!("`{text}`")))
    }
}

impl From<Score> for u8 {
    fn from(score: Score) -> Self {
        score.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl JsonSchema for Score {
    fn schema_name() -> Cow<'static, str> {
        "Score".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": 5 })
    }
}

/// A score in whole tenths, shown with one decimal: 29 is 2.9.
///
/// Every published score is one of these. Kept as an integer, because doubles put 612 of the 15,625
/// possible TDQS a tenth too low, and 134 of those a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(u32);

impl Tenths {
    /// A score of so many tenths.
    #[must_use]
    pub const fn new(tenths: u32) -> Self {
        Self(tenths)
    }

    /// `numerator / denominator` rounded half up to tenths, on the exact rational. A denominator of 0
    /// gives 0.
    #[must_use]
    pub const fn rounded(numerator: u64, denominator: u64) -> Self {
        if denominator == 0 {
            return Self(0);
        }
        let tenths = (20 * numerator as u128 + denominator as u128) / (2 * denominator as u128);
        #[expect(clippy::cast_possible_truncation, reason = "guarded: a score beyond u32 saturates")]
        Self(if tenths > u32::MAX as u128 { u32::MAX } else { tenths as u32 })
    }

    /// How many tenths.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0
    }

    /// The number as a double, for whoever plots it.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

impl Serialize for Tenths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

impl<'de> Deserialize<'de> for Tenths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let tenths = (number * 10.0).round();
        if (0.0..=f64::from(u32::MAX)).contains(&tenths) && (number * 10.0 - tenths).abs() < 1e-6 {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked just above")]
            Ok(Self(tenths as u32))
        } else {
            Err(serde::de::Error::custom(format_args!("{number} is no score with one decimal")))
        }
    }
}

impl JsonSchema for Tenths {
    fn schema_name() -> Cow<'static, str> {
        "Tenths".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // Not `multipleOf: 0.1`: validators divide doubles, and 2.9 / 0.1 is no whole number in them.
        json_schema!({ "type": "number", "minimum": 0, "maximum": 5 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_to_five_is_a_score() {
        assert!(Score::try_from(0).is_err());
        assert!(Score::try_from(6).is_err());
        assert_eq!(serde_json::from_str::<Score>("5").unwrap(), Score::MAX);
        assert!(serde_json::from_str::<Score>("6").is_err());
        assert!("4.0".parse::<Score>().is_err());
    }

    #[test]
    fn tenths_round_half_up_on_the_exact_rational() {
        for (numerator, denominator, expected) in
            [(285, 100, "2.9"), (7, 2, "3.5"), (1, 3, "0.3"), (5, 100, "0.1"), (0, 0, "0.0")]
        {
            assert_eq!(Tenths::rounded(numerator, denominator).to_string(), expected);
        }
    }

    #[test]
    fn tenths_are_numbers_in_json() {
        assert_eq!(serde_json::to_string(&[Tenths::new(29), Tenths::new(30)]).unwrap(), "[2.9,3.0]");
        assert_eq!(serde_json::from_str::<Tenths>("2.9").unwrap(), Tenths::new(29));
        assert!(serde_json::from_str::<Tenths>("2.95").is_err());
    }
}
