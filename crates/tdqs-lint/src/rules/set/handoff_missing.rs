//! TDQS415: nobody says which of two neighbours to take.

use tdqs_rubric::Dimension;

use super::handoff::{is_silent, neighbours};
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
        r#"[{"name": "list_shelves", "description": "List all shelves."}, {"name": "query_shelves", "description": "Find shelves by aisle."}]"#,
        r#"[{"name": "list_folders", "description": "List all folders."}, {"name": "search_folders", "description": "Find folders by name."}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"label": {"description": "The label. When it is not known, use search_crates."}}}}, {"name": "search_crates", "description": "Find crates by what is in them. Use `get_crate` when the label is known."}]"#,
        r#"[{"name": "list_folders", "description": "List all folders."}, {"name": "search_folder", "description": "Find papers in a folder."}, {"name": "query_folder", "description": "Count papers in a folder."}]"#,
        r#"[{"name": "ListIndexTool", "description": "List indexes."}, {"name": "QueryIndexTool", "description": "Find documents."}, {"name": "GetIndexTool", "description": "Return one index."}]"#,
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
        let silent: Vec<&ToolContext<'_>> =
            group.iter().copied().filter(|tool| is_silent(set, tool, &group)).collect();
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
            let how = match silent.len() {
                2 if group.len() == 2 => "neither names the other".to_owned(),
                all if all == group.len() => "none of them names another".to_owned(),
                some => format!("{some} of them name none of the others"),
            };
            format!("{} read the same object, and {how}; say in each when to use which", names_of(&group))
        };
        let place = first.description_node().unwrap_or_else(|| first.name_node()).place();
        let mut reported = findings.report(&place, message);
        relate(&mut reported, &others, "reads the same object");
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    #[test]
    fn a_message_says_who_names_whom() {
        let found = |tools: &str| -> Vec<String> {
            findings_of(&RULE, tools).into_iter().map(|finding| finding.message).collect()
        };
        assert_eq!(
            found(
                r#"[{"name": "get_crate", "description": "D"}, {"name": "search_crates", "description": "D"}]"#
            ),
            [
                "`get_crate` and `search_crates` read the same object, and neither names the other; say in each when \
                 to use which"
            ]
        );
        assert_eq!(
            found(
                r#"[{"name": "get_crate", "description": "D"}, {"name": "list_crates", "description": "D"},
                    {"name": "search_crates", "description": "D"}]"#
            ),
            [
                "`get_crate`, `list_crates` and `search_crates` read the same object, and none of them names another; \
                 say in each when to use which"
            ]
        );
    }
}
