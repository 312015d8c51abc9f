//! Which words is a name made of?

use tdqs_signals::whitespace::is_ecmascript_whitespace;

/// The words of a name, as they are written: split at `_`, `-`, `.` and white space, between a small letter or
/// digit and a capital, and before the last capital of a run that a small letter follows.
///
/// Tool Credit Score, section 7, "Words of a name".
///
/// ```
/// use tdqs_lint::text::words_of_name;
///
/// assert_eq!(words_of_name("getHTTPStatus_v2"), ["get", "HTTP", "Status", "v2"]);
/// ```
#[must_use]
pub fn words_of_name(name: &str) -> Vec<&str> {
    words_in(name).collect()
}

/// The same, found one after the other.
pub(crate) fn words_in(name: &str) -> impl Iterator<Item = &str> {
    words_between(name, b"_-.")
}

/// The same, split at other signs.
pub(crate) fn words_between<'n>(name: &'n str, signs: &'static [u8]) -> impl Iterator<Item = &'n str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let mut at = 0;
        // Every byte at which a word begins or ends is ASCII or the first of a separator, so that the places are
        // character boundaries.
        while let Some(here) = rest.as_bytes().get(at).copied() {
            // Nearly every byte, and none at which a word begins or ends.
            if here.is_ascii_lowercase() || here.is_ascii_digit() {
                at += 1;
                continue;
            }
            let separator = length_of_separator(rest, at, here, signs);
            if separator > 0 {
                let word = &rest[..at];
                rest = &rest[at + separator..];
                at = 0;
                if !word.is_empty() {
                    return Some(word);
                }
                continue;
            }
            if here.is_ascii_uppercase()
                && let Some(before) = at.checked_sub(1).and_then(|before| rest.as_bytes().get(before))
            {
                let after_small = before.is_ascii_lowercase() || before.is_ascii_digit();
                let opens_word = before.is_ascii_uppercase()
                    && rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_lowercase);
                if after_small || opens_word {
                    let word = &rest[..at];
                    rest = &rest[at..];
                    return Some(word);
                }
            }
            at += 1;
        }
        let last = std::mem::take(&mut rest);
        (!last.is_empty()).then_some(last)
    })
}

/// How many bytes the separator has that stands at a place of a name; none when there is none.
fn length_of_separator(name: &str, at: usize, byte: u8, signs: &[u8]) -> usize {
    if byte.is_ascii() {
        usize::from(signs.contains(&byte) || is_ecmascript_whitespace(char::from(byte)))
    } else {
        let character = name.get(at..).and_then(|rest| rest.chars().next());
        character.filter(|character| is_ecmascript_whitespace(*character)).map_or(0, char::len_utf8)
    }
}

/// Whether a name is a small letter, then small letters and digits, then any number of groups of one underscore and
/// one or more of these (Tool Credit Score, section 3, `name-not-snake-case`).
#[must_use]
pub fn is_snake_case(name: &str) -> bool {
    let is_small = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.split('_').all(|group| !group.is_empty() && group.bytes().all(is_small))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Character by character.
    fn plainly(name: &str) -> Vec<String> {
        let characters: Vec<char> = name.chars().collect();
        let mut words = vec![String::new()];
        for (at, here) in characters.iter().copied().enumerate() {
            let before = at.checked_sub(1).map_or(' ', |before| characters[before]);
            let next_is_small = characters.get(at + 1).is_some_and(char::is_ascii_lowercase);
            let is_separator = matches!(here, '_' | '-' | '.') || is_ecmascript_whitespace(here);
            let opens_word = here.is_ascii_uppercase()
                && (before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase() && next_is_small));
            if is_separator || opens_word {
                words.push(String::new());
            }
            if !is_separator {
                words.last_mut().unwrap().push(here);
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    proptest! {
        #[test]
        fn bytes_are_words_where_characters_are(
            name in "([a-zA-Z0-9]{0,3}[-_./: \t\n\u{b}\u{c}\u{1c}!é\u{a0}\u{3000}\u{feff}在]?){0,6}"
        ) {
            prop_assert_eq!(words_of_name(&name), plainly(&name));
        }
    }

    #[test]
    fn words_end_where_a_reader_would_end_them() {
        for (name, expected) in [
            ("get_user", vec!["get", "user"]),
            ("HTTPServer", vec!["HTTP", "Server"]),
            ("getURL", vec!["get", "URL"]),
            ("listV2Items", vec!["list", "V2", "Items"]),
            ("get user!", vec!["get", "user!"]),
            ("repo.get-file", vec!["repo", "get", "file"]),
            ("___", vec![]),
            ("über_Alles", vec!["über", "Alles"]),
            ("éA", vec!["éA"]),
            ("a\u{a0}\u{3000}bC.-D", vec!["a", "b", "C", "D"]),
            ("ABc", vec!["A", "Bc"]),
            ("在庫", vec!["在庫"]),
        ] {
            assert_eq!(words_of_name(name), expected, "{name}");
        }
    }

    #[test]
    fn snake_case_is_narrow() {
        for name in ["a", "get_2", "get2_x9"] {
            assert!(is_snake_case(name), "{name}");
        }
        for name in ["", "_a", "a_", "a__b", "2a", "aB", "a-b", "a\n", "é"] {
            assert!(!is_snake_case(name), "{name:?}");
        }
    }
}
