//! TDQS304: the root of a schema is a reference.

use tdqs_rubric::Dimension;

use super::subject::document;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS304",
    name: "root-reference",
    summary: "The root of a schema is a `$ref`, so that a client that reads `properties` finds none.",
    why: "MCP wants an object schema at the root, and clients and model APIs read its `properties` and \
          `required` as they stand. A root that only refers shows them a tool without parameters, though \
          validators understand it.\n\nWrite the object out at the root: `type`, `properties`, `required`. What \
          stands deeper may refer.",
    sources: &[
        "Model Context Protocol, \"Tools\": inputSchema",
        "TDQS specification, \"Stage 1: Context signals\": parameters are counted at the root",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$ref": "#/$defs/Move", "$defs": {"Move": {"type": "object", "properties": {"label": {"type": "string"}}}}}}"##,
        r##"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "$ref": "#/definitions/Crate", "definitions": {"Crate": {"type": "object", "properties": {"label": {"type": "string"}}}}}}"##,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "#/$defs/Label"}}, "$defs": {"Label": {"type": "string"}}}}"##,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"$ref": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for root in tool.input_schema().into_iter().chain(tool.output_schema()) {
        let Some(reference) = root.get("$ref").filter(|_| tool.reference_of(root).is_some()) else {
            continue;
        };
        let message = format!(
            "the root of {} is a `$ref`, and clients that read its `properties` find none; write the object out here",
            document(root)
        );
        findings.report(&reference.place(), message);
    }
}
