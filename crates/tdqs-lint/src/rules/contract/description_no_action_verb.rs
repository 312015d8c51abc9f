//! TDQS211: a description that does not open with what the tool does.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS211",
    name: "description-no-action-verb",
    summary: "The description does not open with a known verb.",
    why: "The first word is what an agent reads of every tool. One that opens with a verb says there what a call does; \
          \"This tool\" or \"A powerful\" says it later or not at all. Only a table of common verbs is known here, so \
          that a rare verb is found as well.\n\nOpen with the verb: \"Lists …\", \"Create …\".",
    sources: &[
        "Tool Credit Score, section 7: description-no-action-verb",
        "TDQS specification, \"The six dimensions\": Purpose Clarity",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "This tool returns one crate by its label."}"#,
        r#"{"name": "get_crate", "description": "Crate of a shelf by its label."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Returns one crate by its label."}"#,
        r#"{"name": "get_crate", "description": "**Get** one crate by its label."}"#,
        r#"{"name": "get_crate", "description": "箱を一つ返します。"}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::DescriptionNoActionVerb);
}
