//! TDQS202: a name that clients refuse.

use tdqs_rubric::CoherenceDimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS202",
    name: "name-illegal-characters",
    summary: "The name has a character that names of tools cannot have.",
    why: "The protocol allows letters and digits of ASCII, `_`, `-` and `.` in the name of a tool. Clients that check \
          it leave the tool out or refuse the whole list, others put something else in the place of the character, so \
          that two names may become one.\n\nName the tool with the allowed characters only.",
    sources: &[
        "Tool Credit Score, section 7: name-illegal-characters",
        "Model Context Protocol, \"Tools\": Tool Names",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get crate", "description": "Return one crate."}"#,
        r#"{"name": "crates/get", "description": "Return one crate."}"#,
        r#"{"name": "kiste_öffnen", "description": "Open a crate."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "crates.get-1", "description": "Return one crate."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::NameIllegalCharacters);
}
