//! TDQS313: `required` stands where it says nothing.

use tdqs_rubric::Dimension;

use crate::context::{Node, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS313",
    name: "required-in-property",
    summary: "A property says `required: true` or `false`, where JSON Schema expects a list of names in the \
              object.",
    why: "In draft 3, in OpenAPI parameters and in form libraries a field says itself whether it is required. In \
          JSON Schema `required` is a list of names beside `properties`; a boolean makes model APIs refuse the \
          schema, and validators let calls through that lack the field.\n\nTake it out of the property, and name \
          the property in the `required` of its object.",
    sources: &["JSON Schema 2020-12, Validation, 6.5.3: required"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "required": true}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "required": false}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"required": {"type": "boolean"}, "pick": {"enum": [{"required": true}]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("required") {
        let Some(flag) = keyword.value().as_bool() else { continue };
        let name = keyword.parent().filter(|schema| schema.is_property()).and_then(Node::key);
        let cure = match (name, flag) {
            (Some(name), true) => format!("name `{name}` in the `required` of its object"),
            (None, true) => "name the required properties here".to_owned(),
            (_, false) => "leave it out".to_owned(),
        };
        let message = format!("`required` is a boolean, and JSON Schema has a list of names; {cure}");
        findings.report(&keyword.key_place(), message);
    }
}
