//! TDQS225: hints that leave the question open.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS225",
    name: "annotations-incomplete",
    summary: "The hints leave open whether a call changes, destroys or repeats something.",
    why: "What is not declared is taken at its worst: without `readOnlyHint` a tool writes, and one that writes \
          destroys and must not be repeated unless the hints say otherwise. A client that goes by that asks its user \
          more often than it has to.\n\nDeclare `readOnlyHint`, and where it is false `destructiveHint` and \
          `idempotentHint`.",
    sources: &[
        "Tool Credit Score, section 7: annotations-incomplete",
        "Model Context Protocol, \"Tools\": ToolAnnotations",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"openWorldHint": false}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true}}"#,
        r#"{"name": "list_crates", "description": "List all crates.", "annotations": {"readOnlyHint": true}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::AnnotationsIncomplete);
}
