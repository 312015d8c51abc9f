//! TDQS404: longer than a model's API takes, as the client sends it.

use tdqs_rubric::CoherenceDimension;

use super::visible_names::{LONGEST, visible, visible_length};
use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS404",
    name: "long-visible-name",
    summary: "With the server's name before it, the name has more than 64 characters.",
    why: "In many clients a model sees `mcp__{server}__{tool}`, and the APIs of models take 64 characters. Of what is \
          longer some clients cut the end, some leave the tool out, and some pass it on and have the request refused.\
          \n\nShorten the tool's name, or the server's.",
    sources: &[
        "Evaluation of a tool surface, section 10",
        "OpenAI API, function names: letters, digits, underscores and dashes, 64 at most",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_all_crates_of_one_shelf_to_another_shelf_in_the_hall"}"#,
        r#"{"name": "list_the_crates_that_wait_at_the_northern_dock_today_x"}"#,
    ],
    good: &[
        r#"{"name": "list_the_crates_that_wait_at_the_northern_dock_today"}"#,
        r#"{"name": "list_crates"}"#,
        // Too long by itself, which is another rule's.
        r#"{"name": "move_all_crates_of_one_shelf_to_another_shelf_in_the_warehouse_now"}"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let is_too_long_by_itself = |name: &str| name.chars().count() > LONGEST;
    for tool in set.tools().iter().filter(|tool| !is_too_long_by_itself(tool.name())) {
        let length = visible_length(set.server_name(), tool.name());
        if length > LONGEST {
            let message = format!(
                "in clients that put the server's name before it, a model sees `{}`, which has {length} characters where \
                 its API takes {LONGEST}; shorten the name by {}",
                visible(set.server_name(), tool.name()),
                length - LONGEST
            );
            findings.report(&tool.name_node().place(), message);
        }
    }
}
