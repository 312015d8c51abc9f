//! TDQS712: a reference to something that is no definition.

use crate::context::{Role, Target, ToolContext};
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS712",
    name: "reference-outside-definitions",
    summary: "A `$ref` leads to a place outside `$defs` and `definitions`, such as another property.",
    why: "A reference may lead anywhere in its schema, and generators that reuse validators refer to the \
          property that was written first. Clients that only look into `$defs` refuse the tool or show the \
          parameter as any value, and whoever moves the property breaks all that refer to it.\n\nPut what is \
          shared under `$defs`; in generators there is a switch that writes everything out.",
    sources: &[
        "github.com/modelcontextprotocol/typescript-sdk issue 2100",
        "TDQS decisions, \"Traversal of the required subtree\": only $defs and definitions are followed",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"start": {"type": "string"}, "end": {"$ref": "#/properties/start"}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"windows": {"type": "array", "items": {"type": "object", "properties": {"from": {"type": "integer"}, "to": {"$ref": "#/properties/windows/items/properties/from"}}}}}}}"##,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"start": {"$ref": "#/$defs/Minute"}, "end": {"$ref": "#/definitions/Minute"}}, "$defs": {"Minute": {"type": "string"}}, "definitions": {"Minute": {"type": "string"}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"inner": {"type": "array", "items": {"$ref": "#"}}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"lost": {"$ref": "#/properties/none"}}}}"##,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for (schema, target) in tool.references() {
        let Target::Here(target) = target else { continue };
        let map = target.parent();
        let is_usual = map
            .is_none_or(|map| map.role() == Role::Tool || map.has_key("$defs") || map.has_key("definitions"));
        let Some(reference) = schema.get("$ref").filter(|_| !is_usual) else { continue };
        let message = format!(
            "`{}` is no definition, and clients that look only into `$defs` do not find it; put what is shared there",
            reference.as_str().unwrap_or_default()
        );
        findings.report(&reference.place(), message);
    }
}
