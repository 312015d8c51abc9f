//! The tokens of a tool, by part.

use std::ops::AddAssign;

use serde::Serialize;
use tdqs_signals::ToolDefinition;

use super::sent::Sent;
use super::tokenizer::Tokenizer;

/// The tokens of the text that a client sends for a tool, or for several. The parts sum to the total: a token that
/// reaches from one part into the next belongs to the part it begins in.
///
/// ```
/// use tdqs_lint::tokens::{TokenCost, Tokenizer};
/// use tdqs_signals::ToolDefinition;
///
/// let tool = ToolDefinition::new("seal_crate").with_description("Seal a crate, and print its label.");
/// let cost = TokenCost::of(&tool, Tokenizer::Estimate);
/// assert_eq!((cost.name, cost.description, cost.parameters, cost.other), (2, 9, 0, 7));
/// assert_eq!(cost.total(), 18);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TokenCost {
    /// What counted.
    pub tokenizer: Tokenizer,
    /// The name.
    pub name: usize,
    /// The description.
    pub description: usize,
    /// The schema of the arguments.
    pub parameters: usize,
    /// The keys of these three, and what stands between them.
    pub other: usize,
}

impl TokenCost {
    /// Counts the tokens of a tool.
    #[must_use]
    pub fn of(tool: &ToolDefinition, tokenizer: Tokenizer) -> Self {
        let sent = Sent::of(tool);
        let mut cost = Self { tokenizer, name: 0, description: 0, parameters: 0, other: 0 };
        tokenizer.starts(&sent.text, |start| {
            let part = if sent.name.contains(&start) {
                &mut cost.name
            } else if sent.description.contains(&start) {
                &mut cost.description
            } else if sent.parameters.contains(&start) {
                &mut cost.parameters
            } else {
                &mut cost.other
            };
            *part += 1;
        });
        cost
    }

    /// Counts the tokens of the tools of a server. What a client writes between two tools is not counted.
    #[must_use]
    pub fn of_all<'t>(tools: impl IntoIterator<Item = &'t ToolDefinition>, tokenizer: Tokenizer) -> Self {
        let mut all = Self { tokenizer, name: 0, description: 0, parameters: 0, other: 0 };
        for tool in tools {
            all += Self::of(tool, tokenizer);
        }
        all
    }

    /// All tokens.
    #[must_use]
    pub fn total(&self) -> usize {
        self.name + self.description + self.parameters + self.other
    }
}

/// Adds the parts. The tokenizer stays that of the left one.
impl AddAssign for TokenCost {
    fn add_assign(&mut self, other: Self) {
        self.name += other.name;
        self.description += other.description;
        self.parameters += other.parameters;
        self.other += other.other;
    }
}

#[cfg(test)]
mod tests {
    use super::super::sent_text;
    use super::*;

    #[test]
    fn the_parts_sum_to_the_tokens_of_the_text() {
        let tool = ToolDefinition::from_json(
            r#"{"name": "find_crates", "description": "Find crates by \"label\".\nUse é.", "title": "x",
                "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "maximum": 1.50}}}}"#,
        )
        .unwrap();
        for tokenizer in Tokenizer::ALL {
            let cost = TokenCost::of(&tool, *tokenizer);
            assert_eq!(cost.total(), tokenizer.count(&sent_text(&tool)), "{tokenizer}");
            assert!(
                cost.name > 0 && cost.description > 0 && cost.parameters > 0 && cost.other > 0,
                "{cost:?}"
            );
            assert_eq!(TokenCost::of_all([&tool, &tool], *tokenizer).total(), 2 * cost.total());
        }
    }
}
