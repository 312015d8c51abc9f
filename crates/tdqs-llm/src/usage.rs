//! What a run cost.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Calls and tokens of a language model. All zero for judges that call none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Usage {
    /// Requests that were sent, retries included.
    pub requests: u64,
    /// Tokens of the prompts, as the endpoint counted them.
    pub prompt_tokens: u64,
    /// Tokens of the answers, as the endpoint counted them.
    pub completion_tokens: u64,
}

impl Usage {
    /// The usage of some requests.
    #[must_use]
    pub const fn new(requests: u64, prompt_tokens: u64, completion_tokens: u64) -> Self {
        Self { requests, prompt_tokens, completion_tokens }
    }

    /// Whether nothing was sent.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            requests: self.requests.saturating_add(other.requests),
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(usages: I) -> Self {
        usages.fold(Self::default(), Add::add)
    }
}
