//! TDQS410: more tools than an agent chooses well among.

use tdqs_rubric::CoherenceDimension;

use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS410",
    name: "too-many-tools",
    summary: "The server has more than 25 tools.",
    why: "Every tool is read again on every turn, and has to be told apart from every other: n tools make n(n-1)/2 \
          distinctions. The specification's anchors are 5 for 3 to 15 tools, 2 for more than 25 and 1 for 50 and more. \
          Some clients send a model no more than 40 tools, others stop at 80 or 100, and they count those of all \
          servers.\n\nRemove what nobody calls, make one tool of those that \
          differ only in an argument, split the server by audience, or load groups of tools on demand.",
    sources: &[
        "TDQS specification, \"Coherence\": Tool Count Appropriateness",
        "TDQS specification, Appendix B: \"Tool Count Appropriateness\"",
        "Evaluation of a tool surface, sections 4 and 5",
        "<https://github.com/Trae-AI/TRAE/issues/1344>",
        "<https://github.com/Snowflake-Labs/mcp/issues/77>",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::ToolCountAppropriateness)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"},{"name":"f"},{"name":"g"},{"name":"h"},{"name":"i"},{"name":"j"},{"name":"k"},{"name":"l"},{"name":"m"},{"name":"n"},{"name":"o"},{"name":"p"},{"name":"q"},{"name":"r"},{"name":"s"},{"name":"t"},{"name":"u"},{"name":"v"},{"name":"w"},{"name":"x"},{"name":"y"},{"name":"z"}]"#,
        r#"[{"name":"a1"},{"name":"b1"},{"name":"c1"},{"name":"d1"},{"name":"e1"},{"name":"f1"},{"name":"g1"},{"name":"h1"},{"name":"i1"},{"name":"j1"},{"name":"k1"},{"name":"l1"},{"name":"m1"},{"name":"n1"},{"name":"o1"},{"name":"p1"},{"name":"q1"},{"name":"r1"},{"name":"s1"},{"name":"t1"},{"name":"u1"},{"name":"v1"},{"name":"w1"},{"name":"x1"},{"name":"y1"},{"name":"z1"},{"name":"z2"}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate"}, {"name": "list_crates"}, {"name": "move_crate"}, {"name": "seal_crate"}]"#,
        r#"[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"},{"name":"f"},{"name":"g"},{"name":"h"},{"name":"i"},{"name":"j"},{"name":"k"},{"name":"l"},{"name":"m"},{"name":"n"},{"name":"o"},{"name":"p"},{"name":"q"},{"name":"r"},{"name":"s"},{"name":"t"},{"name":"u"},{"name":"v"},{"name":"w"},{"name":"x"},{"name":"y"}]"#,
    ],
    check: Check::WholeSet(check),
};

/// More than this is too many for the apparent scope of any server.
pub(super) const MANY: usize = 25;
/// From this on the mismatch is extreme.
const EXTREME: usize = 50;
/// The most that one client sends to its model.
const FEWEST_SENT: usize = 40;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let count = set.tools().len();
    let Some(first) = set.tools().first().filter(|_| count > MANY) else { return };
    let anchor = if count >= EXTREME { 1 } else { 2 };
    let client = if count > FEWEST_SENT { ", and some clients send 40 at most" } else { "" };
    let message = format!(
        "{count} tools have to be told apart in {} pairs, which the rubric's anchors give a {anchor} of 5{client}; keep \
         3 to 15, or split the server",
        pairs(count)
    );
    findings.report(&first.name_node().place(), message);
}

/// How many pairs `count` tools make.
pub(super) fn pairs(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}
