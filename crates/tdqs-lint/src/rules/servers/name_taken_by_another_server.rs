//! TDQS802: a name that another server's tool has.

use super::taken::taken;
use crate::context::{NamedTool, ServersContext};
use crate::rules::set::visible_names::cleaned;
use crate::servers::ServersFindings;
use crate::{Check, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS802",
    name: "name-taken-by-another-server",
    summary: "A tool of another server has the same name.",
    why: "Not every client puts the server's name before the tool's. One that does not refuses to start, or keeps one of \
          the tools without a word, and calls meant for one server reach the other. Where the server's name is put \
          before it, the model has nothing but that to choose by.\n\nSay in the name what it works on \
          (`search_invoices` for `search`), have the client put the server's name before it, or leave out one of the \
          tools. Names are compared as clients clean them: `crate.seal` is `crate_seal`.",
    sources: &[
        "Evaluation of a tool surface, section 10",
        "<https://github.com/openai/openai-agents-python/pull/3678>",
        "<https://github.com/langchain-ai/langchain-mcp-adapters/issues/605>",
        "<https://github.com/spring-projects/spring-ai/issues/2393>",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"[{"serverName": "north", "tools": [{"name": "search"}]}, {"serverName": "south", "tools": [{"name": "list"}, {"name": "search"}]}]"#,
        r#"[{"serverName": "north", "tools": [{"name": "crate.seal"}]}, {"serverName": "south", "tools": [{"name": "crate_seal"}]}]"#,
    ],
    good: &[
        r#"[{"serverName": "north", "tools": [{"name": "search_crates"}]}, {"serverName": "south", "tools": [{"name": "search_shelves"}]}]"#,
        // Putting the server before it helps nobody here, which is another rule's.
        r#"[{"serverName": "docks.north", "tools": [{"name": "search"}]}, {"serverName": "docks_north", "tools": [{"name": "search"}]}]"#,
    ],
    check: Check::Servers(check),
};

fn check(servers: ServersContext<'_>, findings: &mut ServersFindings<'_>) {
    let key = |tool: NamedTool<'_>| cleaned(tool.name());
    let owner = |tool: NamedTool<'_>| cleaned(tool.server_name());
    taken(servers, key, owner, |tool, _, others| {
        let have = if others.len() == 1 { "has" } else { "have" };
        let message = format!(
            "{} {have} the same name, and a client that puts no server before it keeps one of them or none; say in the \
             name what it works on, or have the client put the server before it",
            others.named()
        );
        findings.report(tool, message, others.related("the same name"));
    });
}
