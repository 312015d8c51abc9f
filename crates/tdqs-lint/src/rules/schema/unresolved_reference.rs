//! TDQS301: a `$ref` leads to nothing.

use tdqs_rubric::Dimension;

use super::subject::document;
use crate::context::{Target, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS301",
    name: "unresolved-reference",
    summary: "A `$ref` leads to a place that the schema does not have.",
    why: "Each `inputSchema` and each `outputSchema` is a document of its own, and `#` is its root. A client \
          that resolves references before it shows a tool drops the tool, or every tool of the server, when one \
          leads nowhere; one that does not leaves the agent with a value of which nothing is known.\n\nDefine \
          what is meant under `$defs` of the same schema, or write the schema out where it is used.",
    sources: &[
        "JSON Schema 2020-12, Core, 8.2.3: Schema References",
        "github.com/google-labs-code/stitch-sdk issue 367: clients drop all tools of the server",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "#/$defs/Label"}}}}"##,
        r##"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"crate": {"$ref": "#crate"}}}}"##,
        r##"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "$defs": {"Crate": {"type": "object"}}}, "outputSchema": {"type": "object", "properties": {"crate": {"$ref": "#/$defs/Crate"}}}}"##,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "#/$defs/Label"}}, "$defs": {"Label": {"type": "string"}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"from": {"type": "string"}, "to": {"$ref": "#/properties/from"}, "inner": {"type": "array", "items": {"$ref": "#"}}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"odd": {"$ref": "#/$defs/a~1b%20c"}, "named": {"$ref": "#shelf"}}, "$defs": {"a/b c": {}, "Shelf": {"$anchor": "shelf"}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"$ref": {"type": "string"}, "fixed": {"const": {"$ref": "#/nowhere"}}}}}"##,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for (schema, target) in tool.references() {
        if !matches!(target, Target::Nowhere) {
            continue;
        }
        let Some(reference) = schema.get("$ref") else { continue };
        let message = format!(
            "`{}` leads nowhere in {}; define it under `$defs` of this schema, or write the schema out",
            reference.as_str().unwrap_or_default(),
            document(schema)
        );
        findings.report(&reference.place(), message);
    }
}
