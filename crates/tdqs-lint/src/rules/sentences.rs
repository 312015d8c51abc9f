//! Where are the sentences of a text, and where does it only give an example?

use std::ops::Range;

use crate::text::find;

/// The sentences of a text: they end at `.`, `!` or `?` before white space, at `。`, `！` or `？`, and with the line. Code between fences is
/// none.
pub(super) fn sentences(text: &str) -> Sentences<'_> {
    Sentences { text, at: 0, is_in_code: false }
}

/// See [`sentences`].
#[derive(Debug)]
pub(super) struct Sentences<'a> {
    text: &'a str,
    at: usize,
    is_in_code: bool,
}

impl Iterator for Sentences<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let rest = self.text.get(self.at..)?;
            let start = self.at + rest.find(|character: char| !character.is_ascii_whitespace())?;
            let is_at_line_start =
                self.text[..start].trim_end_matches([' ', '\t']).ends_with('\n') || start == 0;
            let length = length(&self.text[start..]);
            self.at = start + length;
            if is_at_line_start && self.text[start..].starts_with("```") {
                self.is_in_code ^= true;
                self.at = self.text[start..].find('\n').map_or(self.text.len(), |line| start + line);
                continue;
            }
            if !self.is_in_code {
                return Some(start..self.at);
            }
        }
    }
}

/// The [`sentences`] of a text that have more than so many bytes. Where every stretch of that length has an end of a
/// sentence in it, there is none; so only the last end in each stretch is looked for, from behind, and most bytes are
/// never read.
pub(super) fn sentences_longer_than(text: &str, most: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    // The sentences of a text with code in it.
    let mut beside_code: Option<Sentences<'_>> = None;
    std::iter::from_fn(move || {
        if beside_code.is_none() {
            while let Some(from) = long_stretch(text, at, most) {
                if at == 0 && find(text, "```").is_some() {
                    beside_code = Some(sentences(text));
                    break;
                }
                let start = from + text[from..].find(|character: char| !character.is_ascii_whitespace())?;
                at = start + length(&text[start..]);
                if at - start > most {
                    return Some(start..at);
                }
            }
        }
        beside_code.as_mut()?.find(|sentence| sentence.len() > most)
    })
}

/// The first place, from one on where a sentence ends or the text begins, that is followed by so many bytes without an
/// end of a sentence.
fn long_stretch(text: &str, from: usize, most: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let stretch = text.as_bytes().get(at..at + most)?;
        let end = |last: usize| end_at(text, at + last).filter(|end| *end <= at + most);
        // Nearly always a full stop or a line break is the one.
        let usual = memchr::memrchr2_iter(b'.', b'\n', stretch).find_map(end);
        let any = || {
            let may_end = |(_, byte): &(usize, &u8)| MAY_END[usize::from(**byte)];
            stretch.iter().enumerate().rev().filter(may_end).find_map(|(last, _)| end(last))
        };
        let Some(end) = usual.or_else(any) else { return Some(at) };
        at = end;
    }
}

/// The bytes that may end a sentence.
const MAY_END: [bool; 256] = by_byte!(may_end);

const fn may_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'.' | b'!' | b'?' | 0xe3 | 0xef)
}

/// The length of the sentence that a text begins with.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(offset) = bytes[at..].iter().position(|byte| MAY_END[usize::from(*byte)]) {
        at += offset;
        match end_at(text, at) {
            // The line break belongs to no sentence.
            Some(_) if bytes[at] == b'\n' => return at,
            Some(end) => return end,
            None => at += 1,
        }
    }
    text.len()
}

/// The place behind the mark that stands at another, if that mark ends a sentence.
fn end_at(text: &str, at: usize) -> Option<usize> {
    match text.as_bytes()[at] {
        b'\n' => Some(at + 1),
        b'.' | b'!' | b'?' => ends(text, at).then_some(at + 1),
        // The full stop and its kin of Chinese and Japanese, which need no blank behind them.
        0xe3 | 0xef => text[at..].starts_with(['。', '！', '？']).then_some(at + '。'.len_utf8()),
        _ => None,
    }
}

/// Whether the mark at a place ends a sentence: white space follows, and it is not the full stop of an abbreviation.
fn ends(text: &str, at: usize) -> bool {
    let mut after = text[at + 1..].chars();
    if !after.next().is_none_or(|next| next.is_ascii_whitespace()) {
        return opens_a_mark(text, at);
    }
    // Nearly always a capital follows, and it does not matter what stands before.
    if after.find(|next| !next.is_ascii_whitespace()).is_none_or(char::is_uppercase) {
        return true;
    }
    let before = &text[..at];
    !["e.g", "i.e", "etc", "vs", "eg", "ie", "cf", "approx", "incl", "max", "min"]
        .iter()
        .any(|short| ends_with_word(before, short))
}

/// Whether what is written in brackets and capitals follows the full stop at a place, without a blank: "aisles.[NOTE] It".
fn opens_a_mark(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let is_behind_word = at
        .checked_sub(1)
        .is_some_and(|before| bytes[before].is_ascii_alphanumeric() || bytes[before] == b')');
    is_behind_word
        && bytes[at] == b'.'
        && bytes.get(at + 1) == Some(&b'[')
        && bytes.get(at + 2..at + 4).is_some_and(|mark| mark.iter().all(u8::is_ascii_uppercase))
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let Some(start) = text.len().checked_sub(word.len()) else { return false };
    text.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(word))
        && text[..start].chars().next_back().is_none_or(|before| !before.is_alphanumeric())
}

/// How far a place is looked around for, in bytes, so that a text of megabytes without a full stop costs no more than its
/// length.
const REACH: usize = 1000;

/// The end of a text, as far as it is looked at.
fn tail(text: &str) -> &str {
    let mut start = text.len().saturating_sub(REACH);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

/// The beginning of a text, as far as it is looked at, or up to another length.
pub(super) fn head(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The part of the sentence that stands before a place, from what stands before it in the text.
pub(super) fn sentence_before(before: &str) -> &str {
    let before = tail(before);
    let mut start = before.len();
    while let Some(at) = before[..start].rfind(['.', '!', '?', '\n']) {
        if before.as_bytes()[at] == b'\n' || before[at + 1..].starts_with(char::is_whitespace) {
            return &before[at + 1..];
        }
        start = at;
    }
    before
}

/// The rest of the sentence behind a place, from what stands behind it in the text.
pub(super) fn sentence_after(after: &str) -> &str {
    let after = head(after, REACH);
    &after[..length(after)]
}

/// Whether what follows stands within quotation marks or backticks that are open at the end of the line before it.
pub(super) fn is_quoted(before: &str) -> bool {
    let before = tail(before);
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let count = |mark: char| line.matches(mark).count();
    count('"') % 2 == 1
        || count('`') % 2 == 1
        || count('“') > count('”')
        || count('„') > count('“')
        || has_open_apostrophe(line)
}

/// Whether a single quotation mark that opens, behind a blank or bracket, has none that closes before the end.
fn has_open_apostrophe(line: &str) -> bool {
    let mut is_open = false;
    let mut before = ' ';
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        if matches!(character, '\'' | '‘' | '’') {
            let next = characters.peek().copied();
            if !before.is_alphanumeric() && !is_open && !next.is_some_and(char::is_whitespace) {
                is_open = true;
            } else if is_open && !next.is_some_and(char::is_alphanumeric) {
                is_open = false;
            }
        }
        before = character;
    }
    is_open
}

/// Whether an example was announced in the paragraph that ends with this text.
pub(super) fn is_in_example(before: &str) -> bool {
    let before = tail(before);
    let paragraph = &before[before.rfind("\n\n").map_or(0, |at| at + 2)..];
    ["example", "e.g.", "for instance", "such as", "user:", "user says", "user asks", "users ask", "prompt"]
        .iter()
        .any(|mark| contains_ignoring_case(paragraph, mark))
}

/// Whether a text contains another, which is ASCII in small letters, in any case.
pub(super) fn contains_ignoring_case(text: &str, part: &str) -> bool {
    let Some(first) = part.bytes().next() else { return true };
    let (text, part) = (text.as_bytes(), part.as_bytes());
    text.windows(part.len())
        .any(|window| window[0].eq_ignore_ascii_case(&first) && window.eq_ignore_ascii_case(part))
}

/// The words of a text: runs of letters, digits, `_`, `-` and apostrophes.
pub(super) fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|character: char| {
        !(character.is_alphanumeric() || matches!(character, '_' | '-' | '\'' | '’'))
    })
    .filter(|word| word.contains(char::is_alphanumeric))
}

/// Whether one of some words, which are in small letters, is a word of a text.
pub(super) fn has_word(text: &str, wanted: &[&str]) -> bool {
    words(text).any(|word| wanted.iter().any(|wanted| word.eq_ignore_ascii_case(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        let list = |text: &'static str| sentences(text).map(|range| &text[range]).collect::<Vec<_>>();
        assert_eq!(
            list("One, e.g. two. v1.2 is it? Yes\nNew line etc. Then.  "),
            ["One, e.g. two.", "v1.2 is it?", "Yes", "New line etc.", "Then."]
        );
        assert_eq!(list("A.\n```json\n{\"a\": 1}. B\n```\nC"), ["A.", "C"]);
        assert_eq!(list("```\nnever closed"), [""; 0]);
        assert_eq!(list("箱を返す。一つ！"), ["箱を返す。", "一つ！"]);
        assert_eq!(list("  \n"), [""; 0]);
        assert_eq!(list("é.\u{a0}ü"), ["é.\u{a0}ü"]);
        assert_eq!(list("By aisle, shelf, etc.[NOTE] One."), ["By aisle, shelf, etc.", "[NOTE] One."]);
        assert_eq!(list("See crates.[0] and a.[Key]"), ["See crates.[0] and a.[Key]"]);
    }

    #[test]
    fn a_place_knows_its_sentence() {
        assert_eq!(sentence_before("One. Two 1.5 is "), " Two 1.5 is ");
        assert_eq!(sentence_before("One\nTwo"), "Two");
        assert_eq!(sentence_before("é"), "é");
        assert_eq!(sentence_after(" rest v1.2. Next"), " rest v1.2.");
    }

    #[test]
    fn quotation_marks_open_and_close() {
        for before in ["say \"", "`a` and `", "“", "such as '", "x ('", "the user's 'my "] {
            assert!(is_quoted(before), "{before}");
        }
        for before in ["the user's ", "say \"a\" ", "'a' ", "don't ", "\"open\nnext ", "users' "] {
            assert!(!is_quoted(before), "{before}");
        }
    }

    #[test]
    fn examples_are_announced_in_the_paragraph() {
        assert!(is_in_example("EXAMPLE USAGE:\nDeploy "));
        assert!(!is_in_example("For example a.\n\nDelete "));
        assert!(contains_ignoring_case("aBc", "bc") && !contains_ignoring_case("b", "bc"));
    }

    #[test]
    fn a_place_is_looked_around_so_far_and_no_further() {
        let long = "é".repeat(10_000);
        assert!(sentence_before(&long).len() <= REACH && sentence_after(&long).len() <= REACH);
        assert!(is_quoted(&format!("\"{}", "é".repeat(400))) && !is_quoted(&format!("\"{long}")));
        assert_eq!(head("éé", 3), "é");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_cut_at_characters(text in "(\\PC|[.!?\n` '\"]){0,30}", at in 0..40_usize) {
            let mut end = 0;
            for range in sentences(&text) {
                proptest::prop_assert!(range.start >= end && text.get(range.clone()).is_some());
                end = range.end;
            }
            for most in 1..text.len() {
                let plain: Vec<_> = sentences(&text).filter(|sentence| sentence.len() > most).collect();
                let found: Vec<_> = sentences_longer_than(&text, most).collect();
                proptest::prop_assert_eq!(found, plain, "{} {}", text, most);
            }
            let at = text.char_indices().map(|(at, _)| at).nth(at).unwrap_or(text.len());
            let (before, after) = text.split_at(at);
            proptest::prop_assert!(before.ends_with(sentence_before(before)));
            proptest::prop_assert!(after.starts_with(sentence_after(after)));
            let _ = (is_quoted(before), is_in_example(before));
        }
    }
}
