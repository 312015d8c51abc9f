//! TDQS332: a keyword that its type makes void.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::subject::subject;
use crate::context::{Keyword, Role, ToolContext, Types};
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

/// Keywords, and the types they are for.
const KEYWORDS: [(Keyword, Types); 21] = [
    (Keyword::named("minLength"), Types::TEXTS),
    (Keyword::named("maxLength"), Types::TEXTS),
    (Keyword::named("pattern"), Types::TEXTS),
    (Keyword::named("minimum"), Types::NUMBERS),
    (Keyword::named("maximum"), Types::NUMBERS),
    (Keyword::named("exclusiveMinimum"), Types::NUMBERS),
    (Keyword::named("exclusiveMaximum"), Types::NUMBERS),
    (Keyword::named("multipleOf"), Types::NUMBERS),
    (Keyword::named("items"), Types::LISTS),
    (Keyword::named("prefixItems"), Types::LISTS),
    (Keyword::named("contains"), Types::LISTS),
    (Keyword::named("minItems"), Types::LISTS),
    (Keyword::named("maxItems"), Types::LISTS),
    (Keyword::named("uniqueItems"), Types::LISTS),
    (Keyword::named("properties"), Types::OBJECTS),
    (Keyword::named("patternProperties"), Types::OBJECTS),
    (Keyword::named("additionalProperties"), Types::OBJECTS),
    (Keyword::named("propertyNames"), Types::OBJECTS),
    (Keyword::named("minProperties"), Types::OBJECTS),
    (Keyword::named("maxProperties"), Types::OBJECTS),
    (Keyword::named("required"), Types::OBJECTS),
];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for (bound, wanted) in &KEYWORDS {
        for keyword in tool.places_of(*bound) {
            let Some(schema) = keyword.parent() else { continue };
            let Some(types) = Types::of(schema) else { continue };
            if types.meet(*wanted) {
                continue;
            }
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
            if !says_something {
                continue;
            }
            let whose = match *wanted {
                Types::TEXTS => "texts",
                Types::NUMBERS => "numbers",
                Types::LISTS => "lists",
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
