//! Which tools of a set does a description name?

use std::ops::Range;

/// A stretch of a text that could be a name, and how it stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identifier<'a> {
    /// The name.
    pub(crate) text: &'a str,
    /// Its bytes.
    pub(crate) range: Range<usize>,
    /// Whether it stands between back-ticks, and nothing else does.
    pub(crate) is_quoted: bool,
}

impl Identifier<'_> {
    /// Whether it cannot be taken for a word of prose: it is quoted, or has a `_`, a digit or a capital behind a
    /// small letter.
    pub(crate) fn is_no_word(&self) -> bool {
        self.is_quoted
            || self.text.contains('_')
            || self.text.bytes().any(|byte| byte.is_ascii_digit())
            || self
                .text
                .as_bytes()
                .windows(2)
                .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
    }
}

/// Whether a byte may stand in a name.
pub(crate) const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b':')
}

/// By byte: most rules over sets read all descriptions by it.
const IS_OF_NAME: [bool; 256] = by_byte!(is_of_name);

/// Whether a name is made of the characters that [`identifiers`] looks for.
pub(crate) fn can_be_found(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_of_name) && !name.starts_with(is_edge) && !name.ends_with(is_edge)
}

const fn is_edge(character: char) -> bool {
    matches!(character, '-' | '.' | '/' | ':')
}

/// The stretches of a text that could be names: ASCII letters, digits, `_`, and `-`, `.`, `/` and `:` between these.
pub(crate) fn identifiers(text: &str) -> impl Iterator<Item = Identifier<'_>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let is_of_name = |byte: &u8| IS_OF_NAME[usize::from(*byte)];
            let start = at + bytes.get(at..)?.iter().position(is_of_name)?;
            let length = bytes[start..].iter().position(|byte| !is_of_name(byte));
            at = length.map_or(bytes.len(), |length| start + length);
            // Every byte in it is ASCII, and so are its edges.
            let run = &bytes[start..at];
            let edge = |byte: &&u8| is_edge(char::from(**byte));
            let before = run.iter().take_while(edge).count();
            if before == run.len() {
                continue;
            }
            let behind = run.iter().rev().take_while(edge).count();
            let range = start + before..at - behind;
            let name = text.get(range.clone())?;
            let start = range.start;
            let before = start.checked_sub(1).and_then(|before| bytes.get(before));
            let is_quoted = before == Some(&b'`') && bytes.get(range.end) == Some(&b'`');
            return Some(Identifier { text: name, range, is_quoted });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_prose_goes_on() {
        let text = "Use `get_crate`, list-shelves. Not a/b: é_x (v2.1).";
        let found: Vec<(&str, bool)> = identifiers(text).map(|found| (found.text, found.is_quoted)).collect();
        assert_eq!(
            found,
            [
                ("Use", false),
                ("get_crate", true),
                ("list-shelves", false),
                ("Not", false),
                ("a/b", false),
                ("_x", false),
                ("v2.1", false)
            ]
        );
        for found in identifiers(text) {
            assert_eq!(&text[found.range.clone()], found.text);
        }
        assert_eq!(identifiers("-- é").count(), 0);
    }

    #[test]
    fn a_word_of_prose_is_no_name() {
        let no_words: Vec<&str> = identifiers("search `search` get_x getX v2 URL well-known")
            .filter(Identifier::is_no_word)
            .map(|found| found.text)
            .collect();
        assert_eq!(no_words, ["search", "get_x", "getX", "v2"]);
    }
}
