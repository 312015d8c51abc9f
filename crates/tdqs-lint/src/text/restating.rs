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
    if has_early_word_beyond(description, name) {
        return false;
    }
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

/// Whether one of the first words of a description has a beginning that the name has nowhere. Nearly always one has,
/// and then nothing has to be taken apart. The normal form of a word begins with the same two letters.
fn has_early_word_beyond(description: &str, name: &str) -> bool {
    // Outside ASCII small letters may have another length.
    if !name.is_ascii() {
        return false;
    }
    let mut at = 0;
    let words = std::iter::from_fn(|| {
        let run = next_run(description, at, &LETTERS_AND_DIGITS)?;
        at = run.end;
        description.get(run)
    });
    words.take(8).filter(|word| word.is_ascii()).any(|word| {
        let Some([first, second]) = word.as_bytes().first_chunk() else { return false };
        let begins_alike = |here: &[u8]| {
            matches!(here, [left, right] if left.eq_ignore_ascii_case(first) && right.eq_ignore_ascii_case(second))
        };
        let is_of_name = name.as_bytes().windows(2).any(begins_alike);
        let adds_nothing = || {
            let word = word.to_ascii_lowercase();
            is_stop_word(&word) || is_stop_word(normal_form(&word))
        };
        !is_of_name && !adds_nothing()
    })
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

/// Whether a description speaks of an API, and the name does not. To the score "API" adds nothing to a name, whatever the
/// tool is about; where it is the thing that is listed or called, it does.
pub(crate) fn speaks_of_an_api(description: &str, name: &str) -> bool {
    let is_api = |word: Cow<'_, str>| matches!(&*word, "api" | "apis");
    runs(description).any(is_api) && !runs_of_name(name).into_iter().any(is_api)
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

    #[test]
    fn an_api_is_something_to_speak_of() {
        assert!(speaks_of_an_api("List the APIs.", "list") && speaks_of_an_api("Call an api", "call"));
        assert!(!speaks_of_an_api("List the APIs.", "list_apis") && !speaks_of_an_api("Rapid", "list"));
    }

    proptest::proptest! {
        /// Against taking both apart.
        #[test]
        fn no_description_is_given_up_too_early(
            words in proptest::collection::vec(
                proptest::sample::select(vec![
                    "get", "Gets", "users", "User", "tools", "the", "USES", "a", "s", "is", "ids", "\u{212a}", "b", "xs",
                    "é",
                ]),
                0..6,
            ),
            name in "(get|user|[Uu]se|tool|id|a|\u{212a}|k|é|b|s|x|Xs|_|-){0,5}",
        ) {
            let description = words.join(" ");
            let of_name: Vec<String> =
                runs_of_name(&name).iter().map(|run| normal_form(run).to_owned()).collect();
            let mut said = runs(&description)
                .filter(|word| !is_stop_word(word) && !is_stop_word(normal_form(word)))
                .map(|word| of_name.iter().any(|run| run == normal_form(&word)))
                .peekable();
            let plain = said.peek().is_some() && said.all(|is_said| is_said);
            proptest::prop_assert_eq!(restates(&description, &name), plain, "{} / {}", description, name);
        }
    }
}
