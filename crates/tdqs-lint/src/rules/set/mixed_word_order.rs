//! TDQS408: some names put the verb first, some last.

use std::collections::{BTreeMap, BTreeSet};

use tdqs_rubric::CoherenceDimension;

use super::listing::{names_of, relate};
use crate::context::{CLOSING_VERBS, NameParts, SetContext, ToolContext, act_of};
use crate::text::verb_in_base_form;
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
        r#"[{"name": "plan_route_get"}, {"name": "plan_route_list"}, {"name": "plan_stop_update"}, {"name": "get_crate"}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate"}, {"name": "move_crate"}, {"name": "delete_crate"}, {"name": "get_audit_log"}, {"name": "advanced_search"}]"#,
        r#"[{"name": "dock_get_crate"}, {"name": "dock_list_crates"}, {"name": "dock_search"}, {"name": "yard_get_lorry"}, {"name": "yard_search"}]"#,
        r#"[{"name": "plan_route_get"}, {"name": "plan_route_list"}, {"name": "deploy_plan_create"}, {"name": "deploy_crane_get"}, {"name": "shelf_get"}, {"name": "shelf_list"}]"#,
        r#"[{"name": "dockctl_get"}, {"name": "dockctl_describe"}, {"name": "dockctl_create"}, {"name": "dockctl_logs"}, {"name": "move_crate"}, {"name": "seal_crate"}, {"name": "list_shelves"}]"#,
        r#"[{"name": "shelf_get"}, {"name": "shelf_list"}, {"name": "get_crate"}, {"name": "list_crates"}, {"name": "crane_log"}, {"name": "crane_hook"}]"#,
    ],
    check: Check::WholeSet(check),
};

/// How many names must say where they put their verb before a grammar can be spoken of.
const ENOUGH: usize = 4;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let parts = set.name_parts();
    // In most sets no name ends in a verb, and nothing else has to be known.
    if !parts.iter().any(|parts| parts.words.count() > 1 && closing_verb(parts).is_some()) {
        return;
    }
    let grammar = Grammar::of(parts);
    let (mut first, mut last): (Vec<&ToolContext<'_>>, Vec<&ToolContext<'_>>) = (Vec::new(), Vec::new());
    let mut all = 0;
    for (tool, parts) in set.tools().iter().zip(parts) {
        match grammar.order_of(parts) {
            Some(Order::VerbFirst) => first.push(tool),
            Some(Order::VerbLast) => last.push(tool),
            // One word has no order, nor has one behind the part of the server that it is of.
            Some(Order::OneWord) => continue,
            None => {}
        }
        all += 1;
    }
    if first.len() + last.len() < ENOUGH {
        return;
    }
    let (many, few, where_many, where_few) = if first.len() >= last.len() {
        (first, last, "first", "last")
    } else {
        (last, first, "last", "first")
    };
    let [one, rest @ ..] = &few[..] else { return };
    // Names that tell no order may be of the other one: less than half of all is not what most have.
    if many.len() * 2 < all {
        return;
    }
    let message = format!(
        "{} of {all} names of several words put the verb {where_many}, {} {where_few}; put it where most have it",
        many.len(),
        names_of(&few),
    );
    let mut reported = findings.report(&one.name_node().place(), message);
    relate(&mut reported, rest, &format!("the verb is {where_few}"));
}

/// Where a name puts its verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    VerbFirst,
    VerbLast,
    OneWord,
}

/// What the names of a set say of each other's words.
#[derive(Debug)]
struct Grammar<'p> {
    /// The verbs at the end of the names, by the words before them.
    verbs_behind: BTreeMap<Vec<&'p str>, BTreeSet<&'p str>>,
    /// By first word: how many names begin with it, how many of these have three words and more, and how many of those
    /// end in a verb.
    openings: BTreeMap<&'p str, (usize, usize, usize)>,
    /// First words that a verb and a noun follow somewhere: `dock` in `dock_get_crate`.
    areas: BTreeSet<&'p str>,
    /// How many names have several words.
    all: usize,
}

impl<'p> Grammar<'p> {
    fn of(parts: &'p [NameParts]) -> Self {
        let mut grammar =
            Self { verbs_behind: BTreeMap::new(), openings: BTreeMap::new(), areas: BTreeSet::new(), all: 0 };
        for parts in parts {
            let words: Vec<&str> = parts.words.iter().collect();
            let [opening, .., last] = words[..] else { continue };
            grammar.all += 1;
            let (begin, long, closed) = grammar.openings.entry(opening).or_default();
            *begin += 1;
            *long += usize::from(words.len() > 2);
            if words.len() > 2 && parts.verb == Some(1) {
                grammar.areas.insert(opening);
            }
            if closing_verb(parts).is_some() {
                *closed += usize::from(words.len() > 2);
                let before = words[..words.len() - 1].to_vec();
                grammar.verbs_behind.entry(before).or_default().insert(act_of(last));
            }
        }
        grammar
    }

    /// Where a name puts its verb; `None` where that cannot be told.
    fn order_of(&self, parts: &NameParts) -> Option<Order> {
        let words: Vec<&str> = parts.words.iter().collect();
        let [opening, .., _] = words[..] else { return Some(Order::OneWord) };
        let closing = closing_verb(parts);
        if words.len() == 2 && self.is_prefix(opening) {
            return Some(Order::OneWord);
        }
        let is_last = closing.is_some() && {
            // "simple_search" is a noun; `crate_get` beside `crate_list` is a grammar.
            let is_grammar =
                self.verbs_behind.get(&words[..words.len() - 1]).is_some_and(|acts| acts.len() > 1);
            // "dock_search" beside "dock_get_crate" is a part of the server and a verb.
            let is_of_area = words.len() == 2 && self.areas.contains(opening);
            match parts.verb {
                Some(verb) if verb + 1 == words.len() => is_grammar && !is_of_area,
                // The verb before it may be a noun: "deploy_crane_get" among others that are of the part "deploy".
                _ => self.closes_in_a_verb(opening),
            }
        };
        if is_last {
            return Some(Order::VerbLast);
        }
        let is_first = parts.verb.is_some_and(|verb| verb + 1 < words.len());
        is_first.then_some(Order::VerbFirst)
    }

    /// Whether names that begin with a word mostly end in a verb, so that it is what they are about.
    fn closes_in_a_verb(&self, opening: &str) -> bool {
        let of_opening = self.openings.get(opening);
        of_opening.is_some_and(|(_, long, closed)| *closed > 1 && closed * 3 >= long * 2)
    }

    /// Whether so many names begin with a word that is no verb that it is rather a name of the whole, as `kubectl` is.
    fn is_prefix(&self, opening: &str) -> bool {
        const MANY: usize = 4;
        let begin = self.openings.get(opening).map_or(0, |(begin, ..)| *begin);
        begin >= MANY && begin * 3 >= self.all && verb_in_base_form(opening).is_none()
    }
}

/// The verb that a name ends in, whatever stands before it.
fn closing_verb(parts: &NameParts) -> Option<&str> {
    parts.words.iter().last().filter(|last| CLOSING_VERBS.contains(last))
}
