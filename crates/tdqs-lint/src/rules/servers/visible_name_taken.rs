//! TDQS801: two servers' tools that a client gives one name.

use super::taken::taken;
use crate::context::{NamedTool, ServersContext};
use crate::rules::set::visible_names::visible;
use crate::servers::ServersFindings;
use crate::{Check, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS801",
    name: "visible-name-taken",
    summary: "With the server's name before it, the name is that of another server's tool.",
    why: "A model sees `mcp__{server}__{tool}`, with an underscore for every character that its API does not take. Where \
          the names of two servers become one so, or a server's and a tool's run together, one name stands for two \
          tools: the API refuses the request, or calls meant for one server reach the other.\n\nGive one of the servers \
          another name in the client's configuration, or rename the tool.",
    sources: &[
        "Evaluation of a tool surface, section 10",
        "<https://github.com/anthropics/claude-code/issues/18472>",
    ],
    severity: Severity::Error,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"[{"serverName": "docks.north", "tools": [{"name": "seal_crate"}]}, {"serverName": "docks_north", "tools": [{"name": "seal.crate"}]}]"#,
        r#"[{"serverName": "dock", "tools": [{"name": "crates__seal"}]}, {"serverName": "dock__crates", "tools": [{"name": "seal"}]}]"#,
    ],
    good: &[
        // That both have the same name by itself is another rule's.
        r#"[{"serverName": "north", "tools": [{"name": "seal_crate"}]}, {"serverName": "south", "tools": [{"name": "seal_crate"}]}]"#,
        // So is what happens within a server.
        r#"[{"serverName": "north", "tools": [{"name": "seal.crate"}, {"name": "seal_crate"}]}, {"serverName": "south", "tools": [{"name": "list"}]}]"#,
    ],
    check: Check::Servers(check),
};

fn check(servers: ServersContext<'_>, findings: &mut ServersFindings<'_>) {
    let key = |tool: NamedTool<'_>| visible(tool.server_name(), tool.name());
    taken(servers, key, NamedTool::server, |tool, visible, others| {
        let message = format!(
            "clients make `{visible}` of this name and of {}, so that only one of them can be called; give one of the \
             servers another name, or rename the tool",
            others.named()
        );
        findings.report(tool, message, others.related("becomes the same name"));
    });
}
