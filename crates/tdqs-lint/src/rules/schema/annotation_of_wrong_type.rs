//! TDQS328: an annotation that says neither yes nor no.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS328",
    name: "annotation-of-wrong-type",
    summary: "An annotation is not of the type that MCP gives it: a hint is a boolean, `title` a string.",
    why: "Clients ask their users before a call by these hints. A string `\"true\"` or a 1 is not the boolean: a \
          strict client refuses the tool, another takes the hint for not given and assumes the worst, a third \
          takes the string `\"false\"` for true.\n\nWrite `true` or `false`, or leave the hint out.",
    sources: &[
        "Model Context Protocol, \"Tools\": ToolAnnotations",
        "github.com/Apicurio/apicurio-registry pull request 9055",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": "true"}}"#,
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": 1, "idempotentHint": null}}"#,
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}, "annotations": {"title": 7}}"#,
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}, "annotations": null}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}, "annotations": {"title": "Move a crate", "readOnlyHint": false, "openWorldHint": false}}"#,
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}, "annotations": {"priority": 5, "audience": ["user"]}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(annotations) = tool.annotations() else {
        let null = tool.root().get("annotations").filter(|found| found.kind() == Kind::Null);
        if let Some(null) = null.filter(|_| !tool.is_made_in_code()) {
            findings.report(
                &null.place(),
                "`annotations` is null, expected an object; leave it out when there are none",
            );
        }
        return;
    };
    for annotation in annotations.children() {
        let key = annotation.key().unwrap_or_default();
        let expected = match &*key {
            "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint" => Kind::Bool,
            "title" => Kind::String,
            _ => continue,
        };
        if annotation.kind() == expected {
            continue;
        }
        let effect = if expected == Kind::Bool { ", so that clients take it for not given" } else { "" };
        let message = format!(
            "`{key}` is {}, expected {}{effect}; mend it, or leave it out",
            annotation.kind().with_article(),
            expected.with_article()
        );
        findings.report(&annotation.place(), message);
    }
}
