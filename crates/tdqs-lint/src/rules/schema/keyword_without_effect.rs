//! TDQS332: a keyword that its type makes void.

use std::sync::LazyLock;

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::subject::subject;
use super::types::Types;
use crate::context::{ByKeyword, Node, Role, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS332",
    name: "keyword-without-effect",
    summary: "A keyword has no effect on the type beside it, such as `minLength` on a number.",
    why: "Bounds of texts bind only texts, bounds of numbers only numbers, `items` only lists and `properties` \
          only objects. On any other type they pass without a word: what the author meant to forbid is allowed, \
          and what an agent reads is not so.\n\nCorrect the type or the keyword: a number has `minimum`, a list \
          `maxItems`.",
    sources: &["JSON Schema 2020-12, Validation, 6: assertions apply to one type"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "maxLength": 5}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"labels": {"type": "array", "items": {"type": "string"}, "maxLength": 5}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "items": {"type": "string"}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "minimum": 1}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": ["string", "null"], "minLength": 1}, "free": {"minLength": 1, "minimum": 1}, "count": {"type": "integer", "minimum": 1}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"list": {"type": "array", "items": {"type": "string"}, "maxItems": 5}, "map": {"type": "object", "properties": {"items": {"type": "string"}}}, "empty": {"type": "string", "properties": {}, "items": {}, "required": []}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Keywords, and the type they are for. `number` stands for `integer` as well.
const KEYWORDS: [(&str, &str); 21] = [
    ("minLength", "string"),
    ("maxLength", "string"),
    ("pattern", "string"),
    ("minimum", "number"),
    ("maximum", "number"),
    ("exclusiveMinimum", "number"),
    ("exclusiveMaximum", "number"),
    ("multipleOf", "number"),
    ("items", "array"),
    ("prefixItems", "array"),
    ("contains", "array"),
    ("minItems", "array"),
    ("maxItems", "array"),
    ("uniqueItems", "array"),
    ("properties", "object"),
    ("patternProperties", "object"),
    ("additionalProperties", "object"),
    ("propertyNames", "object"),
    ("minProperties", "object"),
    ("maxProperties", "object"),
    ("required", "object"),
];

/// The types on which each keyword has an effect.
static EFFECTIVE: LazyLock<ByKeyword<Types>> = LazyLock::new(|| {
    let of_type = |name: &str| match name {
        "number" => Types::NUMBERS,
        name => Types::of_name(name).unwrap_or(Types::ALL),
    };
    ByKeyword::new(Types::ALL, KEYWORDS.map(|(keyword, name)| (keyword, of_type(name))))
});

/// Whether a schema has a type and a keyword without an effect on it. Nearly none has, and so the schemas are gone
/// through once, and not once for each keyword.
fn may_have_some(tool: &ToolContext<'_>) -> bool {
    tool.keywords("type").any(|keyword| {
        let (Some(schema), Some(types)) = (keyword.parent(), Types::of_value(keyword.value())) else {
            return false;
        };
        let has_effect = |own: Node<'_>| own.keyword().is_none_or(|own| EFFECTIVE.get(own).meet(types));
        !schema.children().all(has_effect)
    })
}

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    if !may_have_some(tool) {
        return;
    }
    for (name, wanted) in KEYWORDS {
        for keyword in tool.keywords(name) {
            let Some(schema) = keyword.parent() else { continue };
            let Some(types) = Types::of(schema) else { continue };
            let has_effect = types.has(wanted) || (wanted == "number" && types.has("integer"));
            // Written by generators for every type, and binding nothing anywhere.
            let says_something = match keyword.kind() {
                Kind::Array | Kind::Object => keyword.children().len() > 0,
                Kind::Bool => {
                    keyword.role() != Role::Schema
                        && name != "required"
                        && keyword.value().as_bool() == Some(true)
                }
                Kind::Null => false,
                _ => true,
            };
            if has_effect || !says_something {
                continue;
            }
            let whose = match wanted {
                "string" => "texts",
                "number" => "numbers",
                "array" => "lists",
                _ => "objects",
            };
            let message = format!(
                "`{name}` binds {whose}, and {} is of the type {}; correct the type or the keyword",
                subject(schema),
                types.names()
            );
            let mut reported = findings.report(&keyword.key_place(), message);
            if let Some(kind) = schema.get("type") {
                reported.relate(&kind.place(), "the type");
            }
        }
    }
}
