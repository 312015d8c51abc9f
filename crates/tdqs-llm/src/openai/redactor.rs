//! Keeps secrets out of what the endpoint sends back: out of errors, and out of answers, which end up in
//! reports and go back to the provider when they do not fit.
//!
//! A value is looked for only if it is long enough to be told from the text around it: with `e` for a
//! secret, no message could be read. Credentials count from 4 characters on, the values of headers and of
//! the address's query and the texts of request overrides from 6 on. In answers an override that is a plain
//! word (`minimal`, `json_object`) stays, since it is a setting and judges use such words; so does what the
//! contract of the answer says itself, since an answer without its keys could not be read.
//!
//! A secret is found as it is, and as JSON may write it within a string. One that comes back in another
//! encoding or in pieces is not found: an endpoint bent on that has the secret anyway.

use crate::AnswerContract;
use crate::foreign_text::one_line;

const MARKER: &str = "[redacted]";
const SHORTEST_CREDENTIAL: usize = 4;
const SHORTEST_VALUE: usize = 6;

/// The values that nothing may hold which leaves the client.
#[derive(Default)]
pub(super) struct Redactor {
    secrets: Vec<Secret>,
}

struct Secret {
    text: String,
    /// Whether it is a setting in one word, which answers may hold.
    is_word: bool,
}

impl Redactor {
    /// Adds keys and passwords.
    pub(super) fn with_credentials<'a>(mut self, credentials: impl IntoIterator<Item = &'a str>) -> Self {
        for credential in credentials {
            self.add(credential, SHORTEST_CREDENTIAL, false);
        }
        self
    }

    /// Adds values of headers and of a query. Of `Bearer sk-…`, what follows the scheme counts as well.
    pub(super) fn with_values<'a>(mut self, values: impl IntoIterator<Item = &'a str>) -> Self {
        for value in values {
            self.add(value, SHORTEST_VALUE, false);
            if let Some((_, credentials)) = value.trim().split_once(' ') {
                self.add(credentials, SHORTEST_VALUE, false);
            }
        }
        self
    }

    /// Adds texts of request overrides.
    pub(super) fn with_overrides<'a>(mut self, overrides: impl IntoIterator<Item = &'a str>) -> Self {
        for text in overrides {
            let is_word = text.chars().all(|character| character.is_alphabetic() || "_-".contains(character));
            self.add(text, SHORTEST_VALUE, is_word);
        }
        self
    }

    fn add(&mut self, text: &str, shortest: usize, is_word: bool) {
        // Answers are searched as they are, errors on one line.
        for text in [text.trim().to_owned(), one_line(text)] {
            if text.chars().count() >= shortest {
                self.secrets.push(Secret { text, is_word });
            }
        }
    }

    /// The text on one line and without secrets. Must come before any shortening, which could leave half
    /// a secret behind.
    pub(super) fn redacted(&self, text: &str) -> String {
        without(&one_line(text), self.secrets.iter().map(|secret| secret.text.as_str()))
    }

    /// A model's answer without secrets.
    pub(super) fn redacted_answer(&self, answer: &str, contract: &AnswerContract) -> String {
        let contract = contract.schema.to_string();
        let secrets =
            self.secrets.iter().filter(|secret| !secret.is_word && !contract.contains(&secret.text));
        without(answer, secrets.map(|secret| secret.text.as_str()))
    }
}

/// One pass, so that no marker is looked through in its turn. Secrets that overlap are one stretch, so that
/// nothing is left over of either.
fn without<'a>(text: &str, secrets: impl Iterator<Item = &'a str>) -> String {
    let secrets: Vec<&str> = secrets.collect();
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for (at, _) in text.char_indices() {
        let rest = &text[at..];
        let Some(longest) = secrets.iter().filter_map(|secret| length_at_start(rest, secret)).max() else {
            continue;
        };
        if at >= end {
            kept.push_str(&text[end..at]);
            kept.push_str(MARKER);
        }
        end = end.max(at + longest);
    }
    kept.push_str(&text[end..]);
    kept
}

/// How much of the text's start is the secret, plain or with JSON's escapes.
fn length_at_start(text: &str, secret: &str) -> Option<usize> {
    if text.starts_with(secret) {
        return Some(secret.len());
    }
    let rest = secret.chars().try_fold(text, |rest, character| {
        // Escapes first: a backslash is one only when no second follows.
        strip_escape(rest, character).or_else(|| rest.strip_prefix(character))
    })?;
    Some(text.len() - rest.len())
}

fn strip_escape(text: &str, character: char) -> Option<&str> {
    let escape = text.strip_prefix('\\')?;
    let short = match character {
        '\n' => Some('n'),
        '\r' => Some('r'),
        '\t' => Some('t'),
        '"' | '\\' | '/' => Some(character),
        _ => None,
    };
    short.and_then(|short| escape.strip_prefix(short)).or_else(|| {
        character.encode_utf16(&mut [0; 2]).iter().try_fold(text, |rest, unit| {
            let digits = rest.strip_prefix("\\u")?.get(..4)?;
            (u16::from_str_radix(digits, 16).as_ref() == Ok(unit)).then(|| &rest[6..])
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(redactor: &Redactor, text: &str) -> String {
        let contract = AnswerContract::new("c", json!({ "required": ["summary", "tool_set"] }));
        redactor.redacted_answer(text, &contract)
    }

    #[test]
    fn secrets_are_replaced_wherever_they_stand() {
        let redactor = Redactor::default()
            .with_credentials(["sk-1", "sk-1234", ""])
            .with_values(["Basic dXNlcjpwYXNz", "two  words"]);
        for (text, expected) in [
            ("no secret", "no secret"),
            ("key sk-1234 and sk-1, sk-1sk-1", "key [redacted] and [redacted], [redacted][redacted]"),
            ("got dXNlcjpwYXNz\nor Basic  dXNlcjpwYXNz", "got [redacted] or [redacted]"),
            ("two  words or two\nwords", "[redacted] or [redacted]"),
        ] {
            assert_eq!(redactor.redacted(text), expected);
        }
        assert_eq!(answer(&redactor, "a\n two  words\nsk-12345"), "a\n [redacted]\n[redacted]5");
    }

    #[test]
    fn of_secrets_that_overlap_nothing_is_left_over() {
        let redactor = Redactor::default().with_values(["abcdef", "defghi", "cde123"]);
        assert_eq!(redactor.redacted("xabcdefghiy abcde123"), "x[redacted]y ab[redacted]");
    }

    #[test]
    fn what_is_too_short_for_a_secret_stays() {
        let redactor = Redactor::default()
            .with_credentials(["abc"])
            .with_values(["e", "12345", "Bearer 54321"])
            .with_overrides(["xy-z1"]);
        for text in ["the secret key abc", "12345 54321 xy-z1"] {
            assert_eq!(redactor.redacted(text), text);
        }
        let redactor = Redactor::default().with_credentials(["abc4"]).with_values(["123456"]);
        assert_eq!(redactor.redacted("abc4 123456"), "[redacted] [redacted]");
    }

    #[test]
    fn no_marker_is_looked_through() {
        let redactor = Redactor::default().with_credentials(["reda", "ted]"]).with_values(["redacted"]);
        assert_eq!(redactor.redacted("reda redacted"), "[redacted] [redacted]");
    }

    #[test]
    fn a_secret_is_found_behind_the_escapes_of_json() {
        let redactor = Redactor::default().with_values(["a/b\"c\\d+é😀", "line\nbreak"]);
        for text in [
            r#""a/b\"c\\d+é😀""#,
            r#""a\/b\"c\\d\u002B\u00e9\ud83d\ude00""#,
            r#""\u0061/b\u0022c\u005cd+é😀""#,
            r#""line\nbreak""#,
            "\"line\nbreak\"",
        ] {
            assert_eq!(answer(&redactor, text), r#""[redacted]""#, "{text}");
        }
        assert_eq!(redactor.redacted(r#"{"x": "a\/b\"c\\d+é😀"}"#), r#"{"x": "[redacted]"}"#);
        assert_eq!(redactor.redacted(r"a/b\"), r"a/b\");
        assert_eq!(redactor.redacted(r"\u00é \u"), r"\u00é \u");
    }

    #[test]
    fn an_answer_keeps_its_keys_and_the_words_of_settings() {
        let redactor = Redactor::default().with_values(["summary"]).with_overrides([
            "minimal",
            "tool_set",
            "t0p-secret",
        ]);
        let text = r#"{"summary": "minimal", "tool_set": "t0p-secret"}"#;
        assert_eq!(answer(&redactor, text), r#"{"summary": "minimal", "tool_set": "[redacted]"}"#);
        assert_eq!(redactor.redacted("summary minimal"), "[redacted] [redacted]");
    }
}
