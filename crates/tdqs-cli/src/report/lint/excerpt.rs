//! The line that a finding is about, cut to what a screen shows.
//!
//! Captures are often one line of a hundred thousand characters, so no more than a window around the place is ever
//! looked at.

use std::fmt::Write;
use std::ops::Range;

use tdqs_lint::Span;

use crate::visible;

/// Characters that are shown on either side of the place.
const AROUND: usize = 48;

/// Characters of the place itself that are shown.
const SHOWN: usize = 64;

/// A part of a line, and where the place is in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// Bytes of `text`.
    pub(super) place: Range<usize>,
}

impl Excerpt {
    /// Cuts the line of a span out of its text. `None` when the span is not one of this text.
    pub(super) fn of(text: &str, span: Span) -> Option<Self> {
        let (before, place, after) =
            (text.get(..span.start)?, text.get(span.start..span.end)?, text.get(span.end..)?);
        let mut out = String::new();
        let is_line_end = |character: &char| matches!(character, '\n' | '\r');
        let mut left: Vec<char> =
            before.chars().rev().take_while(|character| !is_line_end(character)).take(AROUND + 1).collect();
        let is_cut = left.len() > AROUND;
        left.truncate(AROUND);
        if is_cut {
            out.push('…');
        }
        left.iter().rev().for_each(|character| push(&mut out, *character));
        let start = out.len();
        let mut shown = place.chars().take_while(|character| !is_line_end(character));
        shown.by_ref().take(SHOWN).for_each(|character| push(&mut out, character));
        let is_cut = shown.next().is_some();
        if is_cut {
            out.push('…');
        }
        let end = out.len();
        if !is_cut && !place.contains(['\n', '\r']) {
            let mut right = after.chars().take_while(|character| !is_line_end(character));
            right.by_ref().take(AROUND).for_each(|character| push(&mut out, character));
            if right.next().is_some() {
                out.push('…');
            }
        }
        Some(Self { text: out, place: start..end })
    }
}

/// Writes a character as a terminal may have it.
fn push(out: &mut String, character: char) {
    match character {
        ' ' | '\t' => out.push(' '),
        _ => _ = write!(out, "{}", visible::line(character.encode_utf8(&mut [0; 4]))),
    }
}

#[cfg(test)]
mod tests {
    use tdqs::signals::ToolSet;
    use tdqs_lint::Linter;

    use super::*;

    fn excerpt(text: &str, rule: &str) -> (String, String) {
        let report = Linter::default().lint("dock", &ToolSet::parse(text).unwrap());
        let finding = report.findings.iter().find(|finding| finding.rule == rule).unwrap();
        let excerpt = Excerpt::of(text, finding.location.span.unwrap()).unwrap();
        let place = excerpt.text[excerpt.place.clone()].to_owned();
        (excerpt.text, place)
    }

    #[test]
    fn a_line_is_shown_as_it_is() {
        let text = "[\n  {\"name\": \"seal\"}\n]";
        assert_eq!(
            excerpt(text, "no-description"),
            ("  {\"name\": \"seal\"}".to_owned(), "\"seal\"".to_owned())
        );
    }

    #[test]
    fn a_long_line_and_a_long_place_are_cut() {
        let long = "x".repeat(1_000);
        let text = format!(
            "[{{\"title\": \"{long}\", \"name\": \"{long}\", \"inputSchema\": {{\"$comment\": \"{long}\"}}}}]"
        );
        let (shown, place) = excerpt(&text, "no-description");
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.chars().count() < 200, "{shown}");
        assert_eq!(place.chars().count(), SHOWN + 1);
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        let text = "[{\"name\": \"seal\", \"description\": \"Seal\u{202e} it.\"}]";
        let (shown, place) = excerpt(text, "hidden-characters");
        assert_eq!(place, "\\u{202e}");
        assert!(shown.ends_with("Seal\\u{202e} it.\"}]"), "{shown}");
    }
}
