//! Code within a line.

use std::collections::BTreeMap;
use std::ops::Range;

/// A piece of code between back-ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CodeSpan {
    /// Byte range in the line, back-ticks included.
    pub(crate) span: Range<usize>,
    /// Byte range of the code.
    pub(crate) inside: Range<usize>,
}

/// The code in a line: from each run of back-ticks to the next of its length. A run that has none is text.
pub(crate) fn code_spans(line: &str) -> Vec<CodeSpan> {
    let runs = runs(line);
    let mut following = BTreeMap::new();
    let mut closing: Vec<Option<usize>> =
        runs.iter().enumerate().rev().map(|(index, run)| following.insert(run.len(), index)).collect();
    closing.reverse();
    let mut found = Vec::new();
    let mut next = 0;
    while let (Some(open), Some(close)) = (runs.get(next), closing.get(next)) {
        let close_run = close.and_then(|close| runs.get(close));
        next = close.unwrap_or(next) + 1;
        found.extend(
            close_run.map(|close| CodeSpan { span: open.start..close.end, inside: open.end..close.start }),
        );
    }
    found
}

/// The runs of back-ticks.
fn runs(line: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &[&str]) {
        let found: Vec<&str> = code_spans(line).into_iter().map(|code| &line[code.inside]).collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn code_ends_at_the_next_run_of_its_length() {
        check("a `b` c `d`", &["b", "d"]);
        check("``b ` c`` `d", &["b ` c"]);
        check("` `` ```", &[]);
        check("`a``b`", &["a``b"]);
        check("`` `a``", &[" `a"]);
        check("", &[]);
    }
}
