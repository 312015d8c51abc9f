//! TDQS102: the description is the name again.

use tdqs_rubric::{Dimension, HardGates};
use tdqs_signals::whitespace::trim;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS102",
    name: "tautological-description",
    summary: "The description is the name or the title again.",
    why: "A description that restates the name adds no information: an agent knows the name already. Lowercased and \
          trimmed, it is compared with the name and with the title; where it is one of them, the tool is flagged and \
          its Purpose Clarity is at most 2, whatever a judge says. That is a quarter of the score: with a 5 in every \
          other dimension the tool reaches 4.3, and the cap is there because judges let a text pass that looks \
          reasonable.\n\nSay in one sentence which verb the tool stands for, on which resource, and within which \
          limits.",
    sources: &[
        "TDQS specification, \"Stage 2: Hard gates\"",
        "TDQS specification, \"Stage 4: Deterministic post-processing\"",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "process", "description": "Process\n"}"#,
        r#"{"name": "mv", "title": "Move a crate", "description": "move a crate"}"#,
    ],
    good: &[
        r#"{"name": "process", "description": "Process all orders of a day: reserve their crates and print the labels."}"#,
        r#"{"name": "process", "description": "Process."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    if tool.gates() != HardGates::Tautological {
        return;
    }
    let Some(description) = tool.description_node() else { return };
    let text = tool.description().unwrap_or_default();
    let is_name = trim(text).to_lowercase() == trim(tool.name()).to_lowercase();
    let what = if is_name { "name" } else { "title" };
    let message = format!(
        "the description is the {what} again, which caps Purpose Clarity at 2; say what the tool does to which resource, \
         and within which limits"
    );
    findings.report(&description.place(), message);
}
