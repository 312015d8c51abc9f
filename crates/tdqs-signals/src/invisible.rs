//! Characters that a reader does not see.
//!
//! Definitions and models are strangers. What they write can hide text from a person, turn its direction,
//! or fill a name with nothing, so whoever shows it asks here first.

/// Whether a character shows nothing, or changes how others show: soft hyphen, joiners, fillers, marks of
/// direction, line and paragraph separators, byte order mark, interlinear annotation and tags.
///
/// Control characters are not among them, nor is white space that takes up room; Rust knows both. Variation
/// selectors stay: emoji need them.
#[must_use]
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen_is_not_invisible() {
        for character in "a é 한글 箱 ‐ – 😀 \u{fe0f}".chars() {
            assert!(!is_invisible(character), "{character:?}");
        }
        for character in ['\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{e0041}', '\u{3164}'] {
            assert!(is_invisible(character), "{character:?}");
        }
    }
}
