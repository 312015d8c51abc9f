//! TDQS332: a keyword that its type makes void.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::subject::subject;
use super::types::Types;
use crate::context::{Keyword, Role, ToolContext};
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
const KEYWORDS: [(Keyword, &str); 21] = [
    (Keyword::named("minLength"), "string"),
    (Keyword::named("maxLength"), "string"),
    (Keyword::named("pattern"), "string"),
    (Keyword::named("minimum"), "number"),
    (Keyword::named("maximum"), "number"),
    (Keyword::named("exclusiveMinimum"), "number"),
    (Keyword::named("exclusiveMaximum"), "number"),
    (Keyword::named("multipleOf"), "number"),
    (Keyword::named("items"), "array"),
    (Keyword::named("prefixItems"), "array"),
    (Keyword::named("contains"), "array"),
    (Keyword::named("minItems"), "array"),
    (Keyword::named("maxItems"), "array"),
    (Keyword::named("uniqueItems"), "array"),
    (Keyword::named("properties"), "object"),
    (Keyword::named("patternProperties"), "object"),
    (Keyword::named("additionalProperties"), "object"),
    (Keyword::named("propertyNames"), "object"),
    (Keyword::named("minProperties"), "object"),
    (Keyword::named("maxProperties"), "object"),
    (Keyword::named("required"), "object"),
];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for (bound, wanted) in KEYWORDS {
        for keyword in tool.places_of(bound) {
            let Some(schema) = keyword.parent() else { continue };
            let Some(types) = Types::of(schema) else { continue };
            let has_effect = types.has(wanted) || (wanted == "number" && types.has("integer"));
            // Written by generators for every type, and binding nothing anywhere.
            let says_something = match keyword.kind() {
                Kind::Array | Kind::Object => keyword.children().len() > 0,
                Kind::Bool => {
                    keyword.role() != Role::Schema
                        && !keyword.has_key("required")
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
                "`{}` binds {whose}, and {} is of the type {}; correct the type or the keyword",
                bound.name(),
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
