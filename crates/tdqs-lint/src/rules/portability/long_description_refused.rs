//! TDQS715: a description that an API refuses for its length.

use crate::context::ToolContext;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS715",
    name: "long-description-refused",
    summary: "The description has more than 1,024 characters, which OpenAI's chat completions have refused.",
    why: "OpenAI's chat completions answer 400 to a request with a tool whose description has more than 1,024 \
          characters, for some models and for the hosts that copied the limit; Claude Code cuts at 2,048. What \
          stands at the end is lost, or the tool is.\n\nPut what decides about the choice of the tool first, and \
          move what is about one parameter into its description.",
    sources: &[
        "github.com/janwilmake/openapi-mcp-server issue 23: expected a string with maximum length 1024",
        "github.com/anthropics/claude-code issue 39106: tool descriptions are cut at 2 KB",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. Move one crate. ", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "move_crate", "description": "ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé", "inputSchema": {"type": "object"}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "move_crate", "description": "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé", "inputSchema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

/// Characters that OpenAI's chat completions take.
const LONGEST: usize = 1_024;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(node) = tool.description_node() else { return };
    let length = tool.description().map_or(0, |text| text.chars().count());
    if length > LONGEST {
        let message = format!(
            "the description has {length} characters, and OpenAI's chat completions have refused more than {LONGEST}; \
             move details into the parameters"
        );
        findings.report(&node.place(), message);
    }
}
