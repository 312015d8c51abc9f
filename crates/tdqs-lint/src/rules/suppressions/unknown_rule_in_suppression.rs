//! TDQS903: a suppression names no rule.

use crate::{Check, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS903",
    name: "unknown-rule-in-suppression",
    summary: "A suppression names a rule that does not exist.",
    why: "A suppression with a typing error keeps nothing quiet, and one of a rule that a later version brings \
          has to wait for it.\n\nName the rule by its code or its name; `tdqs rules` lists them.",
    sources: &["tdqs, \"Suppressions\" in docs/rules.md"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false}, "_meta": {"tdqs/ignore": ["TDQS1O3"]}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false}, "_meta": {"tdqs/ignore": [{"rule": "missing-anotations"}]}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "_meta": {"tdqs/ignore": [{"rule": "TDQS103", "reason": "no client of ours reads hints", "until": "9999-12-31"}]}}"#,
        r#"{"name": "list_shelves", "description": "List all shelves.", "annotations": {"readOnlyHint": true}, "_meta": {"tdqs/ignore": []}}"#,
    ],
    check: Check::Suppressions,
};
