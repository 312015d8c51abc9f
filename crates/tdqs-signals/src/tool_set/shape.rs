//! What the input looked like.

use std::fmt;

use serde::Serialize;

/// The members of a tool in the forms that are read: those of MCP, `OpenAI` and Anthropic.
pub const TOOL_MEMBERS: [&str; 17] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "input_schema",
    "parameters",
    "outputSchema",
    "annotations",
    "examples",
    "input_examples",
    "icons",
    "_meta",
    "execution",
    "strict",
    "type",
    "cache_control",
    "defer_loading",
];

/// The shapes in which tools arrive. Within each, a tool may be written as MCP, OpenAI or Anthropic do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Shape {
    /// Definitions made in code.
    #[default]
    InMemory,
    /// `{"tools": […]}`
    ToolsList,
    /// `[{"name": …}, …]`
    Array,
    /// `{"name": …}`
    SingleTool,
    /// `{"jsonrpc": "2.0", "result": {"tools": […]}}`
    JsonRpc,
    /// Several results, in an array or in several files.
    Pages,
    /// A document a line.
    JsonLines,
}

impl Shape {
    /// What a reader is told: "a tools/list result".
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::InMemory => "definitions made in code",
            Self::ToolsList => "a tools/list result",
            Self::Array => "an array of tools",
            Self::SingleTool => "a single tool",
            Self::JsonRpc => "a JSON-RPC response around a tools/list result",
            Self::Pages => "several pages of tools/list",
            Self::JsonLines => "JSON Lines",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}
