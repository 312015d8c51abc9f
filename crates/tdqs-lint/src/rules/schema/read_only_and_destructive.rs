//! TDQS329: hints that exclude each other.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS329",
    name: "read-only-and-destructive",
    summary: "The annotations say that the tool only reads, and that it may destroy.",
    why: "`destructiveHint` and `idempotentHint` are about what a call changes, and mean something only when \
          `readOnlyHint` is false. A client that looks at one of the two treats the tool as harmless, one that \
          looks at the other asks before every call.\n\nDecide what is true: leave `destructiveHint` out, or say \
          `readOnlyHint: false`.",
    sources: &["Model Context Protocol, \"Tools\": ToolAnnotations, destructiveHint"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "sync_crates", "description": "Sync crates.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "destructiveHint": true}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object"}, "annotations": {"title": "List", "destructiveHint": true, "idempotentHint": true, "readOnlyHint": true}}"#,
    ],
    good: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "destructiveHint": false}}"#,
        r#"{"name": "sync_crates", "description": "Sync crates.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(annotations) = tool.annotations() else { return };
    let is_true = |name: &str| annotations.get(name).filter(|hint| hint.value().as_bool() == Some(true));
    if let (Some(reads), Some(destroys)) = (is_true("readOnlyHint"), is_true("destructiveHint")) {
        let message = "`destructiveHint` and `readOnlyHint` are both true, and a tool that only reads destroys nothing; \
                       keep the one that is so";
        findings.report(&destroys.place(), message).relate(&reads.place(), "said to read only");
    }
}
