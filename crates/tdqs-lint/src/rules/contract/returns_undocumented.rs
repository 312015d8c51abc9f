//! TDQS227: nothing says what comes back.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS227",
    name: "returns-undocumented",
    summary: "Neither the description nor an output schema says what comes back.",
    why: "An agent plans by what a call will give it: an identifier to pass on, a list or one item, a text or a \
          number. With neither an output schema nor a word in the description it finds out by calling. Looked for are \
          words such as returns, response, output and result.\n\nSay what the tool returns, or declare an \
          `outputSchema`.",
    sources: &[
        "Tool Credit Score, section 7: returns-undocumented",
        "TDQS specification, \"The six dimensions\": Contextual Completeness",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ContextualCompleteness)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Look one crate up by its label."}"#,
        r#"{"name": "move_crate", "description": "Move a crate to another shelf.", "outputSchema": null}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Returns one crate: its label and its shelf."}"#,
        r#"{"name": "get_crate", "description": "Look one crate up.", "outputSchema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::ReturnsUndocumented);
}
