//! What the rules of all categories ask of a tool, found out once.

use std::borrow::Cow;

use tdqs_signals::json::Value;

use super::{Options, Tool};
use crate::schema::{Meaning, Parameters};
use crate::text::{Effect, is_blank, is_english, verb_in_base_form, words_of_name};

#[derive(Debug)]
pub(super) struct Facts<'a> {
    pub(super) tool: Value<'a>,
    pub(super) name: Option<Cow<'a, str>>,
    /// The first word of the name behind the namespaces.
    pub(super) first_word: Option<String>,
    pub(super) effect: Option<Effect>,
    /// A description that is a string and not blank.
    pub(super) description: Option<Cow<'a, str>>,
    pub(super) is_english: bool,
    pub(super) schema: Option<Schema<'a>>,
}

/// The schema of the arguments.
#[derive(Debug)]
pub(super) struct Schema<'a> {
    pub(super) key: &'static str,
    pub(super) root: Value<'a>,
    pub(super) parameters: Parameters<'a>,
    pub(super) meaning: Meaning<'a>,
}

impl<'a> Schema<'a> {
    pub(super) fn of(tool: &Tool<'a>) -> Option<Self> {
        let (key, root) = tool.schema()?;
        Some(Self { key, root, parameters: Parameters::of(root), meaning: Meaning::within(root) })
    }

    /// A pointer from the root of the schema as one from the tool.
    pub(super) fn pointer(&self, within: &str) -> String {
        format!("/{}{within}", self.key)
    }
}

impl<'a> Facts<'a> {
    pub(super) fn of(tool: &Tool<'a>, options: &Options) -> Self {
        let name = tool.name();
        let first_word = name.as_deref().and_then(|name| first_word(name, &options.namespaces));
        let effect = first_word.as_deref().and_then(verb_in_base_form).map(|verb| verb.effect);
        let description =
            tool.value().get("description").and_then(Value::as_str).filter(|text| !is_blank(text));
        let is_english = description.as_deref().is_none_or(is_english);
        Self {
            tool: tool.value(),
            name,
            first_word,
            effect,
            description,
            is_english,
            schema: Schema::of(tool),
        }
    }

    /// Whether there is a parameter that a call may or must give.
    pub(super) fn has_parameters(&self) -> bool {
        self.schema.as_ref().is_some_and(|schema| !schema.parameters.all.is_empty())
    }
}

/// The first word of a name behind the namespaces that it opens with. A name that is nothing but a namespace is
/// taken as it is.
pub(super) fn first_word(name: &str, namespaces: &[String]) -> Option<String> {
    let words = words_of_name(name);
    let mut rest = &words[..];
    while let Some(shorter) = namespaces.iter().find_map(|namespace| without(rest, namespace)) {
        rest = shorter;
    }
    rest.first().or_else(|| words.first()).map(|word| (*word).to_owned())
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
        let word = |name: &str, namespaces: &[&str]| {
            let namespaces: Vec<String> = namespaces.iter().map(|&text| text.to_owned()).collect();
            first_word(name, &namespaces)
        };
        assert_eq!(word("dock_get_crate", &["dock"]).as_deref(), Some("get"));
        assert_eq!(word("dockYard.getCrate", &["dock_yard"]).as_deref(), Some("get"));
        assert_eq!(word("acme-dock-list", &["dock", "acme"]).as_deref(), Some("list"));
        assert_eq!(word("dock", &["dock", ""]).as_deref(), Some("dock"));
        assert_eq!(word("___", &[]), None);
    }
}
