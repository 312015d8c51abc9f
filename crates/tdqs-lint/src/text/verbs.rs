//! Which words are verbs, and what does a tool do that is called by one?
//!
//! One table serves names, descriptions and annotations (Tool Credit Score, section 7, "Verb table"). Two tables
//! would disagree, and a fix that answers one of them would trip over the other.

/// What a verb says a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the table of the specification has these four groups")]
pub enum Effect {
    /// It only looks.
    Reads,
    /// It changes something.
    Writes,
    /// It changes something in a way that loses what was there.
    Destroys,
    /// The verb does not say.
    Either,
}

/// A verb of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verb {
    /// The base form, in small letters.
    pub base: &'static str,
    /// What it says a tool does.
    pub effect: Effect,
}

/// The table, group by group.
pub const VERBS: [(Effect, &[&str]); 4] = [
    (
        Effect::Reads,
        &[
            "get",
            "list",
            "search",
            "find",
            "fetch",
            "read",
            "check",
            "validate",
            "verify",
            "query",
            "lookup",
            "count",
            "compare",
            "describe",
            "show",
            "view",
            "inspect",
            "preview",
            "summarize",
            "summarise",
            "analyze",
            "analyse",
            "explain",
            "compute",
            "calculate",
            "estimate",
            "convert",
            "parse",
            "retrieve",
            "return",
            "monitor",
            "resolve",
        ],
    ),
    (
        Effect::Writes,
        &[
            "create",
            "update",
            "set",
            "add",
            "send",
            "write",
            "save",
            "upload",
            "register",
            "deregister",
            "publish",
            "subscribe",
            "unsubscribe",
            "approve",
            "reject",
            "deploy",
            "enable",
            "disable",
            "start",
            "stop",
            "restart",
            "insert",
            "append",
            "post",
            "put",
            "patch",
            "edit",
            "modify",
            "rename",
            "move",
            "copy",
            "assign",
            "invite",
            "schedule",
            "submit",
            "book",
            "pay",
            "transfer",
            "archive",
            "restore",
            "merge",
            "cancel",
            "reset",
            "trigger",
            "notify",
            "import",
            "sync",
            "refund",
        ],
    ),
    (
        Effect::Destroys,
        &["delete", "remove", "drop", "purge", "erase", "destroy", "wipe", "truncate", "uninstall", "revoke"],
    ),
    (
        Effect::Either,
        &[
            "run",
            "execute",
            "open",
            "close",
            "generate",
            "format",
            "export",
            "load",
            "download",
            "build",
            "test",
            "debug",
            "log",
            "retry",
            "connect",
            "disconnect",
            "split",
            "call",
            "invoke",
            "use",
            "apply",
            "render",
            "translate",
            "extract",
            "filter",
            "sort",
            "ask",
            "answer",
            "plan",
            "wait",
            "select",
        ],
    ),
];

/// How many verbs the table has.
const COUNT: usize = 121;

/// The verbs by their first letter, those of one letter in the order of the table.
const BY_LETTER: [Verb; COUNT] = {
    let mut sorted = [Verb { base: "", effect: Effect::Either }; COUNT];
    let (mut at, mut letter) = (0, b'a');
    while letter <= b'z' {
        let mut group = 0;
        while group < VERBS.len() {
            let (effect, bases) = VERBS[group];
            let mut verb = 0;
            while verb < bases.len() {
                if bases[verb].as_bytes()[0] == letter {
                    sorted[at] = Verb { base: bases[verb], effect };
                    at += 1;
                }
                verb += 1;
            }
            group += 1;
        }
        letter += 1;
    }
    sorted
};

/// Where the verbs of each letter begin, and where those of the last one end.
const STARTS: [usize; 27] = {
    let mut starts = [0; 27];
    let mut verb = 0;
    while verb < COUNT {
        starts[(BY_LETTER[verb].base.as_bytes()[0] - b'a') as usize + 1] += 1;
        verb += 1;
    }
    let mut letter = 0;
    while letter < 26 {
        starts[letter + 1] += starts[letter];
        letter += 1;
    }
    starts
};

/// The first verb that a word matches. Most words match none, and are told apart by their first two letters: every
/// form of a verb begins with those of its base.
fn find(word: &str, matches: impl Fn(&str) -> bool) -> Option<Verb> {
    let [first, second] = word.as_bytes().first_chunk()?;
    let letter = usize::from(first.to_ascii_lowercase().checked_sub(b'a')?);
    let second = second.to_ascii_lowercase();
    let alike = BY_LETTER.get(*STARTS.get(letter)?..*STARTS.get(letter + 1)?)?;
    let is_alike = |verb: &&Verb| verb.base.as_bytes().get(1) == Some(&second);
    alike.iter().filter(is_alike).find(|verb| matches(verb.base)).copied()
}

/// The verb of the table that a word is the base form of, in any case.
///
/// ```
/// use tdqs_lint::text::{Effect, verb_in_base_form};
///
/// assert_eq!(verb_in_base_form("Delete").map(|verb| verb.effect), Some(Effect::Destroys));
/// assert_eq!(verb_in_base_form("deletes"), None);
/// ```
#[must_use]
pub fn verb_in_base_form(word: &str) -> Option<Verb> {
    find(word, |base| base.eq_ignore_ascii_case(word))
}

/// The verb of the table that a word is the base form or the third person of, in any case: `es` follows s, x, z, ch
/// and sh, `ies` stands for a consonant and y, and `s` follows everything else.
///
/// ```
/// use tdqs_lint::text::verb_in_any_form;
///
/// assert_eq!(verb_in_any_form("Copies").map(|verb| verb.base), Some("copy"));
/// assert_eq!(verb_in_any_form("settings"), None);
/// ```
#[must_use]
pub fn verb_in_any_form(word: &str) -> Option<Verb> {
    // No form is longer by more than two letters than the base, and none is shorter.
    let may_be = |base: &str| (base.len()..=base.len() + 2).contains(&word.len());
    let may_be_third_person = word.ends_with(['s', 'S']);
    find(word, |base| {
        let is_base = || base.eq_ignore_ascii_case(word);
        may_be(base) && (is_base() || (may_be_third_person && is_third_person(word, base)))
    })
}

fn is_third_person(word: &str, base: &str) -> bool {
    let (stem, ending) = if base.ends_with(['s', 'x', 'z']) || base.ends_with("ch") || base.ends_with("sh") {
        (base, "es")
    } else {
        match base.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => (stem, "ies"),
            Some(_) | None => (base, "s"),
        }
    };
    word.len() == stem.len() + ending.len()
        && word.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(stem))
        && word.get(stem.len()..).is_some_and(|end| end.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn third_persons_follow_their_endings() {
        for (word, base) in [
            ("Gets", "get"),
            ("fetches", "fetch"),
            ("publishes", "publish"),
            ("copies", "copy"),
            ("Deploys", "deploy"),
            ("retries", "retry"),
            ("pays", "pay"),
            ("uses", "use"),
            ("query", "query"),
        ] {
            assert_eq!(verb_in_any_form(word).map(|verb| verb.base), Some(base), "{word}");
        }
        for word in ["copys", "fetchs", "gett", "returned", "listen", "", "ge", "getses", "é"] {
            assert_eq!(verb_in_any_form(word), None, "{word}");
        }
    }

    #[test]
    fn no_verb_stands_twice() {
        let mut all: Vec<&str> = VERBS.iter().flat_map(|(_, bases)| bases.iter().copied()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((all.len(), count), (COUNT, COUNT));
        let mut by_letter = BY_LETTER.map(|verb| verb.base);
        by_letter.sort_unstable();
        assert_eq!(by_letter[..], all[..]);
        assert!(all.iter().all(|base| base.len() > 2));
        assert!(all.iter().all(|base| verb_in_base_form(base).is_some_and(|verb| verb.base == *base)));
    }
}
