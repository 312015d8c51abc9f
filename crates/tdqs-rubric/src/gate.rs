//! Degenerate definitions, found before any model is asked.
//!
//! Specification: "Stage 2: Hard gates". Decisions: "Counts and hash".

use tdqs_signals::whitespace::trim;
use tdqs_signals::{ToolDefinition, ToolView};

use crate::ToolFlag;

/// What the gates found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum HardGates {
    /// Nothing: the definition goes to the judge.
    Open,
    /// There is no description. Every dimension scores 1 and no judge is asked.
    NoDescription,
    /// The description is the name or the title. The judge is asked; Purpose Clarity is at most 2.
    Tautological,
}

impl HardGates {
    /// Holds a definition against the gates.
    ///
    /// ```
    /// use tdqs_rubric::HardGates;
    /// use tdqs_signals::ToolDefinition;
    ///
    /// assert_eq!(HardGates::of(&ToolDefinition::new("process")), HardGates::NoDescription);
    /// let tool = ToolDefinition::new("process").with_description(" Process\n");
    /// assert_eq!(HardGates::of(&tool), HardGates::Tautological);
    /// ```
    #[must_use]
    pub fn of(tool: &ToolDefinition) -> Self {
        Self::of_view(&tool.into())
    }

    /// Holds a tool that lies in a text against the gates.
    #[must_use]
    pub fn of_view(tool: &ToolView<'_>) -> Self {
        let description = tool.description().unwrap_or_default();
        let description = trim(&description);
        if description.is_empty() {
            return Self::NoDescription;
        }
        let restates = |label: &str| {
            // Lowercasing shortens a text to a third at most (the Kelvin sign), so that a description of any
            // length to speak of is none of these without being lowercased; and it lengthens one to three times
            // itself at most.
            if description.len() > 9 * label.len() {
                return false;
            }
            let label = label.to_lowercase();
            let label = trim(&label);
            description.len() <= 3 * label.len() && description.to_lowercase() == label
        };
        if restates(&tool.name()) || tool.title().is_some_and(|title| restates(&title)) {
            Self::Tautological
        } else {
            Self::Open
        }
    }

    /// The flag that goes with what was found.
    #[must_use]
    pub const fn flag(self) -> Option<ToolFlag> {
        match self {
            Self::Open => None,
            Self::NoDescription => Some(ToolFlag::NoDescription),
            Self::Tautological => Some(ToolFlag::TautologicalDescription),
        }
    }

    /// Whether the score is settled without a judge.
    #[must_use]
    pub const fn settles_the_score(self) -> bool {
        matches!(self, Self::NoDescription)
    }
}
