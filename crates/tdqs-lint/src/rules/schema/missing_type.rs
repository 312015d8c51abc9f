//! TDQS309: a parameter says nothing about the values it takes.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::refinement::is_refinement;
use crate::context::{Part, Role, Target, ToolContext};
use crate::schema::{Meaning, may_be_schema};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS309",
    name: "missing-type",
    summary: "A parameter, at any depth, has neither a type nor anything that stands for one.",
    why: "Without a type an agent guesses whether a number, a text or a list is wanted, and several model APIs \
          refuse the tool. A type may stand in many forms: `type`, `enum`, `const`, `anyOf`, `oneOf` or `allOf` \
          of typed branches, or a `$ref` to something typed.\n\nGive the parameter a `type`; where any value is \
          taken, list the types that are.",
    sources: &[
        "Tool Credit Score, section 7: parameter-type-missing",
        "github.com/google-gemini/gemini-cli issue 4400: a request is refused for a missing type",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"description": "Label of the crate."}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": true}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crates": {"type": "array", "items": {"type": "object", "properties": {"label": {}}}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"anyOf": [{"type": "string"}, {}]}}}}"#,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "#/$defs/L"}, "shelf": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "side": {"enum": ["left", "right"]}, "kind": {"const": 1}}, "$defs": {"L": {"type": "string"}}}}"##,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "if": {"properties": {"label": {"minLength": 3}}}, "then": {"properties": {"label": {"maxLength": 9}}}, "anyOf": [{"properties": {"label": {"pattern": "^A"}}}]}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"old": false}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(root) = tool.input_schema() else { return };
    let meaning = Meaning::within(root.value());
    for map in tool.keywords("properties").filter(|map| map.part() == Part::Input) {
        if map.role() != Role::SchemaMap {
            continue;
        }
        for parameter in map.children() {
            if !may_be_schema(parameter.kind()) || parameter.value().as_bool() == Some(false) {
                continue;
            }
            // A type that is wrongly written, and what leads nowhere, have rules of their own. What a reference leads to
            // is known here, by any name and without a search.
            let is_settled = parameter.get("type").is_some()
                || tool.reference_of(parameter).is_some_and(|target| match target {
                    Target::Here(target) => meaning.is_typed(target.value()),
                    _ => true,
                });
            if is_settled || meaning.is_typed(parameter.value()) || is_refinement(parameter) {
                continue;
            }
            let name = parameter.key().unwrap_or_default();
            let message = if parameter.kind() == Kind::Bool {
                format!(
                    "`{name}` is `true`, which takes any value and describes none; write a schema with a `type`"
                )
            } else {
                format!(
                    "the schema does not say which values `{name}` takes; add `type`, with all types that are taken"
                )
            };
            findings.report(&parameter.key_place(), message);
        }
    }
}
