//! Does a description say no more than the name?

use std::borrow::Cow;

use super::{verb_in_any_form, words_of_name};

/// Whether the words of a description, less stop words, are not none and all are words of the name.
///
/// Tool Credit Score, section 7, "Restating": words are runs of letters or digits in small letters; a verb of the
/// table counts in its base form, and of other words longer than three letters a final `s` is cut. A word is a stop
/// word as it stands or in that form, so that "this" and "uses" both are.
///
/// ```
/// use tdqs_lint::text::restates;
///
/// assert!(restates("Gets the stock levels.", "get_stock_level"));
/// assert!(!restates("Gets the stock level of a warehouse.", "get_stock_level"));
/// ```
#[must_use]
pub fn restates(description: &str, name: &str) -> bool {
    let name = words_in_normal_form(name);
    let mut says_anything = false;
    for word in runs(description) {
        if is_stop_word(&word) {
            continue;
        }
        let word = normal_form(&word);
        if is_stop_word(&word) {
            continue;
        }
        if !name.iter().any(|of_name| *of_name == word) {
            return false;
        }
        says_anything = true;
    }
    says_anything
}

/// The words of a description that its name does not have, less stop words and the verbs of the table that it opens
/// with: in small letters and in their order.
///
/// ```
/// use tdqs_lint::text::words_beyond;
///
/// assert_eq!(words_beyond("Retrieves the stock levels of open warehouses.", "get_stock_level"), ["open", "warehouses"]);
/// ```
#[must_use]
pub fn words_beyond(description: &str, name: &str) -> Vec<String> {
    let name = words_in_normal_form(name);
    let mut is_opening = true;
    let mut is_beyond = |word: &String| {
        let form = normal_form(word);
        if is_stop_word(word) || is_stop_word(&form) {
            return false;
        }
        // Further behind, what looks like a verb is as often none: "the pages open in a view".
        is_opening &= verb_in_any_form(word).is_some();
        !is_opening && !name.iter().any(|of_name| *of_name == form)
    };
    runs(description).filter(|word| is_beyond(word)).collect()
}

fn words_in_normal_form(name: &str) -> Vec<String> {
    words_of_name(name).into_iter().flat_map(runs).map(|word| normal_form(&word).into_owned()).collect()
}

fn runs(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|run| !run.is_empty())
        .map(str::to_lowercase)
}

/// Whether a word adds nothing to a name.
fn is_stop_word(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "this"
            | "that"
            | "these"
            | "those"
            | "tool"
            | "function"
            | "method"
            | "api"
            | "endpoint"
            | "to"
            | "of"
            | "for"
            | "is"
            | "it"
            | "in"
            | "on"
            | "and"
            | "or"
            | "with"
            | "by"
            | "from"
            | "will"
            | "be"
            | "used"
            | "use"
            | "using"
    )
}

fn normal_form(word: &str) -> Cow<'_, str> {
    if let Some(verb) = verb_in_any_form(word) {
        return Cow::Borrowed(verb.base);
    }
    match word.strip_suffix('s') {
        Some(rest) if word.chars().count() > 3 => Cow::Borrowed(rest),
        Some(_) | None => Cow::Borrowed(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_name_says_restates_it() {
        for (description, name, expected) in [
            ("This tool is used to get users", "getUsers", true),
            ("Get user.", "get-users", true),
            ("Uses the API", "get_user", false),
            ("The tool", "tool", false),
            ("", "get_user", false),
            ("Gas bus", "gas_bu", false),
            ("Deletes ACCOUNTS", "deleteAccount", true),
            ("Get one user", "get_user", false),
            ("在庫", "在庫", true),
        ] {
            assert_eq!(restates(description, name), expected, "{description} / {name}");
        }
    }
}
