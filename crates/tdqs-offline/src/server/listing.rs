//! A server's tools, read once for all rules.

use std::collections::HashMap;

use tdqs_llm::ServerQuestion;

use crate::text::{Description, Name, Operation, Verb, nouns, verbs};

/// How much of a description is read for the set: its beginning says what the tool is.
const BYTES_READ: usize = 1_000;

/// One tool of the set.
#[derive(Debug, Clone)]
pub(super) struct Listed<'a> {
    /// The name as it is.
    pub(super) name: &'a str,
    /// The name without the prefix that the server's names share.
    pub(super) read: Name,
    /// The beginning of the description.
    pub(super) description: Description,
    /// The nouns of the name, or the first of the description's opening if the name has none.
    pub(super) nouns: Vec<String>,
    /// The verb of the name, or of the description if the name has none.
    pub(super) verb: Option<Verb>,
}

impl Listed<'_> {
    /// What the tool does; a plural "get" is a list.
    pub(super) fn operation(&self) -> Option<Operation> {
        let operation = self.verb?.operation;
        Some(if operation == Operation::Get && self.read.is_plural() { Operation::List } else { operation })
    }

    /// What the tool mainly acts on: the last noun, but neither "read" of `mark_message_as_read` nor "write"
    /// of `boat_link_write` while there is another.
    pub(super) fn head(&self) -> Option<&str> {
        const DONE: [&str; 8] = ["create", "delete", "edit", "get", "list", "read", "update", "write"];
        let thing = self.nouns.iter().rfind(|noun| !DONE.contains(&noun.as_str()));
        thing.or(self.nouns.last()).map(String::as_str)
    }

    /// Whether the name says nothing: no noun, and no verb or one that could be anything.
    pub(super) fn is_nameless(&self) -> bool {
        let verb = self.read.verb().map(|(_, verb)| verb.operation);
        matches!(verb, None | Some(Operation::Vague | Operation::Run)) && self.read.nouns().is_empty()
    }
}

/// A server's tools in its order.
#[derive(Debug, Clone)]
pub(super) struct Listing<'a> {
    pub(super) tools: Vec<Listed<'a>>,
    /// Places of the tools by name. Of several with one name the first counts.
    pub(super) by_name: HashMap<&'a str, usize>,
}

impl<'a> Listing<'a> {
    pub(super) fn read(question: &ServerQuestion<'a>) -> Self {
        let mut names: Vec<Name> = question.tools.iter().map(|tool| Name::read(tool.name)).collect();
        if let Some(prefix) = shared_prefix(&names) {
            for name in names.iter_mut().filter(|name| name.words.len() > 1 && name.words[0] == prefix) {
                name.words.remove(0);
            }
        }
        let mut by_name = HashMap::with_capacity(names.len());
        let tools = question.tools.iter().zip(names).enumerate().map(|(at, (tool, read))| {
            by_name.entry(tool.name).or_insert(at);
            let text = tool.description.unwrap_or_default();
            let description =
                Description::read(&text[..text.floor_char_boundary(BYTES_READ.min(text.len()))]);
            let own_verb =
                read.verb().map(|(_, verb)| verb).filter(|verb| verb.operation != Operation::Vague);
            let verb = own_verb.or_else(|| description.lead.verb());
            let first_object = description.lead.objects.first().cloned();
            let mut nouns = read.nouns();
            if nouns.is_empty() {
                // Beside a verb that says something, even "record" is a resource.
                nouns = if own_verb.is_some() { read.objects() } else { Vec::new() };
            }
            if nouns.is_empty() {
                nouns.extend(first_object);
            }
            Listed { name: tool.name, read, description, nouns, verb }
        });
        let tools = tools.collect();
        Self { tools, by_name }
    }

    /// The names as they are.
    pub(super) fn names(&self) -> Vec<&'a str> {
        self.tools.iter().map(|tool| tool.name).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.tools.len()
    }
}

/// The first word of nearly all names, if they are several and it is no verb: the server's own name.
fn shared_prefix(names: &[Name]) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in names.iter().filter(|name| name.words.len() > 1) {
        *counts.entry(name.words[0].as_str()).or_default() += 1;
    }
    let first = names.iter().find_map(|name| {
        let word = name.words.first()?;
        (counts.get(word.as_str()).copied().unwrap_or_default() * 5 >= names.len() * 4).then_some(word)
    })?;
    (names.len() >= 3 && verbs::plain(first).is_none() && !nouns::is_filler(first)).then(|| first.clone())
}
