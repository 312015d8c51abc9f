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
                format!("{} names the alternative {} for the other cases.", quoted(there), quoted(sibling)),
                "",
            );
        }
        return justified(
            4,
            format!(
                "{} relates the tool to {} without saying which one fits when.",
                quoted(there),
                quoted(sibling)
            ),
            "say for which cases each of the two is the right one",
        );
    }
    match (has(Cue::When), has(Cue::WhenNot), has(Cue::Alternative)) {
        (true, true, _) => justified(
            5,
            format!("{} says when to use it, and {} when not.", sentence(Cue::When), sentence(Cue::WhenNot)),
            "",
        ),
        (true, false, alternative) => justified(
            if alternative { 5 } else { 4 },
            format!(
                "{} gives clear context for using the tool{}.",
                sentence(Cue::When),
                if alternative { " beside an alternative" } else { ", but no exclusion" }
            ),
            format!("say when not to use it, and name {}", alternative_to(reading)),
        ),
        (false, true, _) | (false, _, true) => justified(
            4,
            format!(
                "{} draws a line against other uses.",
                sentence(if has(Cue::WhenNot) { Cue::WhenNot } else { Cue::Alternative })
            ),
            format!(
                "say in a sentence of its own when to use the tool, and name {}",
                alternative_to(reading)
            ),
        ),
        (false, false, false) if has(Cue::Implied) && reading.substance == Substance::Says => justified(
            3,
            format!("{} implies when the tool applies; no sentence says so.", sentence(Cue::Implied)),
            "add a sentence that begins \"Use this when\"",
        ),
        (false, false, false) => justified(
            2,
            format!(
                "{} tells what the tool does, and no sentence of the description when to use it.",
                quoted(description.first_sentence())
            ),
            "say what situation or question it is for",
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
        Some(sibling) => format!("{} as the alternative", quoted(sibling)),
        None if reading.siblings.count == 0 => "what serves the excluded cases".to_owned(),
        None => "the sibling for the excluded cases".to_owned(),
    }
}
