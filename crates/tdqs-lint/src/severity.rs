//! How grave a finding is.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How grave a finding is; the gravest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    clippy::exhaustive_enums,
    reason = "every output format knows these three, and a complete match helps"
)]
pub enum Severity {
    /// An agent is misled, or a client refuses the tool.
    Error,
    /// An agent is left to guess.
    Warning,
    /// Worth knowing; mending it is a matter of taste or of time.
    Note,
}

impl Severity {
    /// Every severity, the gravest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The one spelling: in settings, on the command line and in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text names no severity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no severity; expected error, warning or note")]
#[non_exhaustive]
pub struct UnknownSeverity(pub String);

impl FromStr for Severity {
    type Err = UnknownSeverity;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|severity| severity.as_str() == name)
            .ok_or_else(|| UnknownSeverity(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_severity_survives_every_conversion() {
        for severity in Severity::ALL {
            assert_eq!(severity.as_str().parse(), Ok(severity));
            let json = serde_json::to_string(&severity).unwrap();
            assert_eq!(json, format!("\"{severity}\""));
            assert_eq!(serde_json::from_str::<Severity>(&json).unwrap(), severity);
        }
        assert_eq!("fatal".parse::<Severity>(), Err(UnknownSeverity("fatal".to_owned())));
    }
}
