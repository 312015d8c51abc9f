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
    // Most words are none of the table, and their first letter and length show it.
    let letter = word.bytes().next().and_then(|first| first.to_ascii_lowercase().checked_sub(b'a'));
    let lengths = letter.and_then(|letter| LENGTHS.get(usize::from(letter))).copied().unwrap_or_default();
    if word.len() > LONGEST || lengths & (1 << word.len()) == 0 {
        return 0;
    }
    let mut key = [0; 16];
    if let Some(start) = key.get_mut(..word.len()) {
        start.copy_from_slice(word.as_bytes());
    }
    key.make_ascii_lowercase();
    let found = KEYS.binary_search(&u128::from_be_bytes(key));
    found.ok().and_then(|at| ROLES.get(at)).map_or(0, |(_, roles)| *roles)
}

impl Word<'_> {
    fn can_be(&self, role: u16) -> bool {
        self.roles & role != 0
    }

    /// Whether it is a word that counts together with others.
    fn is(&self, word: &str) -> bool {
        self.can_be(PART) && self.text.eq_ignore_ascii_case(word)
    }

    /// Whether nothing but white space stands before it.
    fn follows_closely(&self) -> bool {
        self.gap.chars().all(char::is_whitespace)
    }

    /// Whether a sentence ends before it: at `.`, `!` or `?` before white space, or at an empty line.
    fn opens_sentence(&self) -> bool {
        let mut before = ' ';
        self.gap.len() > 1
            && (self.gap.contains("\n\n")
                || self.gap.chars().any(|character| {
                    let ends = matches!(before, '.' | '!' | '?') && character.is_whitespace();
                    before = character;
                    ends
                }))
    }
}

impl<'a> Prose<'a> {
    /// Splits a text into its words.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let mut words = Vec::with_capacity(text.len() / 5);
        let mut gap_start = 0;
        let mut start = None;
        let mut add = |start: usize, end: usize| {
            let word = &text[start..end];
            words.push(Word { gap: &text[gap_start..start], text: word, roles: roles_of(word) });
            gap_start = end;
        };
        let mut at = 0;
        while let Some(byte) = text.as_bytes().get(at) {
            let (is_of_word, length) = if byte.is_ascii() {
                (byte.is_ascii_alphanumeric() || *byte == b'_', 1)
            } else {
                let character = text.get(at..).and_then(|rest| rest.chars().next());
                (character.is_some_and(char::is_alphanumeric), character.map_or(1, char::len_utf8))
            };
            if is_of_word {
                start.get_or_insert(at);
            } else if let Some(start) = start.take() {
                add(start, at);
            }
            at += length;
        }
        if let Some(start) = start {
            add(start, text.len());
        }
        Self { words }
    }

    /// Whether it says when to use the tool: use, call, choose or prefer, and in the same sentence when, if, for, to,
    /// after or before (section 7, clause W).
    #[must_use]
    pub fn says_when(&self) -> bool {
        let mut is_open = false;
        self.words.iter().any(|word| {
            is_open = is_open && !word.opens_sentence();
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
                let follows = || second.follows_closely();
                let denies = second.is("not") && (first.is("do") || first.is("does"));
                let is_short = second.is("t") && (first.is("don") || first.is("doesn"));
                (is_short && matches!(second.gap, "'" | "\u{2019}"))
                    || (denies && follows())
                    || (second.is("for") && first.is("not") && follows())
                    || (second.is("than") && first.is("rather") && follows())
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
        self.words.iter().any(|word| word.can_be(ERROR) || is_code(word.text))
            || self.pairs().any(|(first, second)| {
                let not_found = second.is("found") && first.is("not");
                let times_out = second.is("out") && (first.is("time") || first.is("times"));
                (not_found || times_out) && second.follows_closely()
            })
    }

    /// Whether the description of a parameter says what happens without it: a default, that it is optional or may be
    /// omitted, unless, if or when not given, leave it out (section 7, "Explained").
    #[must_use]
    pub fn says_what_absence_means(&self) -> bool {
        let word = |at: usize| self.words.get(at);
        let left = |at: usize| {
            let at = at + usize::from(word(at).is_some_and(|word| word.is("it")));
            word(at).is_some_and(|word| word.can_be(LEFT))
        };
        self.words.iter().enumerate().any(|(at, here)| {
            here.can_be(ABSENCE)
                || ((here.is("if") || here.is("when"))
                    && word(at + 1).is_some_and(|next| next.can_be(NOT_GIVEN)))
                || (here.is("leave") && left(at + 1))
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
    fn the_table_is_in_order() {
        assert!(ROLES.is_sorted_by(|before, after| before.0 < after.0));
        assert_eq!(ROLES.iter().map(|(word, _)| word.len()).max(), Some(LONGEST));
        assert!(ROLES.iter().all(|(word, roles)| roles_of(word) == *roles && *roles != 0));
        assert_eq!((roles_of("Optionally"), roles_of("optionallyy"), roles_of("é")), (ABSENCE, 0, 0));
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
}
