//! When to use a tool and when not to: the evaluator of the authoring pieces asks a sentence, the linter a whole text in
//! one pass. Of one sentence without marks between its words both say the same.

use proptest::prelude::*;
use tdqs_authoring::text::clause::{is_when_clause, is_when_not_clause};
use tdqs_authoring::text::words;
use tdqs_lint::text::Prose;

/// The words of both clauses, parts of them, and words that are none.
fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "use",
        "Call",
        "choose",
        "PREFER",
        "when",
        "if",
        "for",
        "to",
        "after",
        "Before",
        "do",
        "does",
        "not",
        "Not",
        "don't",
        "doesn’t",
        "Never",
        "instead",
        "rather",
        "than",
        "uses",
        "use_when",
        "do_not",
        "nevertheless",
        "crate",
        "don",
        "t",
        "heavy",
        "boats",
        "é",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn both_find_the_same_clauses_in_a_sentence(sentence in prop::collection::vec(word(), 0..9)) {
        let sentence = sentence.join(" ");
        let words = || words::spans(&sentence).into_iter().map(|span| &sentence[span]);
        let prose = Prose::of(&sentence);
        prop_assert_eq!(prose.says_when(), is_when_clause(words()), "{}", sentence);
        prop_assert_eq!(prose.says_when_not(), is_when_not_clause(words()), "{}", sentence);
    }
}
