//! What a user can choose: which rules, how grave, where otherwise, and from which severity on a run fails.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Selector, Severity};

/// Choices, as a `[lint]` table holds them. Unknown keys are errors.
///
/// ```
/// use tdqs_lint::Settings;
///
/// let settings: Settings = serde_json::from_str(r#"{
///     "extend-select": ["TDQS7"],
///     "severity": {"missing-annotations": "error"},
///     "overrides": [{"tool": "legacy_*", "ignore": ["TDQS1"]}]
/// }"#)?;
/// assert_eq!(settings.overrides[0].tool, ["legacy_*"]);
///
/// let error = serde_json::from_str::<Settings>(r#"{"selekt": []}"#).unwrap_err().to_string();
/// assert!(error.starts_with("unknown field `selekt`, expected one of `select`, `extend-select`"), "{error}");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Settings {
    /// The rules to look for, instead of those that are on by default.
    pub select: Option<Vec<Selector>>,
    /// Rules to look for besides.
    pub extend_select: Vec<Selector>,
    /// Rules not to look for.
    pub ignore: Vec<Selector>,
    /// How grave the findings of rules are.
    pub severity: BTreeMap<Selector, Severity>,
    /// From which severity on a run fails.
    pub fail_on: Option<FailOn>,
    /// A file with findings that are known, relative to the settings.
    pub baseline: Option<String>,
    /// What is otherwise for some servers and tools. Of several that fit, later ones have the last word.
    pub overrides: Vec<Override>,
}

/// What is otherwise for some servers and tools. One that names neither is an error, because it would be for all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Override {
    /// Globs of the names of servers; any server when there are none.
    #[serde(deserialize_with = "one_or_many")]
    pub server: Vec<String>,
    /// Globs of the names of tools; any tool when there are none.
    #[serde(deserialize_with = "one_or_many")]
    pub tool: Vec<String>,
    /// Rules to look for besides.
    pub extend_select: Vec<Selector>,
    /// Rules not to look for.
    pub ignore: Vec<Selector>,
    /// How grave the findings of rules are.
    pub severity: BTreeMap<Selector, Severity>,
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a glob or a list of globs")]
    enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }
    Ok(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::One(glob) => vec![glob],
        OneOrMany::Many(globs) => globs,
    })
}

/// Why settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// What should be a glob is none.
    #[error("`{glob}` in override {number} is no glob: {reason}")]
    Glob {
        /// Which override, from 1.
        number: usize,
        /// The text.
        glob: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An override that is for everything.
    #[error(
        "override {number} names neither `server` nor `tool`; what is for all of them belongs beside the overrides"
    )]
    ForEverything {
        /// Which override, from 1.
        number: usize,
    },
}

/// From which severity on a run fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "a severity, or none")]
pub enum FailOn {
    /// Errors fail it.
    #[default]
    Error,
    /// Errors and warnings do.
    Warning,
    /// Any finding does.
    Note,
    /// None does.
    Never,
}

impl FailOn {
    /// Every choice.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Note, Self::Never];

    /// The one spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Never => "never",
        }
    }

    /// Whether a finding of this severity fails the run.
    #[must_use]
    pub const fn fails(self, severity: Severity) -> bool {
        match self {
            Self::Error => matches!(severity, Severity::Error),
            Self::Warning => matches!(severity, Severity::Error | Severity::Warning),
            Self::Note => true,
            Self::Never => false,
        }
    }
}

impl fmt::Display for FailOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for FailOn {
    type Err = crate::UnknownSeverity;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|choice| choice.as_str() == name)
            .ok_or_else(|| crate::UnknownSeverity(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_not_understood_are_refused() {
        for (text, expected) in [
            (r#"{"ignore": ["TDQS1O1"]}"#, "`TDQS1O1` names no rule"),
            (
                r#"{"severity": {"TDQS101": "fatal"}}"#,
                "unknown variant `fatal`, expected one of `error`, `warning`, `note`",
            ),
            (
                r#"{"fail-on": "all"}"#,
                "unknown variant `all`, expected one of `error`, `warning`, `note`, `never`",
            ),
            (r#"{"overrides": [{"tools": "x"}]}"#, "unknown field `tools`, expected one of `server`, `tool`"),
            (r#"{"overrides": [{"tool": 5}]}"#, "expected a glob or a list of globs"),
        ] {
            let error = serde_json::from_str::<Settings>(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_threshold_takes_everything_that_is_graver() {
        let fails = |choice: FailOn| Severity::ALL.map(|severity| choice.fails(severity));
        assert_eq!(fails(FailOn::Error), [true, false, false]);
        assert_eq!(fails(FailOn::Warning), [true, true, false]);
        assert_eq!(fails(FailOn::Note), [true, true, true]);
        assert_eq!(fails(FailOn::Never), [false, false, false]);
        for choice in FailOn::ALL {
            assert_eq!(choice.as_str().parse(), Ok(choice));
        }
    }
}
