//! Usage Guidelines: does it say when to use this tool vs alternatives?
//!
//! | score | earned by |
//! | --- | --- |
//! | 1 | nothing but the name, which leaves an agent to guess |
//! | 2 | no guidance |
//! | 3 | implied usage: a purpose, a condition or a place in a sequence, said in passing |
//! | 4 | clear context ("use this when …"), or an exclusion alone, or a sibling named as a step |
//! | 5 | a named alternative for the other cases, or both when and when not |

use tdqs_rubric::Justified;

use super::reading::{Reading, Substance};
use crate::reason::justified;
use crate::text::{Cue, quoted};

pub(super) fn score(reading: &Reading<'_>) -> Justified {
    let description = &reading.description;
    let sentence = |cue| description.sentence_with(cue).map(quoted).unwrap_or_default();
    let has = |cue| description.cues.has(cue);
    if reading.substance == Substance::Nothing {
        return justified(
            1,
            format!("{} leaves an agent to guess when the tool applies.", quoted(&description.text)),
            "say at least what the tool is for",
        );
    }
    if let Some((sibling, place)) = reading.siblings.named {
        let there = description.sentence_at(place);
        if has(Cue::WhenNot) || has(Cue::Alternative) || is_guidance(there) {
            return justified(
                5,
                format!("{} tells an agent when to turn to {}.", quoted(there), quoted(sibling)),
                "",
            );
        }
        return justified(
            4,
            format!(
                "{} mentions {} but does not say which of the two fits when.",
                quoted(there),
                quoted(sibling)
            ),
            "say for which cases each of the two is the right one",
        );
    }
    match (has(Cue::When), has(Cue::WhenNot), has(Cue::Alternative)) {
        (true, true, _) => justified(5, both(&sentence(Cue::When), &sentence(Cue::WhenNot)), ""),
        (true, false, alternative) => justified(
            if alternative { 5 } else { 4 },
            format!(
                "{} says when to use the tool{}.",
                sentence(Cue::When),
                if alternative {
                    format!(", and {} points to another way", sentence(Cue::Alternative))
                } else {
                    ", but no sentence says when not to".to_owned()
                }
            ),
            format!("say {}", alternative_to(reading)),
        ),
        (false, true, _) | (false, _, true) => justified(
            4,
            if has(Cue::WhenNot) {
                format!(
                    "{} rules something out, but no sentence says when to use the tool.",
                    sentence(Cue::WhenNot)
                )
            } else {
                format!(
                    "{} points to another way, but no sentence says when to use this tool.",
                    sentence(Cue::Alternative)
                )
            },
            "add a sentence that begins \"Use this when\"",
        ),
        (false, false, false) if has(Cue::Implied) && reading.substance == Substance::Says => justified(
            3,
            format!("{} only implies when to use the tool.", sentence(Cue::Implied)),
            "add a sentence that begins \"Use this when\"",
        ),
        (false, false, false) => justified(
            2,
            format!(
                "{} says what the tool does, but the description never says when to use it.",
                quoted(description.first_sentence())
            ),
            "say which situation or question the tool is for",
        ),
    }
}

/// Whether a sentence that names a sibling sends somebody there.
fn is_guidance(sentence: &str) -> bool {
    let lower = sentence.to_ascii_lowercase();
    ["use ", "prefer", "see ", "try ", "call ", "for ", "whereas", "while ", "改用", "使用"]
        .iter()
        .any(|word| lower.contains(word))
}

fn alternative_to(reading: &Reading<'_>) -> String {
    match reading.siblings.alike {
        Some(sibling) => format!("when to use {} instead", quoted(sibling)),
        None if reading.siblings.count == 0 => "when not to use it".to_owned(),
        None => "when not to use it and which sibling to use then".to_owned(),
    }
}

fn both(when: &str, when_not: &str) -> String {
    if when == when_not {
        format!("{when} says both when to use the tool and when not to.")
    } else {
        format!("{when} says when to use the tool, and {when_not} says when not to.")
    }
}
