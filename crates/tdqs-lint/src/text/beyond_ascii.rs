//! The characters of a text that are not ASCII.

use super::eights::{EIGHT, beyond_ascii_among, eight_at};

/// The characters beyond ASCII, in order. What stands between them is passed over and not decoded.
pub(crate) fn beyond_ascii(text: &str) -> impl Iterator<Item = char> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut characters = rest.get(ascii_at_start(rest)..)?.chars();
        let found = characters.next();
        rest = characters.as_str();
        found
    })
}

/// How many bytes of ASCII a text begins with.
fn ascii_at_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let beyond = beyond_ascii_among(eight_at(bytes, at));
        if beyond != 0 {
            return at + beyond.trailing_zeros() as usize / 8;
        }
        at += EIGHT;
    }
    bytes.len()
}

/// Whether a character is a letter: as Rust has it, told faster of those that fill texts.
pub(crate) fn is_letter(character: char) -> bool {
    /// Kana, and the ideographs and syllables that Chinese and Korean are written with.
    const fn is_common(character: char) -> bool {
        matches!(character,
            '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
    }
    /// General punctuation, arrows, boxes and pictures, and the marks of these languages.
    const fn is_mark(character: char) -> bool {
        matches!(character,
            '\u{2010}'..='\u{205f}' | '\u{2190}'..='\u{245f}' | '\u{2500}'..='\u{2bff}' | '\u{3000}'..='\u{3004}'
            | '\u{ff01}'..='\u{ff20}')
    }
    is_common(character) || (!is_mark(character) && character.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_rust() {
        assert!(('\0'..=char::MAX).all(|character| is_letter(character) == character.is_alphabetic()));
    }

    proptest::proptest! {
        #[test]
        fn they_are_the_characters_that_are_not_ascii(text in "(\\PC|[ -~]){0,30}") {
            let plain: Vec<char> = text.chars().filter(|character| !character.is_ascii()).collect();
            proptest::prop_assert_eq!(beyond_ascii(&text).collect::<Vec<_>>(), plain);
        }
    }
}
