//! TDQS106: nobody says what comes back.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS106",
    name: "no-output-schema",
    summary: "The tool has no output schema, or an empty one.",
    why: "With an output schema a description need not explain what comes back, and a client can check it. Without one \
          the description has to say it all, and contextual completeness is judged by whether it does.\n\nAdd \
          `outputSchema` and return `structuredContent` that fits it.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Contextual Completeness",
        "TDQS specification, \"Improving your score\", 5",
        "Model Context Protocol, \"Tools\": Output Schema",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ContextualCompleteness)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "outputSchema": {}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "outputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "output_schema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let message = "no schema says what comes back; add `outputSchema`, or let the description say it all";
    match tool.output_schema() {
        Some(schema) if schema.children().len() > 0 => return,
        Some(schema) => findings.report(&schema.place(), message),
        None => findings.report(&tool.root().place(), message),
    };
}
