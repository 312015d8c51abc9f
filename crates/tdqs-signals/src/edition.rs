//! Which edition of the specification a number follows.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An edition of the specification. Never ambient: whatever depends on it takes it as a parameter, and
/// every report carries it.
///
/// Decisions: "Editions".
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[non_exhaustive]
pub enum SpecVersion {
    /// The document in which shadowing first appeared. It carries no number of its own.
    #[default]
    #[serde(rename = "1.1-draft")]
    V1_1Draft,
    /// What the published Python reference implementation follows.
    #[serde(rename = "1.2")]
    V1_2,
    /// The newest published edition: the numbers of 1.2 with an output schema in the tool message.
    #[serde(rename = "1.3")]
    V1_3,
}

impl SpecVersion {
    /// Every edition, oldest first.
    pub const ALL: [Self; 3] = [Self::V1_1Draft, Self::V1_2, Self::V1_3];

    /// The name of the edition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V1_1Draft => "1.1-draft",
            Self::V1_2 => "1.2",
            Self::V1_3 => "1.3",
        }
    }

    /// Whether `invocationCost` counts the required fields of the whole subtree (from 1.2 on) instead of
    /// the top level.
    #[must_use]
    pub const fn counts_subtree_fields(self) -> bool {
        !matches!(self, Self::V1_1Draft)
    }
}

impl fmt::Display for SpecVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// No edition has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no edition `{0}` of the specification; there are 1.1-draft, 1.2 and 1.3")]
pub struct UnknownSpecVersion(pub(crate) String);

impl FromStr for SpecVersion {
    type Err = UnknownSpecVersion;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|edition| edition.as_str() == name)
            .ok_or_else(|| UnknownSpecVersion(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edition_has_one_spelling() {
        for edition in SpecVersion::ALL {
            assert_eq!(edition.as_str().parse(), Ok(edition));
            assert_eq!(serde_json::to_value(edition).unwrap(), edition.as_str());
        }
        assert!("1.1".parse::<SpecVersion>().is_err());
    }
}
