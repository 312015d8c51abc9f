//! The words of a description in the form in which they are compared.

use crate::context::{act_of, singular};

/// Words that tell no two tools apart.
const FILLERS: [&str; 24] = [
    "a", "an", "and", "are", "as", "be", "by", "can", "for", "given", "in", "is", "it", "its", "of", "on",
    "or", "that", "the", "this", "tool", "using", "will", "with",
];

/// The words of a text: runs of letters and digits in small letters, verbs and nouns without their endings, one verb
/// for each act, fillers left out.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| FILLERS.binary_search(&word.as_str()).is_err())
        .map(|word| in_common_form(&word))
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
        let words: Vec<String> =
            words_of("This tool fetches the CRATES, and validates-them by über").collect();
        assert_eq!(words, ["get", "crate", "check", "them", "über"]);
    }
}
