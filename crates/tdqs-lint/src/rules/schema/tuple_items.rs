//! TDQS314: a tuple in the words of a draft that is gone.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::subject::subject;
use super::validation::root_of;
use crate::context::{Node, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS314",
    name: "tuple-items",
    summary: "`items` is a list of schemas, which 2020-12 calls `prefixItems`.",
    why: "MCP's schemas are JSON Schema 2020-12 unless they say otherwise. There `items` is one schema for all \
          elements, a tuple is written with `prefixItems`, and a list in its place makes the whole schema \
          invalid.\n\nRename `items` to `prefixItems`, and `additionalItems` to `items`. An object with named \
          members is what every client understands.",
    sources: &[
        "JSON Schema 2020-12, Core, 10.3.1.1: prefixItems",
        "Model Context Protocol, \"Tools\": the default dialect is 2020-12",
        "github.com/open-webui/mcpo pull request 300: a tool with a list in items fails to mount",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "array", "items": [{"type": "number"}, {"type": "number"}]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"point": {"type": "array", "items": [{"type": "number"}], "additionalItems": false}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"point": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"point": {"type": "array", "items": [{"type": "number"}, {"type": "number"}]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("items") {
        if keyword.kind() != Kind::Array || keyword.parent().is_some_and(is_of_an_older_draft) {
            continue;
        }
        let Some(schema) = keyword.parent() else { continue };
        let message = format!(
            "`items` of {} is a list of schemas, which JSON Schema 2020-12 calls `prefixItems`; rename it, or pass an \
             object with named members",
            subject(schema)
        );
        findings.report(&keyword.key_place(), message);
    }
}

/// Whether the document of a schema says that it is written in a draft that has lists in `items`.
fn is_of_an_older_draft(schema: Node<'_>) -> bool {
    let dialect = root_of(schema).get("$schema").and_then(Node::as_str);
    dialect.is_some_and(|dialect| {
        ["draft-03", "draft-04", "draft-06", "draft-07", "2019-09"]
            .iter()
            .any(|draft| dialect.contains(draft))
    })
}
