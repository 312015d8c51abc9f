//! Do findings lead to what they are about, and do fixes leave a file that is read as before?
//!
//! - Looking at the same tools twice finds the same.
//! - What a finding shows are whole characters of the text, at the line and column where counting finds them, and its
//!   pointer leads to a value of its tool.
//! - Whatever is fixed, the text is read as the same tools, and fixing it again changes nothing more.

use std::sync::LazyLock;

use tdqs_lint::fixing::{FixOptions, fix_text};
use tdqs_lint::{Finding, Linter, Settings};
use tdqs_signals::ToolSet;
use tdqs_signals::json::Position;

use crate::author::Author;

static EVERY_RULE: LazyLock<Linter> = LazyLock::new(|| {
    let settings: Settings = serde_json::from_str(r#"{"select": ["ALL"]}"#).expect("the settings are right");
    Linter::new([&settings]).expect("the settings are right")
});

/// Checks one input.
///
/// # Panics
///
/// When a relation does not hold.
pub fn check(data: &[u8]) {
    match Author::of(data) {
        Some(mut author) => check_text(&author.documents()),
        None => {
            if let Ok(text) = std::str::from_utf8(data) {
                check_text(text);
            }
        }
    }
}

fn check_text(text: &str) {
    let Ok(sets) = ToolSet::parse_servers(text) else { return };
    for set in &sets {
        let report = EVERY_RULE.lint("dock", set);
        assert_eq!(report, EVERY_RULE.lint("dock", set), "two looks at {text:?} differ");
        for finding in &report.findings {
            check_finding(finding, set, text);
        }
    }
    for options in [FixOptions::default(), FixOptions::default().with_tighten(true)] {
        let fixed = fix_text(text, "dock", &EVERY_RULE, options)
            .unwrap_or_else(|error| panic!("{text:?} was read, and cannot be fixed: {error}"));
        let again = ToolSet::parse_servers(&fixed.text)
            .unwrap_or_else(|error| panic!("{text:?} is not read any more when it is fixed: {error}"));
        assert_eq!(tools(&again), tools(&sets), "{text:?} has other tools when it is fixed");
        if fixed.is_settled {
            let twice = fix_text(&fixed.text, "dock", &EVERY_RULE, options).map(|twice| twice.text);
            assert_eq!(twice.as_ref(), Ok(&fixed.text), "{text:?} is fixed otherwise the second time");
        }
    }
}

fn tools(sets: &[ToolSet]) -> Vec<(Vec<&str>, usize)> {
    sets.iter()
        .map(|set| {
            let of_set: Vec<&str> = set.tools().iter().map(|tool| tool.name.as_str()).collect();
            (of_set, set.rejected.len())
        })
        .collect()
}

fn check_finding(finding: &Finding, set: &ToolSet, text: &str) {
    let related = finding.related.iter().map(|related| &related.location);
    for location in std::iter::once(&finding.location).chain(related) {
        let source = set.source(location.tool_index);
        let found = source.and_then(|source| source.value().pointer(&location.pointer));
        assert!(found.is_some(), "{} points at {:?} of {text:?}", finding.code, location.pointer);
        let Some(span) = location.span else { panic!("{} has no place in {text:?}", finding.code) };
        assert!(text.get(span.start..span.end).is_some(), "{} shows {span:?} of {text:?}", finding.code);
        let counted = Position::of(text, span.start);
        assert_eq!((counted.line, counted.column), (span.line, span.column), "{} in {text:?}", finding.code);
    }
}
