//! What definitions cost, for messages.

use crate::budget::Budget;
use crate::context::ToolContext;

/// The bytes that what every client sends was written in. As compact text it is no longer, but for numbers, and these
/// are rare.
pub(super) fn bytes_written(tool: &ToolContext<'_>) -> usize {
    let sent = [Some(tool.name_node()), tool.description_node(), tool.input_schema()];
    sent.into_iter().flatten().map(|node| node.value().span().len()).sum()
}

/// The tokens of what every client sends, estimated.
pub(super) fn tokens_sent(budget: &Budget) -> usize {
    budget.sent().div_ceil(CHARACTERS_A_TOKEN)
}

/// The parts of what every client sends in tokens, the largest first: "input schema 900, description 300, name 10".
pub(super) fn in_parts(budget: &Budget) -> String {
    let mut parts =
        [("name", budget.name), ("description", budget.description), ("input schema", budget.input_schema)];
    parts.sort_by_key(|(_, characters)| std::cmp::Reverse(*characters));
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, characters)| *characters > 0)
        .map(|(part, characters)| format!("{part} {}", characters.div_ceil(CHARACTERS_A_TOKEN)))
        .collect();
    parts.join(", ")
}

/// Evaluation of a tool surface, section 9.
const CHARACTERS_A_TOKEN: usize = 4;
