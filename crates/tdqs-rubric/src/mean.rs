//! The mean of a server's tool scores, exactly.

use crate::Tenths;

/// Mean TDQS as the fraction it is, in lowest terms, so that two means are equal exactly when they are. Rounded to
/// tenths it is the specification's `meanTdqs`.
///
/// Specification: "Server-level scores", "Running TDQS at scale" (aggregates follow tool scores).
///
/// ```
/// use tdqs_rubric::{MeanTdqs, Tenths};
///
/// let mean = MeanTdqs::of([21, 22].map(Tenths::new)).unwrap();
/// assert_eq!(mean.rounded(), Tenths::new(22));
/// assert_eq!(MeanTdqs::of([21, 22, 21, 22].map(Tenths::new)), Some(mean));
/// assert_eq!(MeanTdqs::of([]), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MeanTdqs {
    tenths: u64,
    tools: u64,
}

impl MeanTdqs {
    /// The mean of some scores; `None` of none.
    #[must_use]
    pub fn of(scores: impl IntoIterator<Item = Tenths>) -> Option<Self> {
        let add = |(tenths, tools), score: Tenths| (tenths + u64::from(score.count()), tools + 1);
        let (tenths, tools) = scores.into_iter().fold((0, 0), add);
        Self::of_sum(tenths, tools)
    }

    /// The mean of `tools` scores that add up to so many tenths; `None` of no tools.
    #[must_use]
    pub fn of_sum(tenths: u64, tools: u64) -> Option<Self> {
        let divisor = greatest_common_divisor(tenths, tools);
        (tools > 0).then(|| Self { tenths: tenths / divisor, tools: tools / divisor })
    }

    /// Numerator (in tenths) and denominator in lowest terms.
    #[must_use]
    pub const fn as_fraction(self) -> (u64, u64) {
        (self.tenths, self.tools)
    }

    /// The mean as it is published, rounded half up.
    #[must_use]
    pub const fn rounded(self) -> Tenths {
        Tenths::rounded(self.tenths, 10 * self.tools)
    }
}

fn greatest_common_divisor(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_equal_when_their_fractions_are() {
        assert_eq!(MeanTdqs::of_sum(100, 4), MeanTdqs::of_sum(25, 1));
        assert_ne!(MeanTdqs::of_sum(100, 3), MeanTdqs::of_sum(33, 1));
        assert_eq!(MeanTdqs::of_sum(0, 7).unwrap().as_fraction(), (0, 1));
        assert_eq!(MeanTdqs::of_sum(100, 3).unwrap().as_fraction(), (100, 3));
    }
}
