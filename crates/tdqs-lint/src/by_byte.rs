//! Tables by byte, for what reads every text byte by byte.

/// The table of what a `const fn` says of each byte.
macro_rules! by_byte {
    ($says:path) => {{
        let mut table = [$says(0); 256];
        let mut byte = 0_u16;
        while byte < 256 {
            table[byte as usize] = $says(byte.to_le_bytes()[0]);
            byte += 1;
        }
        table
    }};
}

#[cfg(test)]
mod tests {
    const fn is_high(byte: u8) -> bool {
        byte >= 0x80
    }

    #[test]
    fn every_byte_has_its_place() {
        let table = by_byte!(is_high);
        assert!((0..=u8::MAX).all(|byte| table[usize::from(byte)] == is_high(byte)));
    }
}
