//! TDQS308: a type that JSON Schema does not have.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use crate::context::{NAMES_OF_TYPES, ToolContext};
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS308",
    name: "unknown-type-name",
    summary: "A `type` is none of the seven that JSON Schema knows.",
    why: "JSON Schema has the types string, number, integer, boolean, array, object and null, in lower case. \
          Names of a programming language, such as `str` or `int`, are refused by validators and by model \
          APIs.\n\nWrite the JSON type. A date, an identifier or a file name is a `string` with a `format` or a \
          `pattern`.",
    sources: &["JSON Schema 2020-12, Validation, 6.1.1: type"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Unsafe,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "str"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": ["int", "null"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"extra": {"type": "any"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "String"}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "count": {"type": ["integer", "null"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"type": {"type": "string", "enum": ["str", "int"]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    // Nearly all are types, and need no look at each name.
    for (keyword, _) in tool.types().filter(|(_, types)| types.is_none()) {
        let list = (keyword.kind() == Kind::Array).then(|| keyword.children());
        let single = (keyword.kind() == Kind::String).then_some(keyword);
        for name in single.into_iter().chain(list.into_iter().flatten()) {
            let Some(text) = name.as_str().filter(|text| !NAMES_OF_TYPES.contains(&&**text)) else {
                continue;
            };
            let meant = meant(&text);
            let cure = match meant {
                Some(meant) => format!("write `{meant}`"),
                None if text == "any" => "leave `type` out where any value is taken".to_owned(),
                None => format!("expected one of {}", NAMES_OF_TYPES.join(", ")),
            };
            let mut reported =
                findings.report(&name.place(), format!("`{text}` is no type of JSON Schema; {cure}"));
            if let Some(meant) = meant {
                let edit = Edit::Set { pointer: name.pointer(), value: meant.into() };
                reported.mend(Fix::unsafe_(format!("make the type `{meant}`"), vec![edit]));
            }
        }
    }
}

/// The type that a name of another language stands for.
fn meant(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    if let Some(known) = NAMES_OF_TYPES.into_iter().find(|known| *known == lower) {
        return Some(known);
    }
    Some(match lower.as_str() {
        "str" | "text" | "char" | "uuid" | "date" | "datetime" | "date-time" | "time" | "uri" | "url"
        | "email" | "path" | "enum" => "string",
        "int" | "int32" | "int64" | "long" | "short" | "uint" | "bigint" => "integer",
        "float" | "double" | "decimal" | "num" | "numeric" | "real" => "number",
        "bool" => "boolean",
        "list" | "tuple" | "set" => "array",
        "dict" | "map" | "record" | "struct" | "json" => "object",
        "none" | "nil" | "nonetype" => "null",
        _ => return None,
    })
}
