//! TDQS222: an example that is no call.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS222",
    name: "example-not-object",
    summary: "An example of a call is no object.",
    why: "The arguments of a call are an object. An example that is a text or a list shows a model something that it \
          cannot send, and clients that hand examples to a model API have them refused.\n\nMake each example an object \
          of arguments.",
    sources: &["Tool Credit Score, section 7: example-not-object"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}, "examples": ["get_crate(label=A-1)"]}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}, "input_examples": [{"label": "A-1"}, ["A-1"]]}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}, "examples": [{"label": "A-1"}]}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"examples": {"type": "string", "examples": ["A-1"]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::ExampleNotObject);
}
