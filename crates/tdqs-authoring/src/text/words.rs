//! Words of a text.

use std::ops::Range;

/// The byte ranges of the words as people read them: runs of letters, digits and `_`, with apostrophes inside.
///
/// ```
/// use tdqs_authoring::text::words;
///
/// let text = "Don't call get_invoice (v2)!";
/// let found: Vec<&str> = words::spans(text).into_iter().map(|span| &text[span]).collect();
/// assert_eq!(found, ["Don't", "call", "get_invoice", "v2"]);
/// ```
#[must_use]
pub fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = None;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let is_inside = matches!(character, '\'' | '’')
            && start.is_some()
            && characters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        match (start, is_word(character) || is_inside) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                spans.push(first..at);
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    spans.extend(start.map(|first| first..text.len()));
    spans
}

/// How many words a text has: runs between white space that hold a letter or digit, where two characters of Chinese
/// or Japanese count as a word.
///
/// Credit score: "Words" in section 7.
///
/// ```
/// use tdqs_authoring::text::words::count;
///
/// assert_eq!(count("The invoice -- with its lines"), 5);
/// assert_eq!(count("在庫数を"), 2);
/// ```
#[must_use]
pub fn count(text: &str) -> usize {
    text.split(tdqs_signals::whitespace::is_ecmascript_whitespace)
        .map(|run| {
            let unspaced = run.chars().filter(|character| is_unspaced(*character)).count();
            let has_other =
                run.chars().any(|character| character.is_alphanumeric() && !is_unspaced(character));
            usize::from(has_other) + unspaced.div_ceil(2)
        })
        .sum()
}

/// Whether a character belongs to a word or an identifier.
#[must_use]
pub fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether the character is of a script that puts no spaces between words: the ranges of the credit score.
const fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_apostrophes_and_underscores() {
        let text = "'It’s' o'clock_ rock'";
        let found: Vec<&str> = spans(text).into_iter().map(|span| &text[span]).collect();
        assert_eq!(found, ["It’s", "o'clock_", "rock"]);
        assert!(spans("-- !").is_empty());
    }

    #[test]
    fn marks_alone_are_no_word_and_two_characters_are_one() {
        for (text, expected) in [
            ("", 0),
            ("a", 1),
            ("- a -- b", 2),
            ("read-only mode", 2),
            ("在", 1),
            ("在庫数", 2),
            ("SKUの在庫", 3),
            ("a\u{feff}b", 2),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
    }
}
