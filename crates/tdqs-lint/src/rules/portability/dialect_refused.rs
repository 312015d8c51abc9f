//! TDQS714: a dialect that some clients do not know.

use crate::context::ToolContext;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS714",
    name: "dialect-refused",
    summary: "A schema names its dialect in `$schema`, and some clients know only another.",
    why: "A validator that does not know the dialect in `$schema` refuses the schema. Clients with Ajv as it \
          comes know draft 7 and fail on 2020-12; newer client libraries check results by 2020-12 alone and \
          refuse draft 7. Gemini's API does not know the keyword at all.\n\nLeave `$schema` out: MCP takes such \
          a schema for 2020-12, and what tools use reads alike in both.",
    sources: &[
        "github.com/vybestack/llxprt-code issue 1902: no schema with key or ref 2020-12",
        "github.com/inkeep/open-knowledge issue 1226: the default validator supports 2020-12 only",
        "github.com/promptfoo/promptfoo pull request 4200: Gemini does not know $schema",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"$schema": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("$schema") {
        let Some(dialect) = keyword.as_str() else { continue };
        let who = if dialect.contains("2020-12") {
            "clients with Ajv as it comes"
        } else {
            "clients that check by 2020-12 alone, as MCP's default is,"
        };
        let message =
            format!("{who} refuse a schema that says `{dialect}`, and Gemini's API any; leave `$schema` out");
        findings.report(&keyword.place(), message);
    }
}
