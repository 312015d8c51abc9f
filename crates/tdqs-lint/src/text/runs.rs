//! Runs of letters and digits in a text.

use std::ops::Range;

/// Which bytes of ASCII belong to a run: letters and digits.
pub(super) const LETTERS_AND_DIGITS: [bool; 256] = table(false);
/// The same and the underscore.
pub(super) const WITH_UNDERSCORE: [bool; 256] = table(true);

const fn table(has_underscore: bool) -> [bool; 256] {
    let mut is_one = [false; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        is_one[byte as usize] = byte.is_ascii_alphanumeric() || (has_underscore && byte == b'_');
        byte += 1;
    }
    is_one
}

/// The first run from a place on, in bytes. Outside ASCII every letter and digit belongs to one.
pub(super) fn next_run(text: &str, from: usize, of_ascii: &[bool; 256]) -> Option<Range<usize>> {
    let start = next_place(text, from, of_ascii, true);
    (start < text.len()).then(|| start..next_place(text, start, of_ascii, false))
}

/// The first place from `at` on of a character that belongs to a run, or of one that does not, or else the end.
fn next_place(text: &str, mut at: usize, of_ascii: &[bool; 256], is_one: bool) -> usize {
    while let Some(byte) = text.as_bytes().get(at) {
        let (is_here, length) = if byte.is_ascii() {
            (of_ascii.get(usize::from(*byte)).copied().unwrap_or_default(), 1)
        } else {
            let character = text.get(at..).and_then(|rest| rest.chars().next());
            (character.is_some_and(char::is_alphanumeric), character.map_or(1, char::len_utf8))
        };
        if is_here == is_one {
            break;
        }
        at += length;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn runs<'t>(text: &'t str, of_ascii: &[bool; 256]) -> Vec<&'t str> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(run) = next_run(text, at, of_ascii) {
            at = run.end;
            found.push(&text[run]);
        }
        found
    }

    proptest! {
        #[test]
        fn runs_are_what_a_split_leaves(text in ".{0,20}|[a_é\u{a0} .在0]{0,20}") {
            let split = |has_underscore: bool| -> Vec<&str> {
                let is_one =
                    |character: char| character.is_alphanumeric() || (has_underscore && character == '_');
                text.split(|character: char| !is_one(character)).filter(|run| !run.is_empty()).collect()
            };
            prop_assert_eq!(runs(&text, &LETTERS_AND_DIGITS), split(false));
            prop_assert_eq!(runs(&text, &WITH_UNDERSCORE), split(true));
        }
    }
}
