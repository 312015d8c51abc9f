//! The four dimensions of a tool set's score, as one table.
//!
//! Specification: "Coherence (30% of overall)".

/// What a server's tool set is judged on. Each is scored 1 to 5, all weigh the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    clippy::exhaustive_enums,
    reason = "the specification closes the list, and a complete match is worth having"
)]
pub enum CoherenceDimension {
    /// Can an agent tell the tools apart?
    Disambiguation,
    /// Do names follow a predictable pattern?
    NamingConsistency,
    /// Is the surface well-scoped?
    ToolCountAppropriateness,
    /// Are there gaps in the surface?
    Completeness,
}

named!(CoherenceDimension, "coherence dimension", {
    Disambiguation => "disambiguation",
    NamingConsistency => "naming_consistency",
    ToolCountAppropriateness => "tool_count_appropriateness",
    Completeness => "completeness",
});

impl CoherenceDimension {
    /// The name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Disambiguation => "Disambiguation",
            Self::NamingConsistency => "Naming Consistency",
            Self::ToolCountAppropriateness => "Tool Count Appropriateness",
            Self::Completeness => "Completeness",
        }
    }

    /// The question the dimension asks.
    #[must_use]
    pub const fn question(self) -> &'static str {
        match self {
            Self::Disambiguation => "Can an agent tell the tools apart?",
            Self::NamingConsistency => "Do names follow a predictable pattern?",
            Self::ToolCountAppropriateness => "Is the surface well-scoped?",
            Self::Completeness => "Are there gaps in the surface?",
        }
    }

    /// What the scores stand for.
    #[must_use]
    pub const fn anchors(self) -> &'static str {
        match self {
            Self::Disambiguation => {
                "5 = every tool clearly distinct · 1 = several tools appear to do the same thing"
            }
            Self::NamingConsistency => "5 = consistent verb_noun throughout · 1 = chaotic",
            Self::ToolCountAppropriateness => {
                "5 = each tool earns its place (typically 3–15) · 3 = borderline (1–2 feels thin, 16–25 feels heavy) \
                 · 1 = extreme mismatch (50+, or a single trivial tool)"
            }
            Self::Completeness => {
                "5 = full CRUD/lifecycle coverage, no dead ends · 3 = notable missing operations (create+get but no \
                 update/delete) · 1 = severely incomplete"
            }
        }
    }
}
