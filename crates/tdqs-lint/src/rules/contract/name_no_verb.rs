//! TDQS204: a name that does not say what the tool does.

use tdqs_rubric::CoherenceDimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS204",
    name: "name-no-verb",
    summary: "The name does not open with a known verb.",
    why: "A name that opens with a verb says what a call does before anything else is read, and a list of such names \
          shows at a glance what a server can do. Only a table of common verbs is known here: a rare verb, or a server \
          that puts its own name in front, is found as well.\n\nPut the verb in front, followed by what it acts on.",
    sources: &[
        "Tool Credit Score, section 7: name-no-verb",
        "TDQS specification, \"Coherence (30% of overall)\": Naming Consistency",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "crate", "description": "Return one crate."}"#,
        r#"{"name": "crate_list", "description": "List all crates."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "listCrates", "description": "List all crates."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::NameNoVerb);
}
