//! A tool, read once for all six dimensions.

use tdqs_llm::ToolQuestion;
use tdqs_signals::{ContextSignals, ToolDefinition};

use super::schema::Parameters;
use super::siblings::Siblings;
use crate::text::{Cue, Description, Name, Operation, nouns, quoted, verbs};

/// How much a description says at all. Every dimension starts here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Substance {
    /// No word of meaning, or one that the name has too.
    Nothing,
    /// Several words of meaning, all of which stand in the name or the title.
    Restates,
    /// Something that the name does not say.
    Says,
}

pub(super) struct Reading<'a> {
    pub(super) tool: &'a ToolDefinition,
    pub(super) signals: &'a ContextSignals,
    pub(super) name: Name,
    pub(super) description: Description,
    pub(super) substance: Substance,
    /// Words of meaning in the first sentence that neither name nor title has.
    pub(super) added: Vec<String>,
    pub(super) siblings: Siblings<'a>,
    pub(super) parameters: Parameters,
}

impl<'a> Reading<'a> {
    pub(super) fn of(question: &ToolQuestion<'a>) -> Self {
        let tool = question.tool;
        let name = Name::read(&tool.name);
        let description = Description::read(tool.description.as_deref().unwrap_or_default());
        let title = Name::read(tool.title.as_deref().unwrap_or_default());
        let content = description.first_content();
        let known: Vec<String> =
            name.words.iter().chain(&title.words).map(|word| nouns::canonical(word)).collect();
        let mut added: Vec<String> = Vec::new();
        for word in &content {
            let is_known = known.contains(&nouns::canonical(word))
                || known.iter().any(|known| Some(known.as_str()) == verbs::verb(word).map(|verb| verb.base));
            if added.len() < 8 && !is_known && !added.iter().any(|added| added == word) {
                added.push((*word).to_owned());
            }
        }
        let says_more = description.sentences.len() > 1 && description.length > content.len() + 2;
        let substance = match content.len() {
            0 if !says_more => Substance::Nothing,
            1 if added.is_empty() && !says_more => Substance::Nothing,
            _ if added.is_empty() && !says_more => Substance::Restates,
            _ => Substance::Says,
        };
        let siblings = Siblings::read(question.siblings, &name, &description);
        let parameters = Parameters::read(tool, &description);
        Self { tool, signals: question.signals, name, description, substance, added, siblings, parameters }
    }

    /// The description as a thing to speak of in the middle of a sentence: quoted if it is one sentence, or
    /// else by its beginning, so that nothing said of all of it seems to be said of that sentence alone.
    pub(super) fn quotation(&self) -> String {
        let opening = quoted(self.description.first_sentence());
        match self.description.sentences.len() {
            0 | 1 => opening,
            _ => format!("the description that opens with {opening}"),
        }
    }

    /// What the tool does, by the verb of its name or else of its description. A verb inside a name may be
    /// a noun ("label" in `drug_label_reader`), so there the description comes first.
    pub(super) fn operation(&self) -> Option<Operation> {
        let told = self.description.lead.operation().filter(|operation| *operation != Operation::Vague);
        match self.name.verb().filter(|(_, verb)| verb.operation != Operation::Vague) {
            Some((0, verb)) => Some(verb.operation),
            Some((_, verb)) => told.or(Some(verb.operation)),
            None => told,
        }
    }

    /// Whether the annotations say what the tool may do to the world.
    pub(super) fn declares_safety(&self) -> bool {
        let hints = self.signals.annotation_values;
        hints.read_only.is_some() || hints.destructive.is_some()
    }

    /// Whether the tool may change the world: by its annotations, or else by its verb.
    pub(super) fn may_change(&self) -> bool {
        self.signals.annotation_values.read_only.map_or_else(
            || self.operation().is_some_and(|operation| operation.mutates() || operation == Operation::Run),
            |read_only| !read_only,
        )
    }

    /// Whether a reader knows what comes back.
    pub(super) fn tells_result(&self) -> bool {
        self.signals.has_output_schema || self.description.cues.has(Cue::Result)
    }
}
