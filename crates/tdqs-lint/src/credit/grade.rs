//! From a score to a letter.

use tdqs_rubric::named;

/// The letter of a score (section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification has these and no others")]
pub enum Grade {
    /// From 90.
    A,
    /// From 80.
    B,
    /// From 70.
    C,
    /// From 60.
    D,
    /// Below 60.
    F,
}

named!(Grade, "grade", { A => "A", B => "B", C => "C", D => "D", F => "F" });

impl Grade {
    /// The grade of a score.
    #[must_use]
    pub const fn of(score: u8) -> Self {
        match score {
            90.. => Self::A,
            80.. => Self::B,
            70.. => Self::C,
            60.. => Self::D,
            _ => Self::F,
        }
    }
}
