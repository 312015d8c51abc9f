//! TDQS602: a text that opens with a word that stands for nothing.

use tdqs_rubric::Dimension;

use super::pronouns::{dangling, pronoun_at_start};
use crate::context::ToolContext;
use crate::rules::sentences::sentences;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS602",
    name: "pronoun-without-referent",
    summary: "A text opens with it, this or that and a verb, and nothing stands before it.",
    why: "\"This returns\" has nothing to refer to: an agent reads the description of a parameter in a list of others, \
          and that of a tool behind its name at best.\n\nName what is meant: the tool, the parameter, the value.",
    sources: &["Tool description engineering, evaluator: clarity"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "This returns one crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"label": {"description": "It should be the label of a crate."}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "This tool returns one crate. It is never sealed."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. That means a crate with its label.", "inputSchema": {"properties": {"it": {"description": "This crate is returned."}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.descriptions() {
        // The cheap look first: most texts open with another word, and with no code.
        let content = text.content().trim_ascii_start();
        if !content.starts_with('`') && pronoun_at_start(content).is_none() {
            continue;
        }
        let Some(first) = sentences(text.content()).next() else { continue };
        if let Some(range) = dangling(text.content(), first) {
            let pronoun = text.content().get(range.clone()).unwrap_or_default();
            let message =
                format!("nothing stands before \"{pronoun}\" that it could refer to; name what is meant");
            findings.report(&text.place(range), message);
        }
    }
}
