//! TDQS604: words before the verb that say nothing.

use tdqs_rubric::Dimension;

use crate::context::{PhraseMatch, TextKind};
use crate::rules::sentences::sentence_before;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS604",
    name: "passive-filler",
    summary: "A description or a sentence of it opens with \"this tool allows you to\" or the like instead of its verb.",
    why: "That a tool is a tool, is used, and allows something is known before the first word is read. The words stand \
          where an agent looks first, and they are paid for in every request.\n\nOpen with the verb: \"Cancel an \
          order\".",
    sources: &[
        "TDQS specification, \"The six dimensions\": Conciseness & Structure",
        "Tool Credit Score, section 7: the description opens with a verb",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "cancel_order", "description": "This tool is used to cancel an order."}"#,
        r#"{"name": "cancel_order", "description": "Orders.\n\nThis endpoint allows you to cancel an order."}"#,
    ],
    good: &[
        r#"{"name": "cancel_order", "description": "Cancel an order. A label is used to find it, and the dock allows it only before noon."}"#,
        r#"{"name": "cancel_order", "description": "Cancel an order. Only what this tool can be used to cancel is listed."}"#,
    ],
    check: Check::Phrases {
        phrases: &[
            "tool is used to",
            "tool is used for",
            "tool can be used to",
            "tool allows you to",
            "tool allows users to",
            "tool lets you",
            "tool enables you to",
            "tool is designed to",
            "tool is useful for",
            "tool helps to",
            "tool helps you",
            "tool will",
            "function is used to",
            "function can be used to",
            "function allows you to",
            "function lets you",
            "endpoint is used to",
            "endpoint allows you to",
            "endpoint can be used to",
            "endpoint lets you",
            "api allows you to",
            "api lets you",
            "method is used to",
            "method allows you to",
            "command is used to",
            "command allows you to",
            "operation allows you to",
            "used to",
            "allows you to",
            "allows users to",
            "allows to",
            "allow you to",
            "enables you to",
            "lets you",
            "a tool to",
            "a tool for",
            "a tool that",
            "a function to",
            "a function that",
        ],
        found,
    },
};

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    if !place.text().kind().is_prose() {
        return;
    }
    // Only what stands before the verb of its sentence: "it is used to find" explains. What a tool "will" do and a
    // parameter is "used to" do is filler as the very first words alone.
    let is_first_alone = !place.phrase().contains("you");
    let before = if is_first_alone { place.before() } else { sentence_before(place.before()) }.trim();
    let is_parameter = place.text().kind() != TextKind::Description;
    let opens = before.is_empty()
        || ["this", "the", "this is"].iter().any(|words| before.eq_ignore_ascii_case(words));
    if !opens || (is_first_alone && is_parameter) {
        return;
    }
    let message = format!("\"{}\" says nothing; open the sentence with the verb behind it", place.found());
    findings.report(&place.place(), message);
}
