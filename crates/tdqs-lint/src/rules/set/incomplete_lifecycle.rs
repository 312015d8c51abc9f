//! TDQS418: what can be made and read can be neither changed nor removed.

use std::collections::{BTreeMap, BTreeSet};

use tdqs_rubric::CoherenceDimension;

use super::listing::relate;
use crate::context::{SetContext, ToolContext, Words, identifiers, singular};
use crate::text::{Effect, verb_in_base_form};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS418",
    name: "incomplete-lifecycle",
    summary: "An object can be created and read, and neither changed nor removed.",
    why: "An agent that can create something and not change or remove it reaches a dead end, and the user has to clean \
          up. Create and get without update and delete is the rubric's example of a 3 for completeness.\n\nAdd what is \
          missing, or say in the description of the tool that creates where the rest is done.",
    sources: &[
        "TDQS specification, \"Coherence\": Completeness",
        "TDQS specification, Appendix B: \"Completeness\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Completeness)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "create_crate"}, {"name": "get_crate"}]"#,
        r#"[{"name": "shelfCreate"}, {"name": "shelfGet"}, {"name": "shelfList"}, {"name": "ping"}]"#,
        r#"[{"name": "create_crate"}, {"name": "get_crate"}, {"name": "check_crate"}, {"name": "export_crate"}]"#,
    ],
    good: &[
        r#"[{"name": "create_crate"}, {"name": "get_crate"}, {"name": "list_crates"}, {"name": "update_crate"}]"#,
        r#"[{"name": "create_crate"}, {"name": "get_crate"}, {"name": "manage_crate"}, {"name": "get_shelf"}]"#,
        r#"[{"name": "create_crate"}, {"name": "get_crate"}, {"name": "get_crates"}, {"name": "update_sealed_crate"}]"#,
        r#"[{"name": "create_crate"}, {"name": "get_crate"}, {"name": "list_crates"}, {"name": "reject_crate"}]"#,
    ],
    check: Check::Set(check),
};

/// How one is read.
const LOOKS: [&str; 3] = ["get", "read", "describe"];
/// What is done to an object, and the verbs for it.
const STEPS: [(&str, &[&str]); 3] = [
    ("list", &["list", "search", "browse", "filter"]),
    ("update", &["update", "set", "patch", "rename", "move", "put", "replace", "write", "save", "append"]),
    ("delete", &["delete", "archive", "cancel", "close", "drop", "purge", "revoke", "stop", "terminate"]),
];

/// A tool that may do anything to its object: `manage_crate`.
const ANYTHING: &str = "";

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    // The tools that are not here may be the missing ones.
    if set.may_lack_tools() {
        return;
    }
    if !may_be_asked_for(set) {
        return;
    }
    let mut by_object: BTreeMap<&str, BTreeMap<&str, &ToolContext<'_>>> = BTreeMap::new();
    for (tool, parts) in set.tools().iter().zip(set.name_parts()).filter(|(_, parts)| !parts.is_bare()) {
        let act = parts.act().unwrap_or(ANYTHING);
        by_object.entry(&parts.object).or_default().entry(act).or_insert(tool);
    }
    // Those that can be created and read, and on which nothing else is done by their own name or a shorter one: with
    // these, what is done to them so far.
    let mut asked_for: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (object, acts) in &by_object {
        if acts.contains_key("create") && LOOKS.iter().any(|look| acts.contains_key(look)) {
            let own = runs(object).filter_map(|run| by_object.get(run)).flat_map(BTreeMap::keys);
            let done: BTreeSet<&str> = own.copied().chain(rest_of(acts)).collect();
            if is_dead_end(&done) {
                asked_for.insert(*object, done);
            }
        }
    }
    if asked_for.is_empty() {
        return;
    }
    // What is done to one that is called a bit longer: "crate" and "sealed crate". A bit for each length, so that few
    // runs are looked up.
    let bit = |object: &str| 1_u64 << (object.len() % 64);
    let lengths = asked_for.keys().fold(0, |lengths, object| lengths | bit(object));
    for (object, acts) in &by_object {
        for run in runs(object).filter(|run| lengths & bit(run) != 0) {
            if let Some(done) = asked_for.get_mut(run) {
                done.extend(acts.keys().copied().chain(rest_of(acts)));
            }
        }
    }
    let is_several = |object: &str| object.split(' ').any(|word| matches!(word, "or" | "and"));
    asked_for.retain(|object, done| is_dead_end(done) && !is_several(object));
    let listed = listed_by_a_look(set, asked_for.keys().copied().collect());
    let mut found = Vec::new();
    for (object, done) in asked_for {
        let Some(acts) = by_object.get(object) else { continue };
        let first_of = |verbs: &[&str]| verbs.iter().find_map(|verb| acts.get(verb)).copied();
        let (Some(create), Some(get)) = (first_of(&["create"]), first_of(&LOOKS)) else { continue };
        let is_step_done =
            |step: &str, verbs: &[&str]| is_done(&done, verbs) || (step == "list" && listed.contains(object));
        let missing: Vec<&str> =
            STEPS.iter().filter(|(step, verbs)| !is_step_done(step, verbs)).map(|(step, _)| *step).collect();
        found.push((create, get, object, missing));
    }
    found.sort_by_key(|(create, ..)| create.index());
    for (create, get, object, missing) in found {
        let message = format!(
            "\"{object}\" can be created and read, but no tool does the rest ({}); add what is missing, or say where else that is done",
            missing.join(", ")
        );
        let mut reported = findings.report(&create.name_node().place(), message);
        relate(&mut reported, &[get], "reads it");
    }
}

/// Whether one of some verbs is among what is done to an object.
fn is_done(done: &BTreeSet<&str>, verbs: &[&str]) -> bool {
    verbs.iter().any(|verb| done.contains(verb))
}

/// Whether what is done to an object neither changes nor removes it. Half of it may lie in the nature of the object: there
/// is one snapshot, or an e-mail is not changed.
fn is_dead_end(done: &BTreeSet<&str>) -> bool {
    let is_step_missing = |(step, verbs): &(&str, &[&str])| *step == "list" || !is_done(done, verbs);
    !done.contains(ANYTHING) && STEPS.iter().all(is_step_missing)
}

/// [`ANYTHING`], where one of the acts is neither a look at an object nor its creation.
fn rest_of(acts: &BTreeMap<&str, &ToolContext<'_>>) -> Option<&'static str> {
    acts.keys().any(|act| is_rest(act)).then_some(ANYTHING)
}

/// Whether an act is neither a look at an object nor its creation: `import`, `reject` and `restore` say that the server
/// does more with it, in words of its own.
fn is_rest(act: &str) -> bool {
    // Who exports or downloads one has it no different.
    !matches!(act, "create" | "export" | "download")
        && verb_in_base_form(act).is_none_or(|verb| verb.effect != Effect::Reads)
}

/// Whether anything can be created and read, as far as the names tell: in most sets nothing can.
fn may_be_asked_for(set: &SetContext<'_>) -> bool {
    let objects = |acts: &'static [&'static str]| {
        let parts = set.name_parts().iter().filter(|parts| !parts.is_bare());
        parts.filter(|parts| parts.act().is_some_and(|act| acts.contains(&act))).map(|parts| &parts.object)
    };
    let mut created: Vec<&String> = objects(&["create"]).collect();
    created.sort_unstable();
    !created.is_empty() && objects(&LOOKS).any(|object| created.binary_search(&object).is_ok())
}

/// Those of some objects that a tool lists which looks at them, or at one that is called a bit longer or shorter:
/// `get_crates` does, and so does a tool that says so. The names are asked before any description is read.
fn listed_by_a_look<'o>(set: &SetContext<'_>, objects: BTreeSet<&'o str>) -> BTreeSet<&'o str> {
    let shorter: BTreeSet<&str> = objects.iter().flat_map(|object| runs(object)).collect();
    let mut lists: BTreeSet<&str> = BTreeSet::new();
    let mut by_longer: BTreeSet<&str> = BTreeSet::new();
    for (tool, parts) in set.tools().iter().zip(set.name_parts()) {
        let object = parts.object.as_str();
        let looks = parts.act().is_some_and(|act| LOOKS.contains(&act)) && !parts.is_bare();
        let matters = || shorter.contains(object) || runs(object).any(|run| objects.contains(run));
        if looks
            && !lists.contains(object)
            && matters()
            && (parts.is_plural || says_that_it_lists(tool, object))
        {
            lists.insert(object);
            by_longer.extend(runs(object));
        }
    }
    let is_listed = |object: &&str| by_longer.contains(object) || runs(object).any(|run| lists.contains(run));
    objects.into_iter().filter(is_listed).collect()
}

/// Whether a tool speaks of a list, or of its object in the plural.
fn says_that_it_lists(tool: &ToolContext<'_>, object: &str) -> bool {
    let noun = object.rsplit(' ').next().unwrap_or_default();
    let is_plural = |word: &str| {
        word.ends_with(['s', 'S']) && {
            let small = word.to_ascii_lowercase();
            small != noun && singular(&small) == noun
        }
    };
    Words::of(tool.name()).iter().any(|word| matches!(word, "list" | "all"))
        || identifiers(tool.description().unwrap_or_default()).any(|word| {
            ["list", "lists", "listing", "all"].iter().any(|said| word.text.eq_ignore_ascii_case(said))
                || is_plural(word.text)
        })
}

/// Every run of neighbouring words, of an object that is not too long for that.
fn runs(object: &str) -> impl Iterator<Item = &str> {
    const LONGEST: usize = 12;
    let blanks = move || object.bytes().enumerate().filter(|(_, byte)| *byte == b' ').map(|(at, _)| at);
    let starts = move || std::iter::once(0).chain(blanks().map(|at| at + 1)).take(LONGEST);
    let ends = move || blanks().take(LONGEST).chain([object.len()]);
    starts()
        .flat_map(move |start| ends().filter_map(move |end| object.get(start..end)))
        .filter(|run| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    #[test]
    fn whoever_speaks_of_many_lists_them() {
        let found = |said: &str| {
            let set =
                format!(r#"[{{"name": "create_entry"}}, {{"name": "get_entry", "description": "{said}"}}]"#);
            findings_of(&RULE, &set).into_iter().map(|finding| finding.message).collect::<String>()
        };
        assert!(found("Return one entry.").contains("(list, update, delete)"));
        assert!(found("Return entries of the log.").contains("(update, delete)"));
    }
}
