//! String tokens: written as the file writes them, and changed no further than needed.

use std::fmt::Write;
use std::sync::Arc;

use tdqs_signals::json::Json;

/// Whether a text writes what is not ASCII as `\u` escapes: it is ASCII, and has one such escape.
pub(super) fn is_escaping(text: &str) -> bool {
    if !text.is_ascii() {
        return false;
    }
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let escape = rest.get(at + 1..).unwrap_or_default();
        let unit = escape.strip_prefix('u').and_then(|digits| u32::from_str_radix(digits.get(..4)?, 16).ok());
        if unit.is_some_and(|unit| unit > 0x7F) {
            return true;
        }
        rest = escape.get(1..).unwrap_or_default();
    }
    false
}

/// A text as a string token.
pub(super) fn token(text: &str, escaping: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    text.chars().for_each(|character| push(character, escaping, &mut out));
    out.push('"');
    out
}

fn push(character: char, escaping: bool, out: &mut String) {
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        _ if character < ' ' || (escaping && !character.is_ascii()) => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a `String` cannot fail.
                _ = write!(out, "\\u{unit:04x}");
            }
        }
        _ => out.push(character),
    }
}

/// The token of another text, in which the characters that both texts begin and end with are written as they were.
pub(super) fn changed(token: &str, text: &str, escaping: bool) -> String {
    let old = pieces(token);
    let new: Vec<char> = text.chars().collect();
    let kept = old.iter().zip(&new).take_while(|((_, old), new)| old == *new).count();
    let room = old.len().min(new.len()) - kept;
    let kept_behind =
        old.iter().rev().zip(new.iter().rev()).take(room).take_while(|((_, old), new)| old == *new).count();
    let mut out = String::with_capacity(token.len().max(text.len() + 2));
    out.push('"');
    old.iter().take(kept).for_each(|(written, _)| out.push_str(written));
    let middle = new.iter().take(new.len() - kept_behind).skip(kept);
    middle.for_each(|character| push(*character, escaping, &mut out));
    old.iter().skip(old.len() - kept_behind).for_each(|(written, _)| out.push_str(written));
    out.push('"');
    out
}

/// The characters of a token, each with the way in which it is written.
fn pieces(token: &str) -> Vec<(&str, char)> {
    let inside = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    let mut pieces = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(first) = rest.chars().next() {
        let length = if first == '\\' { escape_length(rest) } else { first.len_utf8() };
        let (written, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        pieces.push((written, if first == '\\' { unescaped(written) } else { first }));
        rest = behind;
    }
    pieces
}

/// Bytes of the escape that a text begins with. Two halves of one character are one escape.
fn escape_length(text: &str) -> usize {
    let unit = |at: usize| {
        let digits = text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    match (unit(0), unit(6)) {
        (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
        (Some(_), _) => 6,
        (None, _) => 2,
    }
}

fn unescaped(escape: &str) -> char {
    let token: Arc<str> = format!("\"{escape}\"").into();
    let read = Json::parse_prefix(&token, 0).ok();
    read.and_then(|(json, _)| json.value().as_str()?.chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_that_escapes_is_known_by_an_escape_that_was_needed() {
        for (text, expected) in [
            (r#"{"a": "\u00e9"}"#, true),
            (r#"{"a": "\ud83d\ude00"}"#, true),
            (r#"{"a": "\u003c"}"#, false),
            (r#"{"a": "\\u00e9"}"#, false),
            (r#"{"a": "\\\u00e9"}"#, true),
            (r#"{"a": "é\u00e9"}"#, false),
            ("\\", false),
        ] {
            assert_eq!(is_escaping(text), expected, "{text}");
        }
    }

    #[test]
    fn what_both_texts_share_is_written_as_it_was() {
        for (token, text, expected) in [
            (r#""\u0041\/é""#, "A/éx", r#""\u0041\/éx""#),
            (r#""a\ud83d\ude00b""#, "a😀c", r#""a\ud83d\ude00c""#),
            (r#""a\/a""#, "a/", r#""a\/""#),
            (r#""""#, "\u{1}\"\\", r#""\u0001\"\\""#),
            (r#""aa""#, "aaa", r#""aaa""#),
            (r#""\ud83d""#, "x", r#""x""#),
        ] {
            assert_eq!(changed(token, text, false), expected, "{token}");
        }
        assert_eq!(changed(r#""\u00e9""#, "éü😀", true), r#""\u00e9\u00fc\ud83d\ude00""#);
    }

    proptest! {
        #[test]
        fn a_changed_token_says_the_new_text(old in any::<String>(), new in any::<String>(), escaping: bool, again: bool) {
            let written = changed(&token(&old, escaping), &new, again);
            prop_assert_eq!(serde_json::from_str::<String>(&written).unwrap(), new.clone());
            prop_assert_eq!(changed(&written, &new, escaping), written);
        }
    }
}
