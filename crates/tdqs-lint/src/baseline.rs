//! Findings that are known, so that only new ones fail a run.
//!
//! They are matched by what they are about and not by where that stands: server, tool, rule, JSON pointer, the text
//! that the finding shows where it shows a part of one, and how many there are of the same. Of a finding about all tools of
//! a server the tool and the pointer do not matter.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Check, Finding, LintReport};

/// The form of the file that this version writes and reads.
const VERSION: u32 = 1;

/// Findings that are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    counts: BTreeMap<Key<String>, u32>,
}

/// What a finding is known by: what it is about, and not where that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Key<S> {
    server: S,
    tool: S,
    rule: S,
    pointer: S,
    text: Option<S>,
}

impl<'f> Key<&'f str> {
    fn of(server: &'f str, finding: &'f Finding) -> Self {
        Self {
            server,
            tool: &finding.location.tool,
            rule: finding.code,
            pointer: &finding.location.pointer,
            text: finding.subject.as_deref(),
        }
    }

    fn to_owned(self) -> Key<String> {
        let Self { server, tool, rule, pointer, text } = self;
        Key {
            server: server.to_owned(),
            tool: tool.to_owned(),
            rule: rule.to_owned(),
            pointer: pointer.to_owned(),
            text: text.map(str::to_owned),
        }
    }
}

/// Tells findings apart, and the same ones again after other lines have moved: 32 hexadecimal digits for each.
///
/// ```
/// use tdqs_lint::{Linter, fingerprints};
/// use tdqs_signals::ToolSet;
///
/// let text = r#"[{"name": "seal"}]"#;
/// let lint = |text: &str| Linter::default().lint("dock", &ToolSet::parse(text).unwrap());
/// let (report, moved) = (lint(text), lint(&format!("\n{text}")));
/// assert_eq!(fingerprints("dock", &report.findings), fingerprints("dock", &moved.findings));
/// ```
#[must_use]
pub fn fingerprints<'f>(server: &'f str, findings: impl IntoIterator<Item = &'f Finding>) -> Vec<String> {
    let mut fingerprints = Fingerprints::default();
    findings.into_iter().map(|finding| fingerprints.of(server, finding)).collect()
}

/// [`fingerprints`] of findings at several servers, which may have one name.
#[derive(Debug, Default)]
pub struct Fingerprints<'f> {
    seen: BTreeMap<Key<&'f str>, u32>,
    text: Vec<u8>,
}

impl<'f> Fingerprints<'f> {
    /// What tells a finding at a server from those that came before.
    #[must_use]
    pub fn of(&mut self, server: &'f str, finding: &'f Finding) -> String {
        let key = Key::of(server, finding);
        let count = self.seen.entry(key).or_default();
        *count = count.saturating_add(1);
        self.text.clear();
        // A pair of a struct of texts and a number can always be written.
        _ = serde_json::to_writer(&mut self.text, &(key, *count));
        hexadecimal(&Sha256::digest(&self.text).as_slice()[..16])
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap_or_default()).collect()
}

/// An entry of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct BaselineEntry {
    /// The server's name.
    pub server: String,
    /// The tool's name.
    pub tool: String,
    /// The code of the rule.
    pub rule: String,
    /// JSON pointer within the tool.
    pub pointer: String,
    /// The text that the finding shows, where it shows a part of one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub text: Option<String>,
    /// How many of them are known.
    pub count: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    findings: Vec<BaselineEntry>,
}

/// Why a file is no baseline.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// It has another form.
    #[error("not a baseline: {0}")]
    Form(String),
    /// It was written by another version.
    #[error("the baseline has version {0}, and this program reads version {VERSION}; write it anew")]
    Version(u32),
}

/// How findings compare with a baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compared {
    /// How many findings are known.
    pub known: usize,
    /// What is known and was not found; `count` says how many of them.
    pub gone: Vec<BaselineEntry>,
}

impl Baseline {
    /// Takes every finding of some reports as known, those that a baseline held already included.
    #[must_use]
    pub fn of<'r>(reports: impl IntoIterator<Item = &'r LintReport>) -> Self {
        let mut counts = BTreeMap::new();
        for report in reports {
            for finding in report.findings.iter().chain(&report.known) {
                let key = Key::of(&report.server_name, finding);
                let count: &mut u32 = counts.entry(key.to_owned()).or_default();
                *count = count.saturating_add(1);
            }
        }
        Self { counts }
    }

    /// How many findings are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.values().map(|count| *count as usize).sum()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Reads the file.
    ///
    /// # Errors
    ///
    /// When it has another form, or was written by another version.
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let File { version, findings } =
            serde_json::from_str(text).map_err(|error| BaselineError::Form(error.to_string()))?;
        if version != VERSION {
            return Err(BaselineError::Version(version));
        }
        let mut counts: BTreeMap<Key<String>, u32> = BTreeMap::new();
        for BaselineEntry { server, tool, rule, pointer, text, count } in findings {
            let known = counts.entry(Key { server, tool, rule, pointer, text }).or_default();
            *known = known.saturating_add(count);
        }
        Ok(Self { counts })
    }

    /// The file: an entry a line, sorted, so that a diff shows what came and went.
    ///
    /// # Errors
    ///
    /// When an entry cannot be written as JSON; every entry can.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let lines: Vec<String> = self
            .counts
            .iter()
            .map(|(key, count)| Ok(format!("    {}", serde_json::to_string(&entry(key, *count))?)))
            .collect::<Result<_, serde_json::Error>>()?;
        let lines = if lines.is_empty() { String::new() } else { format!("\n{}\n  ", lines.join(",\n")) };
        Ok(format!("{{\n  \"version\": {VERSION},\n  \"findings\": [{lines}]\n}}\n"))
    }

    /// Puts the findings that are known aside, those of each report in its [`known`](LintReport::known).
    pub fn compare(&self, reports: &mut [LintReport]) -> Compared {
        let mut left = self.counts.clone();
        let mut compared = Compared::default();
        for report in &mut *reports {
            let (known, new) = std::mem::take(&mut report.findings).into_iter().partition(|finding| {
                take_one(left.get_mut(&Key::of(&report.server_name, finding).to_owned()))
            });
            (report.known, report.findings) = (known, new);
        }
        // What is found in all tools together stands at the first of them, which may be another one by now.
        for report in reports {
            let (known, new): (Vec<_>, Vec<_>) =
                std::mem::take(&mut report.findings).into_iter().partition(|finding| {
                    let is_of_all = crate::rule(finding.code)
                        .is_some_and(|rule| matches!(rule.check, Check::WholeSet(_)));
                    let mut alike = left.iter_mut().filter(|(key, count)| {
                        **count > 0 && key.server == report.server_name && key.rule == finding.code
                    });
                    is_of_all && take_one(alike.next().map(|(_, count)| count))
                });
            report.known.extend(known);
            report.findings = new;
            compared.known += report.known.len();
        }
        compared.gone =
            left.iter().filter(|(_, count)| **count > 0).map(|(key, count)| entry(key, *count)).collect();
        compared
    }
}

/// Whether there is one left to take.
fn take_one(count: Option<&mut u32>) -> bool {
    count.is_some_and(|count| {
        let is_there = *count > 0;
        *count = count.saturating_sub(1);
        is_there
    })
}

fn entry(key: &Key<String>, count: u32) -> BaselineEntry {
    let Key { server, tool, rule, pointer, text } = key.clone();
    BaselineEntry { server, tool, rule, pointer, text, count }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::ToolSet;

    use super::*;
    use crate::Linter;

    fn reports(text: &str) -> Vec<LintReport> {
        vec![Linter::default().lint("dock", &ToolSet::parse(text).unwrap())]
    }

    #[test]
    fn what_is_found_in_a_set_is_known_wherever_it_is_anchored() {
        let tools = |first: &str| {
            let more = (0..30).map(|number| {
                format!(
                    r#"{{"name": "move_crate_{number}", "description": "Move crate {number} to a bay."}}"#
                )
            });
            let all: Vec<String> =
                [first.to_owned()].into_iter().chain(more).filter(|it| !it.is_empty()).collect();
            format!("[{}]", all.join(","))
        };
        let of_sets = |report: &LintReport| -> Vec<&'static str> {
            let codes = report.findings.iter().map(|finding| finding.code);
            codes.filter(|code| code.starts_with("TDQS410")).collect()
        };
        let old = reports(&tools(""));
        assert_eq!(of_sets(&old[0]).len(), 1);
        let baseline = Baseline::of(&old);
        let mut new = reports(&tools(r#"{"name": "seal_crate", "description": "Seal one crate for good."}"#));
        assert_eq!(of_sets(&new[0]).len(), 1);
        baseline.compare(&mut new);
        assert_eq!(of_sets(&new[0]), [""; 0]);
    }

    #[test]
    fn what_is_found_at_another_tool_of_a_set_is_new() {
        let names = |names: [&str; 3]| {
            format!(
                "[{}]",
                names.map(|name| format!(r#"{{"name": "{name}", "description": "D"}}"#)).join(",")
            )
        };
        let duplicates =
            |report: &LintReport| report.findings.iter().filter(|finding| finding.code == "TDQS401").count();
        let baseline = Baseline::of(&reports(&names(["seal", "seal", "move"])));
        let mut new = reports(&names(["move", "move", "seal"]));
        let compared = baseline.compare(&mut new);
        assert_eq!(duplicates(&new[0]), 1);
        assert!(compared.gone.iter().any(|entry| entry.rule == "TDQS401"));
    }

    const OLD: &str = r#"[{"name": "seal", "inputSchema": {"type": "object"}}]"#;

    #[test]
    fn what_is_known_is_put_aside_wherever_it_stands() {
        let mut old = reports(OLD);
        let baseline = Baseline::of(&old);
        assert!(!baseline.is_empty());
        assert_eq!(baseline.compare(&mut old), Compared { known: baseline.len(), gone: Vec::new() });
        assert_eq!((old[0].findings.len(), Baseline::of(&old)), (0, baseline.clone()));
        let mut moved = reports(&format!("\n\n{}", OLD.replace(", ", ",\n")));
        assert_eq!(baseline.compare(&mut moved).known, baseline.len());
    }

    #[test]
    fn one_more_of_the_same_is_new_and_what_is_gone_is_told() {
        let baseline = Baseline::of(&reports(OLD));
        let mut renamed = reports(&OLD.replace("seal", "open"));
        let compared = baseline.compare(&mut renamed);
        assert_eq!(compared.known, 0);
        assert_eq!(compared.gone.iter().map(|entry| entry.count as usize).sum::<usize>(), baseline.len());
        let twice = OLD.replace("[{", "[{\"name\": \"seal\", \"inputSchema\": {\"type\": \"object\"}},{");
        let mut twice = reports(&twice);
        let found = twice[0].findings.len();
        assert_eq!(baseline.compare(&mut twice).known, baseline.len());
        assert_eq!(twice[0].findings.len(), found - baseline.len());
    }

    #[test]
    fn the_file_is_read_as_it_was_written() {
        let baseline = Baseline::of(&reports(OLD));
        assert_eq!(Baseline::parse(&baseline.to_json().unwrap()), Ok(baseline));
        assert_eq!(Baseline::parse(&Baseline::default().to_json().unwrap()), Ok(Baseline::default()));
        assert_eq!(Baseline::parse(r#"{"version": 2, "findings": []}"#), Err(BaselineError::Version(2)));
        assert!(Baseline::parse("{}").unwrap_err().to_string().starts_with("not a baseline: missing field"));
    }
}
