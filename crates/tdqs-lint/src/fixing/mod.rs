//! Mending a file: finding, editing, and finding again, until there is nothing more to do.
//!
//! What is done without asking changes nothing that an agent or a caller relies on: the fixes of rules that say so of
//! themselves, and the safe tier of the Tool Credit Score. What narrows a definition or renames a tool is done only on
//! request. Whatever the rules propose, a tool is left as it was when afterwards its name, its parameters or their
//! types would be others, or its Tool Credit Score lower.
//!
//! ```
//! use tdqs_lint::Linter;
//! use tdqs_lint::fixing::{FixOptions, fix_text};
//!
//! let text = "{\"tools\": [\n  {\"name\": \"seal_crate\", \"description\": \"seals a crate.\", \"parameters\": {}}\n]}\n";
//! let fixed = fix_text(text, "dock", &Linter::default(), FixOptions::default())?;
//! assert_eq!(
//!     fixed.text,
//!     "{\"tools\": [\n  {\"name\": \"seal_crate\", \"description\": \"Seals a crate.\", \"inputSchema\": {\"type\": \"object\"}}\n]}\n",
//! );
//! assert_eq!(fixed.changes.len(), 3);
//! # Ok::<(), tdqs_signals::ReadError>(())
//! ```

mod credit;
mod guard;
mod proposal;
mod rename;
mod run;
mod tokens;
mod tool;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Serialize;

use crate::tokens::Tokenizer;

pub use rename::{RenameMention, RenameRefusal, RenamedTool, Renaming};
pub use run::{MAX_ROUNDS, fix_text};
pub(crate) use tool::{credit_tool, inner_pointer};

/// How far fixes may go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FixOptions {
    /// Also what narrows which calls are accepted, or changes what a definition says.
    pub tighten: bool,
    /// Also names: those of tools become snake case. That breaks whoever calls them by the old ones.
    pub rename: bool,
    /// By what the tokens of each change are counted; `None` counts none.
    pub tokenizer: Option<Tokenizer>,
}

impl FixOptions {
    /// Also narrows definitions.
    #[must_use]
    pub const fn with_tighten(mut self, tighten: bool) -> Self {
        self.tighten = tighten;
        self
    }

    /// Also renames tools.
    #[must_use]
    pub const fn with_rename(mut self, rename: bool) -> Self {
        self.rename = rename;
        self
    }

    /// Also counts what each change adds in tokens, or saves.
    #[must_use]
    pub const fn with_tokenizer(mut self, tokenizer: Tokenizer) -> Self {
        self.tokenizer = Some(tokenizer);
        self
    }
}

/// How far a change goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum FixTier {
    /// Nothing that an agent or a caller relies on changes.
    Safe,
    /// It narrows what is accepted, or changes what is said.
    Tighten,
    /// A tool is called otherwise.
    Rename,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MadeChange {
    /// The server's name.
    pub server: String,
    /// The tool's name, before anything was changed in this round.
    pub tool: String,
    /// JSON pointer within the tool.
    pub pointer: String,
    /// The code of the rule, or the id of a rule of the Tool Credit Score.
    pub rule: String,
    /// What it does, in one line.
    pub title: String,
    /// How far it goes.
    pub tier: FixTier,
    /// The tokens that it adds to what a client sends for the tool, below 0 those that it saves; `None` when they were
    /// not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<i64>,
}

/// A change that a rule proposes and that was not made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RefusedChange {
    /// The change.
    #[serde(flatten)]
    pub change: MadeChange,
    /// Why it was not made.
    pub reason: String,
}

/// A text after its fix.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FixedText {
    /// The text: the one that was given where there is nothing to do.
    pub text: String,
    /// What was changed, in the order in which it was done.
    pub changes: Vec<MadeChange>,
    /// What was proposed in the last round and not done.
    pub refused: Vec<RefusedChange>,
    /// The new names, one for each server that has some or was refused some.
    pub renamings: Vec<Renaming>,
    /// How often everything was looked at.
    pub rounds: usize,
    /// Whether the last look found nothing more to do.
    pub is_settled: bool,
}
