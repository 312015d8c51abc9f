//! Which tools owe each other a sentence that says which of them to take.
//!
//! Evaluation of a tool surface, section 11, "Handoff". The section takes any two tools that share a noun for
//! neighbours. Of these only tools that look at the same object are taken here: between `create_crate` and
//! `delete_crate` no agent hesitates, between `search_crates` and `list_crates` it does. And of `get_crate` and
//! `list_crates` the names say it already: one returns one, the other many.

use std::collections::BTreeSet;

use super::groups::groups;
use crate::context::{Identifier, NameParts, SetContext, TextKind, ToolContext, identifiers};
use crate::rules::sentences::{has_word, sentence_after, sentence_before, words};

/// The acts of looking at something, each by the verb that stands for it.
const LOOKING: [&str; 7] = ["describe", "get", "inspect", "list", "read", "search", "show"];
/// Those whose difference is understood.
const ONE_OR_MANY: [&str; 2] = ["get", "list"];
/// What has something else in it. Who searches an index looks at documents, and who lists indexes at none.
const CONTAINERS: [&str; 20] = [
    "bucket",
    "catalog",
    "channel",
    "collection",
    "container",
    "database",
    "dataset",
    "directory",
    "drive",
    "folder",
    "index",
    "indice",
    "mailbox",
    "metric",
    "notebook",
    "repository",
    "sheet",
    "table",
    "workbook",
    "workspace",
];

/// The groups of two tools and more that look at the same object, in ways that their names do not tell apart. Of those
/// in which containers are listed, without the tools that look into one.
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
    let looks_inside = |tool: &&ToolContext<'_>| parts.get(tool.index()).is_some_and(looks_inside);
    let lists = |tool: &&ToolContext<'_>| {
        parts.get(tool.index()).is_some_and(|parts| parts.act() == Some("list") || parts.is_plural)
    };
    let mut groups: Vec<Vec<&ToolContext<'_>>> =
        groups(set.tools(), key).into_iter().filter(|group| needs_a_word(group)).collect();
    groups.retain_mut(|group| {
        if !group.iter().any(looks_inside) || !group.iter().any(|tool| !looks_inside(tool) && lists(tool)) {
            return true;
        }
        group.retain(|tool| !looks_inside(tool));
        group.len() > 1 && needs_a_word(group)
    });
    groups
}

/// Whether a tool searches what is in a container: `search_index`, `query_tables`. `search_indexes` finds some.
fn looks_inside(parts: &NameParts) -> bool {
    let noun = parts.object.split(' ').rfind(|word| *word != "tool");
    let is_container = || noun.is_some_and(|noun| CONTAINERS.contains(&noun));
    match parts.own_verb() {
        Some("query") => is_container(),
        Some("search" | "find") => !parts.is_plural && is_container(),
        _ => false,
    }
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

/// The names of the tools of a group that the descriptions of a tool's parameters name: "the label, as `search_crates` returns it".
/// There is more to read than with [`named_in`], so this is asked where that does not say enough.
pub(super) fn named_in_schemas<'s, 'a>(
    set: &'s SetContext<'a>,
    tool: &ToolContext<'_>,
    group: &[&'s ToolContext<'a>],
) -> BTreeSet<&'s str> {
    let in_group = |named: &ToolContext<'_>| group.binary_search_by_key(&named.index(), |tool| tool.index());
    tool.descriptions()
        .filter(|text| text.kind() == TextKind::SchemaDescription)
        .flat_map(|text| identifiers(text.content()))
        .filter(Identifier::is_no_word)
        .filter_map(|name| set.tool_named(name.text))
        .filter(|named| named.index() != tool.index() && in_group(named).is_ok())
        .map(ToolContext::name)
        .collect()
}

/// Whether a tool that is described names no other tool of its group, neither in its description nor in those of its
/// parameters.
pub(super) fn is_silent<'s, 'a>(
    set: &'s SetContext<'a>,
    tool: &ToolContext<'_>,
    group: &[&'s ToolContext<'a>],
) -> bool {
    tool.description().is_some_and(|description| !description.trim().is_empty())
        && named_in(set, tool, group).is_empty()
        && named_in_schemas(set, tool, group).is_empty()
}

/// The places of the tools of a server that a description names as ones to take in its own place, not as ones to call
/// first or next.
pub(super) fn alternatives_in(set: &SetContext<'_>, tool: &ToolContext<'_>) -> BTreeSet<usize> {
    let description = tool.description().unwrap_or_default();
    let is_alternative = |name: &Identifier<'_>| {
        let (before, after) = (description.get(..name.range.start), description.get(name.range.end..));
        let before = sentence_before(before.unwrap_or_default()).trim_start();
        let after = sentence_after(after.unwrap_or_default());
        // "For a crate whose label is not known, use": a case, and the tool for it.
        let is_case = || {
            let mut words = words(before);
            words.next().is_some_and(|first| CASES.iter().any(|case| first.eq_ignore_ascii_case(case)))
                && words.any(|word| word.eq_ignore_ascii_case("use"))
        };
        has_word(before, &ALTERNATIVES) || has_word(after, &ALTERNATIVES) || is_case()
    };
    identifiers(description)
        .filter_map(|name| Some((set.tool_named(name.text)?.index(), name)))
        .filter(|(_, name)| is_alternative(name))
        .map(|(named, _)| named)
        .collect()
}

/// Words by which a tool is told from another one.
const ALTERNATIVES: [&str; 7] =
    ["instead", "prefer", "rather", "alternatively", "otherwise", "unlike", "not"];
/// What a sentence begins with that says in which case another tool is the right one.
const CASES: [&str; 4] = ["for", "when", "where", "without"];
