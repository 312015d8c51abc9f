//! TDQS333: a dialect that there is not.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS333",
    name: "unknown-dialect",
    summary: "The `$schema` of a schema names no published dialect of JSON Schema.",
    why: "Validators look the dialect up by the exact address in `$schema`, and refuse a schema whose dialect \
          they do not know. `https://json-schema.org/draft-07/schema` is not the address of draft 7, which \
          begins with `http:` and ends in `#`.\n\nLeave `$schema` out, which means 2020-12 to MCP, or write the \
          address as it was published.",
    sources: &[
        "JSON Schema 2020-12, Core, 8.1.1: $schema",
        "Model Context Protocol, \"Tools\": schemas without $schema are 2020-12",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "https://json-schema.org/draft-07/schema#", "type": "object"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "draft-07", "type": "object"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12", "type": "object"}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "properties": {"$schema": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

const DIALECTS: [&str; 7] = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-04/schema",
    "http://json-schema.org/draft-03/schema",
    "http://json-schema.org/schema",
];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("$schema") {
        let Some(dialect) = keyword.as_str() else { continue };
        let bare = dialect.strip_suffix('#').unwrap_or(&dialect);
        if DIALECTS.contains(&bare) {
            continue;
        }
        let version = ["2020-12", "2019-09", "draft-07", "draft-06", "draft-04"]
            .into_iter()
            .find(|version| bare.contains(version));
        let known = version.and_then(|version| DIALECTS.into_iter().find(|known| known.contains(version)));
        let cure = match known {
            Some(known) if known.contains("/draft/") => format!("write `{known}`, or leave it out"),
            Some(known) => format!("write `{known}#`, or leave it out"),
            None => "leave it out, which means 2020-12".to_owned(),
        };
        findings.report(&keyword.place(), format!("`{dialect}` is no dialect of JSON Schema; {cure}"));
    }
}
