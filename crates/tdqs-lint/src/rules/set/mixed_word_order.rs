//! TDQS408: some names put the verb first, some last.

use std::collections::{BTreeMap, BTreeSet};

use tdqs_rubric::CoherenceDimension;

use super::listing::{names_of, relate};
use crate::context::{NameParts, SetContext, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS408",
    name: "mixed-word-order",
    summary: "Some names of the server put the verb first, others last.",
    why: "`get_crate` beside `crate_list` is two grammars in one listing: an agent that has learnt one of them predicts \
          the wrong name. The specification's anchor for full marks is verb_noun throughout.\n\nPut the verb where most \
          names have it.",
    sources: &[
        "TDQS specification, Appendix B: \"Naming Consistency\"",
        "Evaluation of a tool surface, section 10",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate"}, {"name": "move_crate"}, {"name": "shelf_get"}, {"name": "shelf_list"}]"#,
        r#"[{"name": "crateGet"}, {"name": "crateList"}, {"name": "createShelf"}, {"name": "shelfList"}, {"name": "shelfGet"}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate"}, {"name": "move_crate"}, {"name": "delete_crate"}, {"name": "get_audit_log"}, {"name": "advanced_search"}]"#,
        r#"[{"name": "dock_get_crate"}, {"name": "dock_list_crates"}, {"name": "dock_search"}, {"name": "yard_get_lorry"}, {"name": "yard_search"}]"#,
    ],
    check: Check::Set(check),
};

/// How many names must say where they put their verb before a grammar can be spoken of.
const ENOUGH: usize = 4;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let parts = set.name_parts();
    let mut areas: Vec<&str> = parts.iter().filter_map(area).collect();
    areas.sort_unstable();
    let (mut first, mut last): (Vec<&ToolContext<'_>>, Vec<&ToolContext<'_>>) = (Vec::new(), Vec::new());
    let mut acts_on: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for parts in parts.iter().filter(|parts| is_verb_last(parts)) {
        acts_on.entry(&parts.object).or_default().extend(parts.act());
    }
    for (tool, parts) in set.tools().iter().zip(parts) {
        let Some(verb) = parts.verb.filter(|_| parts.words.count() > 1) else { continue };
        if !is_verb_last(parts) {
            first.push(tool);
            continue;
        }
        // "dock_search" beside "dock_get_crate" is a part of the server and a verb.
        let is_of_area =
            verb == 1 && parts.words.iter().next().is_some_and(|word| areas.binary_search(&word).is_ok());
        // "simple_search" is a noun; `crate_get` beside `crate_list` is a grammar.
        let is_grammar = acts_on.get(parts.object.as_str()).is_some_and(|acts| acts.len() > 1);
        if is_grammar && !is_of_area {
            last.push(tool);
        }
    }
    if first.len() + last.len() < ENOUGH {
        return;
    }
    let all = first.len() + last.len();
    let (many, few, where_many, where_few) = if first.len() >= last.len() {
        (first, last, "first", "last")
    } else {
        (last, first, "last", "first")
    };
    let [one, rest @ ..] = &few[..] else { return };
    let message = format!(
        "{} of {all} names put the verb {where_many}, {} {where_few}; put it where most have it",
        many.len(),
        names_of(&few),
    );
    let mut reported = findings.report(&one.name_node().place(), message);
    relate(&mut reported, rest, &format!("the verb is {where_few}"));
}

fn is_verb_last(parts: &NameParts) -> bool {
    parts.verb.is_some_and(|verb| verb > 0 && verb + 1 == parts.words.count())
}

/// The part of the server that a name begins with, where a verb and a noun follow: `dock` in `dock_get_crate`.
fn area(parts: &NameParts) -> Option<&str> {
    (parts.verb == Some(1) && parts.words.count() > 2).then(|| parts.words.iter().next()).flatten()
}
