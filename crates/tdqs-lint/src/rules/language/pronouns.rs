//! Does a sentence open with a pronoun that has to be resolved?

use std::ops::Range;

const PRONOUNS: [&str; 3] = ["it", "this", "that"];
const VERBS: [&str; 15] = [
    "is", "was", "are", "has", "does", "can", "will", "may", "must", "should", "means", "returns", "gives",
    "works", "allows",
];

/// The place of it, this or that at the beginning of a sentence, when a verb follows directly: "this tool" says what
/// it is about.
///
/// The verbs are those of the authoring pieces' evaluator (section 6), and "allows".
pub(super) fn dangling(text: &str, sentence: Range<usize>) -> Option<Range<usize>> {
    let start = sentence.start;
    let sentence = text.get(sentence)?;
    // The cheap look first: most sentences open with another letter.
    if !sentence.starts_with(['i', 'I', 't', 'T']) {
        return None;
    }
    let (first, rest) = sentence.split_once(' ')?;
    let second = rest.split(|character: char| !character.is_alphanumeric()).next()?;
    let is_one_of = |word: &str, list: &[&str]| list.iter().any(|other| word.eq_ignore_ascii_case(other));
    (is_one_of(first, &PRONOUNS) && is_one_of(second, &VERBS)).then(|| start..start + first.len())
}
