//! Tools that have something in common.

use crate::context::ToolContext;

/// The tools by what `key` says of them, each group in the server's order, the groups in the order of their first
/// tools. Tools without a key are left out.
pub(super) fn groups<'s, 'a, K: Ord>(
    tools: &'s [ToolContext<'a>],
    key: impl Fn(usize, &'s ToolContext<'a>) -> Option<K>,
) -> Vec<Vec<&'s ToolContext<'a>>> {
    let mut keyed: Vec<(K, usize)> = Vec::with_capacity(tools.len());
    keyed.extend(tools.iter().enumerate().filter_map(|(at, tool)| Some((key(at, tool)?, at))));
    keyed.sort_unstable();
    let mut groups: Vec<Vec<usize>> = keyed
        .chunk_by(|left, right| left.0 == right.0)
        .map(|group| group.iter().map(|(_, at)| *at).collect())
        .collect();
    groups.sort_unstable();
    let tools_at = |places: Vec<usize>| places.into_iter().filter_map(|at| tools.get(at)).collect();
    groups.into_iter().map(tools_at).collect()
}
