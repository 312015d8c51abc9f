//! What falls by chance, the same for the same seed.

use sha2::{Digest, Sha256};

/// A row of draws. What is drawn depends on the seed, on what it is for, and on how much was drawn before.
#[derive(Debug)]
pub(super) struct Chance {
    start: String,
    drawn: u64,
}

impl Chance {
    pub(super) fn new(seed: u64, of: &str) -> Self {
        Self { start: format!("{seed} {of}"), drawn: 0 }
    }

    /// A number below a bound.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.drawn += 1;
        draw(&format!("{} {}", self.start, self.drawn), bound)
    }
}

/// The number below a bound that belongs to a text.
pub(super) fn draw(text: &str, bound: u32) -> u32 {
    let digest = Sha256::digest(text.as_bytes());
    let number = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    // As even as a drill needs it: the bounds are small beside 2^32.
    number % bound.max(1)
}
