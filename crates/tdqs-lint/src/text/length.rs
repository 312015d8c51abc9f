//! How many words has a text?

use tdqs_signals::whitespace::is_ecmascript_whitespace;

/// Hiragana and Katakana, and the ideographs: written without spaces, about two to a word.
const fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Counts words: a run between white space is one when it has a letter or digit outside CJK, and has one more for
/// every two CJK characters, rounded up.
///
/// Tool Credit Score, section 7, "Words". White space is ECMAScript's.
///
/// ```
/// use tdqs_lint::text::word_count;
///
/// assert_eq!(word_count("Get one – or two."), 4);
/// assert_eq!(word_count("在庫数"), 2);
/// ```
#[must_use]
pub fn word_count(text: &str) -> usize {
    if text.is_ascii() {
        // Without branches: which byte ends a word is anybody's guess, a processor's too.
        let (mut count, mut counted) = (0, 0);
        for byte in text.bytes() {
            let begins = usize::from(byte.is_ascii_alphanumeric()) & (1 - counted);
            count += begins;
            counted = (counted | begins) & (1 - usize::from(matches!(byte, b' ' | b'\t'..=b'\r')));
        }
        return count;
    }
    let (mut count, mut cjk, mut has_other) = (0, 0_usize, false);
    for character in text.chars() {
        if is_ecmascript_whitespace(character) {
            count += usize::from(std::mem::take(&mut has_other)) + std::mem::take(&mut cjk).div_ceil(2);
        } else if is_cjk(character) {
            cjk += 1;
        } else {
            has_other |= character.is_alphanumeric();
        }
    }
    count + usize::from(has_other) + cjk.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_count_by_what_they_hold() {
        for (text, expected) in [
            ("", 0),
            ("  \u{feff} ", 0),
            ("a b\u{a0}c", 3),
            ("- * !", 0),
            ("APIの在庫", 3),
            ("在", 1),
            ("в\u{85}г", 1),
        ] {
            assert_eq!(word_count(text), expected, "{text:?}");
        }
    }
}
