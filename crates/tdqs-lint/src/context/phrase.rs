//! Phrases in the texts of a tool: one search for all rules that look for some.

use std::iter;

use super::place::Place;
use super::text::Text;
use super::tool::ToolContext;
use crate::text::eight_at;

/// The phrases of all rules that are on, by the two bytes that they begin with.
///
/// A phrase counts where it stands by itself, so nearly all can only stand where a word begins. There three bytes tell that
/// none does, for most words. An automaton takes three times as long, because it steps over every byte.
#[derive(Debug)]
pub(crate) struct Phrases {
    /// By what they begin with.
    list: Vec<Phrase>,
    /// By [`start`]: the bytes that follow it in some phrase, as [bits](bit). A table of its own, because a small one is
    /// at hand for every word.
    thirds: Box<[u32; STARTS]>,
    /// By [`start`]: where in the list the phrases with that start are.
    buckets: Box<[Bucket; STARTS]>,
    /// By byte: whether it is [part of a word](WORD), or [opens a phrase](SYMBOL) and is none.
    kinds: Box<[u64; 256]>,
}

/// A phrase of a rule.
#[derive(Debug, Clone, Copy)]
struct Phrase {
    /// The number that the rule was given with.
    rule: usize,
    text: &'static str,
    /// Its [`opening`], and the bits of that which belong to it.
    opening: u64,
    bits: u64,
}

impl Phrase {
    fn new(rule: usize, text: &'static str) -> Self {
        let bits = u64::MAX >> (64 - 8 * text.len().clamp(1, 8));
        Self { rule, text, opening: opening(eight_at(text.as_bytes(), 0)) & bits, bits }
    }
}

/// The eight bytes that something begins with, made alike in both cases of ASCII letters.
fn opening(eight: u64) -> u64 {
    const SMALL: u64 = u64::from_le_bytes([0x20; 8]);
    eight | SMALL
}

/// The phrases that begin with the same two bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Bucket {
    first: u16,
    behind: u16,
    /// The bytes from the fourth to the eighth, as [bits](bit).
    behind_third: [u32; 5],
}

/// The part of a byte that is alike in both cases of an ASCII letter. Other bytes may share one with it: what is found is
/// compared.
fn code(byte: u8) -> usize {
    usize::from(byte % 32)
}

/// A number for the two bytes that a phrase or a word begins with.
fn start(first: u8, second: u8) -> usize {
    code(first) << 5 | code(second)
}

/// How many numbers [`start`] gives.
const STARTS: usize = 1 << 10;

/// One of 32 bits for a byte of a phrase or a word.
fn bit(byte: u8) -> u32 {
    1 << code(byte)
}

/// So many bytes of a text are looked through at a time: their kinds are one number, with two bits for each byte.
const BLOCK: usize = 32;

/// Letters and digits of ASCII. Of others it is found out where a phrase seems to stand beside one.
const WORD: u64 = 1 << 31;
const SYMBOL: u64 = 1 << 63;

impl Phrases {
    /// Makes the search for the phrases of some rules; `None` when there are none. Every phrase has two bytes or more.
    pub(crate) fn new(rules: impl IntoIterator<Item = (usize, &'static [&'static str])>) -> Option<Self> {
        let phrases =
            rules.into_iter().flat_map(|(rule, of_rule)| of_rule.iter().map(move |phrase| (rule, *phrase)));
        let mut with_starts: Vec<(usize, Phrase)> = phrases
            .filter_map(|(rule, text)| match text.as_bytes() {
                [first, second, ..] => Some((start(*first, *second), Phrase::new(rule, text))),
                _ => None,
            })
            .collect();
        if with_starts.is_empty() {
            return None;
        }
        with_starts.sort_by_key(|(start, _)| *start);
        let mut kinds = Box::new([0; 256]);
        for byte in 0..=u8::MAX {
            kinds[usize::from(byte)] = if byte.is_ascii_alphanumeric() { WORD } else { 0 };
        }
        let mut thirds = Box::new([0; STARTS]);
        let mut buckets: Box<[Bucket; STARTS]> = vec![Bucket::default(); STARTS].try_into().ok()?;
        for (at, (start, phrase)) in (0_u16..).zip(&with_starts) {
            let bucket = &mut buckets[*start];
            if bucket.behind == 0 {
                bucket.first = at;
            }
            bucket.behind = at + 1;
            for (bits, at) in iter::once(&mut thirds[*start]).chain(&mut bucket.behind_third).zip(2..) {
                // Any byte may follow a short phrase.
                *bits |= phrase.text.as_bytes().get(at).map_or(u32::MAX, |byte| bit(*byte));
            }
            let first = phrase.text.as_bytes()[0];
            if !first.is_ascii_alphanumeric() {
                kinds[usize::from(first)] = SYMBOL;
            }
        }
        let list = with_starts.into_iter().map(|(_, phrase)| phrase).collect();
        Some(Self { list, thirds, buckets, kinds })
    }

    /// Calls `found` with the rule's number at each place in the texts of a tool where a phrase stands by itself. It says
    /// whether that was a finding; places that were none hide no later ones.
    pub(crate) fn search<'t>(
        &self,
        tool: &'t ToolContext<'t>,
        mut found: impl FnMut(usize, &PhraseMatch<'t>) -> bool,
    ) {
        let (mut told, mut met): (Vec<usize>, Vec<&str>) = (Vec::new(), Vec::new());
        for text in tool.texts() {
            let content = text.content();
            told.clear();
            met.clear();
            self.each(content, |rule, phrase, start| {
                let end = start + phrase.len();
                let is_told = || told.iter().filter(|known| **known == rule).count() == TOLD;
                if !is_by_itself(content, start, end) || is_told() {
                    return;
                }
                let is_first = !met.contains(&phrase);
                if is_first {
                    met.push(phrase);
                }
                if found(rule, &PhraseMatch { tool, text, phrase, start, end, is_first }) {
                    told.push(rule);
                }
            });
        }
    }

    /// Calls `found` at each place where a phrase stands and may stand by itself.
    fn each(&self, text: &str, mut found: impl FnMut(usize, &'static str, usize)) {
        let bytes = text.as_bytes();
        let (mut start, mut goes_on) = (0, 0);
        for block in bytes.chunks(BLOCK) {
            let kinds = self.kinds_of(block);
            let (words, symbols) = (kinds & u64::from(u32::MAX), kinds >> BLOCK);
            // Where words begin, and where symbols stand.
            let mut places = words & !(words << 1 | goes_on) | symbols;
            goes_on = words >> (BLOCK - 1);
            while places != 0 {
                let at = start + places.trailing_zeros() as usize;
                places &= places - 1;
                if self.may_stand_at(bytes, at) {
                    self.compare_at(bytes, at, &mut found);
                }
            }
            start += BLOCK;
        }
    }

    /// The kinds of the bytes of a block. Without a branch: what comes next in a text cannot be foreseen.
    #[inline]
    fn kinds_of(&self, block: &[u8]) -> u64 {
        let with = |kinds: u64, byte: &u8| kinds >> 1 | self.kinds[usize::from(*byte)];
        let (eights, rest) = block.as_chunks::<8>();
        let of_eights = eights.iter().fold(0, |kinds, eight| eight.iter().fold(kinds, with));
        let kinds = rest.iter().fold(of_eights, with);
        // The first byte has the lowest bits of a whole block.
        kinds >> BLOCK.saturating_sub(block.len()).min(BLOCK - 1)
    }

    /// Whether a phrase may stand at a place: for most words three bytes tell that none does, and eight for nearly all.
    /// What stands behind the end of the text matters to no phrase that fits in.
    #[inline]
    fn may_stand_at(&self, text: &[u8], at: usize) -> bool {
        let Some([first, second, third, ..]) = text.get(at..) else {
            // No phrase has one byte, which is what stands here at the end of a sentence.
            return at + 2 == text.len();
        };
        let start = start(*first, *second);
        if self.thirds[start] & bit(*third) == 0 {
            return false;
        }
        let [_, _, _, behind @ ..] = eight_at(text, at).to_le_bytes();
        self.buckets[start].behind_third.iter().zip(behind).all(|(bits, byte)| bits & bit(byte) != 0)
    }

    /// Calls `found` for each phrase that stands at a place. Hardly any place comes to this.
    #[inline(never)]
    fn compare_at(&self, text: &[u8], at: usize, found: &mut impl FnMut(usize, &'static str, usize)) {
        let eight = eight_at(text, at);
        let opening = opening(eight);
        let [first, second, ..] = eight.to_le_bytes();
        let Bucket { first, behind, .. } = self.buckets[start(first, second)];
        let candidates = self.list.get(usize::from(first)..usize::from(behind)).unwrap_or_default();
        for phrase in candidates.iter().filter(|phrase| opening & phrase.bits == phrase.opening) {
            let here = text.get(at..at + phrase.text.len());
            if here.is_some_and(|here| here.eq_ignore_ascii_case(phrase.text.as_bytes())) {
                found(phrase.rule, phrase.text, at);
            }
        }
    }
}

/// Whether what stands at a byte range is no part of a longer word.
fn is_by_itself(text: &str, start: usize, end: usize) -> bool {
    let joins = |inner: Option<char>, outer: Option<char>| {
        let is_part_of_a_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        is_part_of_a_word(inner) && is_part_of_a_word(outer)
    };
    let inside = text.get(start..end).unwrap_or_default();
    let before = text.get(..start).and_then(|before| before.chars().next_back());
    let after = text.get(end..).and_then(|after| after.chars().next());
    !joins(inside.chars().next(), before) && !joins(inside.chars().next_back(), after)
}

/// Places in one text that a rule makes findings of. Of a phrase that is repeated without end these are enough, and finding
/// each place in the file takes time.
const TOLD: usize = 20;

/// A phrase of a rule at one place of a text.
#[derive(Debug, Clone, Copy)]
pub struct PhraseMatch<'t> {
    tool: &'t ToolContext<'t>,
    text: Text<'t>,
    phrase: &'static str,
    start: usize,
    end: usize,
    is_first: bool,
}

impl<'t> PhraseMatch<'t> {
    /// The tool.
    #[must_use]
    pub fn tool(&self) -> &'t ToolContext<'t> {
        self.tool
    }

    /// The text it stands in.
    #[must_use]
    pub fn text(&self) -> Text<'t> {
        self.text
    }

    /// The phrase as the rule has it.
    #[must_use]
    pub fn phrase(&self) -> &'static str {
        self.phrase
    }

    /// Whether it is the first place in the text where the phrase stands by itself.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// The phrase as the author wrote it.
    #[must_use]
    pub fn found(&self) -> &'t str {
        self.text.content().get(self.start..self.end).unwrap_or_default()
    }

    /// What stands before it in the text.
    #[must_use]
    pub fn before(&self) -> &'t str {
        self.text.content().get(..self.start).unwrap_or_default()
    }

    /// What stands behind it in the text.
    #[must_use]
    pub fn after(&self) -> &'t str {
        self.text.content().get(self.end..).unwrap_or_default()
    }

    /// The place of the phrase.
    #[must_use]
    pub fn place(&self) -> Place<'t> {
        self.text.place(self.start..self.end)
    }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::SpecVersion;
    use tdqs_signals::json::Json;

    use super::*;

    #[test]
    fn phrases_of_all_rules_are_found_as_whole_words_wherever_they_stand() {
        let text = r#"{"name": "use", "description": "Always USE this; never reuse. caf\u00e9\nuse", "inputSchema":
            {"properties": {"use": {"description": "Do not use this", "enum": ["use"]}}}}"#;
        let json = Json::parse(text).unwrap();
        let tool = ToolContext::new(0, &json, SpecVersion::default()).unwrap();
        let phrases =
            Phrases::new([(7, ["use", "always use"].as_slice()), (9, ["use this"].as_slice())]).unwrap();
        let mut found = Vec::new();
        phrases.search(&tool, |rule, place| {
            let (kind, shown) = (place.text().kind(), place.place().shown());
            assert_eq!(&text[shown], place.found());
            assert_eq!(place.found().to_lowercase(), place.phrase());
            assert_eq!(
                format!("{}{}{}", place.before(), place.found(), place.after()),
                place.text().content()
            );
            let first = if place.is_first() { "first " } else { "" };
            found.push(format!("{rule} {kind:?} {first}{}", place.found()));
            true
        });
        found.sort();
        assert_eq!(
            found,
            [
                "7 Description first Always USE",
                "7 Description first USE",
                "7 Description use",
                "7 Enum first use",
                "7 Name first use",
                "7 PropertyName first use",
                "7 SchemaDescription first use",
                "9 Description first USE this",
                "9 SchemaDescription first use this",
            ]
        );
        assert!(Phrases::new([(1, [].as_slice())]).is_none());
    }

    #[test]
    fn no_phrase_of_a_rule_is_too_short_to_be_looked_for() {
        for rule in crate::RULES {
            if let crate::Check::Phrases { phrases, .. } = rule.check {
                assert!(phrases.iter().all(|phrase| phrase.len() >= 2), "{}", rule.code);
            }
        }
    }

    proptest::proptest! {
        /// Against looking for every phrase at every byte.
        #[test]
        fn no_place_is_passed_over(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "use", "USE", "us", "this", "reuse", "<|end", "|", "<", " ", " ", "-", "1", "é", "\u{17f}", "I", "I can",
                ]),
                0..300,
            ),
        ) {
            const PHRASES: &[&str] = &["use", "use this", "us", "<|end", "|", "I can", "1-", "-1", "é "];
            let text = pieces.concat();
            let mut found = Vec::new();
            Phrases::new([(0, PHRASES)]).unwrap().each(&text, |_, phrase, start| {
                if is_by_itself(&text, start, start + phrase.len()) {
                    found.push((start, phrase));
                }
            });
            let mut plain = Vec::new();
            for (start, _) in text.char_indices() {
                for phrase in PHRASES.iter().filter(|phrase| phrase.len() > 1) {
                    let here = text.get(start..start + phrase.len());
                    if here.is_some_and(|here| here.eq_ignore_ascii_case(phrase))
                        && is_by_itself(&text, start, start + phrase.len())
                    {
                        plain.push((start, *phrase));
                    }
                }
            }
            found.sort_unstable();
            plain.sort_unstable();
            proptest::prop_assert_eq!(found, plain, "{}", text);
        }
    }
}
