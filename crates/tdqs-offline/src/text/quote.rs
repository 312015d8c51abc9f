//! Quoting what was judged.
//!
//! Descriptions are hostile input that ends up in terminals and reports, so a quotation is one line,
//! of a readable length, and free of control and direction characters.

use tdqs_signals::invisible::is_invisible;

/// How many characters of a text a quotation shows.
const READABLE: usize = 90;

/// The text in double quotes, on one line, cut at a word where possible.
pub(crate) fn quoted(text: &str) -> String {
    quoted_within(text, READABLE)
}

/// Like [`quoted`], for another length in characters.
pub(crate) fn quoted_within(text: &str, length: usize) -> String {
    let mut line = String::new();
    let mut count = 0;
    let mut cut = false;
    // A list item or a heading is quoted without its mark.
    for character in text.trim_start_matches(['`', '*', '-', '•', '#', '>', ' ', '\n']).chars() {
        let character = match character {
            '"' | '“' | '”' => '\'',
            other if other.is_whitespace() => ' ',
            other if other.is_control() || is_invisible(other) => continue,
            other => other,
        };
        if character == ' ' && (line.is_empty() || line.ends_with(' ')) {
            continue;
        }
        if count == length {
            cut = true;
            break;
        }
        line.push(character);
        count += 1;
    }
    if cut {
        // Back to the last whole word, unless that loses most of the quotation, as it would in Chinese.
        if let Some(space) = line.rfind(' ').filter(|space| *space > line.len() / 2) {
            line.truncate(space);
        }
        line.truncate(line.trim_end_matches([' ', ',', ';', ':', '.']).len());
        line.push('…');
    }
    format!("\"{}\"", line.trim_end_matches([' ', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_one_line_without_inner_quotes() {
        assert_eq!(quoted("- **a** b."), "\"a** b\"");
        assert_eq!(quoted("a \"b\"\n\t c\u{202e}\u{7}"), "\"a 'b' c\"");
    }

    #[test]
    fn long_texts_are_cut_at_a_word_or_else_at_a_character() {
        assert_eq!(quoted_within("alpha beta, gamma", 13), "\"alpha beta…\"");
        assert_eq!(quoted_within("ääää", 3), "\"äää…\"");
    }
}
