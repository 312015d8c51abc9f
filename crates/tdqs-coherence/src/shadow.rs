//! Which pairs of tools are structurally asymmetric.
//!
//! The rule is told pair by pair, but the qualifying siblings of a tool are exactly those that cost at
//! most `min(cost / 2, cost - 4)`, and of those with one cost only the first two names can be taken: the
//! second where the first is the tool's own. So each cost is kept once, and a tool is one binary search
//! among the costs, however many tools a server has.
//!
//! Specification: "Shadowed tools", step 1. Decisions: "Editions", "Scores" (ties).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use tdqs_rubric::ShadowCandidate;
use tdqs_signals::SpecVersion;
use tdqs_signals::json::canonical::compare_utf16;

/// A tool as the prefilter sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "a name and a cost is all it sees")]
pub struct CostedTool<'a> {
    /// Its name.
    pub name: &'a str,
    /// What calling it costs.
    pub invocation_cost: u32,
}

/// Whether the cost of a sibling makes a pair worth asking about: the dearer tool costs at least twice as
/// much and at least 4 more.
#[must_use]
pub const fn is_shadow_candidate(cheap: u32, expensive: u32) -> bool {
    match highest_qualifying_cost(expensive) {
        Some(highest) => cheap <= highest,
        None => false,
    }
}

/// The most a sibling may cost to qualify against a tool of this cost.
const fn highest_qualifying_cost(expensive: u32) -> Option<u32> {
    match expensive.checked_sub(4) {
        Some(gap) if gap < expensive / 2 => Some(gap),
        Some(_) => Some(expensive / 2),
        None => None,
    }
}

/// At most one pair for each tool, in the order of the tools: with its cheapest qualifying sibling in
/// 1.1-draft, its dearest from 1.2 on. Equal costs go to the name that sorts first by UTF-16 code unit;
/// a tool is no sibling of one with its own name.
///
/// ```
/// use tdqs_coherence::{CostedTool, shadow_candidates};
/// use tdqs_signals::SpecVersion;
///
/// let tools = [("query_panel", 9), ("get_stat", 4), ("ping", 0)]
///     .map(|(name, invocation_cost)| CostedTool { name, invocation_cost });
/// let sibling = |edition| shadow_candidates(&tools, edition)[0].cheaper_sibling.clone();
/// assert_eq!(sibling(SpecVersion::V1_1Draft), "ping");
/// assert_eq!(sibling(SpecVersion::V1_2), "get_stat");
/// ```
#[must_use]
pub fn shadow_candidates(tools: &[CostedTool<'_>], edition: SpecVersion) -> Vec<ShadowCandidate> {
    let mut by_cost: BTreeMap<u32, Firsts<'_>> = BTreeMap::new();
    for tool in tools {
        by_cost
            .entry(tool.invocation_cost)
            .and_modify(|firsts| firsts.take(tool.name))
            .or_insert(Firsts { first: tool.name, second: None });
    }
    // The preferred sibling of all that qualify stands first among them.
    let preferred = by_cost.iter().map(|(cost, firsts)| (*cost, *firsts));
    let preferred: Vec<(u32, Firsts<'_>)> =
        if edition == SpecVersion::V1_1Draft { preferred.collect() } else { preferred.rev().collect() };
    tools.iter().filter_map(|tool| candidate(*tool, &preferred, edition)).collect()
}

/// The two names that sort first by UTF-16 code unit, of the tools of one cost.
#[derive(Debug, Clone, Copy)]
struct Firsts<'a> {
    first: &'a str,
    second: Option<&'a str>,
}

impl<'a> Firsts<'a> {
    fn take(&mut self, name: &'a str) {
        match compare_utf16(name, self.first) {
            Ordering::Less => *self = Self { first: name, second: Some(self.first) },
            Ordering::Equal => {}
            Ordering::Greater => {
                if self.second.is_none_or(|second| compare_utf16(name, second).is_lt()) {
                    self.second = Some(name);
                }
            }
        }
    }

    fn other_than(self, name: &str) -> Option<&'a str> {
        if self.first == name { self.second } else { Some(self.first) }
    }
}

fn candidate(
    tool: CostedTool<'_>,
    preferred: &[(u32, Firsts<'_>)],
    edition: SpecVersion,
) -> Option<ShadowCandidate> {
    let highest = highest_qualifying_cost(tool.invocation_cost)?;
    let qualifying = if edition == SpecVersion::V1_1Draft {
        &preferred[..preferred.partition_point(|(cost, _)| *cost <= highest)]
    } else {
        &preferred[preferred.partition_point(|(cost, _)| *cost > highest)..]
    };
    // More than one step only past a cost that nothing but tools of this name have.
    let (cost, sibling) =
        qualifying.iter().find_map(|(cost, firsts)| Some((*cost, firsts.other_than(tool.name)?)))?;
    Some(ShadowCandidate {
        tool: tool.name.to_owned(),
        invocation_cost: tool.invocation_cost,
        cheaper_sibling: sibling.to_owned(),
        cheaper_sibling_invocation_cost: cost,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The prefilter as the specification tells it: every pair, one by one.
    fn plain(tools: &[CostedTool<'_>], edition: SpecVersion) -> Vec<(String, String)> {
        let mut candidates = Vec::new();
        for tool in tools {
            let mut best: Option<&CostedTool<'_>> = None;
            for sibling in tools.iter().filter(|sibling| sibling.name != tool.name) {
                let (cheap, expensive) =
                    (u64::from(sibling.invocation_cost), u64::from(tool.invocation_cost));
                if expensive < 2 * cheap || expensive < cheap + 4 {
                    continue;
                }
                let order = |left: &CostedTool<'_>, right: &CostedTool<'_>| {
                    let costs = left.invocation_cost.cmp(&right.invocation_cost);
                    let costs = if edition == SpecVersion::V1_1Draft { costs } else { costs.reverse() };
                    costs.then_with(|| left.name.encode_utf16().cmp(right.name.encode_utf16()))
                };
                if best.is_none_or(|best| order(sibling, best).is_lt()) {
                    best = Some(sibling);
                }
            }
            candidates.extend(best.map(|best| (tool.name.to_owned(), best.name.to_owned())));
        }
        candidates
    }

    proptest! {
        #[test]
        fn the_search_gives_what_every_pair_gives(
            costs in proptest::collection::vec((0..8_usize, prop_oneof![0..20_u32, Just(u32::MAX), Just(u32::MAX / 2)]), 0..24)
        ) {
            let names = ["a", "b", "c", "\u{e000}", "😀", "aa", "", "d"];
            let tools: Vec<_> = costs
                .iter()
                .map(|(name, cost)| CostedTool { name: names[*name], invocation_cost: *cost })
                .collect();
            for edition in SpecVersion::ALL {
                let found: Vec<_> = shadow_candidates(&tools, edition)
                    .into_iter()
                    .map(|pair| (pair.tool, pair.cheaper_sibling))
                    .collect();
                prop_assert_eq!(found, plain(&tools, edition));
            }
        }
    }

    #[test]
    fn ratio_and_gap_both_have_to_hold() {
        assert!(is_shadow_candidate(0, 4));
        assert!(!is_shadow_candidate(0, 3));
        assert!(!is_shadow_candidate(10, 19));
        assert!(is_shadow_candidate(10, 20));
        assert!(!is_shadow_candidate(3, 6));
    }
}
