//! The words of a description in the form in which they are compared.

use crate::context::{act_of, singular};

/// Words that tell no two tools apart.
const FILLERS: [&str; 24] = [
    "a", "an", "and", "are", "as", "be", "by", "can", "for", "given", "in", "is", "it", "its", "of", "on",
    "or", "that", "the", "this", "tool", "using", "will", "with",
];

/// Calls `word` with each word of a text and the byte it begins with: runs of letters and digits in small letters,
/// verbs and nouns without their endings, one verb for each act, fillers left out.
pub(super) fn each_word(text: &str, mut word: impl FnMut(usize, &str)) {
    let mut small = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let run = &rest[start..];
        let end = run.find(|character: char| !character.is_alphanumeric()).unwrap_or(run.len());
        let at = text.len() - run.len();
        let (found, behind) = run.split_at(end);
        rest = behind;
        small.clear();
        if found.is_ascii() {
            small.push_str(found);
            small.make_ascii_lowercase();
        } else {
            small.push_str(&found.to_lowercase());
        }
        if FILLERS.binary_search(&small.as_str()).is_err() {
            word(at, act_of(&singular(&small)));
        }
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
    use super::*;

    #[test]
    fn fillers_are_sorted_and_left_out() {
        assert!(FILLERS.is_sorted());
        let text = "This tool fetches the CRATES, and validates-them by ÜBER";
        assert_eq!(words_of(text), ["get", "crate", "check", "them", "über"]);
        each_word(text, |at, word| {
            assert!(text[at..].chars().next().is_some_and(char::is_alphanumeric), "{word}");
        });
    }
}
