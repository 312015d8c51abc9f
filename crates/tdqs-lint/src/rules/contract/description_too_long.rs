//! TDQS209: more words than a definition needs.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS209",
    name: "description-too-long",
    summary: "The description has more than 200 words.",
    why: "A description is sent with every request, whether the tool is called or not, and what stands at the end of a \
          long one is read with less attention. Lists of parameters and of allowed values belong in the schema, \
          where they are also checked.\n\nCut the text to 200 words: what the tool does, when to use it, what comes \
          back, what fails.",
    sources: &[
        "Tool Credit Score, section 7: description-too-long",
        "TDQS specification, \"The six dimensions\": Conciseness & Structure",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label. Return one crate by its label."}"#,
        r#"{"name": "list_crates", "description": "List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label."}"#,
        r#"{"name": "list_crates", "description": "List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf. List all of the crates on a shelf."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::DescriptionTooLong);
}
