//! What a description says first: the verbs and the objects of its opening.

use std::ops::Range;

use super::nouns;
use super::verbs::{self, Operation, Verb};

/// How many words of an opening are read. Past this many nobody would call it one.
const WORDS_READ: usize = 60;

/// The opening of a description.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lead {
    /// "Create, update or delete": every verb of the opening, in order. Empty when none is known.
    pub(crate) verbs: Vec<Verb>,
    /// Whether the text opens with the verb instead of coming to it later.
    pub(crate) opens: bool,
    /// What the verbs act on, in canonical form: the nouns up to the first preposition that leads
    /// elsewhere, and those of a list after a colon. Nouns that could be anything are left out.
    pub(crate) objects: Vec<String>,
    /// Where the opening's verb stands among the words.
    pub(crate) at: usize,
}

impl Lead {
    /// Reads the opening of a text, given in lower case with its words and sentences.
    pub(crate) fn read(lower: &str, words: &[Range<usize>], sentences: &[Range<usize>]) -> Self {
        let Some(first) = sentences.first() else { return Self::default() };
        let word = |at: usize| -> &str { words.get(at).map_or("", |span| &lower[span.clone()]) };
        let begin = words.partition_point(|span| span.start < first.start + tags(&lower[first.clone()]));
        let end = words.partition_point(|span| span.start < first.end).min(begin + WORDS_READ);
        let opening = introduction(begin, end, word);
        let mut lead = Self { at: opening, ..Self::default() };
        if verbs::verb(word(opening)).is_some() {
            lead.opens = true;
        } else if let Some(at) =
            (begin..end).find(|at| verbs::third_person(word(*at)).is_some() && *at > begin)
        {
            lead.at = at;
        } else if let Some(second) = sentences.get(1) {
            // "Health check. Returns the version."
            let at = words.partition_point(|span| span.start < second.start);
            let at = introduction(at, words.partition_point(|span| span.start < second.end), word);
            lead.verbs.extend(verbs::verb(word(at)));
            lead.objects = objects(lower, words, begin, end, false);
            return lead;
        }
        let mut after = begin;
        for at in lead.at..end {
            match verbs::verb(word(at)) {
                Some(verb) if at == lead.at || is_joined(lower, words, at) => {
                    lead.verbs.push(verb);
                    after = at + 1;
                }
                None if matches!(word(at), "and" | "or") => {}
                _ => break,
            }
        }
        lead.objects = objects(lower, words, after, end, !lead.verbs.is_empty());
        lead
    }

    /// The first verb.
    pub(crate) fn verb(&self) -> Option<Verb> {
        self.verbs.first().copied()
    }

    /// What the first verb that says something does.
    pub(crate) fn operation(&self) -> Option<Operation> {
        let telling = self.verbs.iter().find(|verb| verb.operation != Operation::Vague);
        telling.or(self.verbs.first()).map(|verb| verb.operation)
    }
}

/// How many bytes of tags stand before the text: `[files]`, `(Pro).`, `**`.
fn tags(sentence: &str) -> usize {
    let mut rest = sentence;
    loop {
        rest = rest.trim_start_matches(|character: char| {
            !character.is_alphanumeric() && character != '[' && character != '('
        });
        let close = match rest.chars().next() {
            Some('[') => rest.find(']'),
            Some('(') => rest.find(')'),
            _ => None,
        };
        match close {
            Some(close) => rest = &rest[close + 1..],
            None => return sentence.len() - rest.len(),
        }
    }
}

/// The first word after "This tool allows you to", "A tool for", "Safely" and the like.
fn introduction<'a>(begin: usize, end: usize, word: impl Fn(usize) -> &'a str) -> usize {
    const OPENERS: [&str; 19] = [
        "this", "tool", "a", "an", "the", "use", "used", "allows", "allow", "lets", "enables", "it", "can",
        "you", "provides", "helps", "function", "api", "endpoint",
    ];
    const CONTINUED: [&str; 20] = [
        "to",
        "for",
        "that",
        "which",
        "is",
        "be",
        "will",
        "user",
        "users",
        "ability",
        "agent",
        "agents",
        "ai",
        "llm",
        "method",
        "command",
        "mcp",
        "server",
        "action",
        "operation",
    ];
    let mut at = begin;
    let is_opener = |word: &str| OPENERS.contains(&word);
    if is_opener(word(at)) {
        while at < end && (is_opener(word(at)) || CONTINUED.contains(&word(at))) {
            at += 1;
        }
    }
    while at < end && word(at).ends_with("ly") && verbs::verb(word(at)).is_none() {
        at += 1;
    }
    at
}

/// Whether "and", "or", a comma or a slash joins a word to the one before.
fn is_joined(lower: &str, words: &[Range<usize>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    matches!(&lower[words[before].clone()], "and" | "or")
        || lower[words[before].end..words[at].start].contains([',', '/'])
}

/// The objects among some words. Where no verb comes before them, what may be one is none of them.
fn objects(lower: &str, words: &[Range<usize>], begin: usize, end: usize, behind_verb: bool) -> Vec<String> {
    // Words after these are no objects, but where and how.
    const AWAY: [&str; 27] = [
        "in", "on", "across", "from", "over", "by", "with", "within", "to", "inside", "using", "via", "into",
        "at", "through", "under", "when", "if", "where", "against", "between", "before", "after", "since",
        "during", "as", "so",
    ];
    // These go on to the object if nothing telling came before: "details of a boat".
    const ON: [&str; 4] = ["of", "about", "for", "that"];
    let mut objects: Vec<String> = Vec::new();
    let mut away = false;
    let mut previous_end = words.get(begin).map_or(0, |span| span.start);
    for span in words.iter().take(end).skip(begin) {
        let word = &lower[span.clone()];
        if lower[previous_end..span.start].contains(':') {
            away = false;
        }
        previous_end = span.end;
        if AWAY.contains(&word) || (ON.contains(&word) && !objects.is_empty()) {
            away = true;
        } else if !away
            && !nouns::is_filler(word)
            && word.len() > 1
            && !is_participle(word)
            && !word.bytes().all(|byte| byte.is_ascii_digit())
        {
            let noun = nouns::canonical(word);
            if !nouns::is_vague(&noun)
                && (behind_verb || verbs::third_person(word).is_none() || !objects.is_empty())
                && !objects.contains(&noun)
            {
                objects.push(noun);
            }
        }
        if objects.len() == 12 {
            break;
        }
    }
    objects
}

/// "qualified", "introduced": says something of a thing and is none.
fn is_participle(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ed")
}

#[cfg(test)]
mod tests {
    use super::super::Description;

    fn check(text: &str, verbs: &[&str], objects: &[&str]) {
        let lead = Description::read(text).lead;
        let found: Vec<&str> = lead.verbs.iter().map(|verb| verb.base).collect();
        assert_eq!(
            (found.as_slice(), lead.objects.as_slice()),
            (verbs, objects.iter().map(|noun| (*noun).to_owned()).collect::<Vec<_>>().as_slice()),
            "{text}"
        );
    }

    #[test]
    fn the_verb_is_found_behind_tags_and_introductions() {
        check("[harbour] List boats in the harbour.", &["list"], &["boat"]);
        check("This tool allows you to create boats", &["create"], &["boat"]);
        check("Permanently deletes one boat.", &["delete"], &["boat"]);
        check("Create, update or delete boats", &["create", "update", "delete"], &["boat"]);
    }

    #[test]
    fn objects_end_at_a_preposition_and_go_on_after_a_colon() {
        check("Search for code across repositories.", &["search"], &["code"]);
        check("Get details of a boat by number.", &["get"], &["boat"]);
        check("List orders by date.", &["list"], &["order"]);
        check(
            "Query the panel over time: population, measure.",
            &["query"],
            &["panel", "population", "stat"],
        );
    }

    #[test]
    fn a_text_without_a_known_verb_still_has_objects() {
        check("Harbour weather snapshot", &[], &["harbour", "weather", "snapshot"]);
        check("列出船只", &[], &["列出船只"]);
    }
}
