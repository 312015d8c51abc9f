//! TDQS233: codes that nobody explains.

use std::ops::Range;

use tdqs_rubric::Dimension;

use crate::context::{Marks, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS233",
    name: "error-code-without-remedy",
    summary: "The description names an error code, and says neither when it comes nor what to do then.",
    why: "A code in a description is read before a call and remembered after one that failed. By itself it tells an \
          agent that something can go wrong; what it needs is when that is, and whether to wait, to change an argument \
          or to give up.\n\nSay both behind the code: \"SHELF_FULL when the shelf has no room: choose another with \
          list_shelves\".",
    sources: &[
        "TDQS specification, \"The six dimensions\": Behavioral Transparency",
        "Tool Credit Score, section 7: errors-undocumented",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate to another shelf. Errors: SHELF_FULL, NOT_FOUND."}"#,
        r#"{"name": "move_crate", "description": "Move a crate to another shelf. It may give the error CRATE_SEALED."}"#,
        r#"{"name": "move_crate", "description": "Move a crate.\n\nPossible errors: HTTP 404, HTTP 409"}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate to another shelf. Gives the error SHELF_FULL when there is no room."}"#,
        r#"{"name": "move_crate", "description": "Move a crate. Errors: SHELF_FULL, NOT_FOUND. Call list_shelves and try another one."}"#,
        r#"{"name": "move_crate", "description": "Move a crate. Errors: SHELF_FULL (no room)."}"#,
        r#"{"name": "list_errors", "description": "List errors of MAX_LIFT cranes of the last day, and the states IN_USE and IDLE."}"#,
    ],
    check: Check::Tool(check),
};

/// Words that tell when a code comes or what to do then.
const HELP: [&str; 47] = [
    "when",
    "if",
    "because",
    "while",
    "until",
    "unless",
    "after",
    "before",
    "for",
    "means",
    "indicates",
    "due",
    "without",
    "retry",
    "try",
    "wait",
    "use",
    "call",
    "check",
    "pass",
    "ask",
    "provide",
    "reduce",
    "choose",
    "contact",
    "fix",
    "correct",
    "ensure",
    "verify",
    "request",
    "again",
    "first",
    "then",
    "instead",
    "must",
    "should",
    "re-run",
    "rerun",
    "create",
    "refresh",
    "where",
    "missing",
    "invalid",
    "exists",
    "exceeds",
    "not",
    "no",
];
/// Words that announce codes.
const ANNOUNCING: [&str; 5] = ["error", "errors", "raises", "throws", "fails"];
/// Words beside a code that comes alone: `the error X`, `error code X`.
const CALLED: [&str; 4] = ["error", "errors", "code", "codes"];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(text) = tool.description_text() else { return };
    let content = text.content();
    if !text.has(Marks::DIGIT.and(Marks::UNDERSCORE)) {
        return;
    }
    let Some(code) = unexplained(content) else { return };
    let shown = content.get(code.clone()).unwrap_or_default();
    let message = format!("`{shown}` is named without when it comes and what to do then; say both behind it");
    findings.report(&text.place(code), message);
}

/// Where something like `X_Y` or `404` first is: most descriptions have neither, and need not be read word by word.
fn first_that_may_be_code(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_of_code = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.is_some_and(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    let is_of_word = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    let is_number = |at: usize| {
        bytes.get(at..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
            && !is_of_word(at.checked_sub(1))
            && !is_of_word(Some(at + 3))
    };
    memchr::memchr3_iter(b'_', b'4', b'5', bytes).find(|at| {
        is_number(*at) || (bytes[*at] == b'_' && is_of_code(at.checked_sub(1)) && is_of_code(Some(*at + 1)))
    })
}

/// The first code in a sentence that announces errors, when neither the sentence nor the next one helps.
fn unexplained(text: &str) -> Option<Range<usize>> {
    let first = first_that_may_be_code(text)?;
    let mut sentences = sentences(text, first).peekable();
    while let Some(sentence) = sentences.next() {
        let Some(code) = code(text, &sentence) else { continue };
        let helps = |sentence: &Range<usize>| {
            let text = text.get(sentence.clone()).unwrap_or_default();
            text.contains(['(', '—', '–', '→'])
                || text.contains(" - ")
                || words(text).any(|word| is_one_of(word, &HELP))
        };
        if !helps(&sentence) && !sentences.peek().is_some_and(helps) {
            return Some(code);
        }
    }
    None
}

/// The bytes that may end a sentence.
const MAY_END: [bool; 256] = by_byte!(may_end);

const fn may_end(byte: u8) -> bool {
    matches!(byte, b'.' | b'!' | b'?' | b'\n')
}

/// Sentences and lines, from the one on that a place lies in.
fn sentences(text: &str, place: usize) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let is_mark = |byte: &u8| MAY_END[usize::from(*byte)];
    let ends = move |at: usize| {
        let behind = text.get(at + 1..).unwrap_or_default();
        bytes[at] == b'\n' || behind.starts_with(char::is_whitespace)
    };
    let (mut start, mut left) = (0, place);
    while let Some(mark) = bytes[..left].iter().rposition(is_mark) {
        if ends(mark) {
            start = mark + 1;
            break;
        }
        left = mark;
    }
    let mut at = start;
    let all = std::iter::from_fn(move || {
        while let Some(offset) = bytes.get(at..)?.iter().position(is_mark) {
            at += offset + 1;
            if ends(at - 1) {
                return Some(std::mem::replace(&mut start, at)..at - 1);
            }
        }
        // The rest is the last one.
        at = bytes.len() + 1;
        Some(start..bytes.len())
    });
    all.filter(|sentence| text.get(sentence.clone()).is_some_and(|text| !text.trim().is_empty()))
}

/// A code that a sentence announces as one.
fn code(text: &str, sentence: &Range<usize>) -> Option<Range<usize>> {
    let content = text.get(sentence.clone())?;
    first_that_may_be_code(content)?;
    let mut before: Option<&str> = None;
    let mut is_announced = false;
    for word in words(content) {
        let start = word.as_ptr().addr() - content.as_ptr().addr();
        let follows = before.is_some_and(|before| is_one_of(before, &CALLED)) || is_announced;
        if follows && (is_constant(word) || (is_status(word) && before.is_some_and(names_status))) {
            let start = sentence.start + start;
            return Some(start..start + word.len());
        }
        // Behind a colon a list of codes follows.
        is_announced |= is_one_of(word, &ANNOUNCING) && content.get(start + word.len()..)?.starts_with(':');
        before = Some(word);
    }
    None
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !(character.is_alphanumeric() || matches!(character, '_' | '-')))
        .filter(|word| !word.is_empty())
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// Two or more groups of capitals joined by `_`.
fn is_constant(word: &str) -> bool {
    let is_group = |group: &str| {
        !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    word.starts_with(|first: char| first.is_ascii_uppercase())
        && word.contains('_')
        && word.split('_').all(is_group)
}

/// A status of HTTP that tells of a failure.
fn is_status(word: &str) -> bool {
    word.len() == 3 && word.starts_with(['4', '5']) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn names_status(word: &str) -> bool {
    is_one_of(word, &["http", "status", "code", "codes", "error", "errors"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_from_other_capitals() {
        for text in ["Errors: A_B.", "the error CODE_9 here", "error code 404", "Errors:\u{e9} HTTP 500"] {
            assert!(first_that_may_be_code(text).is_some() && unexplained(text).is_some(), "{text}");
        }
        for text in [
            "",
            "Errors A, B",
            "the last 500 errors",
            "A_B is a state",
            "errors of A_B",
            "Errors: 12",
            "error A_B. Retry.",
            "error A_B if it is full",
        ] {
            assert!(unexplained(text).is_none(), "{text}");
        }
    }
}
