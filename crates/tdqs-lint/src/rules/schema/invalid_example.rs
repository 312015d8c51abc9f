//! TDQS320: an example that its own schema refuses.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::subject::subject;
use super::validation::Validation;
use super::values::quoted;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS320",
    name: "invalid-example",
    summary: "A value in `examples` is not valid by the schema that it stands in.",
    why: "Examples are copied. One that the schema refuses teaches an agent a call that fails, and shows which \
          of the two its author no longer believes.\n\nMend the example or the schema.",
    sources: &[
        "JSON Schema 2020-12, Validation, 9.5: examples",
        "Tool Credit Score, section 7: example-invalid",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "examples": [1, "two"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "^[A-Z]-[0-9]+$", "examples": ["A-1", "a1"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}, "example": "one"}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "examples": [1, 2]}, "label": {"type": "string", "pattern": "^[A-Z]-[0-9]+$", "examples": ["A-1"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"examples": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}, "example": ["one"]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let mut validation = Validation::of(tool);
    let several = tool.keywords("examples").filter(|list| list.kind() == Kind::Array);
    let examples = several.flat_map(|list| list.children().map(move |example| (list, example)));
    for (keyword, example) in examples.chain(tool.keywords("example").map(|example| (example, example))) {
        let Some(schema) = keyword.parent() else { continue };
        let Some(why) = validation.refusal(schema, example.value()) else { continue };
        let message = format!(
            "the example {} of {} is refused by its own schema: {why}; mend the example or the schema",
            quoted(example.value()),
            subject(schema)
        );
        findings.report(&example.place(), message);
    }
}
