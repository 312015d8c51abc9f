//! What a change to a definition adds or saves.

use serde::Serialize;
use tdqs_signals::ToolDefinition;

use super::cost::TokenCost;
use super::tokenizer::Tokenizer;

/// The cost of a tool, or of several, before and after a change: "25% more tokens, for what?".
///
/// ```
/// use tdqs_lint::tokens::{TokenChange, Tokenizer};
/// use tdqs_signals::ToolDefinition;
///
/// let before = ToolDefinition::new("seal_crate").with_description("Seals.");
/// let after = ToolDefinition::new("seal_crate").with_description("Seal a crate and print its label.");
/// let change = TokenChange::between(&before, &after, Tokenizer::Estimate);
/// assert_eq!((change.before.total(), change.after.total()), (11, 18));
/// assert_eq!((change.tokens(), change.percent()), (7, Some(64)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TokenChange {
    /// The cost before it.
    pub before: TokenCost,
    /// The cost after it.
    pub after: TokenCost,
}

impl TokenChange {
    /// The change from one version of a tool to another.
    #[must_use]
    pub fn between(before: &ToolDefinition, after: &ToolDefinition, tokenizer: Tokenizer) -> Self {
        Self { before: TokenCost::of(before, tokenizer), after: TokenCost::of(after, tokenizer) }
    }

    /// How many tokens it adds; below 0 what it saves.
    #[must_use]
    pub fn tokens(&self) -> i64 {
        signed(self.after.total()) - signed(self.before.total())
    }

    /// The same in whole percent of the cost before, half a percent rounded away from 0. `None` when there was
    /// nothing before.
    #[must_use]
    pub fn percent(&self) -> Option<i64> {
        let before = signed(self.before.total());
        if before == 0 {
            return None;
        }
        let hundredfold = self.tokens().saturating_mul(200);
        Some((hundredfold + before * hundredfold.signum()) / (2 * before))
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: usize, after: usize) -> TokenChange {
        let cost = |other| TokenCost {
            tokenizer: Tokenizer::Estimate,
            name: 0,
            description: 0,
            parameters: 0,
            other,
        };
        TokenChange { before: cost(before), after: cost(after) }
    }

    #[test]
    fn a_percentage_is_rounded_away_from_zero() {
        for (before, after, expected) in [
            (100, 125, Some(25)),
            (200, 201, Some(1)),
            (200, 199, Some(-1)),
            (1000, 1004, Some(0)),
            (3, 2, Some(-33)),
            (0, 5, None),
            (7, 7, Some(0)),
        ] {
            assert_eq!(change(before, after).percent(), expected, "{before} {after}");
        }
    }

    #[test]
    fn what_no_client_sends_costs_nothing() {
        let before = ToolDefinition::new("seal_crate");
        let after = before.clone().with_title("Seal a crate");
        for tokenizer in Tokenizer::ALL {
            assert_eq!(TokenChange::between(&before, &after, *tokenizer).tokens(), 0);
        }
    }
}
