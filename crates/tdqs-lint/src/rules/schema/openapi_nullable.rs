//! TDQS311: a keyword of another language than JSON Schema.

use tdqs_rubric::Dimension;

use crate::context::{ToolContext, Types};
use crate::schema::Meaning;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS311",
    name: "openapi-nullable",
    summary: "A schema says `nullable: true`, which means nothing in JSON Schema.",
    why: "`nullable` belongs to OpenAPI 3.0. A JSON Schema validator passes over it and refuses the null that it \
          promises, so that an agent that believes it makes a call that fails.\n\nAdd `null` to the type: \
          `\"type\": [\"string\", \"null\"]`, or a branch `{\"type\": \"null\"}` in `anyOf`.",
    sources: &[
        "JSON Schema 2020-12, Validation, 6.1.1: type",
        "OpenAPI Specification 3.1.0: nullable was removed",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string", "nullable": true}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"shelf": {"type": "string", "nullable": true}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": ["string", "null"]}, "side": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"nullable": {"type": "boolean"}, "label": {"type": "string", "nullable": false}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": ["string", "null"], "nullable": true}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("nullable") {
        if keyword.value().as_bool() != Some(true) {
            continue;
        }
        let Some(schema) = keyword.parent() else { continue };
        let types = Types::of(schema);
        // Said in JSON Schema as well.
        if types.is_some_and(|types| types.has("null"))
            || Meaning::within(schema.value()).admits_null(schema.value())
        {
            continue;
        }
        let cure = match types {
            Some(types) if types.names().contains(" or ") => "add \"null\" to its types".to_owned(),
            Some(types) => format!("write `\"type\": [\"{}\", \"null\"]`", types.names()),
            None => "add a branch `{\"type\": \"null\"}` in `anyOf`".to_owned(),
        };
        let message = format!(
            "`nullable` is OpenAPI's and means nothing in JSON Schema, so that null is refused; {cure}"
        );
        findings.report(&keyword.key_place(), message);
    }
}
