//! Which characters of a text does nobody see, and which of them does the text need all the same?

use std::ops::Range;

use tdqs_signals::invisible::is_invisible;

use crate::text::beyond_ascii;

/// What a run of characters that nobody sees is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// Zero-width spaces, joiners, fillers, soft hyphens, line separators.
    ZeroWidth,
    /// Marks that turn the direction of what is shown.
    Bidirectional,
    /// Tag characters: invisible copies of ASCII.
    Tags,
    /// Variation selectors that vary nothing: each can carry a byte.
    VariationSelectors,
}

/// The runs of characters that nobody sees and the text has no use for, in order.
///
/// Left out is what writing needs: joiners between emoji and beside letters of scripts that join, marks of direction
/// where letters run from right to left, one variation selector behind what it varies, tags that make a flag, and
/// spaces of no width in scripts that set no others.
pub(super) fn runs(text: &str) -> Vec<(Unseen, Range<usize>)> {
    let mut runs: Vec<(Unseen, Range<usize>)> = Vec::new();
    if !has_unseen(text) {
        return runs;
    }
    let mut has_right_to_left = None;
    let (mut before, mut before_emoji_parts) = (None, None);
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let Some(kind) = kind(character) else {
            before = Some(character);
            if !is_emoji_modifier(character) {
                before_emoji_parts = Some(character);
            }
            continue;
        };
        let end = at + character.len_utf8();
        let after = characters.peek().map(|(_, next)| *next);
        let is_needed = match kind {
            Unseen::Tags => match flag_end(text, at, before) {
                Some(flag_end) => {
                    while characters.next_if(|(next, _)| *next < flag_end).is_some() {}
                    before = None;
                    continue;
                }
                None => false,
            },
            Unseen::VariationSelectors => before.is_some_and(|before| varies(before, character)),
            Unseen::Bidirectional => {
                !matches!(character, '\u{202d}' | '\u{202e}')
                    && *has_right_to_left.get_or_insert_with(|| text.chars().any(is_right_to_left))
            }
            Unseen::ZeroWidth => match character {
                '\u{200d}' if before_emoji_parts.is_some_and(is_emoji) => after.is_some_and(is_emoji),
                '\u{200c}' | '\u{200d}' => {
                    before.is_some_and(is_joining) || (before.is_some() && after.is_some_and(is_joining))
                }
                '\u{200b}' => before.is_some_and(is_unspaced) && after.is_some_and(is_unspaced),
                _ => false,
            },
        };
        // A second selector or joiner in a row has nothing to vary or join.
        before = None;
        if is_needed {
            continue;
        }
        match runs.last_mut() {
            Some((last, range)) if *last == kind && range.end == at => range.end = end,
            _ => runs.push((kind, at..end)),
        }
    }
    runs
}

/// Whether there is any such character, needed or not. Few of those beyond ASCII are.
fn has_unseen(text: &str) -> bool {
    beyond_ascii(text).any(|character| kind(character).is_some())
}

/// The text without its unseen runs.
pub(super) fn without_unseen(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    let mut at = 0;
    for (_, range) in runs(text) {
        seen.push_str(text.get(at..range.start).unwrap_or_default());
        at = range.end;
    }
    seen.push_str(text.get(at..).unwrap_or_default());
    seen
}

/// What tag characters spell.
pub(super) fn spelled(tags: &str) -> String {
    tags.chars()
        .filter_map(|tag| char::from_u32(u32::from(tag).checked_sub(0xe0000)?))
        .filter(|character| matches!(character, ' '..='~'))
        .collect()
}

const fn kind(character: char) -> Option<Unseen> {
    match character {
        // Most characters, and all of them can be seen or are controls: ASCII, kana, ideographs and the syllables of Korean.
        '\0'..='\u{7f}' | '\u{3165}'..='\u{d7ff}' => None,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(Unseen::Bidirectional)
        }
        '\u{e0000}'..='\u{e007f}' => Some(Unseen::Tags),
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Some(Unseen::VariationSelectors),
        _ if is_invisible(character) => Some(Unseen::ZeroWidth),
        _ => None,
    }
}

/// The end of a flag of a region: a black flag, then three to six tags of letters or digits, then the tag that ends
/// them (Unicode Technical Standard #51, "Emoji Tag Sequence").
fn flag_end(text: &str, at: usize, before: Option<char>) -> Option<usize> {
    if before != Some('\u{1f3f4}') {
        return None;
    }
    let tags = text.get(at..)?;
    let length = tags
        .find(|tag| !matches!(tag, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}'))
        .filter(|length| (12..=24).contains(length))?;
    tags.get(length..)?.starts_with('\u{e007f}').then_some(at + length + 4)
}

fn varies(base: char, selector: char) -> bool {
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => is_emoji(base) || matches!(base, '0'..='9' | '#' | '*'),
        '\u{fe00}'..='\u{fe02}' => !base.is_ascii(),
        _ => is_ideograph(base),
    }
}

/// What emoji are made of, widely taken: symbols, arrows and pictures, and the two signs that became some.
const fn is_emoji(character: char) -> bool {
    matches!(character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2100}'..='\u{2bff}' | '\u{3030}' | '\u{303d}'
        | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// A tone of skin or a keycap: a part of the emoji before it.
const fn is_emoji_modifier(character: char) -> bool {
    matches!(character, '\u{1f3fb}'..='\u{1f3ff}' | '\u{20e3}')
}

const fn is_ideograph(character: char) -> bool {
    matches!(character,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Hebrew, Arabic and their neighbours.
const fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{60b}' | '\u{60d}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Letters of scripts in which a joiner changes what is read: Arabic and its neighbours, those of India and around
/// it, Mongolian.
const fn is_joining(character: char) -> bool {
    matches!(character, '\u{600}'..='\u{60b}' | '\u{60d}'..='\u{8ff}' | '\u{900}'..='\u{dff}'
        | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{180a}' | '\u{1810}'..='\u{18af}' | '\u{a8e0}'..='\u{a8ff}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}')
}

/// Letters of scripts that set no spaces between words: Thai, Lao, Myanmar, Khmer, Chinese and Japanese.
const fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}')
        || is_ideograph(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_writing_needs_is_left_alone() {
        for text in [
            "👩\u{200d}💻 👩🏽\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3} ©\u{fe0f}",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} flag",
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "שלום \u{200f}(abc)\u{200e}",
            "ภาษา\u{200b}ไทย",
            "葛\u{e0100}城",
            "plain – text “quoted”\n\t",
        ] {
            assert_eq!(runs(text), [], "{text:?}");
            assert_eq!(without_unseen(text), text);
        }
    }

    #[test]
    fn what_hides_is_told_apart() {
        use Unseen::{Bidirectional, Tags, VariationSelectors, ZeroWidth};
        for (text, kinds, seen) in [
            ("a\u{200b}\u{2060}b", vec![ZeroWidth], "ab"),
            ("a\u{200d}b", vec![ZeroWidth], "ab"),
            ("👩\u{200d} x", vec![ZeroWidth], "👩 x"),
            ("a\u{202e}b\u{202c}", vec![Bidirectional, Bidirectional], "ab"),
            ("שלום\u{202e}", vec![Bidirectional], "שלום"),
            ("a\u{e0068}\u{e0069}", vec![Tags], "a"),
            ("🏴\u{e0068}\u{e0069}\u{e007f}", vec![Tags], "🏴"),
            ("a\u{fe0f}", vec![VariationSelectors], "a"),
            ("❤\u{fe0f}\u{e0100}\u{e0101}", vec![VariationSelectors], "❤\u{fe0f}"),
            ("\u{feff}a\u{200b}\u{200e}", vec![ZeroWidth, ZeroWidth, Bidirectional], "a"),
            ("\u{200d}\u{200d}", vec![ZeroWidth], ""),
        ] {
            assert_eq!(runs(text).into_iter().map(|(kind, _)| kind).collect::<Vec<_>>(), kinds, "{text:?}");
            assert_eq!(without_unseen(text), seen);
        }
    }

    #[test]
    fn tags_are_spelled_out() {
        assert_eq!(spelled("\u{e0001}\u{e0048}\u{e0069}\u{e0020}\u{e0021}\u{e007f}"), "Hi !");
    }

    proptest::proptest! {
        #[test]
        fn deleting_once_is_enough_for_what_is_left(text in "[a😀❤م\u{200b}\u{200d}\u{fe0f}\u{202e}\u{200f}\u{e0041}\u{e007f}🏴]{0,12}") {
            let once = without_unseen(&text);
            let twice = without_unseen(&once);
            // What stood beside a deleted run may turn out to join nothing, but nothing new appears.
            proptest::prop_assert!(twice.len() <= once.len());
            proptest::prop_assert!(runs(&text).iter().all(|(_, range)| text.get(range.clone()).is_some()));
        }
    }
}
