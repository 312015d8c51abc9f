//! TDQS405: descriptions that do not tell their tools apart.

use tdqs_rubric::CoherenceDimension;

use super::groups::shared;
use super::listing::{names_of, relate_descriptions};
use super::similar::{Texts, opening_number};
use super::words::in_common_form;
use crate::context::{SetContext, ToolContext, Words};
use crate::rules::sentences::sentence_before;
use crate::text::find_in_any_case;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS405",
    name: "near-duplicate-descriptions",
    summary: "Descriptions open alike, are nearly the same in the rest, and say nothing of what the names differ in.",
    why: "An agent that finds two descriptions alike takes either tool, and evaluations see a blurred failure instead of \
          a clean one. Copied descriptions are also where a copy was forgotten: `stop_lift` described as \"Starts the \
          lift.\"\n\nSay in each what the others do not do, or make one tool of them with an argument. Texts that are \
          alike but for the word in which the names differ, as those of `start_lift` and `stop_lift` should be, are no \
          finding.",
    sources: &[
        "TDQS specification, Appendix B: \"Disambiguation\"",
        "Evaluation of a tool surface, sections 4 and 11",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "start_lift", "description": "Starts the lift."}, {"name": "stop_lift", "description": "Starts the lift."}]"#,
        r#"[{"name": "query_stock", "description": "Run a query against the stock of the warehouse and return the rows that match it."}, {"name": "stock_report", "description": "Runs a query against the stock of a warehouse, and returns the rows that match."}]"#,
    ],
    good: &[
        r#"[{"name": "start_lift", "description": "Start the lift and wait until it stands still at the floor that was asked for."}, {"name": "stop_lift", "description": "Stop the lift and wait until it stands still at the floor that was asked for."}]"#,
        r#"[{"name": "markdown_to_html", "description": "Convert Markdown to HTML."}, {"name": "html_to_markdown", "description": "Convert HTML to Markdown."}]"#,
        r#"[{"name": "functionapp", "description": "Function App operations. Needs a subscription, and a resource group that the caller may read and write."}, {"name": "keyvault", "description": "Key Vault operations. Needs a subscription, and a resource group that the caller may read and write."}]"#,
        r#"[{"name": "query_stock", "description": "Run a query against the stock of the warehouse and return the rows that match it."}, {"name": "stock_report", "description": "Run a query against the stock of the warehouse and return the rows that match it. Deprecated."}]"#,
        r#"[{"name": "get_crate", "description": ""}, {"name": "get_shelf", "description": ""}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let tools = with_alike_openings(set.tools());
    if tools.is_empty() {
        return;
    }
    let mut texts = Texts::default();
    for tool in &tools {
        texts.add(tool.description().unwrap_or_default());
    }
    let is_told_apart = |first: usize, second: usize| {
        // A word in which the names differ stands in one of the texts and not in the other.
        let own = tools.get(first).map(|tool| Words::of(tool.name())).unwrap_or_default();
        let own: Vec<String> = own.iter().map(in_common_form).collect();
        texts.tells_apart(&own, first, second)
    };
    let groups = texts.groups(|first, second| {
        texts.open_alike(first, second) && !is_told_apart(first, second) && !is_told_apart(second, first)
    });
    for group in groups {
        let mut group: Vec<&ToolContext<'_>> =
            group.into_iter().filter_map(|at| tools.get(at).copied()).collect();
        // One that is kept for a while beside the one that follows it says so, and an agent knows which to take.
        group.retain(|tool| !is_deprecated(tool.description().unwrap_or_default()));
        let [first, rest @ ..] = &group[..] else { continue };
        if rest.is_empty() {
            continue;
        }
        let is_same = rest.iter().all(|tool| tool.description() == first.description());
        let message = format!(
            "{} as the description{} of {}; say in each what the others do not do, or make one tool of them",
            if is_same { "the same" } else { "nearly the same" },
            if rest.len() == 1 { "" } else { "s" },
            names_of(rest),
        );
        let place = first.description_node().unwrap_or_else(|| first.name_node()).place();
        let mut reported = findings.report(&place, message);
        relate_descriptions(&mut reported, rest, |tool| format!("the description of `{}`", tool.name()));
    }
}

/// Whether a description says of its tool that it is deprecated, at the beginning of a sentence or as all that it says. A
/// parameter, a value or the whole server may be deprecated as well, and that tells no two tools apart.
fn is_deprecated(description: &str) -> bool {
    const WORD: &str = "deprecated";
    let mut at = 0;
    while let Some(start) = description.get(at..).and_then(|rest| find_in_any_case(rest, WORD)) {
        let before = sentence_before(description.get(..at + start).unwrap_or_default());
        let before = before.trim_matches(|character: char| !character.is_alphanumeric());
        if ["", "this tool is", "the tool is", "this endpoint is"]
            .iter()
            .any(|of| before.eq_ignore_ascii_case(of))
        {
            return true;
        }
        at += start + WORD.len();
    }
    false
}

/// The tools whose descriptions may open as another's does, in their order.
fn with_alike_openings<'t, 'a>(tools: &'t [ToolContext<'a>]) -> Vec<&'t ToolContext<'a>> {
    let numbers = tools.iter().map(|tool| opening_number(tool.description().unwrap_or_default()));
    shared(numbers).into_iter().filter_map(|at| tools.get(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_says_that_it_is_deprecated() {
        for text in
            ["[DEPRECATED] Move it.", "Move it.\n\n**Deprecated.** Use x.", "Moves. This tool is deprecated."]
        {
            assert!(is_deprecated(text), "{text}");
        }
        for text in [
            "shelf: **Deprecated**, use aisle",
            "This server is deprecated.",
            "1=new, 2=deprecated",
            "Move it",
        ] {
            assert!(!is_deprecated(text), "{text}");
        }
    }
}
