//! How many words has a text?

use tdqs_signals::whitespace::is_ecmascript_whitespace;

use super::beyond_ascii::is_letter;

/// Hiragana and Katakana, and the ideographs: written without spaces, about two to a word.
const fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Counts words: a run between white space is one when it has a letter or digit outside CJK, and has one more for
/// every two CJK characters, rounded up.
///
/// Tool Credit Score, section 7, "Words". White space is ECMAScript's.
///
/// ```
/// use tdqs_lint::text::word_count;
///
/// assert_eq!(word_count("Get one – or two."), 4);
/// assert_eq!(word_count("在庫数"), 2);
/// ```
#[must_use]
pub fn word_count(text: &str) -> usize {
    let mut words = Words::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (chunk, length) = ascii_at_start(rest.as_bytes());
        let length = if words.cjk == 0 && length > 0 {
            words.add_ascii(&chunk);
            length
        } else {
            words.add(first);
            first.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    words.count + words.of_run()
}

/// Characters of ASCII that are looked at together.
const CHUNK: usize = 32;

/// Up to so many characters of ASCII at the start of a text, and how many they are. What is missing is filled up by
/// what neither begins nor ends a word.
fn ascii_at_start(text: &[u8]) -> ([u8; CHUNK], usize) {
    if let Some(chunk) = text.first_chunk().filter(|chunk| chunk.is_ascii()) {
        return (*chunk, CHUNK);
    }
    let mut chunk = [b'-'; CHUNK];
    let mut length = 0;
    for (place, byte) in chunk.iter_mut().zip(text).take_while(|(_, byte)| byte.is_ascii()) {
        *place = *byte;
        length += 1;
    }
    (chunk, length)
}

/// How many words there are so far.
#[derive(Debug, Default)]
struct Words {
    /// In the runs that have ended.
    count: usize,
    /// CJK characters of the run that has not.
    cjk: usize,
    /// Whether that run has a letter or digit outside CJK.
    has_other: bool,
}

impl Words {
    /// The words of the run that has not ended.
    fn of_run(&self) -> usize {
        usize::from(self.has_other) + self.cjk.div_ceil(2)
    }

    fn add(&mut self, character: char) {
        if is_ecmascript_whitespace(character) {
            self.count += self.of_run();
            (self.cjk, self.has_other) = (0, false);
        } else if is_cjk(character) {
            self.cjk += 1;
        } else {
            self.has_other |= is_letter(character) || character.is_numeric();
        }
    }

    /// Adds characters of ASCII, when the run that has not ended has no CJK.
    ///
    /// Eight are one number, the first of them in its lowest byte. Where all bits of a run are set, adding one
    /// anywhere within it carries just past its end, however many more are added within: so adding a bit for each
    /// letter and digit leaves one bit in the white space behind each run that has any.
    fn add_ascii(&mut self, chunk: &[u8; CHUNK]) {
        let (mut alphanumeric, mut white_space) = ([0; CHUNK], [0; CHUNK]);
        // Without branches, so that the compiler makes vectors of it.
        for ((is_alphanumeric, is_white_space), byte) in
            alphanumeric.iter_mut().zip(&mut white_space).zip(chunk)
        {
            *is_alphanumeric =
                u8::from((byte | 0x20).wrapping_sub(b'a') < 26) | u8::from(byte.wrapping_sub(b'0') < 10);
            *is_white_space = u8::from(*byte == b' ') | u8::from(byte.wrapping_sub(b'\t') < 5);
        }
        for (alphanumeric, white_space) in alphanumeric.as_chunks().0.iter().zip(white_space.as_chunks().0) {
            let ends = u64::from_le_bytes(*white_space);
            let runs = !(ends * 0xFF);
            let (sum, carries) = runs.overflowing_add(u64::from_le_bytes(*alphanumeric));
            // A run that began before goes on at the first bit.
            let (sum, also_carries) = sum.overflowing_add(u64::from(self.has_other));
            // The sum of the eight bytes, each of them 0 or 1, comes together in the highest.
            self.count += usize::from((sum & ends).wrapping_mul(ONES).to_le_bytes()[7]);
            self.has_other = carries | also_carries;
        }
    }
}

/// One in each of eight bytes.
const ONES: u64 = u64::from_ne_bytes([1; 8]);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_count_by_what_they_hold() {
        for (text, expected) in [
            ("", 0),
            ("  \u{feff} ", 0),
            ("a b\u{a0}c", 3),
            ("- * !", 0),
            ("APIの在庫", 3),
            ("在", 1),
            ("в\u{85}г", 1),
        ] {
            assert_eq!(word_count(text), expected, "{text:?}");
        }
    }

    /// The definition as one would say it.
    fn plain(text: &str) -> usize {
        let of_run = |run: &str| {
            let has_other = run.chars().any(|character| character.is_alphanumeric() && !is_cjk(character));
            usize::from(has_other) + run.chars().filter(|character| is_cjk(*character)).count().div_ceil(2)
        };
        text.split(is_ecmascript_whitespace).map(of_run).sum()
    }

    #[test]
    fn every_character_of_ascii_is_told_from_the_others() {
        for character in '\0'..='\u{7f}' {
            for text in
                [character.to_string(), format!("a{character}b"), format!("-{character}- {character}")]
            {
                assert_eq!(word_count(&text), plain(&text), "{text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn many_at_a_time_give_what_one_at_a_time_gives(text in "[ab0.,\t \u{1f}\u{a0}é–在の]{0,60}") {
            prop_assert_eq!(word_count(&text), plain(&text), "{:?}", text);
        }

        #[test]
        fn so_they_do_in_ascii(text in "[az09AZ@{./ \n\u{b}~-]{0,150}") {
            prop_assert_eq!(word_count(&text), plain(&text), "{:?}", text);
        }
    }
}
