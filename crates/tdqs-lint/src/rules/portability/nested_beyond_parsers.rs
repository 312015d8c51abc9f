//! TDQS713: JSON that common parsers do not read.

use crate::context::ToolContext;
use crate::rules::schema::subject::document;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS713",
    name: "nested-beyond-parsers",
    summary: "A schema is nested deeper than common parsers read.",
    why: "Parsers bound how deep JSON may be nested: protocol buffers at 100 messages, of which one level of an \
          object takes several, serde_json at 128. One level of a schema is two levels of JSON, so that a client \
          written in one of these cannot read the list of tools at all.\n\nFlatten the schema, or refer to \
          definitions instead of writing them within each other.",
    sources: &[
        "github.com/delta-io/delta-kernel-rs issue 1896: recursion limit of 128",
        "github.com/bufbuild/protobuf-es pull request 1436: recursion limit of 100 in C++, Java and Python",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "string"}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "string"}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// The lowest of the common limits.
const LEVELS: usize = 100;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for root in tool.input_schema().into_iter().chain(tool.output_schema()) {
        let levels = root.value().depth();
        if levels > LEVELS {
            let message = format!(
                "{} is {levels} levels of JSON deep, and common parsers stop at 100 or 128; flatten it",
                document(root)
            );
            findings.report(&root.place(), message);
        }
    }
}
