//! Which tools owe each other a sentence that says which of them to take.
//!
//! Evaluation of a tool surface, section 11, "Handoff". The section takes any two tools that share a noun for
//! neighbours. Of these only tools that look at the same object are taken here: between `create_crate` and
//! `delete_crate` no agent hesitates, between `search_crates` and `list_crates` it does. And of `get_crate` and
//! `list_crates` the names say it already: one returns one, the other many.

use super::groups::groups;
use crate::context::{NameParts, SetContext, ToolContext};

/// The acts of looking at something, each by the verb that stands for it.
const LOOKING: [&str; 7] = ["describe", "get", "inspect", "list", "read", "search", "show"];
/// Those whose difference is understood.
const ONE_OR_MANY: [&str; 2] = ["get", "list"];

/// The groups of two tools and more that look at the same object, in ways that their names do not tell apart.
pub(super) fn neighbours<'s, 'a>(set: &'s SetContext<'a>) -> Vec<Vec<&'s ToolContext<'a>>> {
    let parts = set.name_parts();
    let key = |at: usize, _: &ToolContext<'_>| {
        let parts = parts.get(at)?;
        let looks = parts.act().is_some_and(|act| LOOKING.contains(&act)) && !parts.is_bare();
        looks.then_some(parts.object.as_str())
    };
    let needs_a_word = |group: &[&ToolContext<'_>]| {
        let mut acts: Vec<&str> =
            group.iter().filter_map(|tool| parts.get(tool.index())).filter_map(NameParts::act).collect();
        acts.sort_unstable();
        acts != ONE_OR_MANY
    };
    groups(set.tools(), key).into_iter().filter(|group| needs_a_word(group)).collect()
}

/// The tools of a group that the description of a tool names.
///
/// Of several with one name the first stands for all.
pub(super) fn named_in<'s, 'a>(
    set: &'s SetContext<'a>,
    tool: &ToolContext<'_>,
    group: &[&'s ToolContext<'a>],
) -> Vec<&'s ToolContext<'a>> {
    let in_group = |named: &usize| group.binary_search_by_key(named, |tool| tool.index()).ok();
    set.mentions(tool).iter().filter_map(in_group).filter_map(|at| group.get(at).copied()).collect()
}
