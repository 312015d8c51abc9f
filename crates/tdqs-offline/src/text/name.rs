//! Tool names.

use super::nouns;
use super::verbs::{self, Verb};

/// How the words of a name are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Style {
    /// `list_boats`
    Snake,
    /// `list-boats`
    Kebab,
    /// `listBoats`
    Camel,
    /// `ListBoats`
    Pascal,
    /// `boats.list`, `boats/list`
    Path,
    /// `LIST_BOATS`
    Upper,
    /// Several of these at once.
    Mixed,
    /// One word in lower case, which fits beside any of them.
    Plain,
}

impl Style {
    /// The style by an example in it.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Kebab => "kebab-case",
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
            Self::Path => "dotted.paths",
            Self::Upper => "UPPER_CASE",
            Self::Mixed => "a mix of styles",
            Self::Plain => "single words",
        }
    }

    fn of(name: &str) -> Self {
        let has = |mark: char| name.contains(mark);
        let path = has('.') || has('/') || has(':');
        let upper = name.chars().any(char::is_uppercase);
        let lower = name.chars().any(char::is_lowercase);
        match (has('_'), has('-'), path) {
            // A path's segments may have a style of their own.
            (_, false, true) | (false, true, true) => Self::Path,
            (true, false, false) if !upper => Self::Snake,
            (true, false, false) if !lower => Self::Upper,
            (false, true, false) if !upper => Self::Kebab,
            (false, false, false) if upper && !lower => Self::Upper,
            (false, false, false) if name.starts_with(char::is_uppercase) => Self::Pascal,
            (false, false, false) if upper => Self::Camel,
            (false, false, false) => Self::Plain,
            _ => Self::Mixed,
        }
    }
}

/// A tool's name, read.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    /// Its words in lower case, versions such as `v2` left out.
    pub(crate) words: Vec<String>,
    /// How they are joined.
    pub(crate) style: Style,
}

impl Name {
    /// Reads a name of any form.
    pub(crate) fn read(name: &str) -> Self {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut characters = name.chars().peekable();
        let mut last = ' ';
        while let Some(character) = characters.next() {
            let begins = character.is_uppercase()
                && (last.is_lowercase()
                    || last.is_numeric()
                    || characters.peek().is_some_and(|next| next.is_lowercase()));
            if !character.is_alphanumeric() || begins {
                push_word(&mut word, &mut words);
            }
            if character.is_alphanumeric() {
                word.extend(character.to_lowercase());
            }
            last = character;
        }
        push_word(&mut word, &mut words);
        Self { words, style: Style::of(name) }
    }

    /// The verb and where it stands: the first word if that is one, or else the first that is.
    pub(crate) fn verb(&self) -> Option<(usize, Verb)> {
        self.words.iter().enumerate().find_map(|(at, word)| Some((at, verbs::plain(word)?)))
    }

    /// What the name has beside the verb, in canonical form and without fillers.
    pub(crate) fn objects(&self) -> Vec<String> {
        let verb = self.verb().map(|(at, _)| at);
        let words =
            self.words.iter().enumerate().filter(|(at, word)| Some(*at) != verb && !nouns::is_filler(word));
        words.map(|(_, word)| nouns::canonical(word)).collect()
    }

    /// The [objects](Self::objects) that are not just anything.
    pub(crate) fn nouns(&self) -> Vec<String> {
        self.objects().into_iter().filter(|noun| !nouns::is_vague(noun)).collect()
    }

    /// Whether the last word that is not the verb is a plural.
    pub(crate) fn is_plural(&self) -> bool {
        let verb = self.verb().map(|(at, _)| at);
        let last = self.words.iter().enumerate().rev().find(|(at, _)| Some(*at) != verb);
        last.is_some_and(|(_, word)| nouns::is_plural(word))
    }
}

fn push_word(word: &mut String, words: &mut Vec<String>) {
    let is_version = word
        .strip_prefix('v')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
    if !word.is_empty() && !is_version {
        words.push(std::mem::take(word));
    }
    word.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_every_style() {
        for (name, words, style) in [
            ("list_boats", vec!["list", "boats"], Style::Snake),
            ("list-boats", vec!["list", "boats"], Style::Kebab),
            ("listBoats", vec!["list", "boats"], Style::Camel),
            ("ListAllBoats", vec!["list", "all", "boats"], Style::Pascal),
            ("getHTTPStatus", vec!["get", "http", "status"], Style::Camel),
            ("boats.list", vec!["boats", "list"], Style::Path),
            ("LIST_BOATS", vec!["list", "boats"], Style::Upper),
            ("list_boatNames", vec!["list", "boat", "names"], Style::Mixed),
            ("processV2", vec!["process"], Style::Camel),
            ("ping", vec!["ping"], Style::Plain),
            ("船_列表", vec!["船", "列表"], Style::Snake),
        ] {
            let read = Name::read(name);
            assert_eq!(
                (read.words, read.style),
                (words.into_iter().map(str::to_owned).collect(), style),
                "{name}"
            );
        }
    }

    #[test]
    fn the_nouns_are_what_the_verb_leaves() {
        assert_eq!(Name::read("search_repos").nouns(), ["repository"]);
        assert_eq!(Name::read("users-list").nouns(), ["user"]);
        assert_eq!(Name::read("do_thing").nouns(), Vec::<String>::new());
    }
}
