//! TDQS413: hardly a server.

use tdqs_rubric::CoherenceDimension;

use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS413",
    name: "too-few-tools",
    summary: "The server has one tool or two.",
    why: "One or two tools feel thin to the rubric, and a single trivial one is an extreme mismatch. Many a good server \
          does one thing, and a file with a few of its tools is no server; so this is off unless it is selected.\n\n\
          See whether the tool does the work of several behind an argument, and whether an agent can finish what it \
          begins with it.",
    sources: &[
        "TDQS specification, \"Coherence\": Tool Count Appropriateness",
        "TDQS specification, Appendix B: \"Tool Count Appropriateness\"",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Coherence(CoherenceDimension::ToolCountAppropriateness)),
    mending: Mending::Manual,
    bad: &[r#"{"name": "ping"}"#, r#"[{"name": "get_crate"}, {"name": "list_crates"}]"#],
    good: &[
        r#"[{"name": "get_crate"}, {"name": "list_crates"}, {"name": "move_crate"}]"#,
        r#"[{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}]"#,
    ],
    check: Check::WholeSet(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let message = match set.tools() {
        [_] => "the only tool of its server; see whether it hides several behind an argument",
        [_, _] => "one of two tools; see whether an agent can finish with them what it begins",
        _ => return,
    };
    if let Some(first) = set.tools().first() {
        findings.report(&first.name_node().place(), message);
    }
}
