//! Letters for scores.
//!
//! Specification: "Tiers".

use crate::Tenths;

/// A score at a glance. Comes from a score and from nothing else; the best sorts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Tier {
    /// 3.5 and above: a genuinely helpful definition.
    A,
    /// 3.0 and above: adequate, the passing bar.
    B,
    /// 2.0 and above: clear gaps.
    C,
    /// 1.0 and above: severely deficient.
    D,
    /// Below 1.0: a guard, since scores bottom out at 1.0.
    F,
}

named!(Tier, "tier", { A => "A", B => "B", C => "C", D => "D", F => "F" });

impl Tier {
    /// The tier of a score.
    #[must_use]
    pub const fn of(score: Tenths) -> Self {
        match score.count() {
            35.. => Self::A,
            30.. => Self::B,
            20.. => Self::C,
            10.. => Self::D,
            _ => Self::F,
        }
    }

    /// The lowest score of the tier.
    #[must_use]
    pub const fn lowest(self) -> Tenths {
        Tenths::new(match self {
            Self::A => 35,
            Self::B => 30,
            Self::C => 20,
            Self::D => 10,
            Self::F => 0,
        })
    }

    /// Whether the tier passes: B and above.
    #[must_use]
    pub const fn is_passing(self) -> bool {
        matches!(self, Self::A | Self::B)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_begins_at_its_lowest_score() {
        for tier in Tier::ALL {
            assert_eq!(Tier::of(tier.lowest()), tier);
        }
        assert_eq!(Tier::of(Tenths::new(34)), Tier::B);
        assert_eq!(Tier::of(Tenths::new(9)), Tier::F);
    }
}
