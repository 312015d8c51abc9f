//! What a description says of the other tools of its server, and which of them it might be taken for.

use crate::text::{Description, Name, Operation};

/// Of more siblings than this only the first are compared by the words of their names. Names in the
/// description are looked for among all of them, most of which their length rules out at once: the time for
/// a tool is linear in its siblings, and the constant is small.
const COMPARED: usize = 128;

/// How many times a word that may be a name is looked at to see whether it is meant as one.
const MENTIONS: usize = 16;

/// Words before a sibling's name by which even a plain word, such as `search`, is meant as a name.
const REFERRING: [&str; 12] =
    ["use", "see", "call", "run", "with", "prefer", "via", "calling", "using", "from", "by", "tool"];

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Siblings<'a> {
    /// The first sibling that the description names, and where.
    pub(super) named: Option<(&'a str, usize)>,
    /// The first sibling that does the same kind of thing to the same kind of object.
    pub(super) alike: Option<&'a str>,
    /// How many there are.
    pub(super) count: usize,
}

impl<'a> Siblings<'a> {
    pub(super) fn read(siblings: &[&'a str], name: &Name, description: &Description) -> Self {
        Self { named: named(siblings, description), alike: alike(siblings, name), count: siblings.len() }
    }
}

fn named<'a>(siblings: &[&'a str], description: &Description) -> Option<(&'a str, usize)> {
    let text = &description.text;
    let mut mentions: Vec<(&str, usize)> = identifiers(text);
    mentions.sort_unstable();
    // Most siblings are told apart by their length alone.
    let mut lengths = [false; 128];
    for (mention, _) in &mentions {
        lengths[mention.len().min(127)] = true;
    }
    let place_of = |name: &str| {
        if name.is_empty() || !lengths[name.len().min(127)] {
            return None;
        }
        let first = mentions.partition_point(|(mention, _)| *mention < name);
        let same = mentions[first..].iter().take_while(|(mention, _)| *mention == name);
        same.take(MENTIONS).map(|(_, place)| *place).find(|place| is_meant_as_name(text, *place, name))
    };
    let found = siblings.iter().filter_map(|sibling| {
        let place = place_of(sibling).or_else(|| place_of(without_prefix(sibling)?))?;
        Some((*sibling, place))
    });
    found.min_by_key(|(_, place)| *place)
}

/// What authors write for `harbour_list_boats`: the name without the word that all names begin with, if
/// what is left is still a name and no plain word.
fn without_prefix(name: &str) -> Option<&str> {
    let (_, rest) = name.split_once(['_', '-', '.', '/'])?;
    rest.contains(['_', '-']).then_some(rest)
}

/// Runs of the characters that tool names are made of, without marks at their ends.
fn identifiers(text: &str) -> Vec<(&str, usize)> {
    let is_part =
        |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '/' | ':');
    let mut found = Vec::new();
    let mut start = 0;
    for run in text.split(|character| !is_part(character)) {
        let trimmed = run.trim_matches(['.', '/', ':', '-']);
        if !trimmed.is_empty() {
            found.push((trimmed, start + (run.len() - run.trim_start_matches(['.', '/', ':', '-']).len())));
        }
        // What separates two runs is one character of unknown width.
        start += run.len();
        start += text[start..].chars().next().map_or(0, char::len_utf8);
    }
    // `use a/b instead` names `a` and `b`, or the tool `a/b`.
    for at in 0..found.len() {
        let (run, mut place) = found[at];
        for part in run.split('/').filter(|part| part.len() < run.len()) {
            found.push((part, place));
            place += part.len() + 1;
        }
    }
    found
}

/// Whether a name of one plain word is more than that word: in quotes or backticks, or referred to.
fn is_meant_as_name(text: &str, place: usize, name: &str) -> bool {
    if name.contains(|character: char| !character.is_ascii_lowercase())
        && name.chars().skip(1).any(|character| !character.is_lowercase())
    {
        return true;
    }
    let (before, after) = (&text[..place], &text[place + name.len()..]);
    let marked = before.ends_with(['`', '"', '\'']) || after.starts_with("()");
    let previous =
        before.trim_end().rsplit(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
    let next =
        after.trim_start().split(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
    marked
        || (REFERRING.contains(&previous.to_ascii_lowercase().as_str())
            && matches!(next, "" | "instead" | "tool" | "for" | "first" | "to" | "if" | "when"))
}

fn alike<'a>(siblings: &[&'a str], name: &Name) -> Option<&'a str> {
    let kind = kind(name)?;
    // Vague nouns count here: `boat_info` is not `boat_list`.
    let objects = name.objects();
    if objects.is_empty() {
        return None;
    }
    let is_alike = |other: &Name| self::kind(other) == Some(kind) && other.objects() == objects;
    siblings.iter().take(COMPARED).copied().find(|sibling| is_alike(&Name::read(sibling)))
}

/// Operations that are taken for each other. Reading one and reading many are.
fn kind(name: &Name) -> Option<&'static str> {
    let (_, verb) = name.verb()?;
    Some(match verb.operation {
        Operation::List | Operation::Search | Operation::Get => "read",
        Operation::Create | Operation::Write => "create",
        Operation::Update => "update",
        Operation::Delete => "delete",
        Operation::Send => "send",
        Operation::Examine | Operation::Derive => "examine",
        Operation::Control | Operation::Run | Operation::Vague => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(description: &str, siblings: &[&str], expected: Option<&str>) {
        let siblings = Siblings::read(siblings, &Name::read("own"), &Description::read(description));
        assert_eq!(siblings.named.map(|(name, _)| name), expected, "{description}");
    }

    #[test]
    fn a_sibling_is_named_by_its_whole_name() {
        check("List boats. Use find_boats instead.", &["find", "find_boats"], Some("find_boats"));
        check("List find_boats_fast.", &["find_boats"], None);
        check("Not for: get_boat/get_crew.", &["get_crew"], Some("get_crew"));
        check("See find_boats.", &["harbour_find_boats"], Some("harbour_find_boats"));
        check("列出船只，改用 find_boats。", &["find_boats"], Some("find_boats"));
    }

    #[test]
    fn a_plain_word_is_a_name_only_where_it_is_meant_as_one() {
        check("Search for boats.", &["search"], None);
        check("For free text use search instead.", &["search"], Some("search"));
        check("Unlike `search`, exact.", &["search"], Some("search"));
    }

    #[test]
    fn tools_that_do_the_same_to_the_same_are_alike() {
        let alike = |name: &str, siblings: &[&'static str]| super::alike(siblings, &Name::read(name));
        assert_eq!(alike("list_boats", &["create_boat", "search_boats"]), Some("search_boats"));
        assert_eq!(alike("list_boats", &["list_crews"]), None);
    }
}
