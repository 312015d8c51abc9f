//! TDQS201: nobody can call the tool by its name.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS201",
    name: "name-missing",
    summary: "The name is blank.",
    why: "A client calls a tool by its name, and a model writes it out token by token. A name of blanks shows as \
          nothing in a list of tools, and a request that carries it is refused.\n\nGive the tool a name: a verb and \
          what it acts on, in snake_case.",
    sources: &["Tool Credit Score, section 7: name-missing", "Model Context Protocol, \"Tools\": Tool Names"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": " ", "description": "Return one crate."}"#,
        r#"{"name": "\t\n", "description": "Return one crate."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "x", "description": "Return one crate."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::NameMissing);
}
