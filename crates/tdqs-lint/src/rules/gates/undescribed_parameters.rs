//! TDQS105: a few parameters more with a description, and the schema carries itself.

use tdqs_rubric::Dimension;

use super::parameters;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS105",
    name: "undescribed-parameters",
    summary: "At least half of the parameters have a description, and no more than 80% of them.",
    why: "Above 80% coverage, parameter semantics begins at 3 even where the tool's description says nothing about \
          parameters, because the schema already does the work. Up to 80% it does not.\n\nGive the parameters that \
          have none a `description` that says what their name and type do not.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
        "TDQS specification, \"Stage 1: Context signals\": schemaDescriptionCoverage",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "description": "Label of the crate."}, "shelf": {"type": "string"}}}}"#,
        r#"{"name": "pack", "description": "Pack a crate.", "inputSchema": {"properties": {"a": {"description": "A."}, "b": {"description": "B."}, "c": {"description": "C."}, "d": {"description": "D."}, "e": {}}}}"#,
    ],
    good: &[
        r#"{"name": "pack", "description": "Pack a crate.", "inputSchema": {"properties": {"a": {"description": "A."}, "b": {"description": "B."}, "c": {"description": "C."}, "d": {"description": "D."}, "e": {"description": "E."}, "f": {}}}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    parameters::report(
        tool,
        findings,
        |coverage| (50..=80).contains(&coverage),
        "and only above 80% does the schema carry Parameter Semantics to a 3 by itself",
    );
}
