//! What a finding costs: the dimension of the rubric that it bears on.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use tdqs_rubric::{CoherenceDimension, Dimension};

/// A dimension of a tool's score or of a tool set's.
///
/// Specification: "The six dimensions", "Coherence (30% of overall)".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    clippy::exhaustive_enums,
    reason = "the specification scores definitions and tool sets, and nothing else"
)]
pub enum Aspect {
    /// Of one tool.
    Definition(Dimension),
    /// Of the tool set.
    Coherence(CoherenceDimension),
}

impl Aspect {
    /// The specification's spelling of the dimension.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Definition(dimension) => dimension.as_str(),
            Self::Coherence(dimension) => dimension.as_str(),
        }
    }

    /// The dimension's name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Definition(dimension) => dimension.title(),
            Self::Coherence(dimension) => dimension.title(),
        }
    }

    /// What the dimension weighs in a server's overall score, in hundredths of a percent: definitions make 70% of it,
    /// by the weights of their dimensions, and coherence 30%, each dimension a quarter.
    ///
    /// ```
    /// use tdqs_lint::Aspect;
    /// use tdqs_rubric::{CoherenceDimension, Dimension};
    ///
    /// assert_eq!(Aspect::Definition(Dimension::PurposeClarity).weight(), 1750);
    /// assert_eq!(Aspect::Coherence(CoherenceDimension::Completeness).weight(), 750);
    /// ```
    #[must_use]
    pub const fn weight(self) -> u32 {
        match self {
            Self::Definition(dimension) => 70 * dimension.weight_percent(),
            Self::Coherence(_) => 30 * 25,
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let of_tools = Dimension::ALL.into_iter().map(Self::Definition);
        of_tools.chain(CoherenceDimension::ALL.into_iter().map(Self::Coherence))
    }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Aspect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl JsonSchema for Aspect {
    fn schema_name() -> Cow<'static, str> {
        "Aspect".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Self::all().map(Self::as_str).collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_all_there_is() {
        assert_eq!(Aspect::all().map(Aspect::weight).sum::<u32>(), 10_000);
    }
}
