//! TDQS603: a sentence whose subject has to be looked up in the one before.

use tdqs_rubric::Dimension;

use super::pronouns::dangling;
use crate::context::ToolContext;
use crate::rules::sentences::sentences;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS603",
    name: "pronoun-opens-sentence",
    summary: "A later sentence opens with it, this or that and a verb.",
    why: "Where a sentence names two things, \"this is optional\" may be about either, or about all of what was said. \
          The clarity of an evaluated description falls with each.\n\nName what is meant. Off by default: often \
          enough the reader knows.",
    sources: &["Tool description engineering, evaluator: clarity"],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate of a shelf. This is optional."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.\nIt can be sealed."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate of a shelf. The shelf is optional."}"#,
        r#"{"name": "get_crate", "description": "Return one crate, if it is sealed. This tool is slow."}"#,
    ],
    check: Check::Tool(check),
};

/// Sentences in one text that are told one by one; finding each place in the file takes time.
const TOLD: usize = 20;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.descriptions() {
        let dangling = |sentence| dangling(text.content(), sentence);
        for range in sentences(text.content()).skip(1).filter_map(dangling).take(TOLD) {
            let pronoun = text.content().get(range.clone()).unwrap_or_default();
            let message =
                format!("a reader has to find out what \"{pronoun}\" refers to; name what is meant");
            findings.report(&text.place(range), message);
        }
    }
}
