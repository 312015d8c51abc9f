//! Shares and means: what they are of, and how they are rounded.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A figure in whole hundredths, shown with two decimals: 357 is 3.57.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hundredths(u32);

impl Hundredths {
    /// So many hundredths.
    #[must_use]
    pub const fn new(hundredths: u32) -> Self {
        Self(hundredths)
    }

    /// How many hundredths.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0
    }

    /// `numerator / denominator` rounded half up; `None` when there is nothing to divide by.
    pub(super) fn rounded(numerator: u128, denominator: u128) -> Option<Self> {
        let doubled = numerator.checked_mul(200)?.checked_add(denominator)?;
        u32::try_from(doubled.checked_div(denominator.checked_mul(2)?)?).ok().map(Self)
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 100, self.0 % 100))
    }
}

impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}

impl JsonSchema for Hundredths {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hundredths".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0 })
    }
}

/// How many of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The same in per cent, with two decimals; `null` of nothing.
    pub percent: Option<Hundredths>,
}

impl Share {
    pub(super) fn new(count: u64, of: u64) -> Self {
        Self { count, of, percent: Hundredths::rounded(100 * u128::from(count), u128::from(of)) }
    }

    /// The share in tenths of a per cent, rounded half up from the counts and not from the two decimals.
    #[must_use]
    pub fn percent_tenths(&self) -> Option<u64> {
        let of = u128::from(self.of);
        u64::try_from((2_000 * u128::from(self.count) + of).checked_div(2 * of)?).ok()
    }
}

/// A mean, and of how many it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Mean {
    /// The mean, with two decimals; `null` of nothing.
    pub value: Option<Hundredths>,
    /// Of how many.
    pub of: u64,
}
