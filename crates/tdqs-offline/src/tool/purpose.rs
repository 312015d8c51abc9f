//! Purpose Clarity: does the description state what the tool does?
//!
//! | score | earned by |
//! | --- | --- |
//! | 1 | no word of meaning, or one that the name has too (missing) |
//! | 2 | only words that the name or the title has (tautology) |
//! | 3 | a purpose so vague that it fits other tools: no verb in few words, or a verb such as "process" and little more |
//! | 4 | a verb and a resource, or a full opening whose verb these rules do not know |
//! | 5 | a verb, a resource and what narrows it, and set apart from the sibling it could be taken for |
//!
//! Text in a language whose verbs these rules do not know earns its 5 by eight words and a name like no
//! sibling's.

use tdqs_rubric::Justified;

use super::reading::{Reading, Substance};
use crate::reason::{justified, listed};
use crate::text::{Cue, Operation, nouns, quoted, verbs};

pub(super) fn score(reading: &Reading<'_>) -> Justified {
    let description = &reading.description;
    let opening = quoted(description.first_sentence());
    let shown = |word: &str| quoted(description.as_written(word));
    let name = &reading.tool.name;
    match reading.substance {
        Substance::Nothing => {
            return justified(
                1,
                format!("{opening} says nothing that the name {} does not.", quoted(name)),
                "write one sentence with a verb and the resource it acts on",
            );
        }
        Substance::Restates => {
            return justified(
                2,
                format!("{opening} only restates the name {}.", quoted(name)),
                "say what the tool acts on and within what bounds, in words that the name does not have",
            );
        }
        Substance::Says => {}
    }
    let lead = &description.lead;
    let Some(verb) = lead.verb() else { return without_verb(reading, &opening) };
    let named = reading.name.nouns();
    // The object that the name has too is the likelier one, "wiki" of "Search the Azure wiki", and of several
    // the last: "crew" of `list_boat_crews`.
    let shared = named.iter().rev().find(|noun| lead.objects.contains(noun));
    let Some(noun) = shared.or(lead.objects.first()).or(named.last()) else {
        let score = if reading.added.len() >= 3 { 4 } else { 3 };
        return justified(
            score,
            format!(
                "{opening} has the verb {} but names no specific resource, so it could describe many tools.",
                shown(verb.base)
            ),
            "name the resource the tool acts on",
        );
    };
    if lead.operation() == Some(Operation::Vague) && reading.added.len() < 4 {
        return justified(
            3,
            format!("{opening} does not say which operations {} stands for.", shown(verb.base)),
            format!("replace {} with the verbs of those operations", shown(verb.base)),
        );
    }
    let resource = noun.replace('_', " ");
    let stated =
        format!("{opening} states the verb {} and the resource {}", shown(verb.base), shown(&resource));
    if let Some((sibling, _)) = reading.siblings.named {
        return justified(
            5,
            format!(
                "{stated}, and the description sets the tool apart from the sibling {}.",
                quoted(sibling)
            ),
            "",
        );
    }
    if let Some(sibling) = reading.siblings.alike.filter(|_| !description.cues.has(Cue::Alternative)) {
        return justified(
            4,
            format!("{stated}, but not how the tool differs from its sibling {}.", quoted(sibling)),
            "say how the two differ",
        );
    }
    let narrowing: Vec<&String> =
        reading.added.iter().filter(|word| verbs::verb(word).is_none_or(|known| known != verb)).collect();
    if narrowing.len() < 2 {
        return justified(
            4,
            format!("{stated}, but little that narrows them."),
            "add the scope, such as which of them, where or within what bounds",
        );
    }
    let others = narrowing.iter().filter(|word| nouns::canonical(word) != *noun);
    let narrowed: Vec<String> = others.take(3).map(|word| quoted(word)).collect();
    let narrowed =
        if narrowed.is_empty() { String::new() } else { format!(", narrowed by {}", listed(&narrowed)) };
    justified(
        5,
        format!(
            "{stated}{narrowed}, and {}.",
            match reading.siblings.alike {
                Some(sibling) => format!("the description sets the tool apart from {}", quoted(sibling)),
                None => "no sibling does the same to the same resource".to_owned(),
            }
        ),
        "",
    )
}

/// A noun phrase, or a language whose verbs are not in the table: judged by how much it says.
fn without_verb(reading: &Reading<'_>, opening: &str) -> Justified {
    let description = &reading.description;
    let enough = if description.is_foreign() { 3 } else { 5 };
    if description.length < enough {
        return justified(
            3,
            format!("{opening} names a subject but no operation on it that these rules know."),
            "open with a verb that says what the tool does",
        );
    }
    if let Some((sibling, _)) = reading.siblings.named.filter(|_| description.length >= 8) {
        let evidence = format!(
            "{opening} says what the tool is about, and the description sets it apart from {}.",
            quoted(sibling)
        );
        return justified(5, evidence, "");
    }
    if description.is_foreign() && description.length >= 8 && reading.siblings.alike.is_none() {
        let evidence = format!(
            "{opening} says in detail what the tool is about, in a language whose verbs these rules do not know; no \
             sibling has a name like it."
        );
        return justified(5, evidence, "");
    }
    justified(
        4,
        format!("{opening} says what the tool is about but does not open with a verb that these rules know."),
        "open with a verb for the operation, and say how the tool differs from its siblings",
    )
}
