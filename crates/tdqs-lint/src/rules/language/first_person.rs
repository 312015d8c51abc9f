//! TDQS606: a text in which somebody speaks.

use tdqs_rubric::Dimension;

use crate::context::{PhraseMatch, TextKind};
use crate::rules::sentences::{is_in_example, is_quoted, sentence_before, words};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS606",
    name: "first-person",
    summary: "A text says I, we, my or our.",
    why: "In a prompt, \"I\" and \"we\" are the model, its user or the company behind either. \"We delete old crates\" \
          does not say whether a call does it, and \"my crates\" not whose they are.\n\nSay who: the tool, the server, \
          the authenticated user.",
    sources: &["TDQS specification, \"The six dimensions\": Purpose Clarity"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "list_crates", "description": "List my crates."}"#,
        r#"{"name": "list_crates", "description": "List crates. We delete old ones."}"#,
        r#"{"name": "list_crates", "description": "I can list crates."}"#,
    ],
    good: &[
        r#"{"name": "list_crates", "description": "List the crates of the authenticated user. Use it for \"what are my crates\" or `our crates`."}"#,
        r#"{"name": "list_crates", "description": "List crates of type I and their I/O. My Drive and my-crates are names.\n\nExample: show my crates"}"#,
    ],
    check: Check::Phrases {
        // "I" by itself would be found in every other word, and is a numeral too.
        phrases: &[
            "we",
            "my",
            "our",
            "I am",
            "I can",
            "I will",
            "I would",
            "I have",
            "I do",
            "I don't",
            "I need",
            "I want",
            "I should",
            "I must",
            "I may",
            "I use",
            "I return",
            "I recommend",
            "I suggest",
            "I think",
            "I was",
        ],
        found,
    },
};

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    if !matches!(place.text().kind(), TextKind::Description | TextKind::SchemaDescription) {
        return;
    }
    let (before, after) = (place.before(), place.after());
    let said = place.found().split(' ').next().unwrap_or_default();
    // The word by itself, and not a part of `my-project`, `[our]` or "my, ours".
    let is_alone = before.chars().next_back().is_none_or(char::is_whitespace)
        && (said.len() < place.found().len()
            || after.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_alphabetic)));
    if !is_alone {
        return;
    }
    let next = words(after).next().unwrap_or_default();
    let opens = words(sentence_before(before)).next().is_none();
    let is_said = match said {
        "I" => true,
        // A capital within a sentence, before another, is a name.
        _ if place.phrase() == said.to_ascii_lowercase() => {
            said.chars().skip(1).all(char::is_lowercase)
                && (said.starts_with(char::is_lowercase) || (opens && next.starts_with(char::is_lowercase)))
        }
        _ => false,
    };
    if is_said && !is_quoted(before) && !is_in_example(before) {
        let message =
            format!("nobody knows who \"{said}\" is; say who: the tool, the server, the authenticated user");
        findings.report(&place.place(), message);
    }
}
