//! TDQS205: a name that some clients do not take.

use tdqs_rubric::CoherenceDimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS205",
    name: "name-too-long",
    summary: "The name has more than 64 characters.",
    why: "Several clients and model APIs take names of up to 64 characters, many of them after they put the name of \
          the server in front; the protocol itself recommends no more than 128. A longer name is cut or refused, and \
          every call spells it out.\n\nShorten the name: leave out the name of the server and words that tell nothing \
          apart.",
    sources: &[
        "Tool Credit Score, section 7: name-too-long",
        "Model Context Protocol, \"Tools\": Tool Names",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_the_crate_that_stands_on_the_shelf_of_the_aisle_of_the_warehouse", "description": "Return one crate."}"#,
        r#"{"name": "list_crates_list_crates_list_crates_list_crates_list_crates_list_crates_list_crates_list_crates_list_crates_list_crates_list_crates", "description": "List all crates."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "get_the_crate_that_stands_on_the_shelf_of_the_warehouse_by_label", "description": "Return one crate."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::NameTooLong);
}
