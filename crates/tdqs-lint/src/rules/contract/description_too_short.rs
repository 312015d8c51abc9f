//! TDQS208: too few words to choose the tool by.

use tdqs_rubric::{Dimension, HardGates};

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS208",
    name: "description-too-short",
    summary: "The description has fewer than ten words.",
    why: "In fewer than ten words there is room for what a tool does, and seldom for when to use it, what comes back \
          and what can go wrong. A simple tool may need no more; half of the weight of a score lies on what such a \
          text leaves out.\n\nAdd what is missing: a sentence on when to use the tool, and one on what it returns.",
    sources: &[
        "Tool Credit Score, section 7: description-too-short",
        "TDQS specification, \"The six dimensions\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "pack", "description": "Pack all crates of an order now."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label; use list_crates when no label is known."}"#,
        r#"{"name": "get_crate", "description": "ラベルで箱を一つ返します。ラベルが分からないときは一覧を使ってください。"}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    // The gate says the same, and more.
    if tool.gates() == HardGates::Tautological {
        return;
    }
    assessed::report(tool, findings, credit::Rule::DescriptionTooShort);
}
