//! The sentences of a description, without headings, names, values and code.

use std::ops::Range;

use super::outline::{LineKind, Outline, Section};
use crate::markdown::code_spans;
use crate::render::VALUE_LABELS;
use crate::text::{sentence, words};

/// A word of a sentence, or code in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Byte range in the description.
    pub(super) span: Range<usize>,
    /// Whether it stands between back-ticks. It holds its place in the sentence, and is no word of it.
    pub(super) is_code: bool,
}

/// A sentence of the prose; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) section: Section,
    pub(super) words: Vec<Word>,
    /// Whether it is the first of a list item.
    pub(super) opens_item: bool,
}

impl Sentence {
    /// The words as text; code is an empty one.
    pub(super) fn texts<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.words.iter().map(move |word| if word.is_code { "" } else { &text[word.span.clone()] })
    }
}

/// The sentences in the order of the text. A sentence goes on over line breaks, and ends at a blank line, a heading
/// and a new list item.
pub(super) fn sentences(outline: &Outline<'_>) -> Vec<Sentence> {
    let mut collector = Collector {
        text: outline.text,
        section: Section::Other,
        open: None,
        sentences: Vec::new(),
        opens_item: false,
    };
    for line in &outline.lines {
        if line.kind != LineKind::Text {
            collector.end_sentence();
            collector.opens_item = false;
            continue;
        }
        collector.section = line.section;
        collector.line(line.span.clone());
    }
    collector.end_sentence();
    collector.sentences
}

struct Collector<'t> {
    text: &'t str,
    section: Section,
    open: Option<Sentence>,
    sentences: Vec<Sentence>,
    /// Whether the next sentence is the first of a list item.
    opens_item: bool,
}

impl Collector<'_> {
    fn line(&mut self, span: Range<usize>) {
        let line = &self.text[span.clone()];
        let body = line.trim_start();
        let has_values = matches!(self.section, Section::Parameters | Section::Returns);
        if has_values && body.len() < line.len() && VALUE_LABELS.iter().any(|label| body.starts_with(label)) {
            self.end_sentence();
            return;
        }
        let mut start = span.end - body.len();
        let item = item_text(body);
        if let Some(text) = item {
            self.end_sentence();
            self.opens_item = true;
            start = span.end - text.len();
            if self.is_a_list_of_names() {
                start = span.end - after_name(text).len();
            }
        } else if self.section == Section::Returns
            && let Some((type_name, description)) = body.split_once(" -- ")
            && !type_name.contains(char::is_whitespace)
        {
            start = span.end - description.len();
        }
        self.words(start..span.end);
    }

    fn is_a_list_of_names(&self) -> bool {
        matches!(self.section, Section::Parameters | Section::Returns | Section::Errors)
    }

    fn words(&mut self, span: Range<usize>) {
        let piece = &self.text[span.clone()];
        let mut spans = words::spans(piece).into_iter().peekable();
        let mut codes = code_spans(piece).into_iter().peekable();
        // Everything before it was taken as a whole.
        let mut done = 0;
        for (at, _) in piece.char_indices() {
            if at < done {
                continue;
            }
            while spans.next_if(|word| word.start < at).is_some() {}
            if let Some(word) = spans.next_if(|word| word.start == at) {
                done = word.end;
                self.push(span.start + word.start..span.start + word.end, false);
            } else if let Some(code) = codes.next_if(|code| code.span.start == at) {
                done = code.span.end;
                self.push(span.start + at..span.start + done, true);
            } else if sentence::ends_at(self.text, span.start + at)
                || (self.is_a_list_of_names() && piece[at..].starts_with(" -- "))
            {
                self.end_sentence();
            }
        }
    }

    fn push(&mut self, span: Range<usize>, is_code: bool) {
        let (section, opens_item) = (self.section, self.opens_item);
        let open = self.open.get_or_insert_with(|| Sentence { section, words: Vec::new(), opens_item });
        open.words.push(Word { span, is_code });
        self.opens_item = false;
    }

    fn end_sentence(&mut self) {
        self.sentences.extend(self.open.take());
    }
}

/// The text of a list item, without its sign.
fn item_text(body: &str) -> Option<&str> {
    if let Some(text) = body.strip_prefix(['-', '*', '+']) {
        return text.strip_prefix(' ');
    }
    let number = body.trim_start_matches(|c: char| c.is_ascii_digit());
    (number.len() < body.len()).then(|| number.strip_prefix(". ").or_else(|| number.strip_prefix(") ")))?
}

/// What follows the bold name of an entry and the bracket behind it.
fn after_name(item: &str) -> &str {
    let Some((_, rest)) = item.strip_prefix("**").and_then(|name| name.split_once("**")) else { return item };
    let Some(bracket) = rest.strip_prefix(" (") else { return rest };
    // A type may have brackets of its own, so that the word behind it is looked for first.
    let presence = [" | required)", " | optional)"].into_iter().filter_map(|end| bracket.split_once(end));
    let first = presence.min_by_key(|(type_name, _)| type_name.len());
    first.or_else(|| bracket.split_once(')')).map_or(rest, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = sentences(&Outline::of(text, "t"))
            .iter()
            .map(|sentence| {
                let words: Vec<_> = sentence.words.iter().map(|word| &text[word.span.clone()]).collect();
                words.join(" ")
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn sentences_go_on_over_line_breaks_and_end_at_items() {
        check(
            "Finds\nboats. It sails\n\nfar\n- one\n- two\n  three",
            &["Finds boats", "It sails", "far", "one", "two three"],
        );
        check("1. one\n2) two\n* three\n-four", &["one", "two", "three four"]);
    }

    #[test]
    fn names_values_examples_and_code_are_no_prose() {
        let text = "## t\n\nFinds `one` boat.\n```\ncode\n```\n### When to Use\n- When asked\n**Examples**:\n\n- Input: a\n\
                    ### Parameters\n- **help** (list(stuff) | optional) (it is | required)\n  Its name\n  One of: \"thing\"\n\
                    ### Returns\nobject -- The boat\n- **stuff** (string): Its flag\n  Schema: {}\n- **x**\n\
                    ### Errors\n- **HANDLE**: None there -- Look again\n";
        check(
            text,
            &[
                "Finds `one` boat",
                "When asked",
                "it is required Its name",
                "The boat",
                "Its flag",
                "None there",
                "Look again",
            ],
        );
        check("### Errors\nNo error conditions documented.", &[]);
    }

    #[test]
    fn code_ends_at_as_many_ticks() {
        check("a ``b ` c`` d", &["a ``b ` c`` d"]);
        check("a `b c", &["a b c"]);
        check("`a`. `b` c", &["`a`", "`b` c"]);
    }
}
