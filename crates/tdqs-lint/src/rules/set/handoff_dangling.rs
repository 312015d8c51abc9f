//! TDQS416: sent to a tool that is not there.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use tdqs_rubric::Dimension;

use super::visible_names::cleaned;
use crate::context::{Identifier, SetContext, TextKind, ToolContext, identifiers, is_of_name};
use crate::text::{verb_in_base_form, words_of_name};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS416",
    name: "handoff-dangling",
    summary: "The description sends an agent to a tool that the server does not have.",
    why: "An agent that is told to use `search_crates` looks for it, calls it and fails, or makes do with something else. \
          Mostly the tool was renamed or removed and the sentence stayed.\n\nName the tool as it is called now, or take \
          the sentence out.",
    sources: &["Evaluation of a tool surface, section 11: Handoff"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate", "description": "Return one crate. Use `search_crates` when the label is not known."}, {"name": "find_crates", "description": "Find crates."}]"#,
        r#"[{"name": "get_crate", "description": "Return one crate. Use `findCrates` when the label is not known."}, {"name": "find_crates", "description": "Find crates."}]"#,
        r#"[{"name": "move_crate", "description": "Move a crate. To move many, call the move_crates tool instead."}, {"name": "list_shelves", "description": "List all shelves."}]"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate. Use `find_crates` when the label is not known."}, {"name": "find_crates", "description": "Find crates."}]"#,
        r#"[{"name": "list_crates", "description": "List crates. Use `sort_order` to sort, and use get_more_results() in scripts.", "inputSchema": {"properties": {"sort_order": {"type": "string"}}}}, {"name": "get_crate", "description": "Return one crate."}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    // One tool is no server, and of a part of the tools nothing can be said of the others.
    if set.may_lack_tools() || set.tools().len() < 2 {
        return;
    }
    // Few sets have a name that has to be looked up.
    let known = LazyCell::new(|| Known::of(set.tools().iter().map(ToolContext::name)));
    for tool in set.tools() {
        let Some(text) = tool.description_text() else { continue };
        let description = text.content();
        let mut told: Vec<&str> = Vec::new();
        for name in asked_for(description) {
            // Nearly all are tools by their very names, and those are looked up first.
            if !name.is_no_word()
                || !is_called_like_a_tool(name.text)
                || !is_sent_to(description, name.range.start, name.range.end)
                || told.contains(&name.text)
                || set.tool_named(name.text).is_some()
                || is_of_schema(tool, name.text)
                || known.has(name.text)
            {
                continue;
            }
            told.push(name.text);
            let like_it = known.like(name.text);
            let mended = match like_it {
                Some(like_it) => format!("it is called `{like_it}`"),
                None => "name the tool as it is called now, or take the sentence out".to_owned(),
            };
            let message = format!("there is no tool `{}`; {mended}", name.text);
            let mut reported = findings.report(&text.place(name.range.clone()), message);
            if let Some(like_it) = like_it.and_then(|name| set.tool_named(name)) {
                reported.relate(&like_it.name_node().place(), "the tool that is meant");
            }
        }
    }
}

/// Whether the name is a verb and an object, or the other way round, and not rather that of a value.
fn is_called_like_a_tool(name: &str) -> bool {
    let words = words_of_name(name);
    let [first, .., last] = &words[..] else { return false };
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let is_among = |word: &str, list: &[&str]| list.iter().any(|listed| word.eq_ignore_ascii_case(listed));
    let opens_with_verb = verb_in_base_form(first).is_some() && !is_among(first, &MOSTLY_NOUNS);
    is_plain && !is_among(last, &OF_VALUES) && (opens_with_verb || is_among(last, &CLOSING_VERBS))
}

/// Verbs that are rather nouns where a value is called by them: `test_suite`, `sort_order`, `open_api`.
const MOSTLY_NOUNS: [&str; 16] = [
    "answer", "build", "call", "count", "export", "filter", "format", "load", "log", "open", "plan", "post",
    "query", "sort", "test", "view",
];

/// Words in which the names of values end.
const OF_VALUES: [&str; 12] =
    ["by", "code", "id", "ids", "key", "mode", "name", "names", "only", "order", "type", "url"];

/// Verbs that are verbs at the end of a name, too.
const CLOSING_VERBS: [&str; 7] = ["get", "list", "create", "update", "delete", "remove", "search"];

/// Whether the words before it tell an agent to use it as a tool: "use `x`", "call the x tool".
fn is_sent_to(text: &str, start: usize, end: usize) -> bool {
    let after = text.get(end..).unwrap_or_default();
    let after = after.strip_prefix("**").or(after.strip_prefix('`')).unwrap_or(after);
    // A function of a library, a parameter with its value, a path.
    if after.starts_with(['(', '=', '[', '<', '*']) {
        return false;
    }
    let mut before = text.get(..start).unwrap_or_default().trim_end_matches(['`', '\'', '"', '*', ' ']);
    for article in ARTICLES {
        before = without_last_word(before, article).unwrap_or(before);
    }
    let has_verb = REQUESTS.iter().any(|verb| without_last_word(before, verb).is_some());
    let next = after.trim_start().split(|character: char| !character.is_ascii_alphabetic()).next();
    let next = next.unwrap_or_default().to_ascii_lowercase();
    has_verb
        && !matches!(
            next.as_str(),
            "parameter"
                | "parameters"
                | "param"
                | "argument"
                | "arguments"
                | "option"
                | "flag"
                | "field"
                | "property"
        )
}

/// Verbs that ask for a call.
const REQUESTS: [&str; 3] = ["use", "call", "prefer"];
/// Words that may stand between such a verb and the name.
const ARTICLES: [&str; 2] = ["tool", "the"];

/// The names that may be asked for: behind each verb that asks for a call, the first one that is no article. All that
/// [`is_sent_to`] holds of are among them, and most descriptions have none.
fn asked_for(text: &str) -> impl Iterator<Item = Identifier<'_>> {
    ends_of_requests(text).filter_map(move |end| {
        let is_article =
            |name: &Identifier<'_>| ARTICLES.iter().any(|article| name.text.eq_ignore_ascii_case(article));
        // An article each may stand before the name, and no name is one.
        let name = identifiers(text.get(end..)?).take(ARTICLES.len() + 1).find(|name| !is_article(name))?;
        Some(Identifier { range: name.range.start + end..name.range.end + end, ..name })
    })
}

/// Where the verbs that ask for a call end, as far as something stands behind them. Whether they are words of their own
/// is not looked at; that no letter, digit or joint of a name follows them is.
fn ends_of_requests(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_end = move |end: usize| {
        // Most places are no end of any, by the last letter alone.
        if !matches!(bytes.get(end - 1).map(|last| last | 0x20), Some(b'e' | b'l' | b'r')) {
            return false;
        }
        let is_verb = |verb: &&str| {
            let word = end.checked_sub(verb.len()).and_then(|start| bytes.get(start..end));
            word.is_some_and(|word| word.eq_ignore_ascii_case(verb.as_bytes()))
        };
        bytes.get(end).is_some_and(|next| !is_of_name(*next)) && REQUESTS.iter().any(is_verb)
    };
    // The places from the first to the second are to be looked at one by one.
    let (mut at, mut until) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            if at < until {
                at += 1;
                if is_end(at + 2) {
                    return Some(at + 2);
                }
                continue;
            }
            let chunk = bytes.get(at..at + AT_ONCE + 3);
            match chunk.and_then(|chunk| <&[u8; AT_ONCE + 3]>::try_from(chunk).ok()) {
                Some(chunk) => {
                    until = at + AT_ONCE;
                    if !has_last_letters(chunk) {
                        at = until;
                    }
                }
                None if at + 4 <= bytes.len() => until = bytes.len() - 3,
                None => return None,
            }
        }
    })
}

/// So many places are looked at together.
const AT_ONCE: usize = 32;

/// Whether at one of these places are the last letters of a verb that asks for a call, in any case, and then no letter.
/// Not inlined, with a number and no branch for each place, and each byte by itself: so the compiler makes vectors of it.
#[inline(never)]
fn has_last_letters(chunk: &[u8; AT_ONCE + 3]) -> bool {
    let are = |first: u8, second: u8, third: u8, letters: &[u8; 3]| {
        u8::from(first == letters[0]) & u8::from(second == letters[1]) & u8::from(third == letters[2])
    };
    let mut any = 0;
    for at in 0..AT_ONCE {
        let (first, second) = (chunk[at] | 0x20, chunk[at + 1] | 0x20);
        let (third, next) = (chunk[at + 2] | 0x20, chunk[at + 3] | 0x20);
        let is_verb = are(first, second, third, b"use")
            | are(first, second, third, b"all")
            | are(first, second, third, b"fer");
        any |= is_verb & u8::from(next.wrapping_sub(b'a') >= 26);
    }
    any != 0
}

fn without_last_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let start = text.len().checked_sub(word.len())?;
    let (rest, last) = (text.get(..start)?, text.get(start..)?);
    let is_whole = !rest.ends_with(|before: char| before.is_alphanumeric() || before == '_');
    (is_whole && last.eq_ignore_ascii_case(word)).then(|| rest.trim_end())
}

/// A name without what clients and authors write differently.
fn plain(name: &str) -> String {
    let mut plain = cleaned(name).replace('-', "_");
    plain.make_ascii_lowercase();
    plain
}

/// A plain name from its end to its beginning.
fn backwards(plain: &str) -> String {
    plain.chars().rev().collect()
}

/// The names of the tools.
struct Known<'n> {
    /// The first tool that is called so but for case and what joins the words.
    squeezed: BTreeMap<String, &'n str>,
    /// Plain and backwards: those that end alike stand together.
    by_end: BTreeSet<String>,
}

impl<'n> Known<'n> {
    fn of(names: impl Iterator<Item = &'n str>) -> Self {
        let (mut squeezed, mut by_end) = (BTreeMap::new(), BTreeSet::new());
        for name in names {
            let plain = plain(name);
            squeezed.entry(plain.replace('_', "")).or_insert(name);
            by_end.insert(backwards(&plain));
        }
        Self { squeezed, by_end }
    }

    /// A tool that is called so but for case and what joins the words.
    fn like(&self, name: &str) -> Option<&'n str> {
        self.squeezed.get(&plain(name).replace('_', "")).copied()
    }

    /// Whether a tool is called so, with or without the name of the server or of a part of it before either.
    fn has(&self, name: &str) -> bool {
        let name = backwards(&plain(name));
        let less = name.match_indices('_').filter_map(|(at, _)| name.get(..at));
        let more = format!("{name}_");
        std::iter::once(&*name).chain(less).any(|end| self.by_end.contains(end))
            || self.by_end.range(more.clone()..).next().is_some_and(|known| known.starts_with(&more))
    }
}

/// Whether it is something else that the definition speaks of: a parameter, one of its values.
fn is_of_schema(tool: &ToolContext<'_>, name: &str) -> bool {
    tool.texts()
        .any(|text| !text.kind().is_prose() && text.kind() != TextKind::Name && text.content() == name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whoever_is_sent_to_is_asked_for(
            text in "(use|USE|re-use|call|prefer|a_use|the|The|tool|get_x|`get_x`|[ax`'*._: é\u{a0}-]| |  |\n){0,24}",
        ) {
            let plainly: Vec<Identifier<'_>> = identifiers(&text)
                .filter(|name| name.text.contains("get") && is_sent_to(&text, name.range.start, name.range.end))
                .collect();
            let found: Vec<Identifier<'_>> = asked_for(&text)
                .filter(|name| name.text.contains("get") && is_sent_to(&text, name.range.start, name.range.end))
                .collect();
            prop_assert_eq!(found, plainly);
        }

        /// The same by comparing every name.
        #[test]
        fn what_comparing_every_name_knows_is_known(
            names in proptest::collection::vec("[aB_-]{0,5}", 0..6),
            name in "[aB_.-]{0,5}",
        ) {
            let asked = plain(&name);
            let is_end = |end: &str, whole: &str| end == whole || whole.ends_with(&format!("_{end}"));
            let is_known = names.iter().any(|name| {
                let own = plain(name);
                is_end(&asked, &own) || is_end(&own, &asked)
            });
            prop_assert_eq!(Known::of(names.iter().map(String::as_str)).has(&name), is_known);
        }
    }

    #[test]
    fn every_verb_may_end_in_its_last_letters() {
        for verb in REQUESTS {
            for place in [0, 1, AT_ONCE - 1] {
                let mut chunk = [b'x'; AT_ONCE + 3];
                chunk[place..place + 3].copy_from_slice(&verb.as_bytes()[verb.len() - 3..]);
                assert!(!has_last_letters(&chunk), "{verb}");
                chunk[place + 3] = b'`';
                assert!(has_last_letters(&chunk), "{verb}");
            }
        }
    }

    #[test]
    fn only_a_request_sends_to_a_tool() {
        let is_sent = |text: &str| {
            let start = text.find("get_x").unwrap();
            is_sent_to(text, start, start + 5)
        };
        for text in ["Use get_x.", "use `get_x` to", "Please CALL the tool get_x first", "prefer **get_x**"] {
            assert!(is_sent(text), "{text}");
        }
        for text in [
            "Uses get_x",
            "misuse get_x",
            "like get_x",
            "Use get_x() to",
            "use `get_x` parameter",
            "Use x: get_x",
        ] {
            assert!(!is_sent(text), "{text}");
        }
    }

    #[test]
    fn a_value_is_not_called_like_a_tool() {
        for name in ["get_crate", "findCrates", "crate-list", "FETCH_CRATES"] {
            assert!(is_called_like_a_tool(name), "{name}");
        }
        for name in
            ["testSuiteId", "OpenAPI", "sort_by", "get", "a_crate", "get_crate.label", "update_mode", "x_log"]
        {
            assert!(!is_called_like_a_tool(name), "{name}");
        }
    }

    #[test]
    fn a_tool_is_known_under_the_names_that_clients_give_it() {
        let known = Known::of(["crate_list", "dock_get_crate"].into_iter());
        for name in ["dock-get-crate", "get_crate", "mcp__dock__crate_list", "Crate.List"] {
            assert!(known.has(name), "{name}");
        }
        for name in ["et_crate", "get_crates", "dock_get"] {
            assert!(!known.has(name), "{name}");
        }
        assert_eq!(known.like("crateList"), Some("crate_list"));
        assert_eq!(known.like("cratesList"), None);
    }
}
