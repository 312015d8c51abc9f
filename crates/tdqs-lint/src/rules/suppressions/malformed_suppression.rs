//! TDQS904: what should be a suppression is none.

use crate::{Check, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS904",
    name: "malformed-suppression",
    summary: "What stands among the suppressions is none.",
    why: "`_meta` has a member `tdqs/ignore` that cannot be read: it is no list, or an entry of it is neither \
          the name of a rule nor an object with `rule`, `reason` and `until`. It keeps nothing quiet.\n\nWrite \
          a list of rules, or of objects such as `{\"rule\": \"TDQS103\", \"reason\": \"…\", \"until\": \
          \"2026-12-31\"}`.",
    sources: &["tdqs, \"Suppressions\" in docs/rules.md"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false}, "_meta": {"tdqs/ignore": "TDQS103"}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "annotations": {"readOnlyHint": false}, "_meta": {"tdqs/ignore": [5, {"reason": "none"}, {"rule": "TDQS103", "until": "soon"}, {"rule": "TDQS103", "because": "x"}]}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "_meta": {"tdqs/ignore": [{"rule": "TDQS103", "reason": "no client of ours reads hints", "until": "9999-12-31"}]}}"#,
        r#"{"name": "list_shelves", "description": "List all shelves.", "annotations": {"readOnlyHint": true}, "_meta": {"tdqs/ignore": []}}"#,
    ],
    check: Check::Suppressions,
};
