//! TDQS207: a description that nobody wrote.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS207",
    name: "description-placeholder",
    summary: "The description stands for one that is still to be written.",
    why: "A text such as \"TODO\" or \"Description\" counts as a description for every check that only asks whether \
          there is one, and gives an agent nothing to choose the tool by. One that a program wrote from the name says \
          no more than the name.\n\nLet somebody who knows the tool write what it does, when to use it and what comes \
          back.",
    sources: &[
        "Tool Credit Score, section 7: description-placeholder",
        "TDQS specification, \"The six dimensions\": Purpose Clarity",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "TODO: write this"}"#,
        r#"{"name": "get_crate", "description": "Description."}"#,
        r#"{"name": "get_crate", "description": "Lorem ipsum dolor sit amet."}"#,
    ],
    good: &[
        r#"{"name": "list_todos", "description": "List the TODO comments of a file."}"#,
        r#"{"name": "list_todos", "description": "Todoist projects of the user."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::DescriptionPlaceholder);
}
