//! Phrases in the texts of a tool: one search for all rules that look for some.

use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use aho_corasick::{Anchored, MatchKind};

use super::place::Place;
use super::text::Text;
use super::tool::ToolContext;

/// The phrases of all rules that are on, in one automaton.
#[derive(Debug)]
pub(crate) struct Phrases {
    automaton: DFA,
    /// By pattern: the number that the rule was given with, and the phrase.
    patterns: Vec<(usize, &'static str)>,
    /// The bytes of the shortest phrase: many texts have fewer.
    shortest: usize,
}

impl Phrases {
    /// Makes the search for the phrases of some rules; `None` when there are none, or more than an automaton holds.
    pub(crate) fn new(rules: impl IntoIterator<Item = (usize, &'static [&'static str])>) -> Option<Self> {
        let patterns: Vec<(usize, &'static str)> = rules
            .into_iter()
            .flat_map(|(rule, phrases)| phrases.iter().map(move |phrase| (rule, *phrase)))
            .collect();
        if patterns.is_empty() {
            return None;
        }
        let automaton = DFA::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .prefilter(false)
            .build(patterns.iter().map(|(_, phrase)| phrase))
            .ok()?;
        let shortest = automaton.min_pattern_len();
        Some(Self { automaton, patterns, shortest })
    }

    /// Calls `found` with the rule's number at each place in the texts of a tool where a phrase stands by itself. It says
    /// whether that was a finding; places that were none hide no later ones.
    pub(crate) fn search<'t>(
        &self,
        tool: &'t ToolContext<'t>,
        mut found: impl FnMut(usize, &PhraseMatch<'t>) -> bool,
    ) {
        let mut told: Vec<usize> = Vec::new();
        for text in tool.texts() {
            let content = text.content();
            if content.len() < self.shortest {
                continue;
            }
            told.clear();
            self.each(content, |(rule, phrase), start, end| {
                let is_told = || told.iter().filter(|known| **known == rule).count() == TOLD;
                if is_by_itself(content, start, end)
                    && !is_told()
                    && found(rule, &PhraseMatch { tool, text, phrase, start, end })
                {
                    told.push(rule);
                }
            });
        }
    }

    /// Calls `found` at each place where a phrase stands, in the order of their ends. One step of the automaton for each
    /// byte and nothing else: its own iterator looks at every byte as if phrases were to be expected everywhere.
    fn each(&self, text: &str, mut found: impl FnMut((usize, &'static str), usize, usize)) {
        let Ok(mut state) = self.automaton.start_state(Anchored::No) else { return };
        for (at, byte) in text.bytes().enumerate() {
            state = self.automaton.next_state(Anchored::No, state, byte);
            if !self.automaton.is_special(state) || !self.automaton.is_match(state) {
                continue;
            }
            for number in 0..self.automaton.match_len(state) {
                let pattern = self.automaton.match_pattern(state, number).as_usize();
                if let Some(&(rule, phrase)) = self.patterns.get(pattern) {
                    found((rule, phrase), at + 1 - phrase.len(), at + 1);
                }
            }
        }
    }
}

/// Whether what stands at a byte range is no part of a longer word.
fn is_by_itself(text: &str, start: usize, end: usize) -> bool {
    let joins = |inner: Option<char>, outer: Option<char>| {
        let is_part_of_a_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        is_part_of_a_word(inner) && is_part_of_a_word(outer)
    };
    let inside = text.get(start..end).unwrap_or_default();
    let before = text.get(..start).and_then(|before| before.chars().next_back());
    let after = text.get(end..).and_then(|after| after.chars().next());
    !joins(inside.chars().next(), before) && !joins(inside.chars().next_back(), after)
}

/// Places in one text that a rule makes findings of. Of a phrase that is repeated without end these are enough, and finding
/// each place in the file takes time.
const TOLD: usize = 20;

/// A phrase of a rule at one place of a text.
#[derive(Debug, Clone, Copy)]
pub struct PhraseMatch<'t> {
    tool: &'t ToolContext<'t>,
    text: Text<'t>,
    phrase: &'static str,
    start: usize,
    end: usize,
}

impl<'t> PhraseMatch<'t> {
    /// The tool.
    #[must_use]
    pub fn tool(&self) -> &'t ToolContext<'t> {
        self.tool
    }

    /// The text it stands in.
    #[must_use]
    pub fn text(&self) -> Text<'t> {
        self.text
    }

    /// The phrase as the rule has it.
    #[must_use]
    pub fn phrase(&self) -> &'static str {
        self.phrase
    }

    /// The phrase as the author wrote it.
    #[must_use]
    pub fn found(&self) -> &'t str {
        self.text.content().get(self.start..self.end).unwrap_or_default()
    }

    /// What stands before it in the text.
    #[must_use]
    pub fn before(&self) -> &'t str {
        self.text.content().get(..self.start).unwrap_or_default()
    }

    /// What stands behind it in the text.
    #[must_use]
    pub fn after(&self) -> &'t str {
        self.text.content().get(self.end..).unwrap_or_default()
    }

    /// The place of the phrase.
    #[must_use]
    pub fn place(&self) -> Place<'t> {
        self.text.place(self.start..self.end)
    }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::SpecVersion;
    use tdqs_signals::json::Json;

    use super::*;

    #[test]
    fn phrases_of_all_rules_are_found_as_whole_words_wherever_they_stand() {
        let text = r#"{"name": "use", "description": "Always USE this; never reuse. caf\u00e9\nuse", "inputSchema":
            {"properties": {"use": {"description": "Do not use this", "enum": ["use"]}}}}"#;
        let json = Json::parse(text).unwrap();
        let tool = ToolContext::new(0, &json, SpecVersion::default()).unwrap();
        let phrases =
            Phrases::new([(7, ["use", "always use"].as_slice()), (9, ["use this"].as_slice())]).unwrap();
        let mut found = Vec::new();
        phrases.search(&tool, |rule, place| {
            let (kind, shown) = (place.text().kind(), place.place().shown());
            assert_eq!(&text[shown], place.found());
            assert_eq!(place.found().to_lowercase(), place.phrase());
            assert_eq!(
                format!("{}{}{}", place.before(), place.found(), place.after()),
                place.text().content()
            );
            found.push(format!("{rule} {kind:?} {}", place.found()));
            true
        });
        found.sort();
        assert_eq!(
            found,
            [
                "7 Description Always USE",
                "7 Description USE",
                "7 Description use",
                "7 Enum use",
                "7 Name use",
                "7 PropertyName use",
                "7 SchemaDescription use",
                "9 Description USE this",
                "9 SchemaDescription use this",
            ]
        );
        assert!(Phrases::new([(1, [].as_slice())]).is_none());
    }
}
