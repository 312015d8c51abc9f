//! TDQS417: one neighbour points to the other, and the other does not point back.

use std::collections::BTreeMap;

use tdqs_rubric::Dimension;

use super::handoff::{alternatives_in, is_silent, named_in, named_in_schemas, neighbours};
use super::listing::{names_of, relate_descriptions};
use crate::context::{SetContext, ToolContext, can_be_found};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS417",
    name: "handoff-oneway",
    summary: "Neighbours send an agent here, and the description does not send it back.",
    why: "A boundary belongs to two tools: a clause added to one is a clause owed by the other. An agent that lands here \
          by mistake finds no way out, though the neighbour knows of one.\n\nName the neighbour, and say what it does \
          that this one does not.",
    sources: &[
        "Evaluation of a tool surface, section 11: Handoff",
        "Evaluation of a tool surface, section 4",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "list_crates", "description": "List crates; to look for some prefer find_crates."}, {"name": "find_crates", "description": "Find crates. Use describe_crate for one."}, {"name": "describe_crate", "description": "Describe a crate, found by `find_crates` or not."}]"#,
        r#"[{"name": "get_crate", "description": "Return one crate. Without a label, use `find_crates`."}, {"name": "find_crates", "description": "Find crates, as `list_crates` does not."}, {"name": "list_crates", "description": "List crates. Use `find_crates` to search."}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate by its label; without one, use search_crates."}, {"name": "search_crates", "description": "Find crates by what is in them. Use `get_crate` when the label is known."}]"#,
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "search_crates", "description": "Find crates."}]"#,
        r#"[{"name": "get_crate", "description": "Return one crate. First call `find_crates` to get its label."}, {"name": "find_crates", "description": "Find crates. To get all of one use `describe_crate`."}, {"name": "describe_crate", "description": "Describe a crate. When many are wanted, use `find_crates`."}]"#,
        r#"[{"name": "list_crates", "description": "List all crates. To find some, use search_crates instead."}, {"name": "search_crates", "description": "Find crates by what is in them."}]"#,
        r#"[{"name": "get_crate", "description": "Return one crate. Without a label, use `find_crates`."}, {"name": "find_crates", "description": "Find crates, as `list_crates` does not.", "inputSchema": {"properties": {"text": {"description": "Not a label; with one, use `get_crate`."}}}}, {"name": "list_crates", "description": "List crates. Use `find_crates` to search."}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    for group in neighbours(set) {
        let named: Vec<Vec<&ToolContext<'_>>> =
            group.iter().map(|tool| named_in(set, tool, &group)).collect();
        let mut owed: BTreeMap<usize, Vec<&ToolContext<'_>>> = BTreeMap::new();
        for (tool, to) in group.iter().zip(&named).filter(|(tool, _)| can_be_found(tool.name())) {
            // Of several with one name the first is the one that is named.
            let own = set.tool_named(tool.name()).map_or(tool.index(), ToolContext::index);
            let points_back = |other: &&ToolContext<'_>| {
                let place = group.binary_search_by_key(&other.index(), |tool| tool.index());
                let back = place.ok().and_then(|place| named.get(place));
                back.is_some_and(|back| back.binary_search_by_key(&own, |named| named.index()).is_ok())
            };
            let unanswered: Vec<&ToolContext<'_>> =
                to.iter().copied().filter(|other| !points_back(other)).collect();
            if unanswered.is_empty() {
                continue;
            }
            // A call that comes first, or the one that comes next, is no other way to the same end.
            let alternatives = alternatives_in(set, tool);
            for other in unanswered.iter().filter(|other| alternatives.contains(&other.index())) {
                owed.entry(other.index()).or_default().push(tool);
            }
        }
        for tool in &group {
            let Some(mut owed) = owed.remove(&tool.index()) else { continue };
            // Of a tool that names no neighbour at all, TDQS415 says so.
            if is_silent(set, tool, &group) {
                continue;
            }
            let in_schemas = named_in_schemas(set, tool, &group);
            owed.retain(|other| !in_schemas.contains(other.name()));
            if owed.is_empty() {
                continue;
            }
            let message = format!(
                "{} {} here, and nothing points back; say when to use {} instead",
                names_of(&owed),
                if owed.len() == 1 { "points" } else { "point" },
                if owed.len() == 1 { "it" } else { "which" },
            );
            let place = tool.description_node().unwrap_or_else(|| tool.name_node()).place();
            let mut reported = findings.report(&place, message);
            relate_descriptions(&mut reported, &owed, |other| format!("`{}` names it", other.name()));
        }
    }
}
