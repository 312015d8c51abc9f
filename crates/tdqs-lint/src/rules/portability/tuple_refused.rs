//! TDQS706: a list whose places differ.

use tdqs_signals::json::Kind;

use crate::context::{Part, ToolContext};
use crate::rules::schema::subject::subject;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS706",
    name: "tuple-refused",
    summary: "A list has a schema for each place, which few model APIs take.",
    why: "Tuples are written with `prefixItems` in 2020-12 and with a list in `items` before it. OpenAI's strict \
          mode knows neither, Gemini's API has one schema for all elements, and clients that expect an object in \
          `items` fail to load the tool.\n\nPass an object with named members, or a list of one kind with \
          `minItems` and `maxItems`.",
    sources: &[
        "github.com/open-webui/mcpo pull request 300: AttributeError on a list in items",
        "OpenAI, Structured Outputs: Supported schemas",
        "github.com/anomalyco/opencode issue 32488",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"point": {"type": "array", "items": [{"type": "number"}]}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}, "prefixItems": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let lists = tool.keywords("items").filter(|items| items.kind() == Kind::Array);
    for keyword in tool.keywords("prefixItems").chain(lists).filter(|keyword| keyword.part() == Part::Input) {
        let Some(schema) = keyword.parent() else { continue };
        let message = format!(
            "{} is a tuple, which OpenAI's strict mode and Gemini do not know; pass an object with named members",
            subject(schema)
        );
        findings.report(&keyword.key_place(), message);
    }
}
