//! Whether a sentence says when to use a tool, or when not to.
//!
//! The linter (`tdqs-lint`, `text/prose.rs`) has the same tables. It finds six clauses in one pass over a text and splits
//! sentences as the credit score does; here a caller brings the words of one sentence, by rules that know "e.g." and
//! full-width stops. A test of the linter holds the two against each other.

/// Verbs that open a when clause.
const CHOOSING: [&str; 4] = ["use", "call", "choose", "prefer"];
/// What has to follow them in the same sentence.
const OCCASIONS: [&str; 6] = ["when", "if", "for", "to", "after", "before"];
/// Single words that say when not to.
const REFUSALS: [&str; 4] = ["don't", "doesn't", "never", "instead"];
/// Pairs of neighbouring words that say so.
const REFUSING_PAIRS: [(&str, &str); 4] =
    [("do", "not"), ("does", "not"), ("not", "for"), ("rather", "than")];

/// Whether the words of one sentence hold a when clause: use, call, choose or prefer, and after it when, if, for, to,
/// after or before. Whole words, in any case.
///
/// Credit score: clause W in section 7.
///
/// ```
/// use tdqs_authoring::text::clause::is_when_clause;
///
/// assert!(is_when_clause(["Use", "this", "when", "it", "rains"]));
/// assert!(!is_when_clause(["When", "in", "use"]));
/// ```
#[must_use]
pub fn is_when_clause<'a>(words: impl IntoIterator<Item = &'a str>) -> bool {
    let mut words = words.into_iter();
    words.any(|word| is_any(word, &CHOOSING)) && words.any(|word| is_any(word, &OCCASIONS))
}

/// Whether the words of one sentence hold a when-not clause: do not, don't, does not, doesn't, never, not for, instead
/// or rather than. Whole words, in any case.
///
/// Credit score: clause N in section 7.
///
/// ```
/// use tdqs_authoring::text::clause::is_when_not_clause;
///
/// assert!(is_when_not_clause(["Not", "for", "drafts"]));
/// assert!(is_when_not_clause(["Don’t", "ask", "twice"]));
/// assert!(!is_when_not_clause(["not", "even", "for", "drafts"]));
/// ```
#[must_use]
pub fn is_when_not_clause<'a>(words: impl IntoIterator<Item = &'a str>) -> bool {
    let mut before = "";
    words.into_iter().any(|word| {
        let is_pair = REFUSING_PAIRS.iter().any(|(first, second)| is(before, first) && is(word, second));
        before = word;
        is_pair || is_any(word, &REFUSALS)
    })
}

fn is_any(word: &str, candidates: &[&str]) -> bool {
    candidates.iter().any(|candidate| is(word, candidate))
}

/// Whether the word is this one, whichever apostrophe it has.
fn is(word: &str, candidate: &str) -> bool {
    word.eq_ignore_ascii_case(candidate) || word.replace('’', "'").eq_ignore_ascii_case(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{sentence, words};

    fn any(prose: &str, test: fn(Vec<&str>) -> bool) -> bool {
        sentence::sentences(prose)
            .into_iter()
            .any(|sentence| test(words::spans(sentence).into_iter().map(|span| &sentence[span]).collect()))
    }

    #[test]
    fn the_occasion_follows_the_verb_in_the_same_sentence() {
        for (text, expected) in [
            ("Use when asked.", true),
            ("PREFER THIS TO list_crates", true),
            ("Choose it before the crane moves.", true),
            ("Call\nit after lunch", true),
            ("When in doubt, use", false),
            ("Use it. When asked, answer.", false),
            ("Useful when asked", false),
            ("Uses it for boats", false),
            ("recall it for boats", false),
            ("use_when for", false),
            ("", false),
        ] {
            assert_eq!(any(text, |words| is_when_clause(words)), expected, "{text}");
        }
    }

    #[test]
    fn refusals_are_whole_words_side_by_side() {
        for (text, expected) in [
            ("Do not use it for boats.", true),
            ("It DOESN'T float", true),
            ("It doesn’t float", true),
            ("never", true),
            ("use list_crates instead", true),
            ("this rather than that", true),
            ("Not for boats", true),
            ("Do. Not now", false),
            ("nevertheless", false),
            ("rather more than that", false),
            ("do_not", false),
        ] {
            assert_eq!(any(text, |words| is_when_not_clause(words)), expected, "{text}");
        }
    }
}
