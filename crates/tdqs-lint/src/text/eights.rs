//! Eight bytes of a text at a time, as one number: the first of them is its lowest byte.

/// Bytes that are one number.
pub(crate) const EIGHT: usize = 8;

/// The eight bytes from a place of a text on; behind its end stand zeros.
#[inline]
pub(crate) fn eight_at(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    rest.first_chunk().map_or_else(|| all_of(rest), |eight| u64::from_le_bytes(*eight))
}

/// The bytes of a text of fewer than eight. Not inlined, because it is seldom asked for, and searches go on around it.
#[inline(never)]
fn all_of(text: &[u8]) -> u64 {
    text.iter().rev().fold(0, |eight, byte| eight << 8 | u64::from(*byte))
}

/// The highest bits of the bytes that are not ASCII.
#[inline]
pub(crate) const fn beyond_ascii_among(eight: u64) -> u64 {
    eight & u64::from_ne_bytes([0x80; EIGHT])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_the_end_nothing_stands() {
        assert_eq!(eight_at(b"abc", 1).to_le_bytes(), *b"bc\0\0\0\0\0\0");
        assert_eq!(eight_at(b"123456789", 1).to_le_bytes(), *b"23456789");
        assert_eq!(eight_at(b"abc", 4), 0);
        assert_eq!(beyond_ascii_among(eight_at("aé".as_bytes(), 0)).trailing_zeros(), 15);
    }
}
