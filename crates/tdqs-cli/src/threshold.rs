//! The bar of `--fail-under`.

use std::fmt;
use std::str::FromStr;

use tdqs::rubric::{Tenths, Tier};

/// The lowest score that passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Threshold(Tenths);

impl Threshold {
    /// The score itself.
    pub(crate) fn score(self) -> Tenths {
        self.0
    }

    pub(crate) fn is_met_by(self, score: Tenths) -> bool {
        score >= self.0
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(tier) = text.to_ascii_uppercase().parse::<Tier>().ok().filter(|tier| *tier != Tier::F) {
            return Ok(Self(tier.lowest()));
        }
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let digit = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(u32::from(digit - b'0')),
            _ => None,
        };
        let tenths = digit(whole).zip(digit(tenth)).map(|(whole, tenth)| 10 * whole + tenth);
        match tenths.filter(|tenths| (10..=50).contains(tenths)) {
            Some(tenths) => Ok(Self(Tenths::new(tenths))),
            None => {
                Err("expected a tier from A to D, or a score from 1.0 to 5.0 with at most one decimal"
                    .to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_a_tier_or_a_score() {
        for (text, tenths) in
            [("A", 35), ("B", 30), ("C", 20), ("D", 10), ("b", 30), ("3.2", 32), ("5", 50), ("1.0", 10)]
        {
            assert_eq!(text.parse(), Ok(Threshold(Tenths::new(tenths))));
        }
        for text in ["F", "e", "0.9", "5.1", "3.25", "", "3,2", "+3.2"] {
            assert!(text.parse::<Threshold>().is_err(), "{text}");
        }
    }
}
