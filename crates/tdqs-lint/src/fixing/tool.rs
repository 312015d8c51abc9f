//! A tool of a set as the Tool Credit Score reads it.

use tdqs_signals::ToolSet;
use tdqs_signals::json::{Kind, Value};

use crate::credit::contract::{Shape, Tool, read};

/// JSON pointer, within the JSON of a tool, of what the Tool Credit Score calls the tool: what a chat API wraps stands
/// under `function`.
pub(crate) fn inner_pointer(tool: Value<'_>) -> &'static str {
    let is_wrapped = tool.get("name").and_then(Value::as_str).is_none()
        && tool.get("function").is_some_and(|function| function.kind() == Kind::Object)
        && read(tool).is_ok_and(|listing| listing.shape == Shape::Function);
    if is_wrapped { "/function" } else { "" }
}

/// The tool for the Tool Credit Score, with its place among the tools of its set for its pointer.
pub(crate) fn credit_tool(tool: Value<'_>, place: usize) -> Tool<'_> {
    let inner = inner_pointer(tool);
    let value = tool.pointer(inner).unwrap_or(tool);
    let found = Tool::at(value, format!("/{place}{inner}"));
    if inner.is_empty() { found } else { found.wrapped() }
}

/// Every good tool of a set, by its place.
pub(super) fn sources(set: &ToolSet) -> impl Iterator<Item = (usize, &tdqs_signals::json::Json)> {
    (0..set.tools().len()).filter_map(|place| Some((place, set.source(place)?)))
}
