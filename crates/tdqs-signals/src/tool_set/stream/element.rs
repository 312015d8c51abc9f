//! Where does an element of an array end?
//!
//! Only brackets and strings are looked at: whoever reads the element finds out whether it is JSON.

use crate::json::{BLOCK, Block, skip_plain};

/// What follows an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// The element ends before this byte, which is the comma behind it.
    Comma(usize),
    /// The element ends before this byte, which closes the array.
    Closed(usize),
    /// The bytes end inside the element.
    CutShort,
    /// A string holds this byte, which no string may.
    Broken(usize),
}

/// The end of the element that begins at `start`, or of the white space before it.
pub(super) fn element_end(bytes: &[u8], start: usize) -> Element {
    let mut scan = Scan::default();
    let (blocks, rest) = bytes.get(start..).unwrap_or_default().as_chunks();
    let mut last = [b' '; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    let mut blocks = blocks.iter().chain([&last]).zip((start..).step_by(BLOCK));
    blocks.find_map(|(block, at)| scan.end_in(block, at)).unwrap_or(Element::CutShort)
}

/// What is known of an element before the next block of it: strings are told from the rest by the number of quotes, for
/// all bytes of a block at once.
#[derive(Debug, Default)]
struct Scan {
    /// Arrays and objects that are open.
    depth: usize,
    /// 1 within a string, else 0.
    in_string: u32,
    /// 1 behind a backslash that belongs to the next byte, else 0.
    is_escaped: u32,
}

impl Scan {
    /// What ends the element in the block that begins at `at`, if anything does.
    #[inline]
    fn end_in(&mut self, bytes: &[u8; BLOCK], at: usize) -> Option<Element> {
        let block = Block::of(bytes);
        let escaped = self.escaped(block);
        let quotes = block.is(b'"') & !escaped;
        let inside = odd_up_to_each(quotes) ^ 0_u32.wrapping_sub(self.in_string);
        self.in_string = inside >> (BLOCK - 1);
        let (opens, closes) = block.brackets();
        let (opens, closes) = (opens & !inside, closes & !inside);
        let broken = block.is_control() & inside & !escaped;
        let mut marks = opens | closes | broken;
        let mut from = 0;
        loop {
            let place = marks.trailing_zeros();
            if self.depth == 0 {
                let commas = block.is(b',') & !inside & u32::MAX.unbounded_shl(from);
                let comma = commas.trailing_zeros();
                if comma < place {
                    return Some(Element::Comma(at + comma as usize));
                }
            }
            let mark = marks & marks.wrapping_neg();
            if mark == 0 {
                return None;
            }
            if broken & mark != 0 {
                return Some(Element::Broken(at + place as usize));
            }
            if opens & mark != 0 {
                self.depth += 1;
            } else if self.depth == 0 {
                return Some(Element::Closed(at + place as usize));
            } else {
                self.depth -= 1;
            }
            marks ^= mark;
            from = place + 1;
        }
    }

    /// The bytes that a backslash before them belongs to. Outside strings it belongs to none.
    #[inline]
    fn escaped(&mut self, block: Block) -> u32 {
        let mut escaped = std::mem::take(&mut self.is_escaped);
        let mut backslashes = block.is(b'\\') & !escaped;
        while backslashes != 0 {
            let backslash = backslashes & backslashes.wrapping_neg();
            backslashes ^= backslash;
            let quotes_before = block.is(b'"') & !escaped & (backslash - 1);
            if (quotes_before.count_ones() + self.in_string) % 2 == 1 {
                escaped |= backslash << 1;
                backslashes &= !escaped;
                self.is_escaped = backslash >> (BLOCK - 1);
            }
        }
        escaped
    }
}

/// For each bit, whether an odd number of bits is set up to it, itself among them.
#[inline]
const fn odd_up_to_each(bits: u32) -> u32 {
    let bits = bits ^ bits << 1;
    let bits = bits ^ bits << 2;
    let bits = bits ^ bits << 4;
    let bits = bits ^ bits << 8;
    bits ^ bits << 16
}

/// The byte behind the closing quote of a string whose inside begins at `at`; `None` where it does not end.
pub(super) fn string_end(bytes: &[u8], at: usize) -> Result<Option<usize>, usize> {
    let mut at = at;
    loop {
        at = skip_plain(bytes, at);
        match bytes.get(at) {
            None => return Ok(None),
            Some(b'"') => return Ok(Some(at + 1)),
            Some(b'\\') => at += 2,
            Some(_) => return Err(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_element_ends_at_its_own_comma_or_bracket() {
        for (text, expected) in [
            (r#"{"a":[1,2],"b":"},]"},"#, Element::Comma(21)),
            (" 1 ]", Element::Closed(3)),
            ("]", Element::Closed(0)),
            (r#""a\"," ,"#, Element::Comma(7)),
            (r#"{"a":1"#, Element::CutShort),
            (r#""a\"#, Element::CutShort),
            ("\"a\nb\",", Element::Broken(2)),
        ] {
            assert_eq!(element_end(text.as_bytes(), 0), expected, "{text}");
        }
    }

    /// Byte by byte.
    fn plain(bytes: &[u8], start: usize) -> Element {
        let mut at = start;
        let mut depth = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at = match string_end(bytes, at + 1) {
                        Ok(Some(end)) => end,
                        Ok(None) => return Element::CutShort,
                        Err(broken) => return Element::Broken(broken),
                    };
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return Element::Closed(at),
                b'}' | b']' => depth -= 1,
                b',' if depth == 0 => return Element::Comma(at),
                _ => {}
            }
            at += 1;
        }
        Element::CutShort
    }

    proptest! {
        #[test]
        fn blocks_end_an_element_where_its_bytes_do(
            pieces in proptest::collection::vec(
                prop_oneof![
                    8 => prop::sample::select(vec![
                        "{", "[", "]", "}", "\"", "\"", ",", "\\", "\\\\", "\\\"", "a", " and more of it ", "\"type\":", "{}", "é",
                    ]),
                    1 => Just("\n"),
                ],
                0..60,
            ),
            start in 0..3_usize,
        ) {
            let text = pieces.concat();
            let start = start.min(text.len());
            prop_assert_eq!(element_end(text.as_bytes(), start), plain(text.as_bytes(), start), "{:?}", text);
        }
    }
}
