//! How a finding is mended: edits that name places by JSON pointer.

use schemars::JsonSchema;
use serde::Serialize;

/// What would mend a finding.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Fix {
    /// What it does, in one line.
    pub title: String,
    /// Whether it can be made without asking.
    pub applicability: Applicability,
    /// What changes, in order. Each pointer is one of the tool as the edits before it left it.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix that changes nothing an agent or a caller relies on.
    #[must_use]
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), applicability: Applicability::Safe, edits }
    }

    /// A fix that may change what the definition says or accepts.
    #[must_use]
    pub fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), applicability: Applicability::Unsafe, edits }
    }
}

/// Whether a fix can be made without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Applicability {
    /// It changes nothing that an agent or a caller relies on.
    Safe,
    /// It may change what the definition says or accepts.
    Unsafe,
}

/// One change of a tool's JSON.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[non_exhaustive]
pub enum Edit {
    /// Puts another value in the place of one that is there.
    Set {
        /// JSON pointer within the tool.
        pointer: String,
        /// The new value.
        value: serde_json::Value,
    },
    /// Adds a member to an object, at its end, or an element to an array, before the one that has its index.
    Insert {
        /// JSON pointer of the new value within the tool.
        pointer: String,
        /// The new value.
        value: serde_json::Value,
    },
    /// Takes a member or an element away.
    Remove {
        /// JSON pointer within the tool.
        pointer: String,
    },
    /// Takes a value away and adds it elsewhere.
    Move {
        /// JSON pointer of the value within the tool.
        from: String,
        /// JSON pointer of its new place.
        to: String,
    },
    /// Gives a member another key, at the place where it stands.
    Rename {
        /// JSON pointer of the member within the tool.
        pointer: String,
        /// Its new key.
        key: String,
    },
}
