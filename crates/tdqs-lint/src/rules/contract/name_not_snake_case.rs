//! TDQS203: a name in another style.

use tdqs_rubric::CoherenceDimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS203",
    name: "name-not-snake-case",
    summary: "The name is not in snake_case.",
    why: "Most tools that a model has seen are named in snake_case, and an agent that holds the tools of several \
          servers picks and spells names most surely where all are alike. Other styles work as well, so that this is a \
          matter of taste as long as one server keeps to one of them.\n\nRename the tool to snake_case and keep the \
          old name working while callers move.",
    sources: &["Tool Credit Score, section 7: name-not-snake-case"],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "getCrate", "description": "Return one crate."}"#,
        r#"{"name": "get-crate", "description": "Return one crate."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "get_crate_2", "description": "Return one crate."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::NameNotSnakeCase);
}
