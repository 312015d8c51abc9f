//! Lines of a text, however they end.

use std::ops::Range;

/// The byte ranges of the lines, without what ends them: LF, CR LF or CR.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let first = start?;
        let rest = &text[first..];
        let Some(length) = rest.find(['\n', '\r']) else {
            start = None;
            return Some(first..text.len());
        };
        let end = first + length;
        let break_length = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        start = Some(end + break_length);
        Some(first..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_in_three_ways() {
        let text = "a\nb\r\nc\rd\n";
        let found: Vec<&str> = lines(text).map(|line| &text[line]).collect();
        assert_eq!(found, ["a", "b", "c", "d", ""]);
        assert_eq!(lines("").collect::<Vec<_>>(), vec![0..0]);
    }
}
