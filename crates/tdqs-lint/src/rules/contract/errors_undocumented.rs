//! TDQS228: nothing says what can fail.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS228",
    name: "errors-undocumented",
    summary: "The description does not say what can fail.",
    why: "A call that fails is repeated, changed or given up, and an agent chooses between them by what it knows of \
          the failure. A tool that can hardly fail has nothing to say here. Looked for are words such as error, fails, \
          invalid and not found, and the names of error codes.\n\nSay how the tool fails and what a caller should do \
          then.",
    sources: &[
        "Tool Credit Score, section 7: errors-undocumented",
        "TDQS specification, \"The six dimensions\": Behavioral Transparency",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label."}"#,
        r#"{"name": "move_crate", "description": "Move a crate to another shelf."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label; an error if there is none."}"#,
        r#"{"name": "move_crate", "description": "Move a crate. Gives SHELF_FULL when it is."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::ErrorsUndocumented);
}
