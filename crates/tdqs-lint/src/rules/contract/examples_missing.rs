//! TDQS221: nothing shows what a call looks like.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS221",
    name: "examples-missing",
    summary: "There is no example of a call, and none of a value of a parameter.",
    why: "An example shows at once what a schema says in many words: the form of an identifier, which parameters go \
          together. It costs tokens in every request, and a tool whose parameters speak for themselves needs \
          none.\n\nAdd `examples` to the parameters whose form is hard to guess, or to the schema.",
    sources: &[
        "Tool Credit Score, section 7: examples-missing",
        "JSON Schema 2020-12, Validation, 9.5: examples",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "examples": ["A-1"]}, "shelf": {"type": "string"}}, "required": ["label", "shelf"]}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "examples": ["A-1"]}}, "required": ["label"]}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}, "input_examples": [{"label": "A-1"}]}"#,
        r#"{"name": "list_crates", "description": "List all crates.", "inputSchema": {"type": "object", "properties": {}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::ExamplesMissing);
}
