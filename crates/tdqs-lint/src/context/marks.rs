//! Which kinds of characters does a text have? Found in one pass, so that the rules about characters read only the texts
//! that can be at fault.

/// Some of the kinds of characters that rules ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks(u32);

impl Marks {
    /// Anything beyond ASCII.
    pub(crate) const BEYOND_ASCII: Self = Self(1);
    /// Control characters of ASCII other than white space, and the byte that controls beyond ASCII are encoded with.
    pub(crate) const CONTROL: Self = Self(1 << 1);
    /// Carriage returns, tabs and form feeds.
    pub(crate) const CARRIAGE: Self = Self(1 << 2);
    /// Line breaks.
    pub(crate) const LINE_BREAK: Self = Self(1 << 3);
    /// Decimal digits.
    pub(crate) const DIGIT: Self = Self(1 << 4);
    /// `_`
    pub(crate) const UNDERSCORE: Self = Self(1 << 5);
    /// `<` and `&`
    pub(crate) const HTML: Self = Self(1 << 6);
    /// `!` and `|`
    pub(crate) const MARKDOWN: Self = Self(1 << 7);
    /// `-`
    pub(crate) const HYPHEN: Self = Self(1 << 8);

    /// The marks of a text.
    pub(crate) fn of(text: &str) -> Self {
        let with = |marks, byte: &u8| marks | OF_BYTE[usize::from(*byte)];
        // Several in a row without a question between them.
        let (eights, rest) = text.as_bytes().as_chunks::<8>();
        let of_eights = eights.iter().fold(0, |marks, eight| eight.iter().fold(marks, with));
        Self(rest.iter().fold(of_eights, with))
    }

    /// These and others.
    pub(crate) const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether a text with these marks has any of some others.
    pub(crate) const fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }
}

const OF_BYTE: [u32; 256] = by_byte!(of);

const fn of(byte: u8) -> u32 {
    match byte {
        0xc2 => Marks::BEYOND_ASCII.0 | Marks::CONTROL.0,
        0x80.. => Marks::BEYOND_ASCII.0,
        b'\n' => Marks::LINE_BREAK.0,
        b'\r' | b'\t' | 0x0c => Marks::CARRIAGE.0,
        0x7f | ..=0x1f => Marks::CONTROL.0,
        b'0'..=b'9' => Marks::DIGIT.0,
        b'_' => Marks::UNDERSCORE.0,
        b'-' => Marks::HYPHEN.0,
        b'<' | b'&' => Marks::HTML.0,
        b'!' | b'|' => Marks::MARKDOWN.0,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_seen_where_it_stands() {
        for (text, marks) in [
            ("Plain text.", Marks::default()),
            ("é", Marks::BEYOND_ASCII),
            ("\u{85}", Marks::BEYOND_ASCII.and(Marks::CONTROL)),
            ("\u{7f}", Marks::CONTROL),
            ("\0", Marks::CONTROL),
            ("a\tb", Marks::CARRIAGE),
            ("a\nb", Marks::LINE_BREAK),
            ("a1", Marks::DIGIT),
            ("a_b", Marks::UNDERSCORE),
            ("<", Marks::HTML),
            ("|!", Marks::MARKDOWN),
            ("a-b", Marks::HYPHEN),
            ("a-1", Marks::HYPHEN.and(Marks::DIGIT)),
            ("", Marks::default()),
        ] {
            assert_eq!(Marks::of(text), marks, "{text:?}");
        }
        assert!(Marks::of("a_1").has(Marks::DIGIT.and(Marks::HTML)) && !Marks::of("a_1").has(Marks::HTML));
    }
}
