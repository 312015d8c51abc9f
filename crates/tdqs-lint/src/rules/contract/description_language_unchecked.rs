//! TDQS213: rules that were not applied.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS213",
    name: "description-language-unchecked",
    summary: "The description is not in English, so that rules about English words were skipped.",
    why: "Whether a text says when to use a tool, what it returns and how it fails is looked for by English words. In \
          another language nothing is found and nothing is reported, which is no verdict that all is well.\n\nNothing \
          is to be mended. The rule is for those who want to know what was not checked.",
    sources: &["Tool Credit Score, section 7: description-language-unchecked"],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "箱を一つ返します。"}"#,
        r#"{"name": "get_crate", "description": "Возвращает один ящик."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate (箱)."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for finding in tool.credit_findings(credit::Rule::DescriptionLanguageUnchecked) {
        let message = format!("{}; the rules about English words were skipped", finding.message);
        findings.report(&tool.place_at(&finding.pointer), message);
    }
}
