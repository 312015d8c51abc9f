//! TDQS215: nothing says when not to use the tool.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS215",
    name: "description-no-when-not",
    summary: "The description does not say when not to use the tool.",
    why: "What a tool is not for, and which one to take instead, is what keeps an agent from the wrong one of two that \
          look alike; the highest marks for usage guidelines ask for it. A tool without a near sibling has little to \
          say here.\n\nAdd a sentence that names the alternative: \"Do not use this for …; use … instead\".",
    sources: &[
        "Tool Credit Score, section 7: description-no-when-not",
        "TDQS specification, \"The six dimensions\": Usage Guidelines",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. Use it when the label is known."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. To search, use list_crates instead."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. Do not use it for pallets."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::DescriptionNoWhenNot);
}
