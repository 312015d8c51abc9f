//! What the rules of all categories ask of a tool, found out once.

use std::borrow::Cow;
use std::cell::OnceCell;

use tdqs_signals::json::Value;

use super::{Options, Tool};
use crate::credit::Rule;
use crate::credit::Rules;
use crate::schema::{Meaning, Parameters};
use crate::text::{Effect, Prose, is_english, verb_in_base_form, words_in, words_of_name};

#[derive(Debug)]
pub(super) struct Facts<'a> {
    /// The rules whose findings somebody asks for. What only others need is not found out.
    wanted: Rules,
    namespaces: &'a [String],
    pub(super) tool: Value<'a>,
    pub(super) name: Option<Cow<'a, str>>,
    /// A description that is a string and not blank.
    pub(super) description: Option<Cow<'a, str>>,
    is_english: OnceCell<bool>,
    clauses: OnceCell<Clauses>,
    pub(super) schema: Option<Schema<'a>>,
}

/// Which clauses a description has.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four questions with four answers")]
pub(super) struct Clauses {
    pub(super) says_when: bool,
    pub(super) says_when_not: bool,
    pub(super) says_what_returns: bool,
    pub(super) says_what_fails: bool,
}

/// The schema of the arguments.
#[derive(Debug)]
pub(super) struct Schema<'a> {
    pub(super) key: &'static str,
    pub(super) root: Value<'a>,
    parameters: OnceCell<Parameters<'a>>,
    pub(super) meaning: Meaning<'a>,
}

impl<'a> Schema<'a> {
    pub(super) fn of(tool: &Tool<'a>) -> Option<Self> {
        let (key, root) = tool.schema()?;
        Some(Self { key, root, parameters: OnceCell::new(), meaning: Meaning::within(root) })
    }

    /// The parameters that it declares.
    pub(super) fn parameters(&self) -> &Parameters<'a> {
        self.parameters.get_or_init(|| Parameters::of(self.root))
    }

    /// A pointer from the root of the schema as one from the tool.
    pub(super) fn pointer(&self, within: &str) -> String {
        format!("/{}{within}", self.key)
    }
}

impl<'a> Facts<'a> {
    pub(super) fn of(tool: &Tool<'a>, options: &'a Options, wanted: Rules) -> Self {
        Self {
            wanted,
            namespaces: &options.namespaces,
            tool: tool.value(),
            name: tool.name(),
            description: tool.description(),
            is_english: OnceCell::new(),
            clauses: OnceCell::new(),
            schema: Schema::of(tool),
        }
    }

    /// Whether somebody asks for the findings of a rule.
    pub(super) fn wants(&self, rule: Rule) -> bool {
        self.wanted.has(rule)
    }

    /// Whether somebody asks for the findings of one of some rules.
    pub(super) fn wants_any<const N: usize>(&self, rules: [Rule; N]) -> bool {
        self.wanted.has_any(rules)
    }

    /// The first word of the name behind the namespaces.
    pub(super) fn first_word(&self) -> Option<&str> {
        first_word(self.name.as_deref()?, self.namespaces)
    }

    /// What the first word of the name says that the tool does.
    pub(super) fn effect(&self) -> Option<Effect> {
        self.first_word().and_then(verb_in_base_form).map(|verb| verb.effect)
    }

    /// Whether the description, if there is one, is English.
    pub(super) fn is_english(&self) -> bool {
        *self.is_english.get_or_init(|| self.description.as_deref().is_none_or(is_english))
    }

    /// Which clauses the description has.
    pub(super) fn clauses(&self) -> Clauses {
        *self.clauses.get_or_init(|| {
            self.description.as_deref().map(Prose::of).map_or_else(Clauses::default, |prose| Clauses {
                says_when: prose.says_when(),
                says_when_not: prose.says_when_not(),
                says_what_returns: prose.says_what_returns(),
                says_what_fails: prose.says_what_fails(),
            })
        })
    }

    /// Whether there is a parameter that a call may or must give.
    pub(super) fn has_parameters(&self) -> bool {
        self.schema.as_ref().is_some_and(|schema| !schema.parameters().all.is_empty())
    }
}

/// The first word of a name behind the namespaces that it opens with. A name that is nothing but a namespace is
/// taken as it is.
fn first_word<'n>(name: &'n str, namespaces: &[String]) -> Option<&'n str> {
    if namespaces.is_empty() {
        return words_in(name).next();
    }
    let words = words_of_name(name);
    let mut rest = &words[..];
    while let Some(shorter) = namespaces.iter().find_map(|namespace| without(rest, namespace)) {
        rest = shorter;
    }
    rest.first().or_else(|| words.first()).copied()
}

fn without<'w, 'n>(words: &'w [&'n str], namespace: &str) -> Option<&'w [&'n str]> {
    let namespace = words_of_name(namespace);
    let (start, rest) = words.split_at_checked(namespace.len())?;
    let is_it = start.iter().zip(&namespace).all(|(word, of_it)| word.eq_ignore_ascii_case(of_it));
    (is_it && !namespace.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_skipped() {
        let word = |name: &'static str, namespaces: &[&str]| {
            let namespaces: Vec<String> = namespaces.iter().map(|&text| text.to_owned()).collect();
            first_word(name, &namespaces)
        };
        assert_eq!(word("dock_get_crate", &["dock"]), Some("get"));
        assert_eq!(word("dockYard.getCrate", &["dock_yard"]), Some("get"));
        assert_eq!(word("acme-dock-list", &["dock", "acme"]), Some("list"));
        assert_eq!(word("dock", &["dock", ""]), Some("dock"));
        assert_eq!(word("___", &[]), None);
    }
}
