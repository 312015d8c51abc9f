//! TDQS210: a description that opens with a small letter.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS210",
    name: "description-not-capitalised",
    summary: "The description opens with a small letter.",
    why: "A text that opens with a small letter looks like the rest of something that was cut, to a reader and to a \
          judge. An identifier at the beginning keeps its own spelling.\n\nOpen with a capital letter.",
    sources: &["Tool Credit Score, section 7: description-not-capitalised"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "get_crate", "description": "return one crate by its label."}"#,
        r#"{"name": "get_crate", "description": " élan vital of one crate."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label."}"#,
        r#"{"name": "get_crate", "description": "crate_id is looked up and the crate returned."}"#,
        r#"{"name": "get_crate", "description": "箱を一つ返します。"}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for finding in tool.credit_findings(credit::Rule::DescriptionNotCapitalised) {
        let mut reported = assessed::report_one(tool, findings, finding);
        if let Some(fix) = fix(tool) {
            reported.mend(fix);
        }
    }
}

/// A letter whose capital is several characters is left to the author.
fn fix(tool: &ToolContext<'_>) -> Option<Fix> {
    let description = tool.description()?;
    let (start, first) = description.char_indices().find(|(_, character)| character.is_alphabetic())?;
    let mut capitals = first.to_uppercase();
    let capital = capitals.next().filter(|_| capitals.next().is_none())?;
    let (before, rest) = (description.get(..start)?, description.get(start + first.len_utf8()..)?);
    let edit = Edit::Set {
        pointer: tool.description_node()?.pointer(),
        value: format!("{before}{capital}{rest}").into(),
    };
    Some(Fix::safe("Open with a capital letter", vec![edit]))
}
