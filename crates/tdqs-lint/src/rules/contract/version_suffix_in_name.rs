//! TDQS229: a name with a history.

use std::ops::Range;

use tdqs_rubric::CoherenceDimension;

use crate::context::{SetContext, Text, TextKind, ToolContext};
use crate::text::{verb_in_base_form, words_of_name};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS229",
    name: "version-suffix-in-name",
    summary: "The name ends with a version or a stage of work: `_v2`, `_new`, `_old`, `_final`, `_tmp`.",
    why: "A suffix such as `_v2` tells the history of the code, and an agent has no history to choose by: it cannot \
          know whether there is a `_v1`, which of them is meant for it, or what changed. When the next version comes, \
          either the name changes under every caller or two tools look alike. Where most names of a server end alike, that is \
          reported once.\n\nName the tool after what it does. \
          Where two versions have to stand side by side, say in both descriptions which to use when.",
    sources: &[
        "TDQS specification, \"Coherence (30% of overall)\": Naming Consistency",
        "TDQS specification, \"Improving your score\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate_v2", "description": "Return one crate."}"#,
        r#"{"name": "listCratesV1", "description": "List all crates."}"#,
        r#"{"name": "get_crate_final", "description": "Return one crate."}"#,
        r#"{"name": "pack_crate_tmp", "description": "Pack a crate."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "create_new", "description": "Create an empty crate."}"#,
        r#"{"name": "get_ip_v4", "description": "Return the address of a crane."}"#,
        r#"{"name": "compare_v2_files", "description": "Compare two files."}"#,
    ],
    check: Check::Set(check),
};

/// So many names of a server with one suffix, when they are most of its names, are reported as one.
const HABIT: usize = 4;
const STAGES: [&str; 8] = ["new", "old", "final", "tmp", "bak", "orig", "wip", "deprecated"];
/// What has versions of its own that a caller means.
const VERSIONED: [&str; 8] = ["api", "http", "ip", "oauth", "ssl", "tls", "uuid", "spec"];

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let found: Vec<(Text<'_>, Range<usize>)> = set.tools().iter().filter_map(suffix).collect();
    let is_habit = |suffix: &str| {
        let count =
            found.iter().filter(|(text, range)| text.content().get(range.clone()) == Some(suffix)).count();
        count >= HABIT && count * 2 > set.tools().len()
    };
    let mut habit: Option<&str> = None;
    for (text, range) in &found {
        let suffix = text.content().get(range.clone()).unwrap_or_default();
        // What nearly all names of a server have is one decision, and one finding.
        if habit == Some(suffix) {
            continue;
        }
        let message = if habit.is_none() && is_habit(suffix) {
            habit = Some(suffix);
            format!(
                "most names of the server end with `{suffix}`, which tells nothing apart; leave it out of all of them"
            )
        } else {
            format!(
                "the name ends with `{suffix}`, which tells of versions that an agent does not know; name the tool \
                 after what it does"
            )
        };
        findings.report(&text.place(range.clone()), message);
    }
}

/// The name of a tool that ends with a version or a stage, and where that stands in it.
fn suffix<'t>(tool: &'t ToolContext<'_>) -> Option<(Text<'t>, Range<usize>)> {
    let name = tool.name();
    let ends_like_one = |last: u8| last.is_ascii_digit() || b"wdlpkg".contains(&last.to_ascii_lowercase());
    name.as_bytes().last().copied().filter(|last| ends_like_one(*last))?;
    let words = words_of_name(name);
    let [.., before, last] = words.as_slice() else { return None };
    if !is_version(before, last) && !is_stage(before, last) {
        return None;
    }
    let start = name.rfind(last)?;
    let text = tool.texts().find(|text| text.kind() == TextKind::Name)?;
    Some((text, start..start + last.len()))
}

/// Whether the word is `v` and a number.
fn is_version(before: &str, last: &str) -> bool {
    let number = last.strip_prefix(['v', 'V']).unwrap_or_default();
    !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && !VERSIONED.iter().any(|versioned| before.eq_ignore_ascii_case(versioned))
}

/// Behind a verb, such a word is what the verb acts on: `create_new`.
fn is_stage(before: &str, last: &str) -> bool {
    STAGES.iter().any(|stage| last.eq_ignore_ascii_case(stage)) && verb_in_base_form(before).is_none()
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    #[test]
    fn a_habit_of_a_server_is_one_finding() {
        let tool = |name: &str| format!(r#"{{"name": "{name}", "description": "D."}}"#);
        let names = ["a_v1", "b_v1", "c_v1", "d_v1", "e", "f_v2"].map(tool);
        let findings = findings_of(&RULE, &format!("[{}]", names.join(",")));
        let found: Vec<&str> = findings.iter().map(|finding| finding.location.tool.as_str()).collect();
        assert_eq!(found, ["a_v1", "f_v2"]);
        assert!(findings[0].message.starts_with("most names"), "{}", findings[0].message);
    }
}
