//! TDQS414: how many distinctions the set has to draw.

use std::collections::BTreeMap;

use tdqs_rubric::CoherenceDimension;

use super::listing::relate;
use super::too_many_tools::pairs;
use crate::context::{SetContext, ToolContext, singular};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS414",
    name: "pairs-to-tell-apart",
    summary: "How many pairs of tools an agent has to tell apart, and where most of them are.",
    why: "A set of n tools has to draw n(n-1)/2 distinctions, and every description n-1 of them: 4 tools 6, 34 tools \
          561. Most of the work is among tools that share a word of their names. This finds nothing wrong, it is a \
          figure to watch, and so it is off unless it is selected.\n\nFewer tools in the largest groups save the most.",
    sources: &["Evaluation of a tool surface, section 4"],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate"}, {"name": "list_crates"}, {"name": "seal_crate"}, {"name": "ping"}]"#,
        r#"[{"name": "a"}, {"name": "b"}]"#,
    ],
    good: &[r#"{"name": "get_crate"}"#, r#"[{"name": "list_shelves", "description": "List all shelves."}]"#],
    check: Check::WholeSet(check),
};

/// How many groups a message names.
const GROUPS: usize = 3;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let count = set.tools().len();
    let Some(first) = set.tools().first().filter(|_| count > 1) else { return };
    let mut by_word: BTreeMap<String, Vec<&ToolContext<'_>>> = BTreeMap::new();
    for (tool, parts) in set.tools().iter().zip(set.name_parts()) {
        let mut words: Vec<String> = parts.words.iter().map(|word| singular(word).into_owned()).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            by_word.entry(word).or_default().push(tool);
        }
    }
    let mut groups: Vec<(&String, &Vec<&ToolContext<'_>>)> =
        by_word.iter().filter(|(_, tools)| tools.len() > 1).collect();
    groups.sort_by_key(|(_, tools)| std::cmp::Reverse(tools.len()));
    let largest: Vec<String> = groups
        .iter()
        .take(GROUPS)
        .map(|(word, tools)| format!("{} with \"{word}\" make {}", tools.len(), pairs(tools.len())))
        .collect();
    let mut message = format!("{count} tools make {} pairs to tell apart", pairs(count));
    if !largest.is_empty() {
        message.push_str("; of these ");
        message.push_str(&largest.join(", "));
    }
    let mut reported = findings.report(&first.name_node().place(), message);
    if let Some((word, tools)) = groups.first() {
        relate(&mut reported, tools, &format!("has \"{word}\" in its name"));
    }
}
