//! Texts that stand in a larger one and may not change its structure.

use tdqs_signals::whitespace::{is_ecmascript_whitespace, trim};

use super::heading::is_underline;
use super::{Fences, heading_level, lines};

/// What stands before the first line of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// Nothing but indentation: the line can be a heading or a fence.
    OfLine,
    /// The sign of a list item or words of ours: it can be neither.
    WithinLine,
}

/// Our lowest heading.
const LOWEST: usize = 3;

/// The lines of a text, without white space at their ends. Headings are moved below ours and keep their order of
/// rank, code that is left open is closed, and nothing else is changed.
///
/// Authoring pieces: rows 21 and 22 of section 5.
pub(crate) fn embedded(text: &str, start: Start) -> Vec<String> {
    let text = trim(text);
    if text.is_empty() {
        return Vec::new();
    }
    let shift = shift(text, start);
    let mut out: Vec<String> = Vec::new();
    let mut fences = Fences::default();
    for (index, line) in lines(text).enumerate() {
        let line = text[line].trim_end_matches(is_ecmascript_whitespace);
        if index == 0 && start == Start::WithinLine {
            out.push(line.to_owned());
            continue;
        }
        let is_code = fences.covers(line);
        let level = if is_code { None } else { heading_level(line) };
        match level {
            Some(level) => {
                let signs = (level + shift).min(6) - level;
                let indent = line.len() - line.trim_start().len();
                let (space, heading) = line.split_at(indent);
                out.push(format!("{space}{}{heading}", "#".repeat(signs)));
            }
            None => {
                let is_below_text = out.last().is_some_and(|above| !above.is_empty());
                if !is_code && is_underline(line) && is_below_text {
                    // Under a blank line it is what it looks like, and makes no heading of what is above.
                    out.push(String::new());
                }
                out.push(line.to_owned());
            }
        }
    }
    out.extend(fences.closing());
    out
}

/// By how many levels the headings of a text have to go down so that the highest is below ours.
fn shift(text: &str, start: Start) -> usize {
    let mut fences = Fences::default();
    lines(text)
        .skip(usize::from(start == Start::WithinLine))
        .filter_map(|line| {
            let line = &text[line];
            if fences.covers(line) { None } else { heading_level(line) }
        })
        .min()
        .map_or(0, |highest| (LOWEST + 1).saturating_sub(highest))
}

/// A text on one line: for names, types and codes.
pub(crate) fn inline(text: &str) -> String {
    lines(text).map(|line| trim(&text[line])).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(embedded(text, Start::OfLine).join("\n"), expected);
    }

    #[test]
    fn headings_go_below_ours_and_keep_their_rank() {
        check("## Own\n\n### Parameters\nnone", "#### Own\n\n##### Parameters\nnone");
        check("# a\n#### b\n##### c", "#### a\n###### b\n###### c");
        check("#### a\n##### b", "#### a\n##### b");
        check("a\n  ### b\n#5 is no heading", "a\n  #### b\n#5 is no heading");
        check("#", "####");
    }

    #[test]
    fn code_is_left_alone_and_closed() {
        check("```\n# no heading\n---\n```\n# a", "```\n# no heading\n---\n```\n#### a");
        check("~~~ sh\n# b", "~~~ sh\n# b\n~~~");
    }

    #[test]
    fn an_underline_makes_no_heading() {
        check("Returns\n===\na\n\n---\nb", "Returns\n\n===\na\n\n---\nb");
    }

    #[test]
    fn lines_are_trimmed_and_texts_are_not() {
        check(" \n a  \r\n\n  b\t\rc\n\n", "a\n\n  b\nc");
        check("\u{feff} ", "");
    }

    #[test]
    fn what_does_not_begin_a_line_is_neither_heading_nor_fence() {
        assert_eq!(embedded("```\n# a", Start::WithinLine), ["```", "#### a"]);
        assert_eq!(embedded("# a", Start::WithinLine), ["# a"]);
    }

    #[test]
    fn names_stay_on_one_line() {
        assert_eq!(inline(" a\n### Errors\r\n\n b "), "a ### Errors b");
    }
}
