//! Who judged.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tdqs_rubric::RubricIdentity;

/// Who gave a score. Scores compare only with scores of the same judge under the same rubric, so every
/// report carries it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct JudgeIdentity {
    /// The judge's name and version, such as `offline-1`, or the model's name.
    pub name: String,
    /// The prompts the judge works by; absent for judges that read none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rubric: Option<RubricIdentity>,
}

impl JudgeIdentity {
    /// A judge that reads no prompts.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), rubric: None }
    }

    /// A judge that works by the prompts of a rubric.
    #[must_use]
    pub fn with_rubric(mut self, rubric: RubricIdentity) -> Self {
        self.rubric = Some(rubric);
        self
    }
}

impl fmt::Display for JudgeIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
