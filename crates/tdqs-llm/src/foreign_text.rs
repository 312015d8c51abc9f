//! Text of strangers, made fit to stand in a message of ours.
//!
//! Providers, proxies and models write what they like, and what they write ends in terminals and logs.

use tdqs_signals::invisible::is_invisible;

/// The text on one line: white space, control characters and marks that reorder or hide text become a
/// single space.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(1_024));
    let mut gap = false;
    for character in text.chars() {
        if character.is_whitespace() || character.is_control() || is_invisible(character) {
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) && !line.is_empty() {
            line.push(' ');
        }
        line.push(character);
    }
    line
}

/// Ends a text where it gets too long.
pub(crate) trait Ellipsis {
    /// At most `length` characters, and `…` if there were more.
    fn shortened(self, length: usize) -> String;
}

impl Ellipsis for String {
    fn shortened(mut self, length: usize) -> String {
        if let Some((end, _)) = self.char_indices().nth(length) {
            self.truncate(end);
            self.push('…');
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_nothing_a_terminal_would_obey() {
        assert_eq!(one_line("  a\r\n\tb\u{0}\u{1b}[2J\u{202e}c\u{200b} "), "a b [2J c");
        assert_eq!(one_line(""), "");
    }

    #[test]
    fn nothing_invisible_is_left_in_a_line() {
        assert_eq!(one_line("a\u{200b}b\u{3164}c\u{e0041}d"), "a b c d");
        assert_eq!(one_line("한글 ‐ é 😀"), "한글 ‐ é 😀");
    }

    #[test]
    fn a_long_text_ends_with_an_ellipsis() {
        assert_eq!("äöü".to_owned().shortened(3), "äöü");
        assert_eq!("äöü".to_owned().shortened(2), "äö…");
    }
}
