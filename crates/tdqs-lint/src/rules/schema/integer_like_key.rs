//! TDQS330: names that move.

use tdqs_rubric::Dimension;

use crate::context::{Role, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS330",
    name: "integer-like-key",
    summary: "A property is named like an array index, so that its place among the others depends on who reads \
              it.",
    why: "JavaScript puts members with names such as `10` before all others and in the order of their numbers, \
          other languages keep the order of the text. Whatever is made from the order of properties, a prompt, a \
          form or a digest, differs from client to client, and an agent may take such an object for a \
          list.\n\nPut a word before the number: `level_10`.",
    sources: &["ECMA-262, 10.1.11: OrdinaryOwnPropertyKeys"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"10": {"type": "string"}, "9": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"levels": {"type": "object", "properties": {"0": {"type": "string"}}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"level_10": {"type": "string"}, "01": {"type": "string"}, "1.5": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"level": {"type": "string", "enum": ["10", "9"]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for map in tool.keywords("properties").filter(|map| map.role() == Role::SchemaMap) {
        let mut found = map.children().filter(|property| property.key().is_some_and(|key| is_index(&key)));
        let Some(first) = found.next() else { continue };
        let name = first.key().unwrap_or_default();
        let more = match found.count() {
            0 => String::new(),
            more => format!(" (and {more} more here)"),
        };
        let message = format!(
            "`{name}`{more} is named like an index, and JavaScript moves it before the other properties; put a word \
             before the number"
        );
        findings.report(&first.key_place(), message);
    }
}

/// Whether a key is a canonical index: digits without a zero in front, below 2^32 - 1.
fn is_index(key: &str) -> bool {
    let is_canonical = key == "0" || !key.starts_with('0');
    // Nearly every key begins with a letter.
    key.starts_with(|first: char| first.is_ascii_digit())
        && is_canonical
        && key.len() <= 10
        && key.bytes().all(|byte| byte.is_ascii_digit())
        && key.parse::<u64>().is_ok_and(|index| index < u64::from(u32::MAX))
}
