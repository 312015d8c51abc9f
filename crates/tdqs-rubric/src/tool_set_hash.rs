//! What a judge of coherence is shown, in one hash.
//!
//! A verdict on a tool set stands as long as the names, the descriptions and the candidate pairs it was given on
//! stand. Their order does not matter: servers that list their tools now in this order and now in that one are not
//! judged anew each time.
//!
//! Specification: "Running TDQS at scale".

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::ShadowCandidate;

/// The first 16 bytes of a SHA-256 over names, descriptions and candidate pairs; 32 hex digits as text.
///
/// ```
/// use tdqs_rubric::ToolSetHash;
///
/// let hash = ToolSetHash::of([("move_crate", Some("Move it.")), ("list_crates", None)], &[]);
/// assert_eq!(hash, ToolSetHash::of([("list_crates", None), ("move_crate", Some("Move it."))], &[]));
/// assert_ne!(hash, ToolSetHash::of([("list_crates", Some("")), ("move_crate", Some("Move it."))], &[]));
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolSetHash([u8; 16]);

impl ToolSetHash {
    /// The hash of tools by name and description, and of the pairs that were supplied with them.
    #[must_use]
    pub fn of<'t>(
        tools: impl IntoIterator<Item = (&'t str, Option<&'t str>)>,
        candidates: &[ShadowCandidate],
    ) -> Self {
        let mut tools: Vec<(&str, Option<&str>)> = tools.into_iter().collect();
        tools.sort_unstable();
        let mut pairs: Vec<(&str, &str)> =
            candidates.iter().map(|pair| (pair.tool.as_str(), pair.cheaper_sibling.as_str())).collect();
        pairs.sort_unstable();
        let mut hasher = Sha256::new();
        count(&mut hasher, tools.len());
        for (name, description) in tools {
            text(&mut hasher, name);
            hasher.update([u8::from(description.is_some())]);
            text(&mut hasher, description.unwrap_or_default());
        }
        for (tool, cheaper_sibling) in pairs {
            text(&mut hasher, tool);
            text(&mut hasher, cheaper_sibling);
        }
        let mut hash = [0; 16];
        hash.copy_from_slice(&hasher.finalize()[..16]);
        Self(hash)
    }
}

/// Lengths stand before texts, so that no two sets run together to the same bytes.
fn text(hasher: &mut Sha256, text: &str) {
    count(hasher, text.len());
    hasher.update(text);
}

fn count(hasher: &mut Sha256, count: usize) {
    hasher.update((count as u64).to_be_bytes());
}

impl fmt::Display for ToolSetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ToolSetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ToolSetHash({self})")
    }
}

/// The text is no hash of a tool set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no hash of a tool set, which is 32 lowercase hexadecimal digits")]
pub struct InvalidToolSetHash(String);

impl FromStr for ToolSetHash {
    type Err = InvalidToolSetHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_lowercase_hex = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        u128::from_str_radix(text, 16)
            .ok()
            .filter(|_| text.len() == 32 && is_lowercase_hex)
            .map(|bits| Self(bits.to_be_bytes()))
            .ok_or_else(|| InvalidToolSetHash(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(tool: &str, cheaper_sibling: &str, invocation_cost: u32) -> ShadowCandidate {
        ShadowCandidate {
            tool: tool.to_owned(),
            invocation_cost,
            cheaper_sibling: cheaper_sibling.to_owned(),
            cheaper_sibling_invocation_cost: 1,
        }
    }

    #[test]
    fn pairs_count_and_their_costs_and_order_do_not() {
        let hash = |pairs: &[ShadowCandidate]| ToolSetHash::of([("a", Some("b"))], pairs);
        assert_ne!(hash(&[]), hash(&[pair("a", "b", 5)]));
        assert_ne!(hash(&[pair("b", "a", 5)]), hash(&[pair("a", "b", 5)]));
        assert_eq!(hash(&[pair("a", "b", 5)]), hash(&[pair("a", "b", 9)]));
        let (one, other) = (pair("a", "b", 5), pair("c", "d", 5));
        assert_eq!(hash(&[one.clone(), other.clone()]), hash(&[other, one]));
    }

    #[test]
    fn texts_do_not_run_together() {
        let hash = |name, description| ToolSetHash::of([(name, Some(description))], &[]);
        assert_ne!(hash("ab", "c"), hash("a", "bc"));
        assert_ne!(ToolSetHash::of([("a", None), ("b", None)], &[]), hash("a", "b"));
    }

    #[test]
    fn what_is_no_hash_is_refused() {
        for text in ["", "00", &"0".repeat(31), &"0".repeat(33), &"G".repeat(32), &"A".repeat(32)] {
            assert!(text.parse::<ToolSetHash>().is_err(), "{text}");
        }
    }
}
