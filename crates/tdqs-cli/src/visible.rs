//! Untrusted text, made harmless for a terminal.
//!
//! Names and descriptions come from strangers. A control character in them could clear the screen, recolour
//! it or reverse a line, so none is written as it is.

use std::borrow::Cow;
use std::fmt::Write;

use tdqs::signals::invisible::is_invisible;

/// Whether a terminal may act on the character, or show nothing where there is something.
fn is_unsafe(character: char) -> bool {
    character.is_control() || is_invisible(character)
}

/// What hardly any text has anything beside: printing characters of ASCII. Told by bytes, which is much faster.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// The text on one line: white space runs become one space, other unsafe characters `\u{1b}` and the like.
pub(crate) fn line(text: &str) -> String {
    let text = text.trim();
    if text.bytes().all(is_plain) && !text.contains("  ") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' | ' ' => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            _ => push(&mut out, character),
        }
    }
    out
}

/// The text with its line ends and tabs.
pub(crate) fn block(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(character),
            _ => push(&mut out, character),
        }
    }
    out
}

fn push(out: &mut String, character: char) {
    if is_unsafe(character) {
        _ = write!(out, "\\u{{{:x}}}", u32::from(character));
    } else {
        out.push(character);
    }
}

/// JSON in which every unsafe character is an escape. They can only stand inside strings, where the escape
/// means the same.
pub(crate) fn json(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    let special =
        |from: usize| text.as_bytes()[from..].iter().position(|byte| !is_plain(*byte) && *byte != b'\n');
    while let Some(offset) = special(at) {
        at += offset;
        let Some(character) = text[at..].chars().next() else { break };
        let end = at + character.len_utf8();
        if is_unsafe(character) {
            out.push_str(&text[copied..at]);
            for unit in character.encode_utf16(&mut [0; 2]) {
                _ = write!(out, "\\u{unit:04x}");
            }
            copied = end;
        }
        at = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_a_terminal_acts_on_is_left() {
        assert_eq!(line("a\n  b\u{1b}[2J\u{9b}c\u{202e}d"), r"a b\u{1b}[2J\u{9b}c\u{202e}d");
        assert_eq!(block("a\n\tb\u{7}\r"), "a\n\tb\\u{7}\\u{d}");
        assert_eq!(json("{\n \"a\u{9b}\": \"\u{e0041}\"}"), "{\n \"a\\u009b\": \"\\udb40\\udc41\"}");
        assert_eq!(line(" a  b "), "a b");
    }

    proptest::proptest! {
        #[test]
        fn plain_stretches_change_nothing(text in "[ ab\n\t\u{1b}\u{7f}\u{9b}é\u{202e}\u{e0041}]{0,20}") {
            let mut expected = String::new();
            for character in text.chars() {
                if character != '\n' && is_unsafe(character) {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        _ = write!(expected, "\\u{unit:04x}");
                    }
                } else {
                    expected.push(character);
                }
            }
            proptest::prop_assert_eq!(json(&text), expected);
            let words: Vec<&str> = text.trim().split([' ', '\n', '\t']).filter(|word| !word.is_empty()).collect();
            proptest::prop_assert_eq!(line(&text), block(&words.join(" ")));
        }
    }
}
