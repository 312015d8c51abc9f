//! The words of a description in the form in which they are compared.

use crate::context::{act_of, singular};

/// Calls `word` with each word of a text and the byte it begins with: runs of letters and digits in small letters,
/// verbs and nouns without their endings, one verb for each act, fillers left out.
pub(super) fn each_word(text: &str, mut word: impl FnMut(usize, &str)) {
    let bytes = text.as_bytes();
    // As long as nearly all words are.
    let mut in_small_letters = String::with_capacity(32);
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        // Nearly all characters are ASCII, and of these the byte says enough.
        if OF_BYTE[usize::from(*first)] == OTHER {
            at += 1;
            continue;
        }
        let (mut end, mut kinds) = (at, OTHER);
        for byte in &bytes[at..] {
            let kind = OF_BYTE[usize::from(*byte)];
            kinds |= kind;
            if matches!(kind, OTHER | BEYOND_ASCII) {
                break;
            }
            end += 1;
        }
        // Nearly all words are in small letters, and taken as they stand.
        let small = if kinds & BEYOND_ASCII != 0 {
            let rest = &text[at..];
            let length = rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len());
            if length == 0 {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
            end = at + length;
            in_small_letters.clear();
            in_small_letters.push_str(&rest[..length].to_lowercase());
            &*in_small_letters
        } else if kinds & CAPITAL != 0 {
            in_small_letters.clear();
            in_small_letters.push_str(&text[at..end]);
            in_small_letters.make_ascii_lowercase();
            &*in_small_letters
        } else {
            &text[at..end]
        };
        if !is_filler(small) {
            match small.as_bytes().last() {
                Some(b's') => word(at, act_of(&singular(small))),
                // Nothing else is a plural or a third person.
                _ => word(at, act_of(small)),
            }
        }
        at = end;
    }
}

const OTHER: u8 = 0;
const SMALL_OR_DIGIT: u8 = 1;
const CAPITAL: u8 = 1 << 1;
const BEYOND_ASCII: u8 = 1 << 2;

const fn kind_of(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' | b'0'..=b'9' => SMALL_OR_DIGIT,
        b'A'..=b'Z' => CAPITAL,
        0x80.. => BEYOND_ASCII,
        _ => OTHER,
    }
}

const OF_BYTE: [u8; 256] = by_byte!(kind_of);

/// Whether a word tells no two tools apart. By length first: most words are longer than any of them.
fn is_filler(word: &str) -> bool {
    match word.len() {
        1 => word == "a",
        2 => matches!(word, "an" | "as" | "be" | "by" | "in" | "is" | "it" | "of" | "on" | "or"),
        3 => matches!(word, "and" | "are" | "can" | "for" | "its" | "the"),
        4 => matches!(word, "that" | "this" | "tool" | "will" | "with"),
        5 => matches!(word, "given" | "using"),
        _ => false,
    }
}

/// The words of a text, one after the other.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text, |_, word| words.push(word.to_owned()));
    words
}

/// A word as it is compared: without the ending of a plural or a third person, one verb for each act.
pub(super) fn in_common_form(word: &str) -> String {
    act_of(&singular(word)).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The words that tell no two tools apart.
    const FILLERS: [&str; 24] = [
        "a", "an", "and", "are", "as", "be", "by", "can", "for", "given", "in", "is", "it", "its", "of",
        "on", "or", "that", "the", "this", "tool", "using", "will", "with",
    ];

    proptest! {
        /// The same by characters.
        #[test]
        fn words_are_runs_of_letters_and_digits(text in "([a-zA-Z0-9sé]{0,6}(ß|Ü|İ|½|٣|—|\u{301}| |-|\\.|'s)?){0,8}") {
            let mut plainly = Vec::new();
            for word in text.split(|character: char| !character.is_alphanumeric()) {
                let small = word.to_lowercase();
                if !word.is_empty() && FILLERS.binary_search(&small.as_str()).is_err() {
                    plainly.push((word.as_ptr().addr() - text.as_ptr().addr(), in_common_form(&small)));
                }
            }
            let mut found = Vec::new();
            each_word(&text, |at, word| found.push((at, word.to_owned())));
            prop_assert_eq!(found, plainly);
        }
    }

    #[test]
    fn fillers_are_left_out() {
        assert!(FILLERS.is_sorted());
        assert!(FILLERS.iter().all(|filler| is_filler(filler)));
        let text = "This tool fetches the CRATES, and validates-them by ÜBER";
        assert_eq!(words_of(text), ["get", "crate", "check", "them", "über"]);
        each_word(text, |at, word| {
            assert!(text[at..].chars().next().is_some_and(char::is_alphanumeric), "{word}");
        });
    }
}
