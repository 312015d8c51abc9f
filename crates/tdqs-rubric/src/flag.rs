//! Categorical defects. No flag changes the arithmetic.
//!
//! Specification: "Flags and smells".

/// A defect of one definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ToolFlag {
    /// The description is missing or white space: every dimension is 1 and no model is asked.
    NoDescription,
    /// The description is exactly the name or the title: Purpose Clarity is at most 2.
    TautologicalDescription,
    /// The description contradicts the annotations, as the judge found.
    AnnotationContradiction,
}

named!(ToolFlag, "tool flag", {
    NoDescription => "No Description",
    TautologicalDescription => "Tautological Description",
    AnnotationContradiction => "Annotation Contradiction",
});

/// A defect of the tool set, written onto a tool by the coherence stage. Kept apart from the tool's own
/// flags because the two stages write on schedules of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ServerFlag {
    /// A much cheaper sibling covers the tool's purpose.
    ShadowingRisk,
}

mod server_flag {
    use super::ServerFlag;

    named!(ServerFlag, "server flag", { ShadowingRisk => "Shadowing Risk" });
}
