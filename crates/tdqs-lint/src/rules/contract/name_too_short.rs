//! TDQS206: a name that tells nothing.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS206",
    name: "name-too-short",
    summary: "The name has fewer than three characters.",
    why: "A name of one or two characters is an abbreviation that only its author knows. An agent that reads a list of \
          names before it reads descriptions passes it over, and in a log nobody knows what was called.\n\nWrite the \
          name out: a verb and what it acts on.",
    sources: &["Tool Credit Score, section 7: name-too-short"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "gc", "description": "Return one crate."}"#,
        r#"{"name": "x", "description": "Return one crate."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "run", "description": "Run the crane."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::NameTooShort);
}
