//! The table of all 15,625 score vectors.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use tdqs_rubric::{PerDimension, Score, Tier, tdqs};

/// How many vectors of six scores there are.
const VECTORS: usize = 15_625;

/// Our table: TDQS in tenths, tier, smells as a hex mask, a line a vector.
fn lines() -> impl Iterator<Item = String> {
    (0..VECTORS).map(|number| {
        // The last dimension runs fastest.
        let mut place = VECTORS;
        let scores = PerDimension::from_fn(|_| {
            place /= 5;
            Score::clamped(i32::try_from(number / place % 5).unwrap_or_default() + 1)
        });
        let tdqs = tdqs(&scores);
        let smells = scores
            .iter()
            .enumerate()
            .filter(|(_, (_, score))| **score < Score::VIABLE)
            .fold(0_u32, |mask, (bit, _)| mask | 1 << bit);
        format!("{}{}{smells:02x}", tdqs.count(), Tier::of(tdqs))
    })
}

/// Holds our table against one in which `-` is held out.
pub(super) fn check(text: &str) -> (usize, Vec<String>) {
    let mut ran = 0;
    let mut differences = Vec::new();
    for (number, (expected, found)) in text.lines().zip(lines()).enumerate() {
        if expected == "-" {
            continue;
        }
        ran += 1;
        if expected != found {
            differences.push(format!("line {}: expected {expected}, found {found}", number + 1));
        }
    }
    (ran, differences)
}

/// Holds the digest of our whole table against the published one.
pub(super) fn check_digest(expected: &str) -> (usize, Vec<String>) {
    let table = lines().fold(String::new(), |mut table, line| {
        _ = writeln!(table, "{line}");
        table
    });
    let found: String = Sha256::digest(table).iter().map(|byte| format!("{byte:02x}")).collect();
    let differs = found != expected.trim();
    (VECTORS, if differs { vec![format!("expected {}, found {found}", expected.trim())] } else { Vec::new() })
}
