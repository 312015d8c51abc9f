//! Whether the description contradicts the annotations.
//!
//! A contradiction is a public flag on somebody's tool, so the rules take only plain words for it:
//!
//! - `readOnlyHint: true`, and the description opens with a verb that changes the world ("Creates a new
//!   record"), unless it makes something derived ("Creates a summary"), only drafts or previews it, or
//!   also reads;
//! - `readOnlyHint: true` or `destructiveHint: false`, and the description says that this cannot be undone;
//! - `destructiveHint: false`, and the description opens with "delete", "destroy" or another verb of loss,
//!   unless what is lost can be restored;
//! - `readOnlyHint: false` or `destructiveHint: true`, and the description says that the tool is read-only
//!   or has no side effects.

use super::reading::Reading;
use crate::text::{Description, Verb, quoted};

/// A hint and the words against it.
#[derive(Debug, Clone)]
pub(super) struct Contradiction {
    hint: &'static str,
    quotation: String,
    claim: String,
}

impl Contradiction {
    /// A sentence for people.
    pub(super) fn explanation(&self) -> String {
        format!("{} {} while the annotations declare {}.", self.quotation, self.claim, self.hint)
    }

    /// The hint, as it is declared.
    pub(super) fn hint(&self) -> &'static str {
        self.hint
    }
}

/// Verbs that cannot be done to the world without changing it. "Set", "add", "post", "open" and the like
/// have harmless meanings ("add two numbers") and stay out.
const CHANGES: &str = "create delete destroy drop erase insert modify overwrite publish purge remove rename send update \
     upload wipe";

/// Verbs after which something is gone.
const LOSSES: &str = "delete destroy erase purge truncate wipe drop";

/// What a tool may create, remove or send without changing anything but its own answer.
const DERIVED: &str = "analysis answer background brief chart checklist code comparison completion context description \
     diagram digest draft duplicate embedding estimate example explanation forecast graph guide hash \
     html idea image json link list map markdown mockup outline overview plan plot preview prompt \
     proposal qr quote report request signature snippet string summary template text url visualization";

/// Words that take the edge off a change or a loss.
const SOFTENED: &str = "draft preview simulate simulates dry hypothetical validate validates plan soft trash archive \
     archives restore restored recoverable undo locally memory temporary";

/// Whether a list of words, separated by spaces, has a word.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Claims that the tool changes nothing at all. "Does not modify the original" is none: it makes a copy.
const READ_ONLY_CLAIMS: [&str; 12] = [
    "this tool is read-only",
    "this is a read-only",
    "this is read-only",
    "read-only tool",
    "read-only operation",
    "operation is read-only",
    "read-only, no side effects",
    "does not modify anything",
    "does not modify any data",
    "has no side effects",
    "no side effects.",
    "makes no changes",
];

/// Claims that there is no way back.
const IRREVERSIBLE_CLAIMS: [&str; 7] = [
    "this is irreversible",
    "this action is irreversible",
    "is irreversible",
    "cannot be undone",
    "can't be undone",
    "this permanently deletes",
    "will permanently delete",
];

pub(super) fn find(reading: &Reading<'_>) -> Option<Contradiction> {
    let hints = reading.signals.annotation_values;
    let description = &reading.description;
    let opening = description.first_sentence();
    let verb = description.lead.verb().filter(|_| description.lead.opens);
    let against = |hint, sentence: &str, claim: String| {
        Some(Contradiction { hint, quotation: quoted(sentence), claim })
    };
    let irreversible = claim(description, &IRREVERSIBLE_CLAIMS);
    if hints.read_only == Some(true) {
        if let Some(verb) = verb.filter(|verb| changes(*verb, description)) {
            return against(
                "readOnlyHint: true",
                opening,
                format!("claims a write operation (\"{}\")", verb.base),
            );
        }
        if let Some(sentence) = irreversible {
            return against("readOnlyHint: true", sentence, "says that there is no way back".to_owned());
        }
    }
    if hints.destructive == Some(false) && hints.read_only != Some(true) {
        if let Some(verb) = verb.filter(|verb| has(LOSSES, verb.base) && !is_softened(description)) {
            return against(
                "destructiveHint: false",
                opening,
                format!("claims a destructive operation (\"{}\")", verb.base),
            );
        }
        if let Some(sentence) = irreversible {
            return against("destructiveHint: false", sentence, "says that there is no way back".to_owned());
        }
    }
    let declared = match (hints.read_only, hints.destructive) {
        (Some(false), _) => "readOnlyHint: false",
        (_, Some(true)) => "destructiveHint: true",
        _ => return None,
    };
    let sentence = claim(description, &READ_ONLY_CLAIMS)?;
    against(declared, sentence, "claims that nothing is changed".to_owned())
}

fn changes(verb: Verb, description: &Description) -> bool {
    let lead = &description.lead;
    has(CHANGES, verb.base)
        && !is_noun(description)
        && !lead.verbs.iter().any(|verb| verb.operation.reads())
        && !lead.objects.iter().take(4).any(|noun| has(DERIVED, noun))
        && !is_softened(description)
}

/// "Updates are listed": what looks like the verb is a noun.
fn is_noun(description: &Description) -> bool {
    let next = description.lower_words().nth(description.lead.at + 1);
    matches!(next, Some("are" | "is" | "was" | "were" | "have" | "has" | "will" | "can"))
}

fn is_softened(description: &Description) -> bool {
    description.lower_words().any(|word| has(SOFTENED, word))
}

/// The sentence that makes one of the claims, unless it is conditional.
fn claim<'a>(description: &'a Description, claims: &[&str]) -> Option<&'a str> {
    let place = claims.iter().filter_map(|claim| description.lower.find(claim)).min()?;
    let sentence = description.sentence_at(place);
    let lower = sentence.to_ascii_lowercase();
    let conditional = [
        " if ",
        "when ",
        "mode",
        "unless",
        "by default",
        "only if",
        "without ",
        "dry",
        "use ",
        "other",
        "until",
    ];
    (!conditional.iter().any(|word| lower.contains(word))).then_some(sentence)
}

#[cfg(test)]
mod tests {
    use tdqs_llm::ToolQuestion;
    use tdqs_signals::json::Json;
    use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition};

    use super::*;

    fn check(annotations: &str, description: &str, hint: Option<&str>) {
        let tool = ToolDefinition::new("t")
            .with_description(description)
            .with_annotations(Json::parse(annotations).unwrap());
        let edition = SpecVersion::default();
        let signals = ContextSignals::of(&tool, edition);
        let question = ToolQuestion { tool: &tool, signals: &signals, siblings: &[], edition, run: 0 };
        let found = find(&Reading::of(&question));
        assert_eq!(found.map(|found| found.hint), hint, "{description}");
    }

    #[test]
    fn a_write_against_read_only_is_one() {
        let read_only = r#"{"readOnlyHint": true}"#;
        check(read_only, "Creates a new record in the database", Some("readOnlyHint: true"));
        check(read_only, "This tool permanently removes boats.", Some("readOnlyHint: true"));
        check(read_only, "Send a message to the crew.", Some("readOnlyHint: true"));
        check(read_only, "Settle accounts. This action cannot be undone.", Some("readOnlyHint: true"));
    }

    #[test]
    fn harmless_meanings_of_the_same_words_are_none() {
        let read_only = r#"{"readOnlyHint": true}"#;
        for description in [
            "Creates a summary of the harbour log.",
            "Create a draft of the letter, in memory.",
            "Get or create the session token.",
            "Lists deleted boats.",
            "Add two numbers.",
            "Updates are listed newest first.",
        ] {
            check(read_only, description, None);
        }
        check(r#"{"readOnlyHint": false}"#, "Creates boats.", None);
    }

    #[test]
    fn a_loss_against_not_destructive_is_one() {
        let gentle = r#"{"readOnlyHint": false, "destructiveHint": false}"#;
        check(gentle, "Delete a boat.", Some("destructiveHint: false"));
        check(gentle, "Sink a boat. This is irreversible.", Some("destructiveHint: false"));
        check(gentle, "Delete a boat; it can be restored for 30 days.", None);
        check(gentle, "Remove a label from a boat.", None);
    }

    #[test]
    fn a_promise_of_no_change_against_a_declared_write_is_one() {
        let write = r#"{"readOnlyHint": false}"#;
        check(write, "Paint boats. This tool is read-only.", Some("readOnlyHint: false"));
        check(
            r#"{"destructiveHint": true}"#,
            "Look at boats. Has no side effects.",
            Some("destructiveHint: true"),
        );
        check(write, "Open a boat. In read-only mode this is read-only.", None);
        check(write, "Copy a boat; does not modify the original.", None);
    }
}
