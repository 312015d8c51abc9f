//! Degenerate definitions, found before any model is asked.
//!
//! Specification: "Stage 2: Hard gates". Decisions: "Counts and hash".

use tdqs_signals::ToolDefinition;
use tdqs_signals::whitespace::trim;

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
        let description = trim(tool.description.as_deref().unwrap_or_default());
        if description.is_empty() {
            return Self::NoDescription;
        }
        let restates = |label: &str| {
            let label = label.to_lowercase();
            let label = trim(&label);
            // Lowercasing shortens a text to a third at most (the Kelvin sign), so that a description of any
            // length to speak of is none of these without being lowercased.
            description.len() <= 3 * label.len() && description.to_lowercase() == label
        };
        if restates(&tool.name) || tool.title.as_deref().is_some_and(restates) {
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
