//! What only shows when several servers stand beside each other: the pass behind the rules of [`Check::Servers`].

use crate::context::{NamedTool, ServerNames, ServersContext};
use crate::finding::{Finding, OtherServer, Related};
use crate::report::{LintReport, Suppressed};
use crate::{Check, RULES, Rule};

/// Looks at the servers of one client beside each other. Gives a report for each, in their order, with nothing in it
/// but the findings of the rules over several servers; [`LintReport::extend`] joins it with the report of the server
/// alone.
///
/// A finding stands at the later server, and its related places at the earlier one and at the others. The order of
/// the servers is therefore part of the input, as the order of the tools in a file is.
///
/// ```
/// use tdqs_lint::{Linter, Settings, lint_servers};
/// use tdqs_signals::ToolSet;
///
/// let settings: Settings = serde_json::from_str(r#"{"extend-select": ["TDQS8"]}"#)?;
/// let linter = Linter::new([&settings])?;
/// let set = ToolSet::parse(r#"[{"name": "search"}]"#)?;
/// let servers = [linter.names("docks.north", &set), linter.names("docks_north", &set)];
///
/// let reports = lint_servers(&servers);
/// let finding = &reports[1].findings[0];
/// assert_eq!((reports[0].findings.len(), finding.code), (0, "TDQS801"));
/// assert_eq!(finding.related[0].other.as_ref().unwrap().server, "docks.north");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lint_servers(servers: &[ServerNames]) -> Vec<LintReport> {
    let mut reports: Vec<LintReport> = servers
        .iter()
        .map(|server| LintReport {
            server_name: server.server_name.clone(),
            tool_count: server.tools.len(),
            findings: Vec::new(),
            suppressed: Vec::new(),
            known: Vec::new(),
        })
        .collect();
    if servers.iter().filter(|server| !server.is_empty()).count() < 2 {
        return reports;
    }
    let context = ServersContext::new(servers);
    for rule in RULES {
        if let Check::Servers(check) = rule.check {
            check(context, &mut ServersFindings { rule, reports: &mut reports });
        }
    }
    for report in &mut reports {
        report.sort();
    }
    reports
}

/// Takes the findings of one rule over several servers after the other.
#[derive(Debug)]
pub struct ServersFindings<'f> {
    rule: &'static Rule,
    reports: &'f mut [LintReport],
}

impl ServersFindings<'_> {
    /// Reports a finding: the tool it is about, what to do about it, and the other tools it is about, each with what
    /// it has to do with it.
    ///
    /// Nothing happens where the rule is off for the tool.
    pub fn report<'t>(
        &mut self,
        at: NamedTool<'t>,
        message: String,
        related: impl IntoIterator<Item = (NamedTool<'t>, &'static str)>,
    ) {
        let rule = self.rule;
        let (Some(severity), Some(report)) = (at.severity_of(rule), self.reports.get_mut(at.server())) else {
            return;
        };
        let related = related.into_iter().map(|(tool, message)| Related {
            other: (tool.server() != at.server())
                .then(|| OtherServer { server: tool.server_name().to_owned(), server_index: tool.server() }),
            file: None,
            location: tool.location().clone(),
            message: message.to_owned(),
        });
        let finding = Finding {
            code: rule.code,
            rule: rule.name,
            severity,
            dimension: rule.aspect,
            location: at.location().clone(),
            subject: None,
            message,
            related: related.collect(),
            fix: None,
        };
        match at.suppression_of(rule) {
            Some((reason, until)) => report.suppressed.push(Suppressed { finding, reason, until }),
            None => report.findings.push(finding),
        }
    }
}
