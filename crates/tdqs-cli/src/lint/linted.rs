//! What was found in all servers, as every output sees it.

use std::path::Path;

use tdqs::signals::json::Json;
use tdqs_lint::{
    Baseline, Compared, FailOn, Finding, Fingerprints, LintReport, Related, Severity, Suppressed,
};

use crate::counted::counted;
use crate::outcome::say;
use crate::source::{Server, Sources, shown};

/// The findings about the servers of a run.
#[derive(Debug)]
pub(crate) struct Linted<'s> {
    sources: &'s Sources,
    /// One for each server.
    reports: Vec<LintReport>,
    pub(crate) fail_on: FailOn,
    compared: Option<Compared>,
}

/// A finding, and the server it is about.
#[derive(Debug, Clone)]
pub(crate) struct Shown<'l> {
    pub(crate) finding: &'l Finding,
    pub(crate) server: &'l Server,
    /// What tells it from others, and knows it again in a later run.
    pub(crate) fingerprint: String,
}

impl<'s> Linted<'s> {
    pub(crate) fn new(sources: &'s Sources, reports: Vec<LintReport>, fail_on: FailOn) -> Self {
        Self { sources, reports, fail_on, compared: None }
    }

    /// Puts aside what is known.
    ///
    /// Where only `some` tools were looked at, nothing can be told of what was not found.
    pub(super) fn compare(&mut self, path: &Path, baseline: &Baseline, some: bool) {
        let compared = baseline.compare(&mut self.reports);
        let gone: u64 = compared.gone.iter().map(|entry| u64::from(entry.count)).sum();
        if gone > 0 && !some {
            let path = path.display();
            let entries = if gone == 1 { "1 entry".to_owned() } else { format!("{gone} entries") };
            say(&format!(
                "{entries} of {path} were not found any more; write it anew with --write-baseline {path}"
            ));
        }
        self.compared = Some(compared);
    }

    /// Whether a baseline was there to compare with.
    pub(crate) fn has_baseline(&self) -> bool {
        self.compared.is_some()
    }

    pub(crate) fn servers(&self) -> impl Iterator<Item = (&'s Server, &LintReport)> {
        self.sources.servers.iter().zip(&self.reports)
    }

    /// The server of a related place, where it is not the finding's own.
    pub(crate) fn other(&self, related: &Related) -> Option<&'s Server> {
        self.sources.servers.get(related.other.as_ref()?.server_index)
    }

    /// The findings that count, in the order in which mending pays.
    pub(crate) fn findings(&self) -> Vec<Shown<'_>> {
        self.in_order(|report| report.findings.iter().collect())
    }

    /// The findings that stand in the baseline.
    pub(crate) fn known(&self) -> Vec<Shown<'_>> {
        self.in_order(|report| report.known.iter().collect())
    }

    /// The findings that are suppressed beside the tool, and why.
    pub(crate) fn suppressed(&self) -> impl Iterator<Item = (&'s Server, &Suppressed)> {
        self.servers().flat_map(|(server, report)| report.suppressed.iter().map(move |found| (server, found)))
    }

    fn in_order<'l>(&'l self, of: impl Fn(&'l LintReport) -> Vec<&'l Finding>) -> Vec<Shown<'l>> {
        let mut all: Vec<Shown<'l>> = Vec::new();
        let mut fingerprints = Fingerprints::default();
        for (server, report) in self.servers() {
            let of_server = of(report).into_iter();
            all.extend(of_server.map(|finding| {
                let fingerprint = fingerprints.of(&server.name, finding);
                Shown { finding, server, fingerprint }
            }));
        }
        // Equals stay in the order of the files.
        all.sort_by_key(|shown| shown.finding.rank());
        all
    }

    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.reports.iter().map(|report| report.count(severity)).sum()
    }

    /// How many findings fail the run.
    pub(crate) fn failing(&self) -> usize {
        let findings = self.reports.iter().flat_map(|report| &report.findings);
        findings.filter(|finding| self.fail_on.fails(finding.severity)).count()
    }

    pub(crate) fn tools(&self) -> usize {
        self.reports.iter().map(|report| report.tool_count).sum()
    }

    /// What could not be read: whole files, and entries that are no tools.
    pub(crate) fn failures(&self) -> Vec<String> {
        let rejected = self.sources.servers.iter().flat_map(|server| {
            server.set.rejected.iter().map(move |rejected| format!("{}: {rejected}", server.origin()))
        });
        self.sources.errors.iter().cloned().chain(rejected).collect()
    }

    /// What was repaired, and what a reader should know.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let warnings = self.sources.servers.iter().flat_map(|server| {
            server.set.warnings.iter().map(move |warning| format!("{}: {warning}", server.origin()))
        });
        warnings.collect()
    }

    /// One line that says how it ended.
    pub(crate) fn summary(&self) -> String {
        let counts: Vec<String> = Severity::ALL
            .into_iter()
            .map(|severity| (self.count(severity), severity))
            .filter(|(count, _)| *count > 0)
            .map(|(count, severity)| counted(count, severity.as_str()))
            .collect();
        let refused = self.failures().len();
        let found = match (counts.is_empty(), refused) {
            (false, _) => counts.join(", "),
            (true, 0) => "Nothing found".to_owned(),
            // Whoever reads only this line must not take it for a clean result.
            (true, _) => "Nothing found in what could be read".to_owned(),
        };
        let mut summary = format!("{found} in {}", counted(self.tools(), "tool"));
        for (count, what) in [
            (self.suppressed().count(), "suppressed"),
            (self.reports.iter().map(|report| report.known.len()).sum(), "known from the baseline"),
        ] {
            if count > 0 {
                summary = format!("{summary}; {count} {what}");
            }
        }
        match refused {
            0 => summary,
            1 => format!("{summary}; 1 input could not be read"),
            more => format!("{summary}; {more} inputs could not be read"),
        }
    }
}

impl<'l> Shown<'l> {
    /// The file, as the user named it.
    pub(crate) fn file(&self) -> String {
        shown(self.server.file_of(self.finding.location.tool_index))
    }

    /// `file:line:column`
    pub(crate) fn place(&self) -> String {
        let file = self.file();
        self.finding
            .location
            .span
            .map_or_else(|| file.clone(), |span| format!("{file}:{}:{}", span.line, span.column))
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> Option<&'l str> {
        self.server.set.source(self.finding.location.tool_index).map(Json::source_text)
    }
}
