//! Clarity: vague words, and sentences that open with a word that points nowhere.

use super::Criterion;
use super::finding::Deductions;
use super::prose::Sentence;
use crate::ToolSpec;

/// Words that say nothing, with their inflections.
const VAGUE: [&str; 16] = [
    "help",
    "helps",
    "helped",
    "helping",
    "helpful",
    "assist",
    "assists",
    "assisted",
    "assisting",
    "thing",
    "things",
    "stuff",
    "handle",
    "handles",
    "handled",
    "handling",
];
const OPENING: [&str; 3] = ["it", "this", "that"];
/// Verbs before which such a word stands for something that was not said.
const VERBS: [&str; 14] = [
    "is", "was", "are", "has", "does", "can", "will", "may", "must", "should", "means", "returns", "gives",
    "works",
];

const VAGUE_POINTS: u8 = 10;
const MOST_VAGUE: usize = 5;
const DANGLING_POINTS: u8 = 5;
const MOST_DANGLING: usize = 10;

pub(super) fn judge(text: &str, sentences: &[Sentence], spec: &ToolSpec) -> Deductions {
    let mut deductions = Deductions::new(Criterion::Clarity);
    let mut vague = 0;
    let mut dangling = 0;
    for sentence in sentences {
        if let [first, second, ..] = sentence.words.as_slice()
            && !first.is_code
            && !second.is_code
            && is_any(&text[first.span.clone()], &OPENING)
            && is_any(&text[second.span.clone()], &VERBS)
        {
            dangling += 1;
            let span = first.span.start..second.span.end;
            let found = &text[span.clone()];
            let message = format!("the sentence opens with \"{found}\"; name what is meant");
            let points = if dangling > MOST_DANGLING { 0 } else { DANGLING_POINTS };
            deductions.take(points, "dangling-reference", found, message).at(span);
        }
        for word in sentence.words.iter().filter(|word| !word.is_code) {
            let found = &text[word.span.clone()];
            // "the thing's owner" has the word too.
            let base = found.split(['\'', '’']).next().unwrap_or_default();
            if is_any(base, &VAGUE) && !is_name(found, spec) {
                vague += 1;
                let message = format!("\"{found}\" says nothing an agent can act on; say what the tool does");
                let points = if vague > MOST_VAGUE { 0 } else { VAGUE_POINTS };
                deductions.take(points, "vague-word", found, message).at(word.span.clone());
            }
        }
    }
    deductions
}

/// Whether the word is a name of the spec: those are not prose.
fn is_name(word: &str, spec: &ToolSpec) -> bool {
    word == spec.name
        || spec.parameters.iter().any(|parameter| parameter.name == word)
        || spec.errors.iter().any(|error| error.code == word)
}

fn is_any(word: &str, candidates: &[&str]) -> bool {
    candidates.iter().any(|candidate| word.eq_ignore_ascii_case(candidate))
}
