//! TDQS514: a tool that writes, marked as one that only reads.

use tdqs_rubric::Dimension;

use super::claims::{description_agrees, hint, verb};
use crate::context::ToolContext;
use crate::text::Effect;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS514",
    name: "read-only-contradiction",
    summary: "`readOnlyHint` is true, and the tool is called by a verb that changes something.",
    why: "A client calls a read-only tool without asking its user. Marked so, a tool that deletes or creates is called \
          unseen. A definition that contradicts its annotations scores 1 on behavioral transparency and carries the \
          public flag Annotation Contradiction.\n\nSet `readOnlyHint` to false and say with `destructiveHint` and \
          `idempotentHint` what a call may do. If the tool only reads, call it by a verb that says so. A verb of \
          writing in the name counts when the description opens with one too; a destroying verb always does, unless \
          the description opens with a verb of reading.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Behavioral Transparency",
        "TDQS specification, \"Flags and smells\": Annotation Contradiction",
        "Model Context Protocol, \"Tools\": ToolAnnotations",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "delete_crate", "description": "Delete a crate for ever.", "annotations": {"readOnlyHint": true}}"#,
        r#"{"name": "createCrate", "description": "Creates a crate.", "annotations": {"readOnlyHint": true}}"#,
        r#"{"name": "crate_purge", "description": "All crates are gone after this.", "annotations": {"readOnlyHint": true}}"#,
    ],
    good: &[
        r#"{"name": "delete_crate", "description": "Delete a crate for ever.", "annotations": {"readOnlyHint": false}}"#,
        r#"{"name": "schedule_list", "description": "List the schedule of a day.", "annotations": {"readOnlyHint": true}}"#,
        r#"{"name": "delete_preview", "description": "Shows what delete_crate would delete.", "annotations": {"readOnlyHint": true}}"#,
        r#"{"name": "post_stats", "description": "Numbers of a post.", "annotations": {"readOnlyHint": true}}"#,
        r#"{"name": "delete_crate", "description": "Delete a crate.", "annotations": {"readOnlyHint": "true"}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some((node, true)) = hint(tool, "readOnlyHint") else { return };
    let Some((verb, effect)) = verb(tool) else { return };
    let changes = match effect {
        Effect::Destroys => true,
        Effect::Writes => {
            description_agrees(tool, Effect::Writes) || description_agrees(tool, Effect::Destroys)
        }
        Effect::Reads | Effect::Either => false,
    };
    if changes {
        let message = format!(
            "`readOnlyHint` is true, and \"{verb}\" changes something; set it to false and say with `destructiveHint` \
             what a call may do"
        );
        findings.report(&node.place(), message).relate(&tool.name_node().place(), "the verb stands here");
    }
}
