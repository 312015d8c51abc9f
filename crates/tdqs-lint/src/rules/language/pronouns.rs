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
    let pronoun = pronoun_at_start(sentence)?;
    let rest = sentence.get(pronoun.len() + 1..)?;
    let second = rest.split(|character: char| !character.is_alphanumeric()).next()?;
    let is_verb = VERBS.iter().any(|verb| second.eq_ignore_ascii_case(verb));
    is_verb.then(|| start..start + pronoun.len())
}

/// The pronoun that a text opens with, when a blank follows.
pub(super) fn pronoun_at_start(text: &str) -> Option<&'static str> {
    PRONOUNS.into_iter().find(|pronoun| {
        let start = text.get(..pronoun.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(pronoun))
            && text.as_bytes().get(pronoun.len()) == Some(&b' ')
    })
}
