//! TDQS214: nothing says when to use the tool.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS214",
    name: "description-no-when",
    summary: "The description does not say when to use the tool.",
    why: "Where several tools could do, an agent chooses by what their descriptions say of the situation each is for. \
          Usage guidelines are a fifth of a definition's score, and a text without a word on when scores 1 or 2 there \
          however well it says what the tool does. Looked for is a sentence with use, call, choose or prefer, and then \
          when, if, for, to, after or before.\n\nAdd a sentence: \"Use this when …\".",
    sources: &[
        "Tool Credit Score, section 7: description-no-when",
        "TDQS specification, \"The six dimensions\": Usage Guidelines",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. When the label is wrong there is none."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. Use it when the label is known."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. Prefer list_crates to many calls."}"#,
        r#"{"name": "get_crate", "description": "箱を一つ返します。"}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::DescriptionNoWhen);
}
