//! What the two rules about roots have in common: MCP asks for `"type": "object"` and no other form of it.

use tdqs_signals::json::Kind;

use super::subject::document;
use crate::Findings;
use crate::context::Node;

/// Reports a root whose type is not exactly `object`.
pub(super) fn report(root: Node<'_>, findings: &mut Findings<'_>) {
    let Some(kind) = root.get("type") else {
        // A root that is a reference has a rule of its own.
        if root.get("$ref").is_some() {
            return;
        }
        let has_nothing = root.children().all(|member| member.has_key("$schema"));
        let what = if has_nothing { "says nothing" } else { "has no type" };
        let message =
            format!("{} {what}, and clients check for it; add `\"type\": \"object\"`", document(root));
        findings.report(&root.place(), message);
        return;
    };
    if kind.value().is_str("object") {
        return;
    }
    let message = if kind.kind() == Kind::Array {
        format!(
            "the type of {} is a list, and MCP asks for the string; write `\"type\": \"object\"`",
            document(root)
        )
    } else {
        format!(
            "the type of {} is {}, expected \"object\"; put what it describes into a property",
            document(root),
            super::values::quoted(kind.value())
        )
    };
    findings.report(&kind.place(), message);
}
