//! TDQS104: fewer than half of the parameters are described.

use tdqs_rubric::Dimension;

use super::parameters;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS104",
    name: "few-described-parameters",
    summary: "Fewer than half of the parameters have a description.",
    why: "An agent fills a parameter in by what its schema says. Below 50% coverage, parameter semantics is graded by \
          whether the tool's description makes up for what the schema leaves out, and few do.\n\nGive every property \
          of `inputSchema` a `description` that says what its name and type do not: format, unit, what happens \
          without it.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
        "TDQS specification, \"Stage 1: Context signals\": schemaDescriptionCoverage",
        "TDQS specification, \"Improving your score\", 4",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "shelf": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "description": "Label of the crate."}, "shelf": {"description": ""}, "priority": {"type": "string"}}}}"#,
    ],
    good: &[
        r##"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"$ref": "#/$defs/Label"}}, "$defs": {"Label": {"type": "string", "description": "Label of a crate."}}}}"##,
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "description": "Label of the crate."}, "shelf": {"type": "string"}}}}"#,
        r#"{"name": "list_shelves", "description": "List all shelves.", "inputSchema": {"type": "object", "properties": {}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    parameters::report(
        tool,
        findings,
        |coverage| coverage < 50,
        "and below 50% the description has to make up for the schema",
    );
}
