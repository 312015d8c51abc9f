//! Runs of letters and digits in a text.

use std::ops::Range;

/// What a byte says of the character that it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// It stands between runs.
    Between,
    /// It belongs to a run.
    OfRun,
    /// It is not ASCII, and has to be looked at.
    Unknown,
}

/// Runs of letters and digits.
pub(super) const LETTERS_AND_DIGITS: [Class; 256] = classes(false);
/// Runs of these and the underscore.
pub(super) const WITH_UNDERSCORE: [Class; 256] = classes(true);

const fn classes(has_underscore: bool) -> [Class; 256] {
    let mut classes = [Class::Unknown; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        let is_one = byte.is_ascii_alphanumeric() || (has_underscore && byte == b'_');
        classes[byte as usize] = if is_one { Class::OfRun } else { Class::Between };
        byte += 1;
    }
    classes
}

/// The first run from a place on, in bytes. Outside ASCII every letter and digit belongs to one.
#[inline]
pub(super) fn next_run(text: &str, from: usize, classes: &[Class; 256]) -> Option<Range<usize>> {
    let start = skip(text, from, classes, Class::Between);
    (start < text.len()).then(|| start..skip(text, start, classes, Class::OfRun))
}

/// The first place from `at` on of a character of another class, or else the end.
#[inline]
fn skip(text: &str, mut at: usize, classes: &[Class; 256], class: Class) -> usize {
    loop {
        while text.as_bytes().get(at).is_some_and(|byte| classes[usize::from(*byte)] == class) {
            at += 1;
        }
        if text.as_bytes().get(at).is_none_or(u8::is_ascii) {
            return at;
        }
        match length_outside_ascii(text, at, class) {
            0 => return at,
            length => at += length,
        }
    }
}

/// The bytes of the character outside ASCII at a place, when it belongs to a class; none when it does not.
fn length_outside_ascii(text: &str, at: usize, class: Class) -> usize {
    let character = text.get(at..).and_then(|rest| rest.chars().next());
    let is_of_class = |character: &char| character.is_alphanumeric() == (class == Class::OfRun);
    character.filter(is_of_class).map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn runs<'t>(text: &'t str, classes: &[Class; 256]) -> Vec<&'t str> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(run) = next_run(text, at, classes) {
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
