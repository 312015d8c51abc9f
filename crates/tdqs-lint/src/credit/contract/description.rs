//! Rules about the description.

use tdqs_signals::whitespace::{is_ecmascript_whitespace, trim};

use super::facts::Facts;
use crate::credit::quoted::{counted, quoted};
use crate::credit::{Finding, Rule, Severity, studio};
use crate::text::{first_word, restates, verb_in_any_form, without_punctuation, word_count};

const POINTER: &str = "/description";

pub(super) fn check(facts: &Facts<'_>, findings: &mut Vec<Finding>) {
    let mut add = |rule, severity, deduction, message: String| {
        findings.push(Finding::new(rule, severity, deduction, POINTER, message));
    };
    let Some(description) = facts.description.as_deref() else {
        let message = "the tool has no description".to_owned();
        return add(Rule::DescriptionMissing, Severity::Error, 100, message);
    };
    let name = facts.name.as_deref().unwrap_or_default();
    if is_placeholder(description, name) {
        let message =
            format!("the description {} was made by nobody who knows the tool", quoted(trim(description)));
        return add(Rule::DescriptionPlaceholder, Severity::Error, 60, message);
    }
    let words = word_count(description);
    if words < 10 {
        let message = format!("the description has {}, fewer than 10", counted(words, "word", "words"));
        add(Rule::DescriptionTooShort, Severity::Warning, 20, message);
    }
    if facts.wants(Rule::DescriptionNotCapitalised) && opens_small(description) {
        let message = "the description opens with a small letter".to_owned();
        add(Rule::DescriptionNotCapitalised, Severity::Info, 5, message);
    }
    if facts.wants(Rule::DescriptionNoActionVerb) {
        let opening = without_punctuation(first_word(description));
        if opening.is_ascii() && verb_in_any_form(opening).is_none() && facts.is_english() {
            let message =
                format!("{}, which the description opens with, is no verb of the table", quoted(opening));
            add(Rule::DescriptionNoActionVerb, Severity::Info, 10, message);
        }
    }
    if words > 200 {
        let message = format!("the description has {words} words, more than 200");
        add(Rule::DescriptionTooLong, Severity::Info, 5, message);
    }
    if facts.wants(Rule::DescriptionRestatesName) && restates(description, name) {
        let message = "the description says nothing that the name does not".to_owned();
        add(Rule::DescriptionRestatesName, Severity::Warning, 15, message);
    }
    let of_words = [Rule::DescriptionLanguageUnchecked, Rule::DescriptionNoWhen, Rule::DescriptionNoWhenNot];
    if !facts.wants_any(of_words) {
        return;
    }
    if !facts.is_english() {
        let message = "the description is not in English".to_owned();
        return add(Rule::DescriptionLanguageUnchecked, Severity::Info, 0, message);
    }
    let clauses = facts.clauses();
    if !clauses.says_when {
        let message = "the description does not say when to use the tool".to_owned();
        add(Rule::DescriptionNoWhen, Severity::Info, 0, message);
    }
    if !clauses.says_when_not {
        let message = "the description does not say when not to use the tool".to_owned();
        add(Rule::DescriptionNoWhenNot, Severity::Info, 0, message);
    }
}

/// Whether the first character is a lower-case letter and the first word does not look like an identifier.
pub(super) fn opens_small(description: &str) -> bool {
    let is_of_identifier = |character: char| {
        matches!(character, '_' | '.' | '/' | '(' | ')' | '`')
            || character.is_numeric()
            || character.is_uppercase()
    };
    let word = first_word(description);
    word.starts_with(char::is_lowercase) && !word.contains(is_of_identifier)
}

/// Whether a description stands for one that nobody wrote (`description-placeholder`).
pub(super) fn is_placeholder(description: &str, name: &str) -> bool {
    let text = trim(description);
    let opens_with = |word: &str| {
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && !text[word.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
    };
    if ["todo", "tbd", "fixme"].into_iter().any(opens_with) {
        return true;
    }
    if opens_with("lorem") {
        let rest = text["lorem".len()..].trim_start_matches(is_ecmascript_whitespace);
        let second = rest.split(|character: char| !character.is_alphanumeric() && character != '_').next();
        if second.is_some_and(|word| word.eq_ignore_ascii_case("ipsum")) {
            return true;
        }
    }
    let is_filling =
        |character: char| matches!(character, '.' | '!' | ':') || is_ecmascript_whitespace(character);
    let bare = text.trim_end_matches(is_filling);
    ["", "description", "n/a", "none", "-"].into_iter().any(|filler| bare.eq_ignore_ascii_case(filler))
        || studio::is_generated_description(description, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_recognised() {
        for text in [
            "TODO",
            "todo: write",
            "Tbd.",
            "FIXME!",
            "Lorem  ipsum dolor",
            " Description: ",
            "N/A",
            "none.",
            "-",
            "...",
            "!",
            "Gets the outcome of the operation named \"get crate\". Returns that outcome, or else an error when it has failed.",
        ] {
            assert!(is_placeholder(text, "get_crate"), "{text}");
        }
        for text in
            ["Todoist sync", "Lorem", "Loremipsum", "Todo_list", "Description of it", "None of it", "--"]
        {
            assert!(!is_placeholder(text, "get_crate"), "{text}");
        }
    }

    #[test]
    fn identifiers_may_open_small() {
        for text in ["gets it", " élan", "gets: it"] {
            assert!(opens_small(text), "{text}");
        }
        for text in ["Gets", "在庫", "get_it does", "iPhone", "npm2", "a.b", "`ls`", "f(x)", "5", ""] {
            assert!(!opens_small(text), "{text}");
        }
    }
}
