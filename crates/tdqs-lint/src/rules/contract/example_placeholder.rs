//! TDQS224: an example with made-up filler.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS224",
    name: "example-placeholder",
    summary: "An example of a call has filler in the place of a value.",
    why: "Filler such as \"foo\", \"string\" or \"<label>\" shows neither the form of a value nor where it comes from, \
          and a model that copies it sends a call that means nothing.\n\nUse values as they really occur.",
    sources: &["Tool Credit Score, section 7: example-placeholder"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}, "examples": [{"label": "foo"}]}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "examples": [{"label": "<label>"}]}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}, "examples": [{"label": "A-1"}]}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"kind": {"enum": ["foo", "string"]}}}, "examples": [{"kind": "foo"}]}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::ExamplePlaceholder);
}
