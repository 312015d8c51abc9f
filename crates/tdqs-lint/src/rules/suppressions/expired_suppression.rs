//! TDQS902: the day of a suppression has passed.

use crate::{Check, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS902",
    name: "expired-suppression",
    summary: "The last day of a suppression has passed.",
    why: "`until` names the last day of a suppression. From the next day on it keeps nothing quiet, so that \
          what was put off is looked at again.\n\nMend what it was for and remove it, or give it another day.",
    sources: &["tdqs, \"Suppressions\" in docs/rules.md"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false}, "_meta": {"tdqs/ignore": [{"rule": "TDQS103", "until": "2020-12-31"}]}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false}, "_meta": {"tdqs/ignore": [{"rule": "TDQS1", "until": "2021-02-28", "reason": "until the next release"}]}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "_meta": {"tdqs/ignore": [{"rule": "TDQS103", "reason": "no client of ours reads hints", "until": "9999-12-31"}]}}"#,
        r#"{"name": "list_shelves", "description": "List all shelves.", "annotations": {"readOnlyHint": true}, "_meta": {"tdqs/ignore": []}}"#,
    ],
    check: Check::Suppressions,
};
