//! TDQS601: a word that could stand in any description.

use tdqs_rubric::Dimension;

use crate::context::PhraseMatch;
use crate::rules::sentences::{is_quoted, sentence_before, words};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS601",
    name: "vague-words",
    summary: "A text uses a word that says nothing: help, assist, thing, stuff, handle.",
    why: "\"Helps with orders\" does not say whether the tool reads, changes or deletes them, and \"handles things\" \
          fits every tool there is. An agent that chooses between siblings needs the verb and the resource.\n\nPut in \
          its place what happens: \"cancels an order that is not shipped\". Help texts, file handles and things that \
          are on the internet are not meant.",
    sources: &[
        "Tool description engineering, evaluator: clarity",
        "TDQS specification, \"The six dimensions\": Purpose Clarity",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "orders", "description": "Helps with orders."}"#,
        r#"{"name": "orders", "description": "Cancel an order and other stuff."}"#,
        r#"{"name": "orders", "description": "Cancel an order.", "inputSchema": {"properties": {"mode": {"description": "How to handle crates."}}}}"#,
    ],
    good: &[
        r#"{"name": "orders", "description": "Cancel an order. Something is returned either way; see the help text of error handling."}"#,
        r#"{"name": "orders", "description": "Close a file handle. Pass --help, or the handle that open returned, or \"help\" for the Help Center."}"#,
    ],
    check: Check::Phrases {
        phrases: &[
            "help",
            "helps",
            "helped",
            "helping",
            "helpful",
            "assist",
            "assists",
            "assisted",
            "assisting",
            "thing",
            "things",
            "stuff",
            "handle",
            "handles",
            "handled",
        ],
        found,
    },
};

/// Behind these "handle" is a verb.
const BEFORE_AN_INFINITIVE: [&str; 14] = [
    "to",
    "can",
    "will",
    "could",
    "would",
    "should",
    "must",
    "may",
    "might",
    "not",
    "automatically",
    "and",
    "that",
    "tools",
];
/// Behind these "handles" are things that one can name.
const BEFORE_A_NOUN: [&str; 14] = [
    "a", "an", "the", "these", "those", "its", "your", "file", "window", "user", "object", "of", "for",
    "element",
];
/// Before these "help" is one.
const HELP_ITSELF: [&str; 14] = [
    "text",
    "texts",
    "center",
    "centre",
    "desk",
    "page",
    "pages",
    "article",
    "articles",
    "documentation",
    "message",
    "command",
    "topic",
    "output",
];

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    if !place.text().kind().is_prose() || is_named(place) || is_quoted(place.before()) {
        return;
    }
    let message = format!("\"{}\" says nothing that an agent can act on; say what happens", place.found());
    findings.report(&place.place(), message);
}

/// Whether the word is a name or a part of one, or a noun with a meaning of its own.
fn is_named(place: &PhraseMatch<'_>) -> bool {
    const JOINS: [char; 9] = ['-', '_', '/', '.', '=', '@', '(', ':', '\''];
    let (before, after) = (place.before(), place.after());
    let is_joined = before.ends_with(JOINS)
        || (after.starts_with(JOINS) && !after[1..].starts_with(char::is_whitespace) && after.len() > 1);
    let previous = words(sentence_before(before)).next_back().unwrap_or_default();
    let next = words(after).next().unwrap_or_default();
    let is_one_of = |word: &str, list: &[&str]| list.iter().any(|other| word.eq_ignore_ascii_case(other));
    let is_noun = match place.phrase() {
        "help" => {
            is_one_of(next, &HELP_ITSELF)
                || is_one_of(previous, &["the", "for", "show", "display", "print", "get"])
        }
        // A handle is a thing of its own unless somebody is to handle something.
        "handle" => !previous.is_empty() && !is_one_of(previous, &BEFORE_AN_INFINITIVE),
        "handles" => is_one_of(previous, &BEFORE_A_NOUN),
        "things" => is_one_of(previous, &["of"]),
        _ => false,
    };
    is_joined || is_noun
}
