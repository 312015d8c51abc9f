//! TDQS412: more tools than a model's API takes.

use tdqs_rubric::CoherenceDimension;

use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS412",
    name: "more-tools-than-a-request-holds",
    summary: "The server has more than 128 tools, and the API of a model takes no more in a request.",
    why: "OpenAI's API refuses a request with more than 128 tools (`array_above_max_length`). A client that offers all \
          tools of this server cannot ask at all; one that offers a part of them leaves out what its user does not \
          know of. The limit is for all servers of a client together.\n\nSplit the server, let users choose groups of \
          tools, or offer a tool that finds the others.",
    sources: &[
        "OpenAI API, error `array_above_max_length` of `tools`",
        "<https://github.com/zed-industries/zed/issues/32946>",
        "<https://github.com/microsoft/vscode-copilot-release/issues/11653>",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::ToolCountAppropriateness)),
    mending: Mending::Manual,
    bad: &[EXAMPLE_OF_129, EXAMPLE_OF_130],
    good: &[
        r#"[{"name": "get_crate"}, {"name": "list_crates"}]"#,
        r#"[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"},{"name":"f"},{"name":"g"},{"name":"h"},{"name":"i"},{"name":"j"},{"name":"k"},{"name":"l"},{"name":"m"},{"name":"n"},{"name":"o"}]"#,
    ],
    check: Check::WholeSet(check),
};

/// How many tools OpenAI's API takes in a request.
const LIMIT: usize = 128;

/// Tools with the names `1` to `129`, written out so that the reference shows what it is about.
const EXAMPLE_OF_129: &str =
    concat!("[", include_str!("one_hundred_and_twenty_eight_tools.txt"), r#"{"name":"z"}]"#);
const EXAMPLE_OF_130: &str =
    concat!("[", include_str!("one_hundred_and_twenty_eight_tools.txt"), r#"{"name":"y"},{"name":"z"}]"#);

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let count = set.tools().len();
    if let Some(first) = set.tools().first().filter(|_| count > LIMIT) {
        let message = format!(
            "{count} tools are {} more than OpenAI's API takes in a request; split the server, or let a client load \
             groups of tools",
            count - LIMIT
        );
        findings.report(&first.name_node().place(), message);
    }
}
