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
    let is_separator =
        |character: char| matches!(character, '_' | '-' | '.') || is_ecmascript_whitespace(character);
    let mut words = Vec::new();
    for part in name.split(is_separator) {
        let bytes = part.as_bytes();
        let mut start = 0;
        // Every byte that is looked at is ASCII, so that the places are character boundaries.
        for at in 1..bytes.len() {
            let (before, here) = (bytes[at - 1], bytes[at]);
            let after_small = before.is_ascii_lowercase() || before.is_ascii_digit();
            let opens_word =
                before.is_ascii_uppercase() && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            if here.is_ascii_uppercase() && (after_small || opens_word) {
                words.push(&part[start..at]);
                start = at;
            }
        }
        if start < part.len() {
            words.push(&part[start..]);
        }
    }
    words
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
    use super::*;

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
