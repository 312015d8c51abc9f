//! TDQS229: a name with a history.

use tdqs_rubric::CoherenceDimension;

use crate::context::{TextKind, ToolContext};
use crate::text::{verb_in_base_form, words_of_name};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS229",
    name: "version-suffix-in-name",
    summary: "The name ends with a version or a stage of work: `_v2`, `_new`, `_old`, `_final`, `_tmp`.",
    why: "A suffix such as `_v2` tells the history of the code, and an agent has no history to choose by: it cannot \
          know whether there is a `_v1`, which of them is meant for it, or what changed. When the next version comes, \
          either the name changes under every caller or two tools look alike.\n\nName the tool after what it does. \
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
    check: Check::Tool(check),
};

const STAGES: [&str; 8] = ["new", "old", "final", "tmp", "bak", "orig", "wip", "deprecated"];
/// What has versions of its own that a caller means.
const VERSIONED: [&str; 8] = ["api", "http", "ip", "oauth", "ssl", "tls", "uuid", "spec"];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let name = tool.name();
    let ends_like_one = |last: u8| last.is_ascii_digit() || b"wdlpkge".contains(&last.to_ascii_lowercase());
    if !name.as_bytes().last().copied().is_some_and(ends_like_one) {
        return;
    }
    let words = words_of_name(name);
    let [.., before, last] = words.as_slice() else { return };
    if !is_version(before, last) && !is_stage(before, last) {
        return;
    }
    let Some(start) = name.rfind(last) else { return };
    let Some(text) = tool.texts().find(|text| text.kind() == TextKind::Name) else { return };
    let message = format!(
        "the name ends with `{last}`, which tells of versions that an agent does not know; name the tool after what it \
         does"
    );
    findings.report(&text.place(start..start + last.len()), message);
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
