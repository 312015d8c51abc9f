//! A description, read once.

use std::collections::HashSet;
use std::ops::Range;

use tdqs_signals::whitespace::trim;

use super::cues::{Cue, Cues};
use super::lead::Lead;
use super::{nouns, sentences, verbs, words};

/// A description with what can be found in it. Positions are bytes of [`text`](Self::text).
#[derive(Debug, Clone)]
pub(crate) struct Description {
    /// The description, trimmed, with plain apostrophes.
    pub(crate) text: String,
    /// The same in ASCII lower case: same bytes, same positions.
    pub(crate) lower: String,
    /// Its words.
    pub(crate) words: Vec<Range<usize>>,
    /// Its sentences.
    pub(crate) sentences: Vec<Range<usize>>,
    /// Its cues.
    pub(crate) cues: Cues,
    /// Which sentence says what the tool is: the first that is no heading.
    pub(crate) opening: usize,
    /// What that sentence says.
    pub(crate) lead: Lead,
    /// How many words it counts for.
    pub(crate) length: usize,
}

impl Description {
    /// Reads a description.
    pub(crate) fn read(description: &str) -> Self {
        let text = trim(description).replace('’', "'");
        let lower = text.to_ascii_lowercase();
        let words = words::spans(&lower);
        let sentences = sentences::spans(&text);
        let cues = Cues::find(&lower, &words);
        let opening = sentences.iter().position(|span| !is_heading(&text[span.clone()])).unwrap_or_default();
        let lead = Lead::read(&lower, &words, sentences.get(opening..).unwrap_or_default());
        let length = words.iter().map(|span| words::weight(&lower[span.clone()])).sum();
        Self { text, lower, words, sentences, cues, opening, lead, length }
    }

    /// The sentence that says what the tool is, or all there is if that is none.
    pub(crate) fn first_sentence(&self) -> &str {
        self.sentences.get(self.opening).map_or(&self.text, |span| &self.text[span.clone()])
    }

    /// The sentence that holds a place.
    pub(crate) fn sentence_at(&self, place: usize) -> &str {
        let at = self.sentences.partition_point(|span| span.end <= place);
        self.sentences.get(at).map_or(&self.text, |span| &self.text[span.clone()])
    }

    /// The sentence with the first cue of a kind.
    pub(crate) fn sentence_with(&self, cue: Cue) -> Option<&str> {
        Some(self.sentence_at(self.cues.get(cue)?.start))
    }

    /// A verb in its plain form or a noun in its canonical form, as the description writes it: "lists" for
    /// `list`, "metrics" for `stat`. The word itself where the description does not have it.
    pub(crate) fn as_written<'a>(&'a self, word: &'a str) -> &'a str {
        let is_same = |found: &str| {
            nouns::canonical(found) == word || verbs::verb(found).is_some_and(|verb| verb.base == word)
        };
        let from_verb = self.words.iter().skip(self.lead.at).chain(&self.words);
        let mut same = from_verb.filter(|span| is_same(&self.lower[(*span).clone()]));
        same.next().map_or(word, |span| &self.lower[span.clone()])
    }

    /// Its words in lower case.
    pub(crate) fn lower_words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|span| &self.lower[span.clone()])
    }

    /// The words of the first sentence that mean something, in lower case: no fillers.
    pub(crate) fn first_content(&self) -> Vec<&str> {
        let (start, end) =
            self.sentences.get(self.opening).map_or((0, self.text.len()), |span| (span.start, span.end));
        let first = self.words.partition_point(|span| span.start < start);
        let words = self.words[first..]
            .iter()
            .take_while(|span| span.start < end)
            .map(|span| &self.lower[span.clone()]);
        words.filter(|word| !nouns::is_filler(word)).collect()
    }

    /// Every word in canonical form, to look names up in.
    pub(crate) fn vocabulary(&self) -> HashSet<String> {
        self.lower_words().map(nouns::canonical).collect()
    }

    /// Whether the text is in a language that the English tables do not reach: mostly in another script, or
    /// five words and more without one of those that hardly an English sentence does without.
    pub(crate) fn is_foreign(&self) -> bool {
        const ENGLISH: [&str; 14] =
            ["all", "an", "and", "by", "for", "from", "is", "of", "or", "that", "the", "this", "to", "with"];
        let letters = self.text.chars().filter(|character| character.is_alphabetic());
        let (ascii, other) = letters.fold((0_usize, 0_usize), |(ascii, other), letter| {
            if letter.is_ascii() { (ascii + 1, other) } else { (ascii, other + 1) }
        });
        other > ascii / 3
            || (self.words.len() >= 5 && !self.lower_words().any(|word| ENGLISH.contains(&word)))
    }
}

/// "Purpose:" and "# Boats" head what follows.
fn is_heading(sentence: &str) -> bool {
    sentence.starts_with('#')
        || (sentence.ends_with([':', '：'])
            && sentence.len() < 40
            && sentence.split_whitespace().count() <= 4)
}
