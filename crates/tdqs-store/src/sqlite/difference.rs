//! What became of a server's tools from one list to the next.

use std::collections::{BTreeMap, HashMap};

use tdqs::signals::InputHash;

/// A list of tools by name and hash.
pub(super) type Outline = [(String, InputHash)];

/// A tool that is not as it was: new, gone, or defined otherwise.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change<'t> {
    pub(super) name: &'t str,
    pub(super) before: Option<InputHash>,
    pub(super) now: Option<InputHash>,
}

/// The tools that differ between two lists, by name. A definition that is in both has not changed, wherever it stands;
/// of several others with one name, the first answers to the first.
pub(super) fn changes<'t>(before: &'t Outline, now: &'t Outline) -> Vec<Change<'t>> {
    let mut pairs: BTreeMap<(&str, usize), Change<'t>> = BTreeMap::new();
    for (tools, others, is_now) in [(before, now, false), (now, before, true)] {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (name, hash) in without(tools, others) {
            let nth = seen.entry(name).or_default();
            let change = pairs.entry((name, *nth)).or_insert(Change { name, before: None, now: None });
            *(if is_now { &mut change.now } else { &mut change.before }) = Some(*hash);
            *nth += 1;
        }
    }
    pairs.into_values().collect()
}

/// The tools that others do not have as often, in their order.
fn without<'t>(tools: &'t Outline, others: &Outline) -> impl Iterator<Item = &'t (String, InputHash)> {
    let mut left: HashMap<InputHash, usize> = HashMap::new();
    for (_, hash) in others {
        *left.entry(*hash).or_default() += 1;
    }
    tools.iter().filter(move |(_, hash)| match left.get_mut(hash) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use tdqs::ToolDefinition;

    use super::*;

    fn outline(tools: &[(&str, &str)]) -> Vec<(String, InputHash)> {
        let hash = |name: &str, text: &str| InputHash::of(&ToolDefinition::new(name).with_description(text));
        tools.iter().map(|(name, text)| ((*name).to_owned(), hash(name, text))).collect()
    }

    #[test]
    fn a_definition_that_is_still_there_has_not_changed() {
        let before = outline(&[("a", "one"), ("a", "two"), ("b", "x"), ("c", "x")]);
        let now = outline(&[("d", "x"), ("a", "two"), ("b", "y")]);
        let told: Vec<(&str, bool, bool)> = changes(&before, &now)
            .iter()
            .map(|change| (change.name, change.before.is_some(), change.now.is_some()))
            .collect();
        assert_eq!(told, [("a", true, false), ("b", true, true), ("c", true, false), ("d", false, true)]);
        assert_eq!(changes(&before, &now)[0].before, Some(before[0].1));
        let turned: Vec<_> = before.iter().rev().cloned().collect();
        assert_eq!(changes(&before, &turned), []);
    }
}
