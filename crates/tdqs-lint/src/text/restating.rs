//! Does a description say no more than the name?

use std::borrow::Cow;

use super::runs::{LETTERS_AND_DIGITS, next_run};
use super::{verb_in_any_form, words_in};

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
    // Hardly any description gets further than its third word, so that little of it is put into small letters.
    let of_name = runs_of_name(name);
    let of_name: Vec<&str> = of_name.iter().map(|word| normal_form(word)).collect();
    let mut says_anything = false;
    for word in runs(description) {
        if is_stop_word(&word) {
            continue;
        }
        let word = normal_form(&word);
        if is_stop_word(word) {
            continue;
        }
        if !of_name.contains(&word) {
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
    let of_name = runs_of_name(name);
    let of_name: Vec<&str> = of_name.iter().map(|word| normal_form(word)).collect();
    let mut is_opening = true;
    let mut is_beyond = |word: &Cow<'_, str>| {
        let form = normal_form(word);
        if is_stop_word(word) || is_stop_word(form) {
            return false;
        }
        // Further behind, what looks like a verb is as often none: "the pages open in a view".
        is_opening &= verb_in_any_form(word).is_some();
        !is_opening && !of_name.contains(&form)
    };
    runs(description).filter(|word| is_beyond(word)).map(Cow::into_owned).collect()
}

/// The runs of the words of a name.
fn runs_of_name(name: &str) -> Vec<Cow<'_, str>> {
    words_in(name).flat_map(runs).collect()
}

/// Runs of letters and digits in small letters.
fn runs(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let has_small_letters_only = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let mut at = 0;
    std::iter::from_fn(move || {
        let run = next_run(text, at, &LETTERS_AND_DIGITS)?;
        at = run.end;
        let run = text.get(run)?;
        Some(if run.bytes().all(has_small_letters_only) {
            Cow::Borrowed(run)
        } else {
            Cow::Owned(run.to_lowercase())
        })
    })
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

fn normal_form(word: &str) -> &str {
    if let Some(verb) = verb_in_any_form(word) {
        return verb.base;
    }
    match word.strip_suffix('s') {
        Some(rest) if word.chars().count() > 3 => rest,
        Some(_) | None => word,
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
