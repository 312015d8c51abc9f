//! TDQS406: names that say the same in other words.

use std::hash::Hasher;

use tdqs_rubric::CoherenceDimension;

use super::groups::{Number, groups, shared};
use super::listing::{names_of, relate};
use crate::context::{NameParts, SetContext, ToolContext, Words, is_version, singular};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS406",
    name: "near-duplicate-names",
    summary: "Names differ only in case, plural, word order, version or a verb for the same act.",
    why: "A model chooses by the name before it reads a word of the description. `get_user` beside `fetch_user`, \
          `get_issue` beside `get_issues` and `process` beside `processV2` make it guess, and a wrong guess looks right \
          to whoever reads the transcript.\n\nSay in the names what differs: `list_issues` beside `get_issue`, \
          `search_crates_by_weight`; or make one tool of them.",
    sources: &[
        "TDQS specification, Appendix B: \"Disambiguation\"",
        "TDQS specification, Appendix B: \"Calibration\", LOW",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "get_crates", "description": "Return all crates."}]"#,
        r#"[{"name": "fetchCrate"}, {"name": "list_shelves"}, {"name": "crate_get"}]"#,
        r#"[{"name": "process"}, {"name": "processV2"}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "list_crates", "description": "Return all crates."}]"#,
        r#"[{"name": "list_shelf_crates", "description": "List the crates on a shelf."}, {"name": "list_crate_shelves", "description": "List the shelves of a crate."}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let parts = set.name_parts();
    let alike = shared(parts.iter().map(number));
    if alike.is_empty() {
        return;
    }
    let key_of = |at: usize| alike.binary_search(&at).ok().and_then(|_| parts.get(at)).and_then(key);
    for mut group in groups(set.tools(), |at, _| key_of(at)) {
        let mut seen = std::collections::BTreeSet::new();
        group.retain(|tool| seen.insert(tool.name()));
        let [first, rest @ ..] = &group[..] else { continue };
        if rest.is_empty() {
            continue;
        }
        let words = |tool: &ToolContext<'_>| parts.get(tool.index()).map(|parts| &parts.words);
        let is_plural_alone = rest
            .iter()
            .all(|tool| words(first).zip(words(tool)).is_some_and(|(one, other)| in_plural(one, other)));
        let how = if is_plural_alone { "differs only in the plural from" } else { "says the same as" };
        let message =
            format!("{how} {}; let the names say what differs, or make one tool of them", names_of(rest));
        let mut reported = findings.report(&first.name_node().place(), message);
        relate(
            &mut reported,
            rest,
            if is_plural_alone { "differs only in the plural" } else { "says the same" },
        );
    }
}

/// Whether names have the same words in the same order, but for plurals.
fn in_plural(one: &Words, other: &Words) -> bool {
    one != other && one.iter().map(singular).eq(other.iter().map(singular))
}

/// What a name says: the act and the object, without versions.
fn key(parts: &NameParts) -> Option<(Option<String>, Vec<String>)> {
    let mut object: Vec<String> = parts
        .words
        .iter()
        .enumerate()
        .filter(|(at, _)| Some(*at) != parts.verb)
        .map(|(_, word)| singular(word).into_owned())
        .collect();
    while object.last().is_some_and(|word| is_of_version(word))
        && object.len() + usize::from(parts.verb.is_some()) > 1
    {
        object.pop();
    }
    (!parts.words.is_empty()).then(|| (parts.act().map(str::to_owned), object))
}

/// A number that names share which say the same. Which words are of a version is not asked: it takes them all out.
fn number(parts: &NameParts) -> u64 {
    let mut number = Number::default();
    number.write(parts.act().unwrap_or_default().as_bytes());
    for word in parts.object.split(' ').filter(|word| !word.is_empty() && !is_of_version(word)) {
        number.add(b' ');
        number.write(word.as_bytes());
    }
    number.finish()
}

fn is_of_version(word: &str) -> bool {
    is_version(word) || matches!(word, "legacy" | "old" | "deprecated")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::name_parts;
    use crate::rules::tests::findings_of;

    #[test]
    fn a_plural_is_called_one() {
        let found = |names: [&str; 2]| -> String {
            let set = format!(r#"[{{"name": "{}"}}, {{"name": "{}"}}]"#, names[0], names[1]);
            findings_of(&RULE, &set).into_iter().map(|finding| finding.message).collect()
        };
        assert!(
            found(["get_crate", "get_crates"]).starts_with("differs only in the plural from `get_crates`;")
        );
        assert!(found(["get_crate", "fetch_crates"]).starts_with("says the same as `fetch_crates`;"));
        assert!(found(["get_crate", "getCrate"]).starts_with("says the same as `getCrate`;"));
    }

    #[test]
    fn names_that_say_the_same_share_a_number() {
        let names = [
            "get_crate",
            "fetchCrates",
            "crate_list",
            "list_crate_v2",
            "v2",
            "old",
            "get_old",
            "get_v2",
            "get",
            "",
            "legacy_crate",
            "crate",
            "crate_old_v2",
            "get_old_crate",
            "crates",
            "olds",
            "crate_olds",
        ];
        let parts = name_parts(names.into_iter());
        for left in &parts {
            for right in &parts {
                assert!(key(left) != key(right) || number(left) == number(right), "{left:?} {right:?}");
            }
        }
    }
}
