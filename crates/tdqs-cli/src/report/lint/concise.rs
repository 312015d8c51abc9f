//! A line for each finding, as editors read them.

use std::fmt::Write;

use crate::lint::Linted;
use crate::visible;

pub(crate) fn concise(linted: &Linted<'_>) -> String {
    let mut out = String::new();
    for shown in linted.findings() {
        let finding = shown.finding;
        let bearing = finding.dimension.map(|aspect| format!(" [{aspect}]")).unwrap_or_default();
        _ = writeln!(
            out,
            "{}: {}[{}] {}: {}{bearing}",
            visible::line(&shown.place()),
            finding.severity,
            finding.code,
            visible::line(&finding.location.tool),
            visible::line(&finding.message),
        );
    }
    _ = writeln!(out, "{}", linted.summary());
    out
}
