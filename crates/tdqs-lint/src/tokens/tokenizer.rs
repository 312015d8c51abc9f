//! What cuts a text into tokens.

use std::fmt;

use serde::{Serialize, Serializer};

/// What cuts a text into tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tokenizer {
    /// Every four characters (Unicode scalar values) are a token (Evaluation of a tool surface, section 9). It needs no
    /// vocabulary, and is meant for comparing definitions and not for bills.
    Estimate,
    /// `o200k_base`, the tokenizer of OpenAI's models since GPT-4o. With the feature `tokens`.
    #[cfg(feature = "tokens")]
    O200kBase,
}

impl Tokenizer {
    /// The tokenizers of this build.
    pub const ALL: &'static [Self] = &[
        Self::Estimate,
        #[cfg(feature = "tokens")]
        Self::O200kBase,
    ];

    /// The most exact of this build. Results name it, so that nobody takes those of two builds for the same.
    #[must_use]
    pub const fn most_exact() -> Self {
        #[cfg(feature = "tokens")]
        let most_exact = Self::O200kBase;
        #[cfg(not(feature = "tokens"))]
        let most_exact = Self::Estimate;
        most_exact
    }

    /// The one spelling: `characters/4` or `o200k_base`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Estimate => "characters/4",
            #[cfg(feature = "tokens")]
            Self::O200kBase => "o200k_base",
        }
    }

    /// How many tokens a text has.
    ///
    /// ```
    /// use tdqs_lint::tokens::Tokenizer;
    ///
    /// assert_eq!(Tokenizer::Estimate.count("Seal a crate."), 4);
    /// # #[cfg(feature = "tokens")]
    /// assert_eq!(Tokenizer::O200kBase.count("Seal a crate."), 4);
    /// ```
    #[must_use]
    pub fn count(self, text: &str) -> usize {
        match self {
            Self::Estimate => text.chars().count().div_ceil(ESTIMATED),
            #[cfg(feature = "tokens")]
            Self::O200kBase => {
                let tokenizer = tiktoken_rs::o200k_base_singleton();
                pieces(text).map(|piece| tokenizer.count_ordinary(piece)).sum()
            }
        }
    }

    /// Calls `token` with the byte that each token begins with, in order.
    pub(super) fn starts(self, text: &str, mut token: impl FnMut(usize)) {
        match self {
            Self::Estimate => text.char_indices().step_by(ESTIMATED).for_each(|(start, _)| token(start)),
            #[cfg(feature = "tokens")]
            Self::O200kBase => {
                let tokenizer = tiktoken_rs::o200k_base_singleton();
                let mut start = 0;
                for number in pieces(text).flat_map(|piece| tokenizer.encode_ordinary(piece)) {
                    token(start);
                    start += tokenizer.decode_bytes(&[number]).map_or(0, |bytes| bytes.len());
                }
            }
        }
    }
}

/// How many characters the estimate takes for a token.
const ESTIMATED: usize = 4;

/// A text in pieces that end within a run of white space that is longer than any in earnest. The tokenizer's regular
/// expression keeps a state for every character of such a run, and fails on half a million of them; the cut costs a
/// token.
#[cfg(feature = "tokens")]
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    const LONGEST: usize = 10_000;
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut run = 0;
        let is_too_long = |(_, character): &(usize, char)| {
            run = if character.is_whitespace() { run + 1 } else { 0 };
            run > LONGEST
        };
        // Most texts are shorter than the shortest run that matters.
        let end = if rest.len() > LONGEST { rest.char_indices().find(is_too_long) } else { None };
        let (piece, behind) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        rest = behind;
        Some(piece)
    })
}

impl fmt::Display for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Tokenizer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_that_begin_are_those_that_are_counted() {
        for tokenizer in Tokenizer::ALL {
            for text in
                ["", "a", "Seal a crate, é 在庫 😀.", "{\"name\":\"x\",\"description\":\"a\\nb   c\"}"]
            {
                let mut starts = Vec::new();
                tokenizer.starts(text, |start| starts.push(start));
                assert_eq!(starts.len(), tokenizer.count(text), "{tokenizer}: {text}");
                assert!(starts.is_sorted() && starts.iter().all(|start| *start < text.len()), "{starts:?}");
            }
        }
    }

    /// A regular expression and a merge of pairs run over whatever a server says of itself.
    #[test]
    fn long_runs_of_anything_are_counted() {
        for piece in [" ", "a", "A", "0", "é", "在", "\u{301}", "!", "'s", " a", "\u{3000}x", "{\"", "aA"] {
            let text = piece.repeat(if piece == " " { 600_000 } else { 3_000 });
            for text in [text.clone(), format!("{text}x"), format!("{text} ")] {
                for tokenizer in Tokenizer::ALL {
                    let count = tokenizer.count(&text);
                    assert!(count > 0 && count <= text.len(), "{tokenizer}: {piece:?}");
                }
            }
        }
    }

    /// Counts that OpenAI's own tokenizer gives.
    #[cfg(feature = "tokens")]
    #[test]
    fn o200k_counts_as_it_is_published() {
        for (text, expected) in
            [("", 0), ("hello world", 2), ("tiktoken is great!", 6), ("お誕生日おめでとう", 8)]
        {
            assert_eq!(Tokenizer::O200kBase.count(text), expected, "{text}");
        }
    }
}
