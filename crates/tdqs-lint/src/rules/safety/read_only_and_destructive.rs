//! TDQS516: two hints that cannot both be true.

use tdqs_rubric::Dimension;

use super::claims::hint;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS516",
    name: "read-only-and-destructive",
    summary: "`readOnlyHint` and `destructiveHint` are both true.",
    why: "A tool that changes nothing destroys nothing. MCP gives `destructiveHint` a meaning only where \
          `readOnlyHint` is false, so clients read the pair either way: one calls the tool without asking, another \
          warns of it.\n\nKeep the one that is true.",
    sources: &[
        "Model Context Protocol, \"Tools\": ToolAnnotations",
        "TDQS specification, \"Flags and smells\": Annotation Contradiction",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "annotations": {"readOnlyHint": true, "destructiveHint": true}}"#,
        r#"{"name": "wipe_dock", "description": "Wipe all.", "annotations": {"destructiveHint": true, "readOnlyHint": true, "title": "Wipe"}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "annotations": {"readOnlyHint": true, "destructiveHint": false}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "annotations": {"readOnlyHint": true}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let (Some((_, true)), Some((destructive, true))) =
        (hint(tool, "readOnlyHint"), hint(tool, "destructiveHint"))
    else {
        return;
    };
    let mut reported = findings.report(
        &destructive.place(),
        "a tool that changes nothing destroys nothing; keep the one of `readOnlyHint` and `destructiveHint` that is true",
    );
    if let Some((read_only, _)) = hint(tool, "readOnlyHint") {
        reported.relate(&read_only.place(), "declared to change nothing here");
    }
}
