//! TDQS302: a `$ref` leads out of the definition.

use tdqs_rubric::Dimension;

use crate::context::{Target, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS302",
    name: "external-reference",
    summary: "A `$ref` leads to another document.",
    why: "A client reads what `tools/list` returns and nothing else: none fetches a schema from an address that \
          a server names, and most refuse the tool or show a value of which nothing is known.\n\nPut the schema \
          under `$defs` and refer to it as `#/$defs/NAME`.",
    sources: &[
        "JSON Schema 2020-12, Core, 9.1.2: implementations should not assume that they fetch",
        "Model Context Protocol, \"Tools\": inputSchema",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "https://example.org/label.json"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "shared.json#/$defs/Label"}}}}"#,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "#/$defs/Label"}}, "$defs": {"Label": {"type": "string"}}}}"##,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "https://example.org/label"}}, "$defs": {"Label": {"$id": "https://example.org/label", "type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for (schema, target) in tool.references() {
        if !matches!(target, Target::Outside) {
            continue;
        }
        let Some(reference) = schema.get("$ref") else { continue };
        let message = format!(
            "`{}` is another document, which no client fetches; put the schema under `$defs` and refer to it there",
            reference.as_str().unwrap_or_default()
        );
        findings.report(&reference.place(), message);
    }
}
