//! TDQS107: a sibling is much cheaper to call.

use tdqs_rubric::CoherenceDimension;

use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS107",
    name: "shadow-candidate",
    summary: "A sibling costs at most half as much to call, and at least 4 less.",
    why: "Where two tools can answer the same question, an agent tends toward the one it can fill in in a single step, \
          and the dearer one is often the better answer. Cost is counted over what a minimal valid call has to hold: \
          required parameters, levels of objects, choices between union branches. A pair like this is only a \
          candidate: a server is expected to offer cheap lookups beside expensive queries, and whether the purposes \
          overlap takes a judge.\n\nMake the purposes disjoint and say so in both descriptions, ask for less, or make \
          one tool of the two.",
    sources: &[
        "TDQS specification, \"Shadowed tools\"",
        "TDQS specification, \"Invocation cost\"",
        "TDQS specification, \"Improving your score\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "list_crates", "description": "List all crates."}, {"name": "query_crates", "description": "Find crates.", "inputSchema": {"properties": {"a": {}, "b": {}, "c": {}, "d": {}}, "required": ["a", "b", "c", "d"]}}]"#,
        r#"[{"name": "query_crates", "description": "Find crates.", "inputSchema": {"properties": {"q": {"properties": {"f": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}, "required": ["f"]}}, "required": ["q"]}}, {"name": "get_crate", "description": "Return a crate.", "inputSchema": {"properties": {"label": {}}, "required": ["label"]}}]"#,
    ],
    good: &[
        r#"[{"name": "list_crates", "description": "List all crates."}, {"name": "query_crates", "description": "Find crates.", "inputSchema": {"properties": {"a": {}, "b": {}, "c": {}}, "required": ["a", "b", "c"]}}]"#,
        r#"{"name": "query_crates", "description": "Find crates.", "inputSchema": {"properties": {"a": {}, "b": {}, "c": {}, "d": {}}, "required": ["a", "b", "c", "d"]}}"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let mut candidates = set.shadow_candidates().iter().peekable();
    // Both lists are in the order of the tools.
    for tool in set.tools() {
        let Some(pair) = candidates.next_if(|pair| pair.tool == tool.name()) else { continue };
        let (cost, cheap) = (pair.invocation_cost, pair.cheaper_sibling_invocation_cost);
        let sibling = &pair.cheaper_sibling;
        let message = format!(
            "a call has to hold {cost} required parameters, levels and choices, and one of `{sibling}` {cheap}: if their \
             purposes overlap, an agent takes the cheap one; say in both descriptions what the other cannot do, or ask \
             for less"
        );
        let mut reported = findings.report(&tool.name_node().place(), message);
        if let Some(sibling) = set.tool_named(sibling) {
            reported.relate(&sibling.name_node().place(), format!("the sibling that costs {cheap}"));
        }
    }
}
