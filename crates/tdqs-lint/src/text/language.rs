//! Is a text English, as far as the rules about English words need to know?

/// Whether at least half of the letters are ASCII. A text without letters counts as English.
///
/// Tool Credit Score, section 7, "English". It tells scripts apart and not languages: German passes, Japanese
/// does not. Rules that look for English words are skipped where it says no.
///
/// ```
/// use tdqs_lint::text::is_english;
///
/// assert!(is_english("Établit la liste."));
/// assert!(!is_english("在庫数を返します"));
/// ```
#[must_use]
pub fn is_english(text: &str) -> bool {
    if text.is_ascii() {
        return true;
    }
    let ascii = text.bytes().filter(u8::is_ascii_alphabetic).count();
    // A character outside ASCII has two bytes at least, so that few such bytes settle it.
    let other_bytes = text.bytes().filter(|byte| !byte.is_ascii()).count();
    if ascii >= other_bytes / 2 {
        return true;
    }
    let others = text.chars().filter(|character| !character.is_ascii() && character.is_alphabetic()).count();
    ascii >= others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_letters_is_enough() {
        assert!(is_english("ab 在庫"));
        assert!(!is_english("a 在庫"));
        assert!(is_english("1234 !?"));
        assert!(is_english(""));
        assert!(is_english("ab é→→→→"));
        assert!(!is_english("a é→→→→é"));
    }
}
