//! Findings as annotations of GitHub Actions: workflow commands, a line each.

use std::fmt::Write;

use tdqs_lint::Severity;

use crate::lint::Linted;
use crate::visible;

pub(crate) fn github(linted: &Linted<'_>) -> String {
    let mut out = String::new();
    for failure in linted.failures() {
        _ = writeln!(out, "::error title=tdqs::{}", data(&failure));
    }
    for shown in linted.findings() {
        let finding = shown.finding;
        let level = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        _ = write!(out, "::{level} file={}", property(&shown.file()));
        if let Some(span) = finding.location.span {
            _ = write!(
                out,
                ",line={},endLine={},col={},endColumn={}",
                span.line, span.end_line, span.column, span.end_column
            );
        }
        let bearing = finding.dimension.map(|aspect| format!(" [{aspect}]")).unwrap_or_default();
        _ = writeln!(
            out,
            ",title={}::{}",
            property(&format!("tdqs {} {}", finding.code, finding.rule)),
            data(&format!("{}: {}{bearing}", finding.location.tool, finding.message)),
        );
    }
    out
}

/// Escapes what ends a command.
fn data(text: &str) -> String {
    visible::line(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes what ends a property as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_command_or_begins_one() {
        assert_eq!(data("100%\n::error::x"), "100%25 ::error::x");
        assert_eq!(property("a,b:c"), "a%2Cb%3Ac");
    }
}
