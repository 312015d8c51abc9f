//! TDQS109: the title says no more than the name.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS109",
    name: "meaningless-title",
    summary: "The title is the name, or no longer than the name.",
    why: "A title is for people, who choose and approve tools by it. It counts as meaningful only where it differs from \
          the name and is longer; a shorter one, or the name again, says nothing that the name does not.\n\nWrite what \
          the tool does in a few words, or leave the title out.",
    sources: &[
        "TDQS specification, \"Stage 1: Context signals\": titleIsMeaningful",
        "Model Context Protocol, \"Tools\": title",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "title": "move_crate", "description": "Move a crate to another shelf."}"#,
        r#"{"name": "move_crate", "title": "Move", "description": "Move a crate to another shelf."}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "title": "Move a crate to another shelf", "description": "Move a crate to another shelf of the same aisle."}"#,
        r#"{"name": "move_crate", "description": "Move a crate to another shelf."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(title) = tool.title_node() else { return };
    if tool.unhashed_signals().title_is_meaningful {
        return;
    }
    let message = if tool.title() == Some(tool.name()) {
        "the title is the name; say in a few words what the tool does, or leave it out"
    } else {
        "the title is no longer than the name; say in a few words what the tool does, or leave it out"
    };
    findings.report(&title.place(), message);
}
