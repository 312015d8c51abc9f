//! TDQS711: a schema that refers to itself.

use crate::context::{Part, ToolContext};
use crate::rules::schema::recursion::circular_references;
use crate::rules::schema::subject::document;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS711",
    name: "recursive-schema",
    summary: "A schema refers to itself, which is legal, and more than some clients and APIs take.",
    why: "A tree is a recursive schema, and JSON Schema, OpenAI's strict mode and most validators take it. \
          Clients that write references out before they pass a schema on loop or overflow on it, some fail to \
          list any tool of the server, and Gemini's and Anthropic's APIs have refused references in \
          tools.\n\nWrite out as many levels as are used, or pass the tree as a flat list with the place of each \
          parent.",
    sources: &[
        "github.com/mastra-ai/mastra pull request 15400: recursive schemas become circular objects",
        "github.com/anthropics/claude-code issue 77106: tools fetch failed for a recursive outputSchema",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"any_of": {"type": "array", "items": {"$ref": "#"}}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"items": {"$ref": "#/$defs/B"}}, "B": {"items": {"$ref": "#/$defs/A"}}}}}"##,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"items": {"$ref": "#/$defs/B"}}, "B": {"type": "string"}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}}}"##,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for part in [Part::Input, Part::Output] {
        let circular = circular_references(tool, part);
        let Some((first, others)) = circular.split_first() else { continue };
        let message = format!(
            "{} is recursive: `{}` leads back to itself; clients that write references out fail on it",
            document(*first),
            first.as_str().unwrap_or_default()
        );
        let mut reported = findings.report(&first.place(), message);
        for other in others.iter().take(5) {
            reported.relate(&other.place(), "leads back as well");
        }
    }
}
