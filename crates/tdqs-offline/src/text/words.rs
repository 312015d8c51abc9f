//! Words of a text.

use std::ops::Range;

/// The byte ranges of the words: runs of letters and digits, with apostrophes inside.
///
/// `read-only` and `user_id` are two words each, so that a phrase is found however it is joined.
pub(crate) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = None;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let joins = character == '\''
            && start.is_some()
            && characters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        match (start, character.is_alphanumeric() || joins) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                spans.push(first..at);
                start = None;
            }
            _ => {}
        }
    }
    spans.extend(start.map(|first| first..text.len()));
    spans
}

/// Whether the character belongs to a script that puts no spaces between words: Chinese, Japanese, Thai
/// and their neighbours.
pub(crate) const fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// How many words a span counts for: one, or one for every two characters of an unspaced script.
pub(crate) fn weight(word: &str) -> usize {
    if word.is_ascii() {
        return 1;
    }
    word.chars().filter(|character| is_unspaced(*character)).count().div_ceil(2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_letters_digits_and_inner_apostrophes() {
        let text = "Don't use 'user_id' (v2)!";
        let words: Vec<&str> = spans(text).into_iter().map(|span| &text[span]).collect();
        assert_eq!(words, ["Don't", "use", "user", "id", "v2"]);
    }

    #[test]
    fn unspaced_scripts_count_two_characters_to_a_word() {
        assert_eq!(weight("users"), 1);
        assert_eq!(weight("列出所有用户"), 3);
        assert_eq!(weight("größe"), 1);
    }
}
