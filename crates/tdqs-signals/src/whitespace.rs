//! White space as ECMAScript has it.
//!
//! The hard gates are defined on the trimmed description, and the set that is trimmed is that of
//! `String.prototype.trim`: U+FEFF belongs to it, U+0085 and the separators U+001C to U+001F do not.

/// Whether `String.prototype.trim` removes the character.
#[must_use]
pub const fn is_ecmascript_whitespace(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}

/// The text without white space at its ends.
#[must_use]
pub fn trim(text: &str) -> &str {
    // Nearly every text begins and ends with what is none and can be told by its byte.
    let is_graphic = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if is_graphic(text.as_bytes().first()) && is_graphic(text.as_bytes().last()) {
        return text;
    }
    text.trim_matches(is_ecmascript_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_not_that_of_rust() {
        assert_eq!(trim("\u{feff}\u{a0}a b\u{2029}\t"), "a b");
        assert_eq!(trim("\u{85}a\u{1c}"), "\u{85}a\u{1c}");
        assert_eq!(trim("\u{200b}"), "\u{200b}");
    }
}
