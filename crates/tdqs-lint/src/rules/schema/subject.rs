//! What messages call a schema.

use tdqs_signals::json::Kind;

use crate::context::{Node, Part, Role, Text, TextKind};

/// "the input schema" or "the output schema".
pub(crate) fn document(schema: Node<'_>) -> &'static str {
    if schema.part() == Part::Output { "the output schema" } else { "the input schema" }
}

/// The name of the property or definition that a schema is, or what it is to the nearest one around it.
pub(crate) fn subject(schema: Node<'_>) -> String {
    let mut node = schema;
    let mut relation = None;
    loop {
        let Some(parent) = node.parent().filter(|parent| parent.role() != Role::Tool) else {
            return said(relation, document(schema));
        };
        if parent.role() == Role::SchemaMap
            && let Some(key) = node.key()
        {
            return said(relation, &format!("`{key}`"));
        }
        relation = relation.or_else(|| {
            if node.has_key("items") {
                Some("the elements of")
            } else if parent.kind() == Kind::Array {
                Some("a branch of")
            } else if node.has_key("additionalProperties") {
                Some("the values of")
            } else {
                None
            }
        });
        node = parent;
    }
}

/// A text as messages call it: "the description", "the description of `label`", "an enum value".
pub(crate) fn text_subject(text: Text<'_>) -> String {
    let what = match text.kind() {
        TextKind::SchemaDescription => "description",
        TextKind::SchemaTitle => "title",
        TextKind::SchemaComment => "comment",
        other => return other.with_article().to_owned(),
    };
    match text.node().parent() {
        Some(schema) => format!("the {what} of {}", subject(schema)),
        None => text.kind().with_article().to_owned(),
    }
}

fn said(relation: Option<&str>, name: &str) -> String {
    relation.map_or_else(|| name.to_owned(), |relation| format!("{relation} {name}"))
}
