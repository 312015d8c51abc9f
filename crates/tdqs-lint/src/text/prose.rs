//! Which clauses does a description have?
//!
//! A pass over the words of a text, compared in any case and as wholes; `_` and digits belong to a word, so that
//! `error_code` is an identifier and no mention of an error.

use std::ops::Range;

use super::runs::{WITH_UNDERSCORE, next_run};

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
    text: &'a str,
    /// The words that have a role. Hardly any has one, and all questions are about those.
    words: Vec<Word>,
}

#[derive(Debug, Clone, Copy)]
struct Word {
    /// Its place among all words of the text, from 0.
    number: usize,
    /// The byte at which it begins.
    start: usize,
    /// The byte behind it.
    end: usize,
    roles: u16,
}

/// Opens a clause about when to use a tool, when a condition follows in the sentence.
const USE: u16 = 1;
const CONDITION: u16 = 1 << 1;
const RETURN: u16 = 1 << 2;
const ERROR: u16 = 1 << 3;
/// Says by itself that something need not be given.
const ABSENCE: u16 = 1 << 4;
/// Says so behind "if" or "when".
const NOT_GIVEN: u16 = 1 << 5;
/// Says so behind "leave", or "leave it".
const LEFT: u16 = 1 << 6;
/// Denies by itself.
const DENIAL: u16 = 1 << 7;
/// A word that counts together with others.
const PART: u16 = 1 << 8;

/// Is the name of an error code.
const CODE: u16 = 1 << 9;

/// What a word can be for, in the order of the words.
const ROLES: [(&str, u16); 75] = [
    ("absent", NOT_GIVEN),
    ("after", CONDITION),
    ("before", CONDITION),
    ("blank", LEFT),
    ("call", USE),
    ("choose", USE),
    ("default", ABSENCE),
    ("defaulted", ABSENCE),
    ("defaulting", ABSENCE),
    ("defaults", ABSENCE),
    ("denied", ERROR),
    ("do", PART),
    ("does", PART),
    ("doesn", PART),
    ("don", PART),
    ("empty", LEFT),
    ("error", ERROR),
    ("errors", ERROR),
    ("exception", ERROR),
    ("exceptions", ERROR),
    ("fail", ERROR),
    ("failed", ERROR),
    ("fails", ERROR),
    ("failure", ERROR),
    ("failures", ERROR),
    ("for", CONDITION | PART),
    ("found", PART),
    ("if", CONDITION | PART),
    ("instead", DENIAL),
    ("invalid", ERROR),
    ("it", PART),
    ("leave", PART),
    ("missing", NOT_GIVEN),
    ("never", DENIAL),
    ("not", NOT_GIVEN | PART),
    ("omit", ABSENCE),
    ("omits", ABSENCE),
    ("omitted", ABSENCE | NOT_GIVEN),
    ("optional", ABSENCE),
    ("optionally", ABSENCE),
    ("out", LEFT | PART),
    ("output", RETURN),
    ("outputs", RETURN),
    ("prefer", USE),
    ("produces", RETURN),
    ("raise", ERROR),
    ("raises", ERROR),
    ("rather", PART),
    ("refuses", ERROR),
    ("reject", ERROR),
    ("rejected", ERROR),
    ("rejects", ERROR),
    ("responds", RETURN),
    ("response", RETURN),
    ("responses", RETURN),
    ("result", RETURN),
    ("results", RETURN),
    ("return", RETURN),
    ("returned", RETURN),
    ("returns", RETURN),
    ("t", PART),
    ("than", PART),
    ("throw", ERROR),
    ("throws", ERROR),
    ("time", PART),
    ("timeout", ERROR),
    ("times", PART),
    ("to", CONDITION),
    ("unavailable", ERROR),
    ("unless", ABSENCE),
    ("unset", NOT_GIVEN),
    ("use", USE),
    ("when", CONDITION | PART),
    ("yield", RETURN),
    ("yields", RETURN),
];

/// Bytes of the longest word of the table.
const LONGEST: usize = 11;

/// The keys of the table: numbers that order as its words do, and are compared faster.
const KEYS: [u128; ROLES.len()] = {
    let mut keys = [0; ROLES.len()];
    let mut at = 0;
    while at < ROLES.len() {
        keys[at] = key_of(ROLES[at].0.as_bytes());
        at += 1;
    }
    keys
};

/// By first letter, from `a` on: which lengths the words of the table have that begin with it, as bits.
const LENGTHS: [u16; 26] = {
    let mut lengths = [0; 26];
    let mut at = 0;
    while at < ROLES.len() {
        let word = ROLES[at].0.as_bytes();
        lengths[(word[0] - b'a') as usize] |= 1 << word.len();
        at += 1;
    }
    lengths
};

/// The bytes of a word of ASCII in small letters, as the first bytes of a number.
const fn key_of(word: &[u8]) -> u128 {
    let mut key = [0; 16];
    let mut at = 0;
    while at < word.len() && at < key.len() {
        key[at] = word[at];
        at += 1;
    }
    key.make_ascii_lowercase();
    u128::from_be_bytes(key)
}

/// What a word can be for.
fn roles_of(word: &str) -> u16 {
    let Some(first) = word.bytes().next() else { return 0 };
    // Most words are none of the table, and their first letter and length show it.
    let letter = first.to_ascii_lowercase().wrapping_sub(b'a');
    let lengths = LENGTHS.get(usize::from(letter)).copied().unwrap_or_default();
    if word.len() > LONGEST || lengths & (1 << word.len()) == 0 {
        return if first.is_ascii_uppercase() && is_code(word) { CODE } else { 0 };
    }
    let mut key = [0; 16];
    if let Some(start) = key.get_mut(..word.len()) {
        start.copy_from_slice(word.as_bytes());
    }
    key.make_ascii_lowercase();
    let found = KEYS.binary_search(&u128::from_be_bytes(key));
    match found.ok().and_then(|at| ROLES.get(at)) {
        Some((_, roles)) => *roles,
        None if is_code(word) => CODE,
        None => 0,
    }
}

impl Word {
    fn can_be(&self, role: u16) -> bool {
        self.roles & role != 0
    }
}

/// Whether a sentence ends within a text: at `.`, `!` or `?` before white space, or at an empty line.
fn ends_sentence(text: &str) -> bool {
    let mut before = ' ';
    text.len() > 1
        && text.chars().any(|character| {
            let ends = (matches!(before, '.' | '!' | '?') && character.is_whitespace())
                || (before == '\n' && character == '\n');
            before = character;
            ends
        })
}

impl<'a> Prose<'a> {
    /// Splits a text into its words.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let mut words = Vec::new();
        let (mut at, mut number) = (0, 0);
        while let Some(Range { start, end }) = next_run(text, at, &WITH_UNDERSCORE) {
            let roles = roles_of(&text[start..end]);
            if roles != 0 {
                words.push(Word { number, start, end, roles });
            }
            (at, number) = (end, number + 1);
        }
        Self { text, words }
    }

    /// Whether a word is this one, which counts together with others.
    fn is(&self, word: &Word, text: &str) -> bool {
        word.can_be(PART) && self.text[word.start..word.end].eq_ignore_ascii_case(text)
    }

    /// What stands between two words.
    fn between(&self, first: &Word, second: &Word) -> &'a str {
        &self.text[first.end..second.start]
    }

    /// Whether it says when to use the tool: use, call, choose or prefer, and in the same sentence when, if, for, to,
    /// after or before (section 7, clause W).
    #[must_use]
    pub fn says_when(&self) -> bool {
        let mut before: Option<&Word> = None;
        let mut is_open = false;
        self.words.iter().any(|word| {
            is_open = is_open && !before.is_some_and(|before| ends_sentence(self.between(before, word)));
            before = Some(word);
            if is_open && word.can_be(CONDITION) {
                return true;
            }
            is_open |= word.can_be(USE);
            false
        })
    }

    /// Whether it says when not to use the tool: do not, don't, does not, doesn't, never, not for, instead, rather
    /// than (section 7, clause N).
    #[must_use]
    pub fn says_when_not(&self) -> bool {
        self.words.iter().any(|word| word.can_be(DENIAL))
            || self.pairs().any(|(first, second)| {
                let between = self.between(first, second);
                let follows = || between.chars().all(char::is_whitespace);
                let denies = self.is(second, "not") && (self.is(first, "do") || self.is(first, "does"));
                let is_short = self.is(second, "t") && (self.is(first, "don") || self.is(first, "doesn"));
                (is_short && matches!(between, "'" | "\u{2019}"))
                    || (denies && follows())
                    || (self.is(second, "for") && self.is(first, "not") && follows())
                    || (self.is(second, "than") && self.is(first, "rather") && follows())
            })
    }

    /// Whether it says what comes back: return, response, output, result, yield, or what it produces (section 7, R).
    #[must_use]
    pub fn says_what_returns(&self) -> bool {
        self.words.iter().any(|word| word.can_be(RETURN))
    }

    /// Whether it says what can fail: a word such as error, fails or rejected, "not found", "times out", or the name
    /// of an error code such as `NOT_READY` (section 7, E and `errors-undocumented`).
    #[must_use]
    pub fn says_what_fails(&self) -> bool {
        self.words.iter().any(|word| word.can_be(ERROR | CODE))
            || self.pairs().any(|(first, second)| {
                let not_found = self.is(second, "found") && self.is(first, "not");
                let times_out = self.is(second, "out") && (self.is(first, "time") || self.is(first, "times"));
                (not_found || times_out) && self.between(first, second).chars().all(char::is_whitespace)
            })
    }

    /// Whether the description of a parameter says what happens without it: a default, that it is optional or may be
    /// omitted, unless, if or when not given, leave it out (section 7, "Explained").
    #[must_use]
    pub fn says_what_absence_means(&self) -> bool {
        // The word behind one of the kept ones, if it is kept as well.
        let behind = |at: usize| {
            let next = self.words.get(at + 1)?;
            (next.number == self.words.get(at)?.number + 1).then_some(next)
        };
        let left = |at: usize| match behind(at) {
            Some(it) if self.is(it, "it") => behind(at + 1).is_some_and(|word| word.can_be(LEFT)),
            next => next.is_some_and(|word| word.can_be(LEFT)),
        };
        self.words.iter().enumerate().any(|(at, here)| {
            here.can_be(ABSENCE)
                || ((self.is(here, "if") || self.is(here, "when"))
                    && behind(at).is_some_and(|next| next.can_be(NOT_GIVEN)))
                || (self.is(here, "leave") && left(at))
        })
    }

    /// Words that follow each other and both have a role.
    fn pairs(&self) -> impl Iterator<Item = (&Word, &Word)> {
        let neighbours = self.words.iter().zip(self.words.iter().skip(1));
        neighbours.filter(|(first, second)| first.number + 1 == second.number)
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
    use proptest::prelude::*;

    fn check(ask: fn(&Prose<'static>) -> bool, yes: &[&'static str], no: &[&'static str]) {
        for text in yes {
            assert!(ask(&Prose::of(text)), "{text}");
        }
        for text in no {
            assert!(!ask(&Prose::of(text)), "{text}");
        }
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(ROLES.is_sorted_by(|before, after| before.0 < after.0));
        assert_eq!(ROLES.iter().map(|(word, _)| word.len()).max(), Some(LONGEST));
        assert!(ROLES.iter().all(|(word, roles)| roles_of(word) == *roles && *roles != 0));
        assert_eq!((roles_of("Optionally"), roles_of("optionallyy"), roles_of("é")), (ABSENCE, 0, 0));
        assert_eq!((roles_of("NOT_READY"), roles_of("NO_B"), roles_of("")), (CODE, CODE, 0));
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
            &["Returns x", "the OUTPUT", "produces", "responses"],
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

    /// The same questions asked of all words, each with what stands before it: `says_when`, `says_when_not`,
    /// `says_what_fails` and `says_what_absence_means`.
    fn plain(text: &str) -> [bool; 4] {
        let mut words: Vec<(String, String)> = Vec::new();
        let (mut gap, mut word) = (String::new(), String::new());
        for character in text.chars().chain(['.']) {
            if character.is_alphanumeric() || character == '_' {
                word.push(character);
                continue;
            }
            if !word.is_empty() {
                words.push((std::mem::take(&mut gap), std::mem::take(&mut word)));
            }
            gap.push(character);
        }
        let has = |word: &str, role: u16| {
            let found = ROLES.iter().find(|(of_table, _)| word.eq_ignore_ascii_case(of_table));
            found.is_some_and(|(_, roles)| roles & role != 0)
        };
        let is =
            |at: usize, text: &str| words.get(at).is_some_and(|(_, word)| word.eq_ignore_ascii_case(text));
        let is_in = |at: usize, role: u16| words.get(at).is_some_and(|(_, word)| has(word, role));
        let follows = |at: usize| words[at].0.chars().all(char::is_whitespace);
        let opens = |at: usize| {
            let gap: Vec<char> = words[at].0.chars().collect();
            words[at].0.contains("\n\n")
                || gap.windows(2).any(|two| matches!(two[0], '.' | '!' | '?') && two[1].is_whitespace())
        };
        let all = 0..words.len();
        let when = all.clone().any(|first| {
            let mut sentence = (first + 1..words.len()).take_while(|at| !opens(*at));
            is_in(first, USE) && sentence.any(|at| is_in(at, CONDITION))
        });
        let when_not = all.clone().any(|at| {
            let short = is(at, "don") || is(at, "doesn");
            is_in(at, DENIAL)
                || (short && is(at + 1, "t") && matches!(words[at + 1].0.as_str(), "'" | "\u{2019}"))
                || ((is(at, "do") || is(at, "does")) && is(at + 1, "not") && follows(at + 1))
                || (is(at, "not") && is(at + 1, "for") && follows(at + 1))
                || (is(at, "rather") && is(at + 1, "than") && follows(at + 1))
        });
        let fails = all.clone().any(|at| {
            is_in(at, ERROR)
                || is_code(&words[at].1)
                || (is(at, "not") && is(at + 1, "found") && follows(at + 1))
                || ((is(at, "time") || is(at, "times")) && is(at + 1, "out") && follows(at + 1))
        });
        let absence = all.clone().any(|at| {
            let left = at + 1 + usize::from(is(at + 1, "it"));
            is_in(at, ABSENCE)
                || ((is(at, "if") || is(at, "when")) && is_in(at + 1, NOT_GIVEN))
                || (is(at, "leave") && is_in(left, LEFT))
        });
        [when, when_not, fails, absence]
    }

    proptest! {
        #[test]
        fn words_without_a_role_change_nothing(
            parts in proptest::collection::vec((0..31_usize, 0..14_usize), 0..9),
        ) {
            const WORDS: [&str; 31] = [
                "use", "Call", "when", "FOR", "to", "do", "does", "not", "don", "doesn", "t", "rather", "than",
                "never", "found", "time", "times", "out", "error", "NOT_READY", "A_B", "leave", "it", "blank", "if",
                "missing", "default", "crate", "é", "x_y", "",
            ];
            const GAPS: [&str; 14] = [
                " ", " ", " ", "\n", ". ", "\n\n", ".\u{a0}", "'", "\u{2019}", ".", "! ", "\n \n", "-", "(",
            ];
            let text: String = parts.iter().flat_map(|(word, gap)| [WORDS[*word], GAPS[*gap]]).collect();
            let prose = Prose::of(&text);
            let found = [
                prose.says_when(),
                prose.says_when_not(),
                prose.says_what_fails(),
                prose.says_what_absence_means(),
            ];
            prop_assert_eq!(found, plain(&text), "{:?}", text);
        }
    }
}
