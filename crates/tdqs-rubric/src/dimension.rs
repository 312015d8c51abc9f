//! The six dimensions of a tool's score, as one table.
//!
//! Specification: "The six dimensions".

/// What a tool definition is judged on. Each is scored 1 to 5, independently of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    clippy::exhaustive_enums,
    reason = "the specification closes the list, and a complete match is worth having"
)]
pub enum Dimension {
    /// Does the description state what the tool does?
    PurposeClarity,
    /// Does it say when to use this tool vs alternatives?
    UsageGuidelines,
    /// Does it disclose behavior beyond what annotations already declare?
    BehavioralTransparency,
    /// Does it add meaning beyond what the input schema provides?
    ParameterSemantics,
    /// Is it appropriately sized and front-loaded?
    ConcisenessStructure,
    /// Given the tool's complexity, is the description complete enough?
    ContextualCompleteness,
}

named!(Dimension, "dimension", {
    PurposeClarity => "purpose_clarity",
    UsageGuidelines => "usage_guidelines",
    BehavioralTransparency => "behavioral_transparency",
    ParameterSemantics => "parameter_semantics",
    ConcisenessStructure => "conciseness_structure",
    ContextualCompleteness => "contextual_completeness",
});

/// The weights are whole percentages, and together all there is.
const _: () = {
    let mut sum = 0;
    let mut at = 0;
    while at < Dimension::ALL.len() {
        sum += Dimension::ALL[at].weight_percent();
        at += 1;
    }
    assert!(sum == 100);
};

impl Dimension {
    /// The name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::PurposeClarity => "Purpose Clarity",
            Self::UsageGuidelines => "Usage Guidelines",
            Self::BehavioralTransparency => "Behavioral Transparency",
            Self::ParameterSemantics => "Parameter Semantics",
            Self::ConcisenessStructure => "Conciseness & Structure",
            Self::ContextualCompleteness => "Contextual Completeness",
        }
    }

    /// The weight in the TDQS, in percent.
    #[must_use]
    pub const fn weight_percent(self) -> u32 {
        match self {
            Self::PurposeClarity => 25,
            Self::UsageGuidelines | Self::BehavioralTransparency => 20,
            Self::ParameterSemantics => 15,
            Self::ConcisenessStructure | Self::ContextualCompleteness => 10,
        }
    }

    /// The question the dimension asks.
    #[must_use]
    pub const fn question(self) -> &'static str {
        match self {
            Self::PurposeClarity => "Does the description state what the tool does?",
            Self::UsageGuidelines => "Does it say when to use this tool vs alternatives?",
            Self::BehavioralTransparency => {
                "Does it disclose behavior beyond what annotations already declare?"
            }
            Self::ParameterSemantics => "Does it add meaning beyond what the input schema provides?",
            Self::ConcisenessStructure => "Is it appropriately sized and front-loaded?",
            Self::ContextualCompleteness => {
                "Given the tool's complexity, is the description complete enough?"
            }
        }
    }

    /// What the scores stand for, or how they are to be found where the specification gives no list.
    #[must_use]
    pub const fn anchors(self) -> &'static str {
        match self {
            Self::PurposeClarity => {
                "5 = specific verb+resource, distinguishes the tool from siblings · 4 = clear but no sibling \
                 differentiation · 3 = vague purpose · 2 = tautology (restates name/title) · 1 = missing or misleading"
            }
            Self::UsageGuidelines => {
                "5 = explicit when / when-not / named alternatives · 4 = clear context, no exclusions · 3 = implied \
                 usage · 2 = no guidance · 1 = misleading"
            }
            Self::BehavioralTransparency => {
                "graded relative to annotations: with them the bar is lower, without them the description carries \
                 the full disclosure burden; 1 = contradicts its annotations"
            }
            Self::ParameterSemantics => {
                "graded relative to schema coverage: over 80% the baseline is 3, under 50% the description must \
                 compensate, without parameters the baseline is 4"
            }
            Self::ConcisenessStructure => {
                "every sentence earns its place, key information first; under-specification is not conciseness"
            }
            Self::ContextualCompleteness => {
                "judged against the tool's complexity and the richness of its structured fields; with an output \
                 schema the description need not explain return values"
            }
        }
    }
}
