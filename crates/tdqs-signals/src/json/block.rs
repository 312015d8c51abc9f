//! Some bytes of a JSON text at a time: where those of a kind stand is one number, with a bit for each byte.

use wide::u8x16;

/// Bytes that are looked at together: most strings are shorter.
pub(crate) const BLOCK: usize = 32;

/// Bytes of a text. The first of them has the lowest bit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block([u8x16; 2]);

impl Block {
    #[inline]
    pub(crate) fn of(bytes: &[u8; BLOCK]) -> Self {
        let (first, second) = bytes.split_at(BLOCK / 2);
        Self([first, second].map(|half| half.first_chunk().copied().map(u8x16::new).unwrap_or_default()))
    }

    /// Where a byte stands.
    #[inline]
    pub(crate) fn is(self, byte: u8) -> u32 {
        self.places(|bytes| bytes.simd_eq(u8x16::splat(byte)))
    }

    /// Where control characters stand.
    #[inline]
    pub(crate) fn is_control(self) -> u32 {
        self.places(|bytes| bytes.min(u8x16::splat(LAST_CONTROL)).simd_eq(bytes))
    }

    /// Where arrays and objects are opened, and where they are closed.
    #[inline]
    pub(crate) fn brackets(self) -> (u32, u32) {
        // Both kinds of brackets differ by the same bit.
        let as_braces = Self(self.0.map(|half| half | u8x16::splat(b'{' ^ b'[')));
        (as_braces.is(b'{'), as_braces.is(b'}'))
    }

    #[inline]
    fn places(self, are: impl Fn(u8x16) -> u8x16) -> u32 {
        let [first, second] = self.0.map(|half| are(half).to_bitmask());
        first | second << (BLOCK / 2)
    }
}

/// The last control character of ASCII but for U+007F, which JSON allows in strings.
pub(super) const LAST_CONTROL: u8 = 0x1F;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_of_its_kinds() {
        for byte in 0..=u8::MAX {
            for at in [0, 15, 16, 31] {
                let mut bytes = [b'.'; BLOCK];
                bytes[at] = byte;
                let block = Block::of(&bytes);
                for (found, is) in [
                    (block.is(b'"'), byte == b'"'),
                    (block.is_control(), byte < b' '),
                    (block.brackets().0, matches!(byte, b'{' | b'[')),
                    (block.brackets().1, matches!(byte, b'}' | b']')),
                ] {
                    assert_eq!(found, u32::from(is) << at, "{byte}");
                }
            }
        }
    }
}
