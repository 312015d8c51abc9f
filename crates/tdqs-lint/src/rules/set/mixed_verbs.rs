//! TDQS409: several verbs for one act.

use tdqs_rubric::CoherenceDimension;

use super::listing::{names, relate};
use crate::context::{SetContext, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS409",
    name: "mixed-verbs",
    summary: "The server has several verbs for the same act.",
    why: "Where `get_crate` stands beside `fetch_shelf` and `retrieve_dock`, the verb promises a difference that is not \
          there, and an agent cannot predict the name of the next tool.\n\nTake one verb for each act.",
    sources: &[
        "Evaluation of a tool surface, section 10",
        "TDQS specification, Appendix B: \"Naming Consistency\", \"different verb styles\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate"}, {"name": "fetch_shelf"}, {"name": "get_dock"}]"#,
        r#"[{"name": "updateCrate"}, {"name": "modifyShelf"}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate"}, {"name": "get_shelf"}, {"name": "list_docks"}]"#,
        r#"[{"name": "delete_crate"}, {"name": "remove_label_from_crate"}, {"name": "get_crate"}, {"name": "search_crates"}]"#,
    ],
    check: Check::Set(check),
};

/// Verbs that promise the same. Others are near each other and differ where they are used with care: what is removed
/// from a list is not deleted.
const SAME: [&[&str]; 3] = [&["get", "fetch", "retrieve"], &["update", "modify"], &["run", "execute"]];

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    for verbs in SAME {
        let mut by_verb: Vec<(&str, Vec<&ToolContext<'_>>)> =
            verbs.iter().map(|verb| (*verb, Vec::new())).collect();
        for (tool, parts) in set.tools().iter().zip(set.name_parts()) {
            let own = by_verb.iter_mut().find(|(verb, _)| parts.own_verb() == Some(verb));
            // "fetch" alone is about the web, and "run" alone about whatever is passed.
            if let Some((_, tools)) = own.filter(|_| !parts.is_bare()) {
                tools.push(tool);
            }
        }
        by_verb.retain(|(_, tools)| !tools.is_empty());
        // Stable, so that on a tie the verb that the table has first stays.
        by_verb.sort_by_key(|(_, tools)| std::cmp::Reverse(tools.len()));
        let [(commonest, many), others @ ..] = &by_verb[..] else { continue };
        let few: Vec<&ToolContext<'_>> = others.iter().flat_map(|(_, tools)| tools.iter().copied()).collect();
        let [first, rest @ ..] = &few[..] else { continue };
        let message = format!(
            "{} {} `{commonest}` where {} {} another verb for the same act; take one verb for it",
            many.len(),
            if many.len() == 1 { "name says" } else { "names say" },
            names(few.iter().map(|tool| tool.name())),
            if rest.is_empty() { "has" } else { "have" },
        );
        let mut reported = findings.report(&first.name_node().place(), message);
        relate(&mut reported, rest, "another verb for the same act");
    }
}
