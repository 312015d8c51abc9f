//! Sentences of a text.

use std::ops::Range;

/// The byte ranges of the sentences, trimmed, none empty.
///
/// A sentence ends at `.`, `!` or `?` before white space that no lower-case letter follows (which spares
/// "e.g. this"), at a full-width stop, at a blank line, and before a line that starts a list item or a
/// labelled section. Other line breaks are wrapped text.
pub(crate) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices() {
        let after = at + character.len_utf8();
        let ends = match character {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => stops(&text[after..]),
            '\n' => breaks(&text[after..]),
            _ => false,
        };
        if ends {
            push_trimmed(text, start..after, &mut spans);
            start = after;
        }
    }
    push_trimmed(text, start..text.len(), &mut spans);
    spans
}

fn stops(rest: &str) -> bool {
    let mut following = rest.chars();
    match following.next() {
        None => true,
        Some(space) if space.is_whitespace() => {
            following.find(|character| !character.is_whitespace()).is_none_or(|next| !next.is_lowercase())
        }
        // `(… text.) Next` and `"… text."`
        Some(')' | '"' | '\'' | '*' | ']') => following.next().is_none_or(char::is_whitespace),
        Some(_) => false,
    }
}

fn breaks(rest: &str) -> bool {
    // Looked at one line at a time, so that the whole stays linear.
    let line = rest.split('\n').next().unwrap_or_default().trim_start();
    let Some(first) = line.chars().next() else { return true };
    if matches!(first, '-' | '*' | '•' | '#' | '`' | '>' | '|' | '⚠' | '✅' | '❌') || first.is_ascii_digit()
    {
        return true;
    }
    let label = line.split_whitespace().next().unwrap_or_default();
    label.ends_with([':', '：']) || STARTERS.contains(&label)
}

/// First words that begin a sentence of their own even where the line before has no full stop.
const STARTERS: [&str; 14] = [
    "Returns",
    "Return",
    "Use",
    "Note",
    "Args",
    "Parameters",
    "Example",
    "Examples",
    "Requires",
    "Raises",
    "This",
    "IMPORTANT",
    "NOTE",
    "WARNING",
];

fn push_trimmed(text: &str, span: Range<usize>, spans: &mut Vec<Range<usize>>) {
    let piece = &text[span.clone()];
    let trimmed = piece.trim();
    if trimmed.chars().any(char::is_alphanumeric) {
        let start = span.start + (piece.len() - piece.trim_start().len());
        spans.push(start..start + trimmed.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = spans(text).into_iter().map(|span| &text[span]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn stops_end_sentences_and_abbreviations_do_not() {
        check(
            "List boats. Use e.g. this filter, v1.2 only! Done",
            &["List boats.", "Use e.g. this filter, v1.2 only!", "Done"],
        );
        check("列出船只。返回名称。", &["列出船只。", "返回名称。"]);
    }

    #[test]
    fn wrapped_lines_stay_together_and_sections_do_not() {
        check(
            "List boats\nin the harbour\n\nMore\n- one\n- two",
            &["List boats\nin the harbour", "More", "- one", "- two"],
        );
        check(
            "List boats\nReturns names\nname: of a boat",
            &["List boats", "Returns names", "name: of a boat"],
        );
    }

    #[test]
    fn nothing_but_marks_is_no_sentence() {
        check(" \n... !!\n", &[]);
    }
}
