//! TDQS317: a choice among nothing.

use tdqs_rubric::Dimension;

use super::recursion::is_empty_list;
use crate::context::{Keyword, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS317",
    name: "empty-choice",
    summary: "An `enum`, `anyOf`, `oneOf`, `allOf` or list of types is empty.",
    why: "An `enum` without values and a union without branches take nothing, and JSON Schema forbids empty \
          unions altogether. They are left behind by generators whose list was empty at the time, and make every \
          call with the parameter invalid.\n\nList the values, or take the keyword out.",
    sources: &[
        "JSON Schema 2020-12, Validation, 6.1.2: enum",
        "JSON Schema 2020-12, Core, 10.2.1: non-empty arrays",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": "string", "enum": []}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"anyOf": []}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": []}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": "string", "enum": ["left"]}, "enum": {"type": "array", "items": {"type": "string"}, "default": []}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"pick": {"default": {"enum": []}}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Keywords that name what may be chosen.
const CHOICES: [Keyword; 5] = Keyword::all_named(["enum", "anyOf", "oneOf", "allOf", "type"]);

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for choice in CHOICES {
        let name = choice.name();
        for keyword in tool.places_of(choice).filter(|keyword| is_empty_list(*keyword)) {
            let what = match name {
                "enum" => "has no value",
                "type" => "names no type",
                _ => "has no branch",
            };
            let message = format!("`{name}` {what}, so that nothing is valid; fill it, or take it out");
            findings.report(&keyword.key_place(), message);
        }
    }
}
