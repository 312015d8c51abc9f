//! TDQS709: a schema that Gemini does not take.

use tdqs_signals::json::Kind;

use crate::context::{Node, Part, ToolContext};
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS709",
    name: "outside-gemini-subset",
    summary: "The schema of the arguments is outside of the subset that Gemini's function declarations take.",
    why: "The `parameters` of Gemini's function declarations are a subset of OpenAPI's schemas, and a client \
          that passes an MCP schema on as it is gets a 400 for the whole request: for `$ref`, \
          `additionalProperties`, `const`, `oneOf`, lists of types, values in `enum` that are no strings or \
          empty ones. Newer models take JSON Schema in another field, which not every client uses.\n\nOne \
          finding tells of all that stands in the way. Write schemas out, and use `enum` with strings.",
    sources: &[
        "Google, Gemini API: Schema",
        "github.com/promptfoo/promptfoo issue 6902: unknown name additionalProperties",
        "github.com/nanbingxyz/5ire issue 218: type: Proto field is not repeating",
        "github.com/sbroenne/mcp-server-excel issue 607: enum cannot be empty",
        "github.com/google-gemini/gemini-cli issue 13326: $defs references",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "additionalProperties": false}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": ["string", "null"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "enum": [1, 2]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": "string", "enum": ["left", ""]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"kind": {"const": "crate"}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "description": "Label.", "minLength": 1}, "side": {"type": "string", "enum": ["left", "right"]}, "key": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"const": {"type": "string"}, "additionalProperties": {"type": "boolean"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"a": {"const": 1}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Keywords of JSON Schema that the subset does not have.
const REFUSED: [&str; 17] = [
    "$ref",
    "$defs",
    "definitions",
    "$schema",
    "$id",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "const",
    "oneOf",
    "allOf",
    "not",
    "if",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "prefixItems",
    "uniqueItems",
];
/// Places that a finding names.
const NAMED: usize = 8;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(root) = tool.input_schema() else { return };
    let is_of_input = |keyword: &Node<'_>| keyword.part() == Part::Input;
    let mut reasons: Vec<String> = Vec::new();
    let mut places: Vec<(Node<'_>, &str)> = Vec::new();
    for name in REFUSED {
        let mut found = tool.keywords(name).filter(is_of_input);
        if let Some(first) = found.next() {
            reasons.push(format!("`{name}`"));
            places.push((first, "is not known"));
        }
    }
    let is_list = |keyword: &Node<'_>| keyword.kind() == Kind::Array;
    if let Some(first) = tool.keywords("type").filter(is_of_input).find(is_list) {
        reasons.push("lists of types".to_owned());
        places.push((first, "a list of types"));
    }
    let is_refused = |value: Node<'_>| value.as_str().is_none_or(|text| text.is_empty());
    let odd = tool.keywords("enum").filter(is_of_input).find(|list| list.children().any(is_refused));
    if let Some(odd) = odd {
        reasons.push("`enum` values that are no strings or empty".to_owned());
        places.push((odd, "holds a value that is refused"));
    }
    if reasons.is_empty() {
        return;
    }
    let message = format!("Gemini's function declarations do not take {}", reasons.join(", "));
    let mut reported = findings.report(&root.place(), message);
    for (place, why) in places.into_iter().take(NAMED) {
        reported.relate(&place.key_place(), why);
    }
}
