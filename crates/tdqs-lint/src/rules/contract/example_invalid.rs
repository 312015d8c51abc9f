//! TDQS223: an example of a call that the schema refuses.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS223",
    name: "example-invalid",
    summary: "The schema of the arguments refuses an example of a call.",
    why: "Models copy examples. One that the schema of the same tool refuses teaches a call that fails, and shows that \
          one of the two is out of date. Examples inside the schema are looked at by `invalid-example`; these stand \
          beside it.\n\nMake the example valid, or correct the schema.",
    sources: &["Tool Credit Score, section 7: example-invalid"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}, "examples": [{}]}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}}, "input_examples": [{"count": 1}, {"count": "two"}]}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}, "examples": [{"label": "A-1"}]}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}, "examples": [{"description": "By label", "input": {"label": "A-1"}}]}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let stands_beside = |finding: &&credit::Finding| {
        ["/examples/", "/input_examples/"].iter().any(|start| finding.pointer.starts_with(start))
    };
    for finding in tool.credit_findings(credit::Rule::ExampleInvalid).filter(stands_beside) {
        assessed::report_one(tool, findings, finding);
    }
}
