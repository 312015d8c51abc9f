//! TDQS331: a parameter that stands beside `properties`.

use std::cell::OnceCell;
use std::collections::HashSet;
use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use crate::context::{NAMES_OF_TYPES, Node, Role, Target, ToolContext, Types};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS331",
    name: "property-outside-properties",
    summary: "A schema stands directly in an object schema, where its name is taken for an unknown keyword.",
    why: "JSON Schema passes over keywords that it does not know. A parameter that is written beside \
          `properties` and not in it is no parameter: validators do not look at it, clients do not show it, and \
          with `additionalProperties: false` it is refused.\n\nMove it into `properties`.",
    sources: &[
        "JSON Schema 2020-12, Core, 6.5: unknown keywords are ignored",
        "JSON Schema 2020-12, Core, 10.3.2.1: properties",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "label": {"type": "string"}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "shelf": {"type": "integer", "description": "Number of the shelf."}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {}, "x-extra": {"type": "string"}, "$comment": "none", "discriminator": {"propertyName": "kind"}, "components": {"schemas": {"A": {"type": "string"}}}}}"#,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "#/Label"}}, "Label": {"type": "string"}}}"##,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "default": {"type": "string"}}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let targets: OnceCell<HashSet<u32>> = OnceCell::new();
    for (keyword, _) in tool.types().filter(|(_, types)| *types == Some(Types::OBJECTS)) {
        let Some(schema) = keyword.parent().filter(|_| keyword.kind() == Kind::String) else { continue };
        for member in schema.children() {
            if member.role() != Role::Keyword || member.kind() != Kind::Object {
                continue;
            }
            let key = member.key().unwrap_or_default();
            // Vendors mark what is theirs, and what is referred to is a definition.
            if key.starts_with("x-") || key.starts_with('$') || KNOWN.contains(&&*key) || !is_schema(member) {
                continue;
            }
            let targets = targets.get_or_init(|| {
                let targets = tool.references().map(|(_, target)| target);
                let here = targets.filter_map(|target| match target {
                    Target::Here(found) => Some(found.value().index()),
                    _ => None,
                });
                here.collect()
            });
            if !targets.contains(&member.value().index()) {
                let message = format!(
                    "`{key}` stands beside `properties`, where nobody looks for it; move it in there"
                );
                findings.report(&member.key_place(), message);
            }
        }
    }
}

/// Keywords whose values are objects and no schemas, those of form libraries among them.
const KNOWN: [&str; 8] = [
    "dependencies",
    "dependentRequired",
    "discriminator",
    "externalDocs",
    "xml",
    "errorMessage",
    "meta",
    "schema",
];

/// Whether an object looks like a schema: it names a type that there is.
fn is_schema(object: Node<'_>) -> bool {
    object.get("type").is_some_and(|kind| NAMES_OF_TYPES.iter().any(|name| kind.value().is_str(name)))
}
