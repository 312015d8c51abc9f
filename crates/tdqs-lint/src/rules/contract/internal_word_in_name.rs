//! TDQS230: a name made for those who wrote the code.

use tdqs_rubric::Dimension;

use crate::context::{TextKind, ToolContext};
use crate::text::words_in;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS230",
    name: "internal-word-in-name",
    summary: "The name has a word that tells how the code is made: `helper`, `impl`, `utils`, `mgr`.",
    why: "Words such as `helper`, `wrapper` and `mgr` say where something stands in a program. They say nothing of what \
          a call does, and an agent chooses by that.\n\nName the tool by a verb and what it acts on.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Purpose Clarity",
        "TDQS specification, \"Coherence (30% of overall)\": Naming Consistency",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "crate_helper", "description": "Return one crate."}"#,
        r#"{"name": "getCrateImpl", "description": "Return one crate."}"#,
        r#"{"name": "shelf_mgr_list", "description": "List all shelves."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "implement_plan", "description": "Carry out a plan."}"#,
        r#"{"name": "list_helpful_hints", "description": "List hints."}"#,
    ],
    check: Check::Tool(check),
};

const INTERNAL: [&str; 13] = [
    "impl", "util", "utils", "helper", "helpers", "wrapper", "svc", "mgr", "ctrl", "dto", "dao", "misc",
    "stuff",
];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let name = tool.name();
    for word in words_in(name) {
        if INTERNAL.iter().any(|internal| word.eq_ignore_ascii_case(internal)) {
            let Some(text) = tool.texts().find(|text| text.kind() == TextKind::Name) else { return };
            let start = word.as_ptr().addr() - name.as_ptr().addr();
            let message =
                format!("`{word}` tells how the code is made; name the tool by a verb and what it acts on");
            findings.report(&text.place(start..start + word.len()), message);
            return;
        }
    }
}
