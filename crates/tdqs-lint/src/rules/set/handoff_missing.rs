//! TDQS415: nobody says which of two neighbours to take.

use tdqs_rubric::Dimension;

use super::handoff::{named_in, neighbours};
use super::listing::{names_of, relate};
use crate::context::{SetContext, ToolContext, can_be_found};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS415",
    name: "handoff-missing",
    summary: "Tools read the same object, and their descriptions do not name each other.",
    why: "Two tools that look at the same thing can both answer many a request, and an agent splits its calls between \
          them. With sibling tools, the sentence that earns its tokens is \"not this, use that\".\n\nName the neighbour \
          in a sentence such as \"Use `search_crates` when the label is not known\".",
    sources: &[
        "Evaluation of a tool surface, section 11: Handoff",
        "TDQS specification, \"The six dimensions\": Usage Guidelines",
        "TDQS specification, \"Improving your score\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate", "description": "Return one crate by its label."}, {"name": "search_crates", "description": "Find crates by what is in them."}]"#,
        r#"[{"name": "list_crates", "description": "List all crates. To find some, use search_crates."}, {"name": "search_crates", "description": "Find crates by what is in them."}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate by its label; without one, use search_crates."}, {"name": "search_crates", "description": "Find crates by what is in them. Use `get_crate` when the label is known."}]"#,
        r#"[{"name": "create_crate", "description": "Create a crate."}, {"name": "get_crate", "description": "Return one crate by its label."}, {"name": "list_crates", "description": "List all crates."}, {"name": "check_crate", "description": "Weigh a crate."}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    for group in neighbours(set) {
        if !group.iter().all(|tool| can_be_found(tool.name())) {
            continue;
        }
        let is_silent = |tool: &&ToolContext<'_>| {
            tool.description().is_some_and(|description| !description.trim().is_empty())
                && named_in(set, tool, &group).is_empty()
        };
        let silent: Vec<&ToolContext<'_>> = group.iter().copied().filter(is_silent).collect();
        let [first, rest @ ..] = &silent[..] else { continue };
        let others: Vec<&ToolContext<'_>> =
            group.iter().copied().filter(|tool| tool.index() != first.index()).collect();
        let message = if rest.is_empty() {
            format!(
                "reads the same object as {} and does not name {}; say when to use which",
                names_of(&others),
                if others.len() == 1 { "it" } else { "any of them" }
            )
        } else {
            format!(
                "{} read the same object, and {} of them name none of the others; say in each when to use which",
                names_of(&group),
                silent.len()
            )
        };
        let place = first.description_node().unwrap_or_else(|| first.name_node()).place();
        let mut reported = findings.report(&place, message);
        relate(&mut reported, &others, "reads the same object");
    }
}
