//! TDQS305: the schema of the arguments is no object schema.

use tdqs_rubric::Dimension;

use super::root_type;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS305",
    name: "input-root-is-no-object",
    summary: "There is no `inputSchema`, or its root is not `\"type\": \"object\"`.",
    why: "A call passes its arguments as one object, and MCP asks for a schema whose `type` is the string \
          `object`. The clients that check it drop the tool, and some of them drop all tools of the \
          server.\n\nWrite `\"type\": \"object\"`. A tool without parameters has `{\"type\": \"object\"}`, with \
          `\"additionalProperties\": false` when it takes none at all.",
    sources: &[
        "Model Context Protocol, \"Tools\": inputSchema",
        "github.com/awwaiid/mcp-server-taskwarrior issue 11: strict clients drop the tool",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "string"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": ["object"], "properties": {}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": null}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf."}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "additionalProperties": false}}"#,
        r#"{"type": "function", "function": {"name": "list_shelves", "description": "List all shelves."}}"#,
        r#"{"name": "move_crate", "description": "Move one crate.", "input_schema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    if let Some(root) = tool.input_schema() {
        root_type::report(root, findings);
        return;
    }
    // A function of OpenAI's takes nothing when it has no `parameters`, and a tool that an API brings along has no
    // schema: both say so by a `type`, or stand in `function`.
    let is_of_an_api = tool.root().get("type").is_some_and(|kind| !kind.value().is_str("custom"));
    if is_of_an_api || tool.root().get("function").is_some() {
        return;
    }
    let null = ["inputSchema", "input_schema"].into_iter().find_map(|key| tool.root().get(key));
    match null.filter(|_| !tool.is_made_in_code()) {
        Some(null) => findings.report(
            &null.place(),
            "the schema of the arguments is null; write `{\"type\": \"object\"}` when the tool takes none",
        ),
        None => findings.report(
            &tool.root().place(),
            "there is no `inputSchema`; add `{\"type\": \"object\"}` when the tool takes no arguments",
        ),
    };
}
