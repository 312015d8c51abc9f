//! TDQS103: the safety profile is left to the description.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS103",
    name: "missing-annotations",
    summary: "The tool declares none of the four hints of MCP's annotations.",
    why: "Annotations tell a client what it needs not read prose for: whether a call changes something \
          (`readOnlyHint`), may destroy something (`destructiveHint`), may be repeated (`idempotentHint`) and reaches \
          the outside world (`openWorldHint`). A client that asks its user before every call that may destroy asks \
          before this one, because MCP's defaults assume the worst. And behavioral transparency is graded relative to \
          annotations: with them the bar is lower, without them the description carries the full disclosure \
          burden.\n\nAdd `annotations` with the hints that are true of the tool.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Behavioral Transparency",
        "Model Context Protocol, \"Tools\": ToolAnnotations",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate to another shelf."}"#,
        r#"{"name": "move_crate", "description": "Move a crate to another shelf.", "annotations": {}}"#,
        r#"{"name": "move_crate", "description": "Move a crate to another shelf.", "annotations": {"title": "Move a crate"}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate to another shelf.", "annotations": {"readOnlyHint": false, "destructiveHint": false}}"#,
        r#"{"name": "list_shelves", "description": "List all shelves.", "annotations": {"readOnlyHint": true}}"#,
    ],
    check: Check::Tool(check),
};

const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let message = "no hint says what a call may change; add `annotations` with `readOnlyHint`, and for a tool that \
                   writes also `destructiveHint` and `idempotentHint`";
    match tool.annotations() {
        Some(annotations) if HINTS.iter().any(|hint| annotations.get(hint).is_some()) => return,
        Some(annotations) => findings.report(&annotations.place(), message),
        None => findings.report(&tool.root().place(), message),
    };
}
