//! The text that a client sends for a tool.

use std::ops::Range;

use tdqs_signals::ToolDefinition;
use tdqs_signals::json::canonical;

use crate::compact;

/// The text that a client puts into its request for a tool.
///
/// ```
/// use tdqs_lint::tokens::sent_text;
/// use tdqs_signals::ToolDefinition;
///
/// let tool = ToolDefinition::from_json(r#"{
///     "name": "seal_crate", "title": "Seal", "description": "Seal a crate.", "inputSchema": { "type": "object" }
/// }"#)?;
/// assert_eq!(
///     sent_text(&tool),
///     r#"{"name":"seal_crate","description":"Seal a crate.","parameters":{"type":"object"}}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sent_text(tool: &ToolDefinition) -> String {
    Sent::of(tool).text
}

/// The text, and where its parts are.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) text: String,
    /// Between the quotes.
    pub(super) name: Range<usize>,
    /// Between the quotes.
    pub(super) description: Range<usize>,
    pub(super) parameters: Range<usize>,
}

impl Sent {
    pub(super) fn of(tool: &ToolDefinition) -> Self {
        let mut out = Vec::new();
        out.extend_from_slice(b"{\"name\":");
        let name = string(&tool.name, &mut out);
        let mut description = out.len()..out.len();
        if let Some(text) = &tool.description {
            out.extend_from_slice(b",\"description\":");
            description = string(text, &mut out);
        }
        let mut parameters = out.len()..out.len();
        if let Some(schema) = &tool.input_schema {
            out.extend_from_slice(b",\"parameters\":");
            let start = out.len();
            compact::write(schema.value(), &mut out);
            parameters = start..out.len();
        }
        out.push(b'}');
        // Only whole strings and ASCII went in.
        Self { text: String::from_utf8(out).unwrap_or_default(), name, description, parameters }
    }
}

fn string(text: &str, out: &mut Vec<u8>) -> Range<usize> {
    let start = out.len() + 1;
    canonical::write_str(text, out);
    start..out.len() - 1
}
