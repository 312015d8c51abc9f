//! TDQS702: a name that is too long once a client puts the server before it.

use crate::context::SetContext;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS702",
    name: "long-prefixed-name",
    summary: "The name is too long once a client puts the name of the server before it.",
    why: "Clients put the name of the server before the name of a tool, to tell the tools of several servers \
          apart. Cursor hides tools whose two names have more than 60 characters together, and where a client \
          writes `mcp__SERVER__TOOL` the limit of 64 characters of model APIs is for all of it.\n\nShorten the \
          name: the server need not be named again in it.",
    sources: &[
        "github.com/sparfenyuk/mcp-proxy issue 45: combined server and tool name should not exceed 60 characters",
        "github.com/PostHog/posthog pull request 51483",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_one_crate_from_its_shelf_to_another_shelf_of_same_aisle", "description": "Move one crate.", "inputSchema": {"type": "object"}}"#,
        r#"[{"name": "list_all_shelves_of_one_aisle_with_all_crates_that_lie_on", "description": "List shelves.", "inputSchema": {"type": "object"}}, {"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}}]"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "list_all_shelves_of_one_aisle_with_the_crates", "description": "List shelves.", "inputSchema": {"type": "object"}}"#,
    ],
    check: Check::Set(check),
};

/// Characters of both names that Cursor shows.
const LONGEST: usize = 60;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let server = set.server_name().chars().count();
    for tool in set.tools() {
        let own = tool.name().chars().count();
        let both = own + server;
        if both <= LONGEST {
            continue;
        }
        let message = format!(
            "the name has {own} characters, {both} with `{}` before it, and Cursor hides tools beyond {LONGEST}; shorten it",
            set.server_name()
        );
        findings.report(&tool.name_node().place(), message);
    }
}
