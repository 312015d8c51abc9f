//! TDQS306: the schema of the result is no object schema.

use tdqs_rubric::Dimension;

use super::root_type;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS306",
    name: "output-root-is-no-object",
    summary: "The root of `outputSchema` is not `\"type\": \"object\"`.",
    why: "Structured results are objects in every published revision of MCP up to 2025-11-25, and client \
          libraries check that the `type` of the root is the string `object`: one tool that has another loses a \
          client the whole list.\n\nWrite `\"type\": \"object\"`, and put a list or a plain value into a member \
          such as `result`.",
    sources: &[
        "Model Context Protocol, \"Tools\": outputSchema",
        "github.com/opentokenz/mcpx issue 28: the TypeScript SDK refuses the whole list",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ContextualCompleteness)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array", "items": {"type": "string"}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"properties": {"label": {"type": "string"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"labels": {"type": "array", "items": {"type": "string"}}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    // An empty one says nothing, and has a rule of its own.
    if let Some(root) = tool.output_schema().filter(|root| root.children().len() > 0) {
        root_type::report(root, findings);
    }
}
