//! TDQS401: a name that is taken.

use tdqs_rubric::CoherenceDimension;

use super::groups::groups;
use super::listing::relate;
use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS401",
    name: "duplicate-name",
    summary: "Several tools of the server have the same name.",
    why: "A client calls tools by name. Of several with one name it keeps one, and which one differs between clients; \
          the others cannot be called, and some model APIs refuse the whole request.\n\nGive each tool a name of its \
          own, or remove the copies.",
    sources: &[
        "Model Context Protocol, \"Tools\": Tool Names, unique within a server",
        "Evaluation of a tool surface, section 10",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "get_crate", "description": "Return one crate by its label."}]"#,
        r#"[{"name": "a"}, {"name": "b"}, {"name": "a"}, {"name": "a"}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "get_shelf", "description": "Return one shelf."}]"#,
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "Get_crate", "description": "Return one crate."}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    if set.has_each_name_once() {
        return;
    }
    for group in groups(set.tools(), |_, tool| Some(tool.name())) {
        let [first, second, ..] = group[..] else { continue };
        let count = group.len();
        let message = format!(
            "{count} tools are called `{}`, and a client can call only one of them; give each a name of its own",
            first.name()
        );
        let mut reported = findings.report(&second.name_node().place(), message);
        relate(&mut reported, &[&[first], &group[2..]].concat(), "the same name");
    }
}
