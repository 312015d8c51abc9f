//! TDQS901: a suppression keeps nothing quiet.

use crate::{Check, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS901",
    name: "unused-suppression",
    summary: "A suppression keeps nothing quiet.",
    why: "What a suppression was written for has been mended, or it names the wrong rule. Left alone it would \
          keep the next fault of that kind quiet as well.\n\nRemove it. A suppression of rules that are all \
          off is not reported, nor one of rules that look at several servers: what those find hangs on the other servers.",
    sources: &["tdqs, \"Suppressions\" in docs/rules.md"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: None,
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "list_shelves", "description": "List all shelves.", "annotations": {"readOnlyHint": true}, "_meta": {"tdqs/ignore": ["TDQS103"]}}"#,
        r#"{"name": "list_shelves", "description": "List all shelves.", "_meta": {"tdqs/ignore": ["missing-annotations", "TDQS101"]}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "_meta": {"tdqs/ignore": [{"rule": "TDQS103", "reason": "no client of ours reads hints", "until": "9999-12-31"}]}}"#,
        r#"{"name": "list_shelves", "description": "List all shelves.", "annotations": {"readOnlyHint": true}, "_meta": {"tdqs/ignore": []}}"#,
    ],
    check: Check::Suppressions,
};
