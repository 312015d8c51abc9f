//! In which order do keys stand, told from their first eight bytes?

use super::text::chunk;

/// The first eight bytes of `bytes[start..end]` as a number that orders as they do; zeros follow a shorter
/// text. No key of a JSON text holds a raw zero byte, so that texts of at most eight bytes with one number
/// are one text.
#[inline]
pub(super) fn prefix(bytes: &[u8], start: usize, end: usize) -> u64 {
    let length = end - start;
    // The quote and what follows it are read as well, and masked: one load instead of eight.
    let word = match chunk(bytes, start) {
        Some(word) => u64::from_be_bytes(*word),
        None => {
            let mut word = [0; 8];
            let rest = &bytes[start..];
            word[..rest.len()].copy_from_slice(rest);
            u64::from_be_bytes(word)
        }
    };
    if length < 8 { word & !(u64::MAX >> (8 * length)) } else { word }
}

/// Whether the eight bytes are ASCII, so that they order by UTF-16 code unit as they do by byte.
pub(super) const fn is_ascii(prefix: u64) -> bool {
    prefix & u64::from_ne_bytes([0x80; 8]) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_order_as_the_texts_do() {
        let text = "\"type\":1,\"\":2,\"t\":3,\"types_of_things\":4,\"typed\"";
        let of = |key: &str| {
            let start = text.find(&format!("\"{key}\"")).unwrap() + 1;
            prefix(text.as_bytes(), start, start + key.len())
        };
        let keys = ["", "t", "type", "typed", "types_of_things"];
        assert!(keys.windows(2).all(|pair| of(pair[0]) < of(pair[1])));
        assert_eq!(of("types_of_things").to_be_bytes(), *b"types_of");
    }
}
