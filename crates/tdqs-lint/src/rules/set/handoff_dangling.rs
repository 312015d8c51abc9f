//! TDQS416: sent to a tool that is not there.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use tdqs_rubric::Dimension;

use super::visible_names::cleaned;
use crate::context::{SetContext, TextKind, ToolContext, identifiers};
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
        if !may_have_no_word(description) {
            continue;
        }
        let mut told: Vec<&str> = Vec::new();
        let mut is_asked_for = false;
        for name in identifiers(description) {
            // Few words stand behind a request, and the others need no look.
            let is_behind_request = is_asked_for;
            is_asked_for = may_ask(name.text, is_asked_for);
            if !is_behind_request
                || !name.is_no_word()
                || !is_called_like_a_tool(name.text)
                || !is_sent_to(description, name.range.start, name.range.end)
                || told.contains(&name.text)
                || known.has(name.text)
                || is_of_schema(tool, name.text)
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

/// Whether a description may have something that is no word of prose. Many have nothing, and so many bytes are looked at
/// at once.
fn may_have_no_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let has_mark = bytes.iter().fold(false, |has, byte| has | matches!(byte, b'_' | b'`' | b'0'..=b'9'));
    has_mark
        || pairs.fold(false, |has, (one, next)| has | (one.is_ascii_lowercase() & next.is_ascii_uppercase()))
}

/// Verbs that ask for a call.
const REQUESTS: [&str; 3] = ["use", "call", "prefer"];
/// Words that may stand between such a verb and the name.
const ARTICLES: [&str; 2] = ["tool", "the"];

/// Whether a name that stands behind this word may be asked for. An article asks when what stood before it did.
fn may_ask(word: &str, before: bool) -> bool {
    let ends_with = |verb: &&str| {
        let end = word.len().checked_sub(verb.len()).and_then(|start| word.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(verb))
    };
    // Their last letters; most words have another.
    matches!(word.as_bytes().last(), Some(b'e' | b'l' | b'r' | b'E' | b'L' | b'R'))
        && (REQUESTS.iter().any(ends_with) || (before && ARTICLES.iter().any(ends_with)))
}

fn without_last_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let start = text.len().checked_sub(word.len())?;
    let (rest, last) = (text.get(..start)?, text.get(start..)?);
    let is_whole = !rest.ends_with(|before: char| before.is_alphanumeric() || before == '_');
    (is_whole && last.eq_ignore_ascii_case(word)).then(|| rest.trim_end())
}

/// A name without what clients and authors write differently.
fn plain(name: &str) -> String {
    cleaned(name).replace('-', "_").to_ascii_lowercase()
}

/// The names of the tools, and what is left of them without the server or a part of it before them.
struct Known<'n> {
    /// The first tool that is called so but for case and what joins the words.
    squeezed: BTreeMap<String, &'n str>,
    whole: BTreeSet<String>,
    ends: BTreeSet<String>,
}

impl<'n> Known<'n> {
    fn of(names: impl Iterator<Item = &'n str>) -> Self {
        let (mut squeezed, mut whole, mut all_ends) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        for name in names {
            let plain = plain(name);
            squeezed.entry(plain.replace('_', "")).or_insert(name);
            all_ends.extend(ends(&plain).map(str::to_owned));
            whole.insert(plain);
        }
        Self { squeezed, whole, ends: all_ends }
    }

    /// A tool that is called so but for case and what joins the words.
    fn like(&self, name: &str) -> Option<&'n str> {
        self.squeezed.get(&plain(name).replace('_', "")).copied()
    }

    /// Whether a tool is called so, with or without the name of the server or of a part of it before either.
    fn has(&self, name: &str) -> bool {
        let name = plain(name);
        self.whole.contains(&name)
            || self.ends.contains(&name)
            || ends(&name).any(|end| self.whole.contains(end))
    }
}

/// What stands behind each underscore.
fn ends(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices('_').filter_map(|(at, _)| name.get(at + 1..))
}

/// Whether it is something else that the definition speaks of: a parameter, one of its values.
fn is_of_schema(tool: &ToolContext<'_>, name: &str) -> bool {
    tool.texts()
        .any(|text| !text.kind().is_prose() && text.kind() != TextKind::Name && text.content() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

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
