//! From a string token to the text it stands for, and from a byte offset to a line and column.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::block::{BLOCK, Block, LAST_CONTROL};

/// A place in a text as an editor names it. Both numbers start at 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_structs, reason = "a line and a column is all there is to it")]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters (Unicode scalar values), from 1.
    pub column: usize,
}

impl Position {
    /// The position of byte `offset` in `text`. An offset past the end is taken as the end.
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl Position {
    /// The position behind some bytes that begin at this one. A mark may lie within a character: characters are counted by
    /// their first bytes.
    fn behind(self, bytes: &[u8]) -> Self {
        match memchr::memrchr(b'\n', bytes) {
            Some(last) => Self {
                line: self.line + memchr::memchr_iter(b'\n', bytes).count(),
                column: 1 + count_characters(&bytes[last + 1..]),
            },
            None => Self { column: self.column + count_characters(bytes), ..self },
        }
    }
}

/// Characters that begin in the bytes. Counted in small sums, which the compiler makes into vectors.
pub(crate) fn count_characters(bytes: &[u8]) -> usize {
    let begins = |byte: &u8| u8::from(*byte & 0xC0 != 0x80);
    bytes.chunks(128).map(|some| usize::from(some.iter().map(begins).sum::<u8>())).sum()
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Positions of many offsets in one text, each found in constant time.
#[derive(Debug)]
pub(crate) struct PositionIndex {
    /// Every so many bytes: the byte, and its position.
    marks: Vec<(usize, Position)>,
}

impl PositionIndex {
    /// Bytes from one mark to the next.
    const STRIDE: usize = 256;

    pub(crate) fn new(text: &str) -> Self {
        let mut marks = Vec::with_capacity(text.len() / Self::STRIDE + 1);
        let (mut at, mut position) = (0, Position { line: 1, column: 1 });
        for piece in text.as_bytes().chunks(Self::STRIDE) {
            marks.push((at, position));
            (at, position) = (at + piece.len(), position.behind(piece));
        }
        Self { marks }
    }

    /// The position of byte `offset` of the text that the index was made of.
    pub(crate) fn at(&self, text: &str, offset: usize) -> Position {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let first = (0, Position { line: 1, column: 1 });
        let (start, position) =
            self.marks.get(offset / Self::STRIDE).or(self.marks.last()).copied().unwrap_or(first);
        position.behind(&text.as_bytes()[start..offset])
    }

    /// The positions of both ends of a byte range. Most ranges are short, and their end is counted from their start.
    pub(crate) fn of_range(&self, text: &str, range: Range<usize>) -> Range<Position> {
        let start = self.at(text, range.start);
        let place = |offset: usize| text.floor_char_boundary(offset.min(text.len()));
        let (from, to) = (place(range.start), place(range.end));
        match text.as_bytes().get(from..to) {
            Some(within) if within.len() < Self::STRIDE => start..start.behind(within),
            _ => start..self.at(text, range.end),
        }
    }
}

/// Writes a key as one segment of a JSON pointer (RFC 6901): `~` becomes `~0` and `/` becomes `~1`.
#[must_use]
pub fn escape_pointer_segment(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// The key that is written as one segment of a JSON pointer (RFC 6901): `~1` becomes `/`, then `~0` becomes `~`.
#[must_use]
pub fn unescape_pointer_segment(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') {
        Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(segment)
    }
}

/// Decodes the inside of a string token that the parser accepted and marked as escaped.
///
/// A surrogate escape without its partner becomes U+FFFD; the parser has recorded it as a problem.
pub(super) fn unescape(inside: &str) -> String {
    let mut decoded = String::with_capacity(inside.len());
    let mut rest = inside;
    // By `memchr` and not by `find`, which looks at a text byte by byte.
    while let Some(backslash) = memchr::memchr(b'\\', rest.as_bytes()) {
        decoded.push_str(&rest[..backslash]);
        let escape = rest.as_bytes()[backslash + 1];
        rest = &rest[backslash + 2..];
        match escape {
            b'b' => decoded.push('\u{8}'),
            b'f' => decoded.push('\u{c}'),
            b'n' => decoded.push('\n'),
            b'r' => decoded.push('\r'),
            b't' => decoded.push('\t'),
            b'u' => {
                let (character, length) = escaped_character(rest);
                decoded.push(character);
                rest = &rest[length..];
            }
            // `"`, `\` and `/` stand for themselves; the parser let nothing else through.
            other => decoded.push(char::from(other)),
        }
    }
    decoded.push_str(rest);
    decoded
}

/// The character of an escape, and the length of what follows its `\\u`: of four digits, or of a surrogate pair.
pub(super) fn escaped_character(digits: &str) -> (char, usize) {
    let unit = code_unit(digits);
    let pair = digits
        .get(4..)
        .and_then(|rest| rest.strip_prefix("\\u"))
        .filter(|_| (0xD800..=0xDBFF).contains(&unit));
    match pair.map(code_unit) {
        Some(low @ 0xDC00..=0xDFFF) => {
            let scalar = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            (char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER), 10)
        }
        _ => (char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 4),
    }
}

/// Passes over what may stand in a string as it is, a block at a time.
#[inline]
pub(crate) fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(block) = chunk(bytes, at) {
        match first_special(block) {
            Some(place) => return at + place,
            None => at += BLOCK,
        }
    }
    while bytes.get(at).is_some_and(|byte| !is_special(*byte)) {
        at += 1;
    }
    at
}

/// So many bytes from a place on, if there are as many.
#[inline]
pub(super) fn chunk<const LENGTH: usize>(bytes: &[u8], at: usize) -> Option<&[u8; LENGTH]> {
    bytes.get(at..)?.first_chunk()
}

/// Whether a byte may not stand in a string as it is: a quote, a backslash, a control character.
#[inline]
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=LAST_CONTROL)
}

/// The first byte of a block that may not stand in a string as it is.
#[inline]
pub(super) fn first_special(block: &[u8; BLOCK]) -> Option<usize> {
    let block = Block::of(block);
    let specials = block.is_control() | block.is(b'"') | block.is(b'\\');
    (specials != 0).then(|| specials.trailing_zeros() as usize)
}

fn code_unit(hex: &str) -> u32 {
    hex.bytes().take(4).fold(0, |unit, digit| unit * 16 + hex_digit(digit))
}

fn hex_digit(digit: u8) -> u32 {
    char::from(digit).to_digit(16).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_byte_that_matters_is_that_of_a_plain_search(
            bytes in proptest::collection::vec(prop_oneof![8 => 0x21_u8.., 1 => any::<u8>()], 0..120),
            before in 0..40_usize,
        ) {
            let bytes = [vec![b'x'; before], bytes].concat();
            let plain = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1F));
            prop_assert_eq!(skip_plain(&bytes, 0), plain.unwrap_or(bytes.len()));
        }
    }

    #[test]
    fn escapes_stand_for_their_characters() {
        assert_eq!(unescape(r#"a\n\t\"\\\/\u0041\ud83d\ude00z"#), "a\n\t\"\\/A😀z");
    }

    #[test]
    fn a_lone_surrogate_becomes_the_replacement_character() {
        for (inside, expected) in [
            (r"\ud800", "\u{fffd}"),
            (r"\ud800\u0041", "\u{fffd}A"),
            (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
            (r"\udc00\ud800x", "\u{fffd}\u{fffd}x"),
        ] {
            assert_eq!(unescape(inside), expected, "{inside}");
        }
    }

    #[test]
    fn a_pointer_segment_stands_for_its_key() {
        for (segment, key) in [("a", "a"), ("~01", "~1"), ("a~1b~0", "a/b~"), ("", "")] {
            assert_eq!(unescape_pointer_segment(segment), key);
            assert_eq!(escape_pointer_segment(key), segment);
        }
    }

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        assert_eq!(Position::of("é\nüx", 0), Position { line: 1, column: 1 });
        assert_eq!(Position::of("é\nüx", 5), Position { line: 2, column: 2 });
        assert_eq!(Position::of("ab", 99), Position { line: 1, column: 3 });
    }

    #[test]
    fn plain_text_is_skipped_to_the_first_byte_that_matters() {
        for special in ["\"", "\\", "\u{1f}", "\u{0}"] {
            for before in 0..80 {
                let text = format!("{}{special}{}", "é".repeat(before), "x".repeat(9));
                assert_eq!(skip_plain(text.as_bytes(), 0), 2 * before, "{text:?}");
            }
        }
        assert_eq!(skip_plain("no special byte".as_bytes(), 0), 15);
    }

    #[test]
    fn an_index_gives_the_position_that_counting_gives() {
        let text: String = (0..3_000).map(|n| if n % 37 == 0 { "é\n" } else { "ab😀" }).collect();
        let index = PositionIndex::new(&text);
        for offset in (0..text.len() + 2).step_by(13) {
            assert_eq!(index.at(&text, offset), Position::of(&text, offset), "{offset}");
            for end in [0, offset, offset + 5, offset + 300, offset + 900] {
                let expected = Position::of(&text, offset)..Position::of(&text, end);
                assert_eq!(index.of_range(&text, offset..end), expected, "{offset}..{end}");
            }
        }
    }
}
