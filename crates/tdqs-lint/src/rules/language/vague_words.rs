//! TDQS601: a word that could stand in any description.

use tdqs_rubric::Dimension;

use crate::context::{PhraseMatch, TextKind};
use crate::rules::sentences::{has_word, head, is_quoted, sentence_after, sentence_before, words};
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
        r#"{"name": "orders", "description": "Handles orders (open, paid and shipped) and other things like these."}"#,
        r#"{"name": "orders", "description": "Cancel an order. Helps to save time."}"#,
    ],
    good: &[
        r#"{"name": "orders", "description": "Cancel an order. Something is returned either way; see the help text of error handling."}"#,
        r#"{"name": "orders", "description": "Close a file handle. Pass --help, or the handle that open returned, or \"help\" for the Help Center."}"#,
        r#"{"name": "orders", "description": "Cancel an order. It handles two states: open and paid.", "inputSchema": {"properties": {"mode": {"description": "How to handle crates. Keep: leave them; free: unpack them"}, "rest": {"enum": ["keep", "free"], "description": "How to handle the rest"}}}}"#,
        r#"{"name": "orders", "description": "Cancel an order. Two things happen then. For things related to crates, if the answer is not helpful, ask a packer, who can help."}"#,
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
    if !place.text().kind().is_prose()
        || is_named(place)
        || is_quoted(place.before())
        || (!is_in_first_sentence(place) && says_more(place))
    {
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

/// Whether it stands where a tool says what it is for, and nothing that follows makes up for a word that does not.
fn is_in_first_sentence(place: &PhraseMatch<'_>) -> bool {
    let before = place.before().trim_start();
    place.text().kind() == TextKind::Description && sentence_before(before).len() == before.len()
}

/// Whether the words around it say what an agent has to know, or it promises nothing of the tool.
fn says_more(place: &PhraseMatch<'_>) -> bool {
    let (before, after) = (sentence_before(place.before()), place.after());
    let previous = words(before).next_back().unwrap_or_default();
    let next = words(after).next().unwrap_or_default();
    let is_one_of = |word: &str, list: &[&str]| list.iter().any(|other| word.eq_ignore_ascii_case(other));
    match place.phrase() {
        // "How to handle conflicts: skip, replace": the cases stand behind it.
        "handle" | "handles" | "handled" => has_enum(place) || lists_cases(place),
        "thing" | "things" => {
            is_one_of(next, &["like", "to", "that", "related"])
                || is_one_of(previous, &["one", "two", "three", "four", "five"])
        }
        // What may come of it, and what somebody asks for.
        _ => is_one_of(previous, &["can", "could"]) || has_word(before, &["if", "asked", "asks"]),
    }
}

/// Whether the parameter that the text describes has its values in the schema.
fn has_enum(place: &PhraseMatch<'_>) -> bool {
    place.text().kind() == TextKind::SchemaDescription
        && place.text().node().parent().is_some_and(|schema| schema.get("enum").is_some())
}

/// Whether cases are told behind the word: after a colon, in brackets or quotation marks, or several with commas. Of a
/// parameter in any sentence, of a tool in this one.
fn lists_cases(place: &PhraseMatch<'_>) -> bool {
    /// As far as a list belongs to what stands before it.
    const NEAR: usize = 300;
    let after = place.after();
    let rest = match place.text().kind() {
        TextKind::SchemaDescription => head(after, NEAR),
        _ => {
            let sentence = sentence_after(after);
            // A list under it belongs to it.
            if sentence.trim_end().ends_with(':') {
                return true;
            }
            sentence
        }
    };
    rest.contains(['(', '"', '`', '/']) || rest.contains(": ") || rest.matches(", ").nth(1).is_some()
}
