//! A line for each finding, as editors read them.

use crate::lint::{Linted, Shown};
use crate::visible;

pub(crate) fn concise(linted: &Linted<'_>) -> impl Iterator<Item = String> {
    linted.findings().into_iter().map(|shown| line(&shown)).chain([linted.summary()])
}

fn line(shown: &Shown<'_>) -> String {
    let finding = shown.finding;
    let bearing = finding.dimension.map(|aspect| format!(" [{aspect}]")).unwrap_or_default();
    format!(
        "{}: {}[{}] {}: {}{bearing}",
        visible::line(&shown.place()),
        finding.severity,
        finding.code,
        visible::line(&finding.location.tool),
        visible::line(&finding.message),
    )
}
