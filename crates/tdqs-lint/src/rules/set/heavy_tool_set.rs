//! TDQS411: rather many tools.

use tdqs_rubric::CoherenceDimension;

use super::too_many_tools::{MANY, pairs};
use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS411",
    name: "heavy-tool-set",
    summary: "The server has 19 to 25 tools.",
    why: "The specification's anchor for a well-scoped server is 3 to 15 tools; 16 to 25 feel heavy and are a 3, \
          where slightly more than 15 are still a 4; nothing is said up to 18. What to do about it is known best \
          from a log of calls: in one, 9 of 34 tools covered 96% of them.\n\nLook for tools that nobody calls and for those that differ only in an argument.",
    sources: &[
        "TDQS specification, \"Coherence\": Tool Count Appropriateness",
        "Evaluation of a tool surface, sections 4 and 5",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::ToolCountAppropriateness)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"},{"name":"f"},{"name":"g"},{"name":"h"},{"name":"i"},{"name":"j"},{"name":"k"},{"name":"l"},{"name":"m"},{"name":"n"},{"name":"o"},{"name":"p"},{"name":"q"},{"name":"r"},{"name":"s"}]"#,
        r#"[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"},{"name":"f"},{"name":"g"},{"name":"h"},{"name":"i"},{"name":"j"},{"name":"k"},{"name":"l"},{"name":"m"},{"name":"n"},{"name":"o"},{"name":"p"},{"name":"q"},{"name":"r"},{"name":"s"},{"name":"t"},{"name":"u"},{"name":"v"},{"name":"w"},{"name":"x"},{"name":"y"}]"#,
    ],
    good: &[
        r#"[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"},{"name":"f"},{"name":"g"},{"name":"h"},{"name":"i"},{"name":"j"},{"name":"k"},{"name":"l"},{"name":"m"},{"name":"n"},{"name":"o"},{"name":"p"},{"name":"q"},{"name":"r"}]"#,
        r#"[{"name": "get_crate"}, {"name": "list_crates"}, {"name": "move_crate"}]"#,
    ],
    check: Check::WholeSet(check),
};

/// The most tools that the anchor calls well-scoped.
const WELL_SCOPED: usize = 15;
/// The most that are only slightly more, where the judge that needs no model draws the line as well.
const SLIGHTLY_OVER: usize = 18;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let count = set.tools().len();
    if count <= SLIGHTLY_OVER || count > MANY {
        return;
    }
    if let Some(first) = set.tools().first() {
        let message = format!(
            "{count} tools have to be told apart in {} pairs; 3 to {WELL_SCOPED} are well-scoped, so look which of \
             them are called",
            pairs(count)
        );
        findings.report(&first.name_node().place(), message);
    }
}
