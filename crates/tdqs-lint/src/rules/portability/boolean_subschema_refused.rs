//! TDQS705: a schema that is true or false.

use crate::context::ToolContext;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS705",
    name: "boolean-subschema-refused",
    summary: "The schema of a property or of the elements of a list is `true` or `false`.",
    why: "`true` and `false` are schemas since draft 6, but clients that read each property as an object fail on \
          them, and lose every tool of the server: a boolean has no `type` to look at.\n\nWrite `{}` for any \
          value; leave a property out that may not be given.",
    sources: &[
        "github.com/anomalyco/opencode issue 49464",
        "JSON Schema 2020-12, Core, 4.3.2: Boolean JSON Schemas",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"payload": true}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"tags": {"type": "array", "items": true}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "array", "prefixItems": [true, {"type": "number"}]}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"payload": {}, "tags": {"type": "array", "items": {}}}, "additionalProperties": false}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "array", "prefixItems": [{"type": "number"}], "items": false}, "flag": {"type": "boolean", "default": true}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for schema in tool.all_schemas() {
        let Some(flag) = schema.value().as_bool() else { continue };
        // Everybody knows these two as flags.
        let is_flag = schema.has_key("additionalProperties")
            || schema.has_key("unevaluatedProperties")
            || schema.has_key("unevaluatedItems")
            || schema.has_key("additionalItems")
            || (schema.has_key("items") && !flag);
        if !is_flag {
            let cure = if flag { "write `{}`" } else { "leave it out" };
            let message = format!("clients that read every schema as an object fail on `{flag}`; {cure}");
            findings.report(&schema.place(), message);
        }
    }
}
