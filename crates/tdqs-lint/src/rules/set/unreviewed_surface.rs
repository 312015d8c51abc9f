//! TDQS419: nobody said what the tools may change.

use tdqs_rubric::Dimension;

use super::listing::{names_of, relate};
use crate::context::{NameParts, SetContext, ToolContext, Words};
use crate::rules::sentences::words;
use crate::text::{Effect, verb_in_any_form};
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
    check: Check::WholeSet(check),
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
    let parts_of = |tool: &ToolContext<'_>| set.name_parts().get(tool.index());
    let may_read =
        |tool: &&ToolContext<'_>| parts_of(tool).is_some_and(|parts| parts.effect == Some(Effect::Reads));
    // Whoever wrote the defaults out, and has no tool that reads, may have meant them.
    if are_declared && !plain.iter().any(may_read) {
        return;
    }
    let only_reads = |tool: &&ToolContext<'_>| parts_of(tool).is_some_and(|parts| only_reads(tool, parts));
    let reading: Vec<&ToolContext<'_>> = plain.iter().copied().filter(only_reads).collect();
    let begin = match reading.len() {
        0 => String::new(),
        _ => format!(
            ", beginning with `\"readOnlyHint\": true` for what only reads by its name: {}",
            names_of(&reading)
        ),
    };
    let message = format!(
        "{} of {all} tools declare nothing but the defaults, so that every call counts as one that may destroy; add \
         `annotations`{begin}",
        plain.len()
    );
    let mut reported = findings.report(&first.name_node().place(), message);
    relate(&mut reported, &reading, "only reads, by its name");
}

/// Whether a tool looks at something and does nothing else, as far as its name tells and nothing speaks against it. Who
/// follows this list marks each of them as harmless, so that a doubt is enough to leave one out.
fn only_reads(tool: &ToolContext<'_>, parts: &NameParts) -> bool {
    const CLEARLY: [&str; 7] = ["get", "list", "search", "describe", "read", "find", "fetch"];
    const CHANGING: [&str; 5] = ["append", "write", "create", "update", "delete"];
    let is_router = || {
        let decides =
            |name: &str| name.eq_ignore_ascii_case("command") || name.eq_ignore_ascii_case("action");
        tool.parameters().any(|parameter| parameter.key().is_some_and(|key| decides(&key)))
    };
    // Asked of few words, because every word of every reader comes here.
    let may_change = |word: &&str| {
        let begin = word.as_bytes().first_chunk::<4>();
        begin
            .is_some_and(|begin| CHANGING.iter().any(|verb| verb.as_bytes()[..4].eq_ignore_ascii_case(begin)))
    };
    let changes = || {
        words(tool.description().unwrap_or_default())
            .filter(may_change)
            .filter_map(verb_in_any_form)
            .any(|verb| CHANGING.contains(&verb.base))
    };
    parts.own_verb().is_some_and(|verb| CLEARLY.contains(&verb))
        && Words::of(tool.name()).count() > 1
        && !is_router()
        && !changes()
}

fn has_only_defaults(tool: &ToolContext<'_>) -> bool {
    let Some(annotations) = tool.annotations() else { return true };
    DEFAULTS.iter().all(|(hint, default)| {
        annotations.get(hint).and_then(|value| value.value().as_bool()).is_none_or(|value| value == *default)
    })
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    #[test]
    fn only_clear_readers_are_to_be_marked_as_such() {
        let set = r#"[
            {"name": "seal_crate"}, {"name": "get_crate", "description": "Return a crate that was created here."},
            {"name": "find_shelves"}, {"name": "search"}, {"name": "compute_route"}, {"name": "validate_label"},
            {"name": "get_crane", "inputSchema": {"properties": {"command": {}}}},
            {"name": "read_log", "description": "Read the log, and append a line that says so."},
            {"name": "fetch_lock", "description": "Return the lock. Creates one if there is none."}
        ]"#;
        let found = findings_of(&RULE, set);
        let [finding] = &found[..] else { panic!("{found:?}") };
        assert!(
            finding.message.ends_with("for what only reads by its name: `get_crate` and `find_shelves`"),
            "{}",
            finding.message
        );
        assert_eq!(finding.related.len(), 2);
    }
}
