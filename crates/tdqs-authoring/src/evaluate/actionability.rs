//! Actionability: whether an agent can act on what it is told.

use tdqs_signals::whitespace::trim;

use super::Criterion;
use super::finding::Deductions;
use super::outline::Section;
use super::prose::Sentence;
use crate::text::clause::{is_when_clause, is_when_not_clause};
use crate::text::words;
use crate::{Parameter, ToolSpec};

const POINTS: u8 = 20;
const WORDS_OF_A_RESULT: usize = 3;

pub(super) fn judge(text: &str, sentences: &[Sentence], spec: &ToolSpec) -> Deductions {
    let mut deductions = Deductions::new(Criterion::Actionability);
    if !sentences.iter().any(|sentence| is_when_clause(sentence.texts(text)) || is_case(text, sentence)) {
        let message = "nothing says when to use the tool; write \"Use when …\" or add a trigger".to_owned();
        deductions.take(POINTS, "no-when-clause", "Use when", message);
    }
    if !sentences.iter().any(|sentence| is_when_not_clause(sentence.texts(text))) {
        let message =
            "nothing says when not to use the tool; write \"Do not use …\" or name what to use instead";
        deductions.take(POINTS, "no-when-not-clause", "Do not use", message.to_owned());
    }
    let returned = spec.returns.as_ref().map_or("", |returns| returns.description.as_str());
    if words::count(returned) < WORDS_OF_A_RESULT {
        let message =
            format!("the result is described in fewer than {WORDS_OF_A_RESULT} words; say what comes back");
        deductions.take(POINTS, "returns-unexplained", returned, message).of("/returns/description");
    }
    errors(spec, &mut deductions);
    parameters(spec, &mut deductions);
    deductions
}

/// An item "When …" below the heading "When to Use", which has the verb of the clause.
fn is_case(text: &str, sentence: &Sentence) -> bool {
    sentence.section == Section::WhenToUse
        && sentence.opens_item
        && sentence.words.len() > 1
        && sentence.texts(text).next().is_some_and(|first| first.eq_ignore_ascii_case("when"))
}

fn errors(spec: &ToolSpec, deductions: &mut Deductions) {
    const RULE: &str = "errors-unresolved";
    if spec.errors.is_empty() {
        let message = "no error is documented; say what can fail and what to do then".to_owned();
        deductions.take(POINTS, RULE, "", message).of("/errors");
    }
    let mut points = POINTS;
    for (index, error) in spec.errors.iter().enumerate() {
        if trim(&error.resolution).is_empty() {
            let message = format!("nothing says what to do about `{}`; add a resolution", error.code);
            deductions.take(points, RULE, &error.code, message).of(format!("/errors/{index}/resolution"));
            points = 0;
        }
    }
}

fn parameters(spec: &ToolSpec, deductions: &mut Deductions) {
    let mut points = POINTS;
    for (index, parameter) in spec.parameters.iter().enumerate() {
        if parameter.required && !has_shape(parameter) {
            let message = format!(
                "nothing shows what a value of `{}` looks like; add an enum, a pattern, a format or an example",
                parameter.name
            );
            deductions
                .take(points, "parameter-without-shape", &parameter.name, message)
                .of(format!("/parameters/{index}"));
            points = 0;
        }
    }
}

/// Whether an agent can see what to pass.
fn has_shape(parameter: &Parameter) -> bool {
    let description = &parameter.description;
    parameter.enum_values.is_some()
        || parameter.pattern.is_some()
        || parameter.format.is_some()
        || !parameter.examples.is_empty()
        || description.to_ascii_lowercase().contains("e.g.")
        || description.chars().any(char::is_numeric)
        || has_quotation(description)
}

/// Whether a text quotes something: between double quotes, typographic ones, back-ticks, or single quotes that are no
/// apostrophes.
fn has_quotation(text: &str) -> bool {
    const PAIRS: [(char, char); 6] = [('"', '"'), ('“', '”'), ('„', '“'), ('‘', '’'), ('`', '`'), ('«', '»')];
    let between = |(open, close): (char, char)| {
        text.split_once(open)
            .and_then(|(_, rest)| rest.split_once(close))
            .is_some_and(|(inside, _)| !trim(inside).is_empty())
    };
    PAIRS.into_iter().any(between) || has_single_quotation(text)
}

fn has_single_quotation(text: &str) -> bool {
    let is_word_before = |at: usize| text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    let is_word_after = |at: usize| text[at + 1..].chars().next().is_some_and(char::is_alphanumeric);
    let mut quotes = text.match_indices('\'').map(|(at, _)| at);
    let Some(open) = quotes.find(|at| !is_word_before(*at)) else { return false };
    quotes.any(|close| !is_word_after(close) && !trim(&text[open + 1..close]).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_in_many_ways() {
        let described = |description: &str| Parameter::new("a", "string", description);
        for parameter in [
            described("Shelf, E.g. by the door"),
            described("Shelf \"A\""),
            described("Shelf 'A'"),
            described("Shelf `A`"),
            described("Shelf “A”"),
            described("One of 3"),
            described("Shelf").with_enum(["A"]),
            described("Shelf").with_pattern("A"),
            described("Shelf").with_format("uri"),
            described("Shelf").with_example("A"),
        ] {
            assert!(has_shape(&parameter), "{parameter:?}");
        }
        for description in
            ["Shelf", "The shelf's owner's name", "Shelf \"\"", "eg. a shelf", "'", "The owners' and boats"]
        {
            assert!(!has_shape(&described(description)), "{description}");
        }
    }
}
