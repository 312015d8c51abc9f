//! Tools that have something in common.

use std::hash::Hasher;

use crate::context::ToolContext;

/// The groups of two tools and more that `key` says the same of, each in the server's order, the groups in the order of
/// their first tools. Tools without a key are left out.
pub(super) fn groups<'s, 'a, K: Ord>(
    tools: &'s [ToolContext<'a>],
    key: impl Fn(usize, &'s ToolContext<'a>) -> Option<K>,
) -> Vec<Vec<&'s ToolContext<'a>>> {
    let mut keyed: Vec<(K, usize)> = Vec::with_capacity(tools.len());
    keyed.extend(tools.iter().enumerate().filter_map(|(at, tool)| Some((key(at, tool)?, at))));
    keyed.sort_unstable();
    let mut groups: Vec<Vec<usize>> = keyed
        .chunk_by(|left, right| left.0 == right.0)
        .filter(|group| group.len() > 1)
        .map(|group| group.iter().map(|(_, at)| *at).collect())
        .collect();
    groups.sort_unstable();
    let tools_at = |places: Vec<usize>| places.into_iter().filter_map(|at| tools.get(at)).collect();
    groups.into_iter().map(tools_at).collect()
}

/// Which of some numbers stand there more than once, in their order. Where a number stands for a key, only these need
/// their keys compared: others have no equal.
pub(super) fn shared(numbers: impl Iterator<Item = u64>) -> Vec<usize> {
    let mut by_number: Vec<(u64, usize)> = numbers.enumerate().map(|(at, number)| (number, at)).collect();
    by_number.sort_unstable();
    let alike = by_number.chunk_by(|left, right| left.0 == right.0).filter(|alike| alike.len() > 1);
    let mut places: Vec<usize> = alike.flatten().map(|(_, at)| *at).collect();
    places.sort_unstable();
    places
}

/// A number for a key, quickly made. Different keys share one by chance, or where an author wants them to: nothing may
/// hang on it but which keys are compared.
#[derive(Debug, Clone, Default)]
pub(super) struct Number(u64);

impl Number {
    /// Takes in a byte.
    #[inline]
    pub(super) fn add(&mut self, byte: u8) {
        // FNV-1a.
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
}

impl Hasher for Number {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add(*byte);
        }
    }

    fn finish(&self) -> u64 {
        // Spreads what the last bytes say over all bits.
        let spread = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        spread ^ (spread >> 29)
    }
}
