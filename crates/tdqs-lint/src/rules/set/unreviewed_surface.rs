//! TDQS419: nobody said what the tools may change.

use tdqs_rubric::Dimension;

use super::listing::{names_of, relate};
use crate::context::{SetContext, ToolContext};
use crate::text::Effect;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS419",
    name: "unreviewed-surface",
    summary: "At least 90% of the tools declare nothing but the defaults of the protocol.",
    why: "A tool without hints is, by the protocol's defaults, one that writes, may destroy, must not be repeated and \
          reaches the outside world. Where that is so for nearly every tool of a server, the listing was generated and \
          not reviewed: clients ask before harmless reads, and users learn to say yes.\n\nGo through the tools once, \
          beginning with those that only read: `\"annotations\": {\"readOnlyHint\": true}`.",
    sources: &[
        "Evaluation of a tool surface, section 5: Default annotations",
        "Model Context Protocol, \"Tools\": ToolAnnotations",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate"}, {"name": "move_crate"}, {"name": "list_shelves"}]"#,
        r#"[{"name": "get_crate", "annotations": {"readOnlyHint": false, "destructiveHint": true}}, {"name": "move_crate", "annotations": {"readOnlyHint": false, "destructiveHint": true}}, {"name": "list_shelves", "annotations": {"readOnlyHint": false, "destructiveHint": true}}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "annotations": {"readOnlyHint": true}}, {"name": "move_crate"}, {"name": "list_shelves"}]"#,
        r#"[{"name": "get_crate"}, {"name": "move_crate"}]"#,
    ],
    check: Check::Set(check),
};

/// With fewer tools the finding about each says it all.
const ENOUGH: usize = 3;
/// The hints and what each is where it is not given.
const DEFAULTS: [(&str, bool); 4] =
    [("readOnlyHint", false), ("destructiveHint", true), ("idempotentHint", false), ("openWorldHint", true)];

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let all = set.tools().len();
    let plain: Vec<&ToolContext<'_>> = set.tools().iter().filter(|tool| has_only_defaults(tool)).collect();
    let Some(first) = plain.first().filter(|_| all >= ENOUGH && plain.len() * 10 >= all * 9) else { return };
    let are_declared = plain.iter().any(|tool| tool.annotations().is_some());
    let parts = set.name_parts();
    let reading: Vec<&ToolContext<'_>> = plain
        .iter()
        .copied()
        .filter(|tool| parts.get(tool.index()).is_some_and(|parts| parts.effect == Some(Effect::Reads)))
        .collect();
    // Whoever wrote the defaults out, and has no tool that reads, may have meant them.
    if are_declared && reading.is_empty() {
        return;
    }
    let begin = match reading.len() {
        0 => String::new(),
        _ => format!(", beginning with what only reads by its name: {}", names_of(&reading)),
    };
    let message = format!(
        "{} of {all} tools declare nothing but the defaults, so that every call counts as one that may destroy; add \
         `annotations`{begin}",
        plain.len()
    );
    let mut reported = findings.report(&first.name_node().place(), message);
    relate(&mut reported, &reading, "only reads, by its name");
}

fn has_only_defaults(tool: &ToolContext<'_>) -> bool {
    let Some(annotations) = tool.annotations() else { return true };
    DEFAULTS.iter().all(|(hint, default)| {
        annotations.get(hint).and_then(|value| value.value().as_bool()).is_none_or(|value| value == *default)
    })
}
