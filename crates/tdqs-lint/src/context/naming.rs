//! What the names of a tool set are made of: a verb, and the object it acts on.

use crate::text::{Effect, verb_in_base_form, words_in};

/// The name of a tool, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NameParts {
    /// The words in small letters, without those that nearly all names of the set begin with.
    pub(crate) words: Vec<String>,
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
        self.verb.and_then(|at| self.words.get(at)).map(String::as_str)
    }

    /// Whether nothing but the verb is left of the name.
    pub(crate) fn is_bare(&self) -> bool {
        self.object.is_empty()
    }
}

/// The names of a set, taken apart, in the order of its tools.
pub(crate) fn name_parts<'n>(names: impl Iterator<Item = &'n str>) -> Vec<NameParts> {
    let words: Vec<Vec<String>> = names.map(words_in_small_letters).collect();
    let common = common_start(&words);
    words.into_iter().map(|words| parts(words, &common)).collect()
}

/// The words of a name in small letters.
pub(crate) fn words_in_small_letters(name: &str) -> Vec<String> {
    name.split(['/', ':']).flat_map(words_in).map(str::to_lowercase).collect()
}

fn parts(mut words: Vec<String>, common: &[String]) -> NameParts {
    // A name that is nothing but the start keeps it.
    if words.len() > common.len() && words.starts_with(common) {
        words.drain(..common.len());
    }
    let as_verb = |at: usize| words.get(at).and_then(|word| verb_in_base_form(word));
    let last = words.len().saturating_sub(1);
    // Behind the first two words a verb is more often a noun: "get_audit_log".
    let opening = [0, 1].into_iter().filter(|at| *at == 0 || *at < last);
    let opening = opening.into_iter().find_map(|at| Some((at, as_verb(at)?.effect)));
    let (verb, effect) = match opening {
        Some((at, effect)) => (Some(at), Some(effect)),
        None if words.get(last).is_some_and(|word| CLOSING_VERBS.contains(&word.as_str())) => {
            (Some(last), as_verb(last).map(|verb| verb.effect))
        }
        None => (None, None),
    };
    let mut object = String::with_capacity(words.iter().map(|word| word.len() + 1).sum());
    let mut is_plural = false;
    for (_, word) in words.iter().enumerate().filter(|(at, word)| Some(*at) != verb && !is_version(word)) {
        let singular = singular(word);
        if !object.is_empty() {
            object.push(' ');
        }
        object.push_str(&singular);
        // The last word is the one that counts.
        is_plural = singular != word.as_str();
    }
    NameParts { words, verb, effect, object, is_plural }
}

/// Whether a word says no more than which version it is: `v2`.
pub(crate) fn is_version(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Verbs that are read as verbs at the end of a name. Others are nouns there, as in `audit_log` and
/// `unit_test`.
const CLOSING_VERBS: [&str; 20] = [
    "get", "list", "create", "update", "delete", "add", "remove", "read", "write", "find", "fetch", "insert",
    "start", "stop", "enable", "disable", "upload", "download", "send", "search",
];

/// The words that at least four in five names begin with: what a server calls itself.
fn common_start(names: &[Vec<String>]) -> Vec<String> {
    const ENOUGH: usize = 3;
    let mut common: Vec<String> = Vec::new();
    if names.len() < ENOUGH {
        return common;
    }
    loop {
        let mut next: Vec<&str> = names
            .iter()
            .filter(|words| words.len() > common.len() + 1 && words.starts_with(&common))
            .filter_map(|words| words.get(common.len()).map(String::as_str))
            .collect();
        next.sort_unstable();
        let longest_run = next.chunk_by(|left, right| left == right).max_by_key(|run| run.len());
        match longest_run {
            Some(run) if run.len() * 5 >= names.len() * 4 && verb_in_base_form(run[0]).is_none() => {
                common.push(run[0].to_owned());
            }
            _ => return common,
        }
    }
}

/// The verb that stands for all that ask for the same act.
pub(crate) fn act_of(verb: &str) -> &str {
    match verb {
        "fetch" | "retrieve" => "get",
        "find" | "query" | "lookup" => "search",
        "remove" | "erase" | "destroy" => "delete",
        "modify" | "edit" => "update",
        "execute" | "invoke" => "run",
        "verify" | "validate" => "check",
        "analyse" => "analyze",
        "summarise" => "summarize",
        "compute" => "calculate",
        other => other,
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
    use super::*;

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
