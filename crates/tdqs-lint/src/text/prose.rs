//! Which clauses does a description have?
//!
//! A pass over the words of a text, compared in any case and as wholes; `_` and digits belong to a word, so that
//! `error_code` is an identifier and no mention of an error.

/// The words of a text and what stands between them, ready to be asked.
///
/// ```
/// use tdqs_lint::text::Prose;
///
/// let prose = Prose::of("Lists crates. Use it when no label is known; do not use it to search. Returns an array.");
/// assert!(prose.says_when() && prose.says_when_not() && prose.says_what_returns());
/// assert!(!prose.says_what_fails());
/// ```
#[derive(Debug, Clone)]
pub struct Prose<'a> {
    words: Vec<Word<'a>>,
}

#[derive(Debug, Clone, Copy)]
struct Word<'a> {
    /// What stands before it, from the word before or the beginning.
    gap: &'a str,
    text: &'a str,
}

impl Word<'_> {
    fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    /// Whether nothing but white space stands before it.
    fn follows_closely(&self) -> bool {
        self.gap.chars().all(char::is_whitespace)
    }

    /// Whether a sentence ends before it: at `.`, `!` or `?` before white space, or at an empty line.
    fn opens_sentence(&self) -> bool {
        let mut before = ' ';
        self.gap.chars().any(|character| {
            let ends = matches!(before, '.' | '!' | '?') && character.is_whitespace();
            before = character;
            ends
        }) || self.gap.contains("\n\n")
    }
}

/// Opens a clause about when to use a tool, when one of [`CONDITIONS`] follows in the sentence.
const USES: [&str; 4] = ["use", "call", "choose", "prefer"];
const CONDITIONS: [&str; 6] = ["when", "if", "for", "to", "after", "before"];

const RETURNS: [&str; 11] = [
    "return", "returns", "returned", "response", "responds", "output", "outputs", "result", "results",
    "yield", "yields",
];
const PRODUCES: &str = "produces";

const ERRORS: [&str; 21] = [
    "error",
    "errors",
    "fail",
    "fails",
    "failed",
    "failure",
    "failures",
    "exception",
    "exceptions",
    "raise",
    "raises",
    "throw",
    "throws",
    "invalid",
    "reject",
    "rejects",
    "rejected",
    "refuses",
    "unavailable",
    "denied",
    "timeout",
];
/// With "out" behind them.
const TIMES: [&str; 2] = ["time", "times"];

const ABSENCE: [&str; 10] = [
    "default",
    "defaults",
    "defaulted",
    "defaulting",
    "optional",
    "optionally",
    "omit",
    "omits",
    "omitted",
    "unless",
];
/// Behind "if" or "when".
const NOT_GIVEN: [&str; 5] = ["not", "unset", "absent", "missing", "omitted"];
/// Behind "leave", or "leave it".
const LEFT: [&str; 3] = ["out", "empty", "blank"];

impl<'a> Prose<'a> {
    /// Splits a text into its words.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let mut words = Vec::with_capacity(text.len() / 6);
        let is_of_word = |character: char| character.is_alphanumeric() || character == '_';
        let mut gap_start = 0;
        let mut rest = text;
        while let Some(offset) = rest.find(is_of_word) {
            let start = text.len() - rest.len() + offset;
            let length = text[start..].find(|character| !is_of_word(character)).unwrap_or(text.len() - start);
            let end = start + length;
            words.push(Word { gap: &text[gap_start..start], text: &text[start..end] });
            gap_start = end;
            rest = &text[end..];
        }
        Self { words }
    }

    /// Whether it says when to use the tool: use, call, choose or prefer, and in the same sentence when, if, for, to,
    /// after or before (section 7, clause W).
    #[must_use]
    pub fn says_when(&self) -> bool {
        let mut is_open = false;
        self.words.iter().any(|word| {
            is_open &= !word.opens_sentence();
            if is_open && word.is_one_of(&CONDITIONS) {
                return true;
            }
            is_open |= word.is_one_of(&USES);
            false
        })
    }

    /// Whether it says when not to use the tool: do not, don't, does not, doesn't, never, not for, instead, rather
    /// than (section 7, clause N).
    #[must_use]
    pub fn says_when_not(&self) -> bool {
        self.words.iter().any(|word| word.is_one_of(&["never", "instead"]))
            || self.pairs().any(|(first, second)| {
                let follows = second.follows_closely();
                (first.is_one_of(&["do", "does"]) && second.is("not") && follows)
                    || (first.is_one_of(&["don", "doesn"])
                        && second.is("t")
                        && matches!(second.gap, "'" | "\u{2019}"))
                    || (first.is("not") && second.is("for") && follows)
                    || (first.is("rather") && second.is("than") && follows)
            })
    }

    /// Whether it says what comes back: return, response, output, result, yield, or what it produces (section 7, R).
    #[must_use]
    pub fn says_what_returns(&self) -> bool {
        self.words.iter().any(|word| word.is(PRODUCES) || word.is_one_of(&RETURNS))
    }

    /// Whether it says what can fail: a word such as error, fails or rejected, "not found", "times out", or the name
    /// of an error code such as `NOT_READY` (section 7, E and `errors-undocumented`).
    #[must_use]
    pub fn says_what_fails(&self) -> bool {
        self.words.iter().any(|word| word.is_one_of(&ERRORS) || is_code(word.text))
            || self.pairs().any(|(first, second)| {
                second.follows_closely()
                    && ((first.is("not") && second.is("found"))
                        || (first.is_one_of(&TIMES) && second.is("out")))
            })
    }

    /// Whether the description of a parameter says what happens without it: a default, that it is optional or may be
    /// omitted, unless, if or when not given, leave it out (section 7, "Explained").
    #[must_use]
    pub fn says_what_absence_means(&self) -> bool {
        let left = |at: usize| {
            let at = at + usize::from(self.words.get(at).is_some_and(|word| word.is("it")));
            self.words.get(at).is_some_and(|word| word.is_one_of(&LEFT))
        };
        self.words.iter().enumerate().any(|(at, word)| {
            word.is_one_of(&ABSENCE)
                || (word.is_one_of(&["if", "when"])
                    && self.words.get(at + 1).is_some_and(|next| next.is_one_of(&NOT_GIVEN)))
                || (word.is("leave") && left(at + 1))
        })
    }

    fn pairs(&self) -> impl Iterator<Item = (&Word<'a>, &Word<'a>)> {
        self.words.iter().zip(self.words.iter().skip(1))
    }
}

/// Whether a word is two or more groups of capitals and digits joined by `_`, opens with a letter, and has two
/// characters or more in the first group.
fn is_code(word: &str) -> bool {
    let is_group = |group: &str| {
        !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    word.starts_with(|first: char| first.is_ascii_uppercase())
        && word.split_once('_').is_some_and(|(first, _)| first.len() >= 2)
        && word.split('_').all(is_group)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ask: fn(&Prose<'static>) -> bool, yes: &[&'static str], no: &[&'static str]) {
        for text in yes {
            assert!(ask(&Prose::of(text)), "{text}");
        }
        for text in no {
            assert!(!ask(&Prose::of(text)), "{text}");
        }
    }

    #[test]
    fn a_condition_counts_in_the_same_sentence() {
        check(
            Prose::says_when,
            &["Use it when lost.", "CALL this, e.g.x, before b", "Prefer a to b"],
            &["Use it. When lost, stop.", "When lost, use it.", "User for x", "use it\n\nif"],
        );
    }

    #[test]
    fn a_negation_is_a_phrase() {
        check(
            Prose::says_when_not,
            &["Do not use", "don't", "It doesn\u{2019}t", "never", "not for x", "rather\nthan b", "instead"],
            &["do. Not", "not", "don t", "rather", "than", "insteads"],
        );
    }

    #[test]
    fn results_and_errors_are_whole_words() {
        check(
            Prose::says_what_returns,
            &["Returns x", "the OUTPUT", "produces"],
            &["returning", "result_set", "produce"],
        );
        check(
            Prose::says_what_fails,
            &["an error.", "if not found", "times out", "gives NOT_READY", "HTTP2_404", "denied"],
            &[
                "terror",
                "error_code",
                "not. found",
                "A_B",
                "NOT_",
                "_NOT_READY",
                "not ready",
                "2FA_X",
                "fooNOT_READY",
            ],
        );
    }

    #[test]
    fn absence_is_explained_in_many_ways() {
        check(
            Prose::says_what_absence_means,
            &[
                "Default 5",
                "(optional)",
                "Omit to list all",
                "unless set",
                "if not given",
                "when absent",
                "leave empty for all",
                "Leave it out",
            ],
            &["if given", "leave", "leave it to us", "defaultable", ""],
        );
    }
}
