//! TDQS101: there is nothing to choose the tool by.

use tdqs_rubric::{Dimension, HardGates};

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS101",
    name: "no-description",
    summary: "The tool has no description, or a blank one.",
    why: "An agent chooses a tool by its description. Without one there is a name to guess by, and nothing to \
          evaluate: all six dimensions score 1, no judge is asked, and because the lowest tool makes 40% of a \
          server's description quality, one such tool pulls down the whole server.\n\nWrite one sentence with a verb \
          and the resource it acts on, and one that says when to use the tool.",
    sources: &["TDQS specification, \"Stage 2: Hard gates\"", "TDQS specification, \"Server-level scores\""],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "purge_records", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "purge_records", "description": " \n", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "purge_records", "description": null, "inputSchema": {"type": "object"}}"#,
    ],
    good: &[
        r#"{"name": "purge_records", "description": "Delete all records that are older than a date. Use it after a backup."}"#,
        r#"{"type": "function", "function": {"name": "purge_records", "description": "Delete old records."}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    if tool.gates() != HardGates::NoDescription {
        return;
    }
    match tool.description_node() {
        Some(description) => findings.report(
            &description.place(),
            "the description is blank; write what the tool does, with a verb and the resource it acts on",
        ),
        None => findings.report(
            &tool.root().place(),
            "there is no description; write what the tool does, with a verb and the resource it acts on",
        ),
    };
}
