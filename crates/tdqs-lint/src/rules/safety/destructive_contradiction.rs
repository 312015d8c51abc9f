//! TDQS515: a tool that destroys, marked as one that does not.

use tdqs_rubric::Dimension;

use super::claims::{hint, verb};
use crate::context::ToolContext;
use crate::text::Effect;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS515",
    name: "destructive-contradiction",
    summary: "`destructiveHint` is false, and the tool is called by a verb that destroys.",
    why: "`destructiveHint: false` promises that a call only adds. A client that believes it asks no user before \
          `delete_crate`, and a judge that notices gives 1 for behavioral transparency.\n\nSet it to true, or leave it \
          out: true is MCP's default. Where what is deleted can be had back, say so in the description, which is \
          where that belongs.",
    sources: &[
        "TDQS specification, \"Flags and smells\": Annotation Contradiction",
        "Model Context Protocol, \"Tools\": ToolAnnotations",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "delete_crate", "description": "Delete a crate.", "annotations": {"readOnlyHint": false, "destructiveHint": false}}"#,
        r#"{"name": "purgeCrates", "description": "Purges all crates.", "annotations": {"destructiveHint": false}}"#,
    ],
    good: &[
        r#"{"name": "delete_crate", "description": "Delete a crate.", "annotations": {"destructiveHint": true}}"#,
        r#"{"name": "remove_background", "description": "Return the picture without its background.", "annotations": {"destructiveHint": false}}"#,
        r#"{"name": "get_deleted_crates", "description": "List deleted crates.", "annotations": {"destructiveHint": false}}"#,
    ],
    check: Check::Tool(check),
};

/// What these take away may be a part of what was passed, or a link between two things.
const UNCERTAIN: [&str; 4] = ["remove", "drop", "truncate", "revoke"];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    // Where the tool claims to read only, that is what contradicts the verb.
    if hint(tool, "readOnlyHint").is_some_and(|(_, is_read_only)| is_read_only) {
        return;
    }
    let Some((node, false)) = hint(tool, "destructiveHint") else { return };
    let Some((verb, Effect::Destroys)) = verb(tool) else { return };
    if UNCERTAIN.iter().any(|uncertain| verb.eq_ignore_ascii_case(uncertain)) {
        return;
    }
    let message = format!(
        "`destructiveHint` is false, and \"{verb}\" destroys; set it to true, and say in the description what can be \
         had back"
    );
    findings.report(&node.place(), message).relate(&tool.name_node().place(), "the verb stands here");
}
