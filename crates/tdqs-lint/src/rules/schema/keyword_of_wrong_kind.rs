//! TDQS307: a keyword has a value that it cannot have.

use std::sync::LazyLock;

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::recursion::is_empty_list;
use crate::context::{ByKeyword, Kinds, Node, ToolContext};
use crate::schema::may_be_schema;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS307",
    name: "keyword-of-wrong-kind",
    summary: "A keyword of a schema has the wrong kind of value, such as a list for `properties`.",
    why: "The value of each keyword has a kind: `properties` is an object of schemas, `required` a list of \
          names, `description` a string, a bound a number. Servers written in languages where an empty map and \
          an empty list are one write `[]`, others write `null` for nothing, and strict clients refuse the whole \
          list of tools for it.\n\nLeave the keyword out when there is nothing to say, and give it the kind that \
          JSON Schema asks for.",
    sources: &[
        "JSON Schema 2020-12, Validation, 6 and Core, 10",
        "github.com/MervinPraison/PraisonAI issue 3111: clients reject the complete list",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": []}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {}, "required": null}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": "string"}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "minLength": "1"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "description": 7}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label", 1]}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": {"name": "string"}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {}, "required": []}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": true, "shelf": {"type": ["string", "null"], "minLength": 1, "description": "Shelf."}, "tags": {"type": "array", "items": [{"type": "string"}]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"required": {"type": "boolean"}, "count": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}, "label": {"type": "string", "required": true}}}}"#,
    ],
    check: Check::Tool(check),
};

/// What the value of a keyword has to be.
#[derive(Clone, Copy)]
enum Expected {
    Map,
    List,
    Text,
    Number,
    Flag,
    TypeNames,
}

impl Expected {
    /// The kinds of which nothing is [`wrong`], but for lists of types.
    fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Map => &[Kind::Object],
            Self::List => &[Kind::Array],
            Self::Text => &[Kind::String],
            Self::TypeNames => &[Kind::String, Kind::Array],
            Self::Number => &[Kind::Number, Kind::Bool],
            Self::Flag => &[Kind::Bool],
        }
    }
}

/// Keywords whose subschemas are not among them: those are looked at as schemas.
const EXPECTED: [(&str, Expected); 35] = [
    ("properties", Expected::Map),
    ("patternProperties", Expected::Map),
    ("$defs", Expected::Map),
    ("definitions", Expected::Map),
    ("dependentSchemas", Expected::Map),
    ("dependentRequired", Expected::Map),
    ("required", Expected::List),
    ("enum", Expected::List),
    ("anyOf", Expected::List),
    ("oneOf", Expected::List),
    ("allOf", Expected::List),
    ("prefixItems", Expected::List),
    ("examples", Expected::List),
    ("$ref", Expected::Text),
    ("$schema", Expected::Text),
    ("$id", Expected::Text),
    ("$anchor", Expected::Text),
    ("$dynamicRef", Expected::Text),
    ("description", Expected::Text),
    ("title", Expected::Text),
    ("pattern", Expected::Text),
    ("format", Expected::Text),
    ("minimum", Expected::Number),
    ("maximum", Expected::Number),
    ("exclusiveMinimum", Expected::Number),
    ("exclusiveMaximum", Expected::Number),
    ("multipleOf", Expected::Number),
    ("minLength", Expected::Number),
    ("maxLength", Expected::Number),
    ("minItems", Expected::Number),
    ("maxItems", Expected::Number),
    ("minProperties", Expected::Number),
    ("maxProperties", Expected::Number),
    ("uniqueItems", Expected::Flag),
    ("type", Expected::TypeNames),
];

/// The kinds of which nothing is [`wrong`], by keyword.
static KINDS: LazyLock<ByKeyword<Kinds>> = LazyLock::new(|| {
    let expected = EXPECTED.iter().map(|(name, expected)| (*name, Kinds::of(expected.kinds())));
    ByKeyword::new(Kinds::ALL, expected)
});

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    // Nearly always all are right, and that is known without a look at each.
    let lists_of_types = tool.keywords("type").filter(|keyword| keyword.kind() == Kind::Array);
    let is_wrong = !tool.keywords_are_of(&KINDS)
        || lists_of_types.flat_map(Node::children).any(|name| name.kind() != Kind::String);
    let all = if is_wrong { &EXPECTED[..] } else { &[] };
    for (name, expected) in all {
        for keyword in tool.keywords(name) {
            if let Some(wanted) = wrong(keyword, *expected) {
                let kind = keyword.kind();
                let cure = match (kind, expected) {
                    (Kind::Array, Expected::Map) if is_empty_list(keyword) => {
                        "; write `{}`, since an empty map was written as a list"
                    }
                    (Kind::Null, _) => "; leave it out when there is none",
                    _ => "",
                };
                findings.report(
                    &keyword.place(),
                    format!("`{name}` is {}, expected {wanted}{cure}", kind.with_article()),
                );
            }
        }
    }
    for name in tool.keywords("required").flat_map(Node::children) {
        if name.kind() != Kind::String {
            let message =
                format!("`required` holds {}, expected names of properties", name.kind().with_article());
            findings.report(&name.place(), message);
        }
    }
    for schema in tool.all_schemas() {
        if may_be_schema(schema.kind()) {
            continue;
        }
        let message = match schema.key() {
            Some(key) => format!("`{key}` is {}, expected a schema: an object", schema.kind().with_article()),
            None => format!("here is {}, expected a schema: an object", schema.kind().with_article()),
        };
        findings.report(&schema.place(), message);
    }
}

/// What the keyword should be, unless it is. Two old ways of writing have rules of their own.
fn wrong(keyword: Node<'_>, expected: Expected) -> Option<&'static str> {
    let kind = keyword.kind();
    match expected {
        Expected::Map => (kind != Kind::Object).then_some("an object"),
        Expected::List if keyword.has_key("required") && kind == Kind::Bool => None,
        Expected::List => (kind != Kind::Array).then_some("an array"),
        Expected::Text => (kind != Kind::String).then_some("a string"),
        Expected::Number if kind == Kind::Bool => None,
        Expected::Number => (kind != Kind::Number).then_some("a number"),
        Expected::Flag => (kind != Kind::Bool).then_some("a boolean"),
        Expected::TypeNames => {
            let is_list = kind == Kind::Array && keyword.children().all(|name| name.kind() == Kind::String);
            (kind != Kind::String && !is_list).then_some("a type name or a list of type names")
        }
    }
}
