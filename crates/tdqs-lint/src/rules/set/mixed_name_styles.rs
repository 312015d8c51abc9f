//! TDQS407: some names are written one way, some another.

use tdqs_rubric::CoherenceDimension;

use super::listing::{names_of, relate};
use super::styles::Style;
use crate::context::{SetContext, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS407",
    name: "mixed-name-styles",
    summary: "The names of the server join their words in different ways.",
    why: "Where names follow one pattern an agent can predict the name it does not remember. Which pattern matters less \
          than that there is one: all in camelCase is fine, camelCase beside snake_case is not.\n\nWrite all names in \
          the style that most of them have. Names are part of the contract: keep the old one for a while beside the \
          new one.",
    sources: &[
        "TDQS specification, \"Coherence\": Naming Consistency",
        "TDQS specification, Appendix B: \"Naming Consistency\"",
        "Evaluation of a tool surface, section 10",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate"}, {"name": "move_crate"}, {"name": "listShelves"}]"#,
        r#"[{"name": "getCrate"}, {"name": "seal-crate"}]"#,
        r#"[{"name": "dock_listCrates"}, {"name": "dock_sealCrate"}, {"name": "dock_moveCrate"}, {"name": "get_shelf"}]"#,
    ],
    good: &[
        r#"[{"name": "getCrate"}, {"name": "moveCrate"}, {"name": "search"}]"#,
        r#"[{"name": "get_crate"}, {"name": "fetch_URL"}, {"name": "ping"}]"#,
        r#"[{"name": "dock.get_crate"}, {"name": "dock.seal_crate"}, {"name": "ping"}]"#,
    ],
    check: Check::WholeSet(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let styled: Vec<(Style, &ToolContext<'_>)> =
        set.tools().iter().filter_map(|tool| Some((Style::of(tool.name())?, tool))).collect();
    let mut counts: Vec<(Style, usize)> = Vec::new();
    for (style, _) in &styled {
        match counts.iter_mut().find(|(known, _)| known == style) {
            Some((_, count)) => *count += 1,
            None => counts.push((*style, 1)),
        }
    }
    // A name that mixes styles sets no example, however many do. On a tie the style of the first name.
    let examples = counts.into_iter().filter(|(style, _)| *style != Style::Several);
    let Some((commonest, count)) = examples.rev().max_by_key(|(_, count)| *count) else { return };
    let others: Vec<&ToolContext<'_>> =
        styled.iter().filter(|(style, _)| *style != commonest).map(|(_, tool)| *tool).collect();
    let [first, rest @ ..] = &others[..] else { return };
    let message = format!(
        "{count} of {} names of several words {} in {}, {} {} not; write all in one style",
        styled.len(),
        if count == 1 { "is" } else { "are" },
        commonest.as_str(),
        names_of(&others),
        if rest.is_empty() { "is" } else { "are" },
    );
    let mut reported = findings.report(&first.name_node().place(), message);
    relate(&mut reported, rest, "another style");
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    #[test]
    fn names_that_mix_styles_are_the_offenders_even_where_most_do() {
        let set = r#"[{"name": "dock_listCrates"}, {"name": "dock_sealCrate"}, {"name": "get_shelf"}, {"name": "ping"}]"#;
        let messages: Vec<String> =
            findings_of(&RULE, set).into_iter().map(|finding| finding.message).collect();
        assert_eq!(
            messages,
            [
                "1 of 3 names of several words is in snake_case, `dock_listCrates` and `dock_sealCrate` are not; write \
                 all in one style"
            ]
        );
    }
}
