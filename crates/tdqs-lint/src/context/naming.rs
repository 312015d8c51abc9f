//! What the names of a tool set are made of: a verb, and the object it acts on.

use crate::text::{Effect, verb_in_base_form, words_between};

/// The name of a tool, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NameParts {
    /// The words in small letters, without those that nearly all names of the set begin with.
    pub(crate) words: Words,
    /// Where among them the verb is.
    pub(crate) verb: Option<usize>,
    /// What the verb says a call does.
    pub(crate) effect: Option<Effect>,
    /// The words without the verb and versions, in the singular, joined by spaces.
    pub(crate) object: String,
    /// Whether the last of them was a plural.
    pub(crate) is_plural: bool,
}

impl NameParts {
    /// The one verb that stands for all verbs of the same act.
    pub(crate) fn act(&self) -> Option<&str> {
        self.own_verb().map(act_of)
    }

    /// The verb as the author wrote it, in small letters.
    pub(crate) fn own_verb(&self) -> Option<&str> {
        self.words.iter().nth(self.verb?)
    }

    /// Whether nothing but the verb is left of the name.
    pub(crate) fn is_bare(&self) -> bool {
        self.object.is_empty()
    }
}

/// The words of a name in small letters, in one text: each with a blank behind it, which stands in none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Words(String);

impl Words {
    /// The words of a name.
    pub(crate) fn of(name: &str) -> Self {
        let mut words = String::with_capacity(name.len() + name.len() / 2 + 1);
        for word in words_between(name, b"_-./:") {
            words.push_str(word);
            words.push(' ');
        }
        if !words.is_ascii() {
            return Self(words.to_lowercase());
        }
        words.make_ascii_lowercase();
        Self(words)
    }

    /// One after the other.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let mut rest = &*self.0;
        std::iter::from_fn(move || {
            let end = rest.bytes().position(|byte| byte == b' ')?;
            let (word, behind) = rest.split_at(end);
            rest = &behind[1..];
            Some(word)
        })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.iter().count()
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The names of a set, taken apart, in the order of its tools.
pub(crate) fn name_parts<'n>(names: impl Iterator<Item = &'n str>) -> Vec<NameParts> {
    let words: Vec<Words> = names.map(Words::of).collect();
    let common = common_start(&words);
    words.into_iter().map(|words| parts(words, &common)).collect()
}

fn parts(mut words: Words, common: &Words) -> NameParts {
    // A name that is nothing but the start keeps it.
    if words.0.len() > common.0.len() && words.0.starts_with(&common.0) {
        words.0.drain(..common.0.len());
    }
    let (verb, effect) = verb(&words).unzip();
    let effect = effect.flatten();
    let mut object = String::with_capacity(words.0.len());
    let mut is_plural = false;
    for (_, word) in words.iter().enumerate().filter(|(at, word)| Some(*at) != verb && !is_version(word)) {
        let singular = singular(word);
        if !object.is_empty() {
            object.push(' ');
        }
        object.push_str(&singular);
        // The last word is the one that counts.
        is_plural = singular != word;
    }
    NameParts { words, verb, effect, object, is_plural }
}

/// Where among the words of a name the verb is, and what it says a call does.
fn verb(words: &Words) -> Option<(usize, Option<Effect>)> {
    let mut in_order = words.iter();
    let (first, second, third) = (in_order.next()?, in_order.next(), in_order.next());
    // Behind the first two words a verb is more often a noun: "get_audit_log". So is the last of two.
    let opening = [Some(first), second.filter(|_| third.is_some())].into_iter().flatten().enumerate();
    let mut verbs = opening.filter_map(|(at, word)| Some((at, Some(verb_in_base_form(word)?.effect))));
    verbs.next().or_else(|| {
        let last = in_order.last().or(third).or(second).unwrap_or(first);
        let closes = CLOSING_VERBS.contains(&last);
        closes.then(|| (words.count() - 1, verb_in_base_form(last).map(|verb| verb.effect)))
    })
}

/// Whether a word says no more than which version it is: `v2`.
pub(crate) fn is_version(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Verbs that are read as verbs at the end of a name. Others are nouns there, as in `audit_log` and
/// `unit_test`.
pub(crate) const CLOSING_VERBS: [&str; 20] = [
    "get", "list", "create", "update", "delete", "add", "remove", "read", "write", "find", "fetch", "insert",
    "start", "stop", "enable", "disable", "upload", "download", "send", "search",
];

/// The words that at least four in five names begin with: what a server calls itself.
fn common_start(names: &[Words]) -> Words {
    const ENOUGH: usize = 3;
    let mut common = Words::default();
    if names.len() < ENOUGH {
        return common;
    }
    loop {
        // Of two words and more, the first one behind those that are known.
        let mut next: Vec<&str> = names
            .iter()
            .filter_map(|words| words.0.strip_prefix(&common.0)?.strip_suffix(' ')?.split_once(' '))
            .map(|(word, _)| word)
            .collect();
        next.sort_unstable();
        let longest_run = next.chunk_by(|left, right| left == right).max_by_key(|run| run.len());
        match longest_run {
            Some(run) if run.len() * 5 >= names.len() * 4 && verb_in_base_form(run[0]).is_none() => {
                common.0.push_str(run[0]);
                common.0.push(' ');
            }
            _ => return common,
        }
    }
}

/// The verb that stands for all that ask for the same act.
pub(crate) fn act_of(verb: &str) -> &str {
    // By length first: every word of every description is asked.
    match verb.len() {
        4 => match verb {
            "find" => "search",
            "edit" => "update",
            _ => verb,
        },
        5 => match verb {
            "fetch" => "get",
            "query" => "search",
            "erase" => "delete",
            _ => verb,
        },
        6 => match verb {
            "lookup" => "search",
            "remove" => "delete",
            "modify" => "update",
            "invoke" => "run",
            "verify" => "check",
            _ => verb,
        },
        7 => match verb {
            "destroy" => "delete",
            "execute" => "run",
            "analyse" => "analyze",
            "compute" => "calculate",
            _ => verb,
        },
        8 => match verb {
            "retrieve" => "get",
            "validate" => "check",
            _ => verb,
        },
        9 if verb == "summarise" => "summarize",
        _ => verb,
    }
}

/// A noun in the singular, as far as its ending tells.
///
/// `pub(crate)` beside [`act_of`]: descriptions are compared by the same forms.
pub(crate) fn singular(word: &str) -> std::borrow::Cow<'_, str> {
    use std::borrow::Cow;
    let Some(stem) = word.strip_suffix('s').filter(|stem| stem.len() >= 3) else {
        return Cow::Borrowed(word);
    };
    if let Some(start) = stem.strip_suffix("ie").filter(|start| start.len() >= 2) {
        return Cow::Owned(format!("{start}y"));
    }
    for ending in ["sse", "xe", "che", "she", "zze", "use"] {
        // "uses" and "causes" end in `e`, "statuses" and "buses" do not; only long ones are told apart.
        if stem.ends_with(ending) && (ending != "use" || stem.ends_with("tuse")) {
            return Cow::Borrowed(&stem[..stem.len() - 1]);
        }
    }
    if stem.ends_with(['s', 'u', 'i']) { Cow::Borrowed(word) } else { Cow::Borrowed(stem) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::words_of_name;

    proptest! {
        #[test]
        fn words_are_those_of_the_parts_of_a_name(
            name in "([a-zA-Z0-9]{0,3}[-_./: \t\n\u{b}\u{c}\u{1c}!éΣ\u{a0}\u{3000}在]?){0,6}"
        ) {
            let parts = name.split(['/', ':']);
            let plainly: Vec<String> = parts.flat_map(words_of_name).map(str::to_lowercase).collect();
            let words = Words::of(&name);
            prop_assert_eq!(words.iter().collect::<Vec<_>>(), plainly);
        }
    }

    fn taken_apart(names: &[&str]) -> Vec<(Option<String>, String)> {
        name_parts(names.iter().copied())
            .into_iter()
            .map(|parts| (parts.act().map(str::to_owned), parts.object))
            .collect()
    }

    #[test]
    fn a_verb_stands_first_second_or_last() {
        let expected = [
            ("get_audit_log", Some("get"), "audit log"),
            ("fetchCrates", Some("get"), "crate"),
            ("dock_listCratesV2", Some("list"), "dock crate"),
            ("crate-list", Some("list"), "crate"),
            ("crates/delete", Some("delete"), "crate"),
            ("audit_log", None, "audit log"),
            ("list", Some("list"), ""),
            ("", None, ""),
        ];
        let names: Vec<&str> = expected.iter().map(|(name, ..)| *name).collect();
        for (found, (name, act, object)) in taken_apart(&names).into_iter().zip(expected) {
            assert_eq!(found, (act.map(str::to_owned), object.to_owned()), "{name}");
        }
    }

    #[test]
    fn what_nearly_all_names_begin_with_is_left_out() {
        let objects = |names: &[&str]| -> Vec<String> {
            taken_apart(names).into_iter().map(|(_, object)| object).collect()
        };
        assert_eq!(
            objects(&["dock_get_crate", "dock_list_crates", "dock_seal", "dock_move_crate", "ping"]),
            ["crate", "crate", "seal", "crate", "ping"]
        );
        assert_eq!(objects(&["get_a", "get_b", "get_c"]), ["a", "b", "c"]);
        assert_eq!(objects(&["dock_get_crate", "dock_list_crates"]), ["dock crate", "dock crate"]);
    }

    #[test]
    fn the_singular_is_told_by_the_ending() {
        for (word, expected) in [
            ("crates", "crate"),
            ("branches", "branch"),
            ("boxes", "box"),
            ("entries", "entry"),
            ("statuses", "status"),
            ("status", "status"),
            ("causes", "cause"),
            ("databases", "database"),
            ("access", "access"),
            ("analysis", "analysis"),
            ("dns", "dns"),
            ("addresses", "address"),
            ("ties", "tie"),
            ("é", "é"),
        ] {
            assert_eq!(singular(word), expected, "{word}");
        }
    }
}
