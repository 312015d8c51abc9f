//! TDQS402: names that clients make one of.

use tdqs_rubric::CoherenceDimension;

use super::groups::groups;
use super::listing::{names_of, relate};
use super::visible_names::{cleaned, is_clean};
use crate::context::SetContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS402",
    name: "colliding-visible-names",
    summary: "Different names become one when a client replaces the characters that a model's API does not take.",
    why: "The protocol allows dots, and some servers use slashes; the APIs of models take `^[a-zA-Z0-9_-]{1,64}$`. So \
          clients replace everything else by an underscore, and `admin.tools.list` and `admin_tools_list` become one \
          tool: the later overwrites the earlier, or the request is refused.\n\nLet the names differ in letters and \
          digits.",
    sources: &[
        "Evaluation of a tool surface, section 10",
        "OpenAI API, function names: letters, digits, underscores and dashes, 64 at most",
        "<https://github.com/sourcebot-dev/sourcebot/pull/1423>",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "crate.move", "description": "Move a crate."}, {"name": "crate_move", "description": "Move a crate."}]"#,
        r#"[{"name": "crate/seal"}, {"name": "list"}, {"name": "crate.seal"}, {"name": "crate seal"}]"#,
    ],
    good: &[
        r#"[{"name": "crate.move", "description": "Move a crate."}, {"name": "crate.seal", "description": "Seal a crate."}]"#,
        r#"[{"name": "crate_move", "description": "Move a crate."}, {"name": "crate-move", "description": "Move a crate."}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    // Names that are left as they are become one only where they are one.
    if set.tools().iter().all(|tool| is_clean(tool.name())) {
        return;
    }
    for mut group in groups(set.tools(), |_, tool| Some(cleaned(tool.name()))) {
        // Copies of one name are told by another rule.
        let mut seen = std::collections::BTreeSet::new();
        group.retain(|tool| seen.insert(tool.name()));
        let [first, rest @ ..] = &group[..] else { continue };
        if rest.is_empty() {
            continue;
        }
        // The one that is left as it is will hardly be renamed.
        let mended = group.iter().find(|tool| cleaned(tool.name()) != tool.name()).unwrap_or(first);
        let others: Vec<_> = group.iter().copied().filter(|tool| tool.index() != mended.index()).collect();
        let message = format!(
            "clients make `{}` of this name and of {}, so that one overwrites the other; let the names differ in \
             letters or digits",
            cleaned(first.name()),
            names_of(&others)
        );
        let mut reported = findings.report(&mended.name_node().place(), message);
        relate(&mut reported, &others, "becomes the same name");
    }
}
