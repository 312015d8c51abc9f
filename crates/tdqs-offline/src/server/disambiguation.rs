//! Disambiguation: can an agent tell the tools apart?
//!
//! Two tools overlap when they do the same thing to the same resource (one verb family, the same nouns),
//! when their descriptions open alike, or when neither name says anything ("process", `do_thing`). A tool
//! whose description names the other, or says what sets it apart, counts half.
//!
//! | score | earned by |
//! | --- | --- |
//! | 1 | more than half of the tools overlap |
//! | 2 | more than a quarter |
//! | 3 | more than a tenth, or a confirmed shadowing risk in a small set |
//! | 4 | one or two tools could be confused, or a confirmed shadowing risk in a large set |
//! | 5 | every tool has a purpose of its own |

use std::collections::HashMap;
use std::fmt::Write;

use tdqs_rubric::{Justified, ShadowingAnswer};

use super::listing::{Listed, Listing};
use crate::reason::{first_of, justified};
use crate::text::{Cue, Operation, nouns, quoted};

/// The tools that could be taken for others.
#[derive(Debug, Clone, Default)]
pub(super) struct Overlaps {
    /// Groups of tools, by their places, that could be taken for each other; in the order of the set.
    pub(super) groups: Vec<Vec<usize>>,
    /// How many tools are in them.
    pub(super) tools: usize,
    /// The tools in them, in halves: 2 for each tool, 1 for one whose description helps.
    pub(super) halves: usize,
}

pub(super) fn overlaps(listing: &Listing<'_>) -> Overlaps {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut by_key: HashMap<String, usize> = HashMap::new();
    for (at, tool) in listing.tools.iter().enumerate() {
        for key in keys(tool) {
            let group = *by_key.entry(key).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(at);
        }
    }
    let mut seen = vec![false; listing.len()];
    let mut overlaps = Overlaps::default();
    for group in groups.into_iter().filter(|group| group.len() > 1) {
        let fresh: Vec<usize> = group.iter().copied().filter(|at| !seen[*at]).collect();
        for at in &fresh {
            seen[*at] = true;
            overlaps.tools += 1;
            let helps = listing.tools[*at].description.cues.has(Cue::Alternative)
                || listing.tools[*at].description.cues.has(Cue::WhenNot);
            overlaps.halves += if helps { 1 } else { 2 };
        }
        if !fresh.is_empty() {
            overlaps.groups.push(group);
        }
    }
    overlaps
}

/// Verbs that mean the same to an agent, beside those that list and those that search.
const FAMILIES: [&[&str]; 4] = [
    &["get", "fetch", "retrieve", "read", "show", "view", "describe"],
    &["create", "new", "make", "add", "insert"],
    &["update", "edit", "modify", "change", "patch"],
    &["delete", "remove", "destroy", "erase"],
];

/// What a tool shares with every tool it could be taken for.
fn keys(tool: &Listed<'_>) -> Vec<String> {
    let mut keys = Vec::new();
    if tool.is_nameless() {
        keys.push("nameless".to_owned());
    } else if let Some(verb) = tool.verb {
        let family = match tool.operation() {
            Some(Operation::List) => "list",
            Some(Operation::Search) => "search",
            _ => FAMILIES
                .iter()
                .find(|family| family.contains(&verb.base))
                .map_or(verb.base, |family| family[0]),
        };
        // With prepositions and the like: "by id" tells tools apart where the nouns do not.
        let own = tool.read.verb().map(|(at, _)| at);
        let others =
            tool.read.words.iter().enumerate().filter(|(at, word)| {
                Some(*at) != own && !matches!(word.as_str(), "a" | "an" | "the" | "all")
            });
        let mut others: Vec<String> = others.map(|(_, word)| nouns::canonical(word)).collect();
        others.sort_unstable();
        if !others.is_empty() {
            keys.push(format!("{family} {}", others.join(" ")));
        }
    }
    let mut opening = tool.description.first_content();
    opening.dedup();
    if opening.len() >= 3 {
        opening.sort_unstable();
        keys.push(format!("opening {}", opening.join(" ")));
    }
    keys
}

pub(super) fn score(listing: &Listing<'_>, overlaps: &Overlaps, risks: &[ShadowingAnswer]) -> Justified {
    let count = listing.len();
    if count == 0 {
        return justified(1, "The server lists no tools, so there are none to tell apart.", "list a tool");
    }
    let tools = overlaps.halves.div_ceil(2);
    let mut score = match overlaps.halves {
        0 => 5,
        halves if halves > count => 1,
        halves if halves * 2 > count => 2,
        halves if halves * 5 > count && tools > 2 => 3,
        _ => 4,
    };
    let mut evidence = match overlaps.groups.first() {
        None => format!(
            "{} {} a purpose of {} own.",
            first_of(&listing.names(), 3),
            if count == 1 { "has" } else { "each have" },
            if count == 1 { "its" } else { "their" }
        ),
        Some(group) => {
            let names: Vec<&str> = group.iter().map(|at| listing.tools[*at].name).collect();
            format!(
                "{} could be taken for each other by their names or opening sentences, and {} of the {count} tools \
                 overlap in this way.",
                first_of(&names, 4),
                overlaps.tools
            )
        }
    };
    if let Some(risk) = risks.first() {
        score = score.min(if risks.len() * 10 > count { 3 } else { 4 });
        _ = write!(
            evidence,
            " {} seems to answer what {} is for, at a lower cost.",
            quoted(&risk.cheaper_sibling),
            quoted(&risk.tool)
        );
    }
    let next = if overlaps.groups.is_empty() {
        "say in both descriptions which questions need the tool that costs more"
    } else {
        "merge tools that do the same, or say in the description of each when to use the other"
    };
    justified(score, evidence, next)
}
