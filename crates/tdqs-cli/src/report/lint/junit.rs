//! Findings as JUnit XML: a suite for each server, a case for each finding and for each tool without one.

use anyhow::Result;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use tdqs_lint::LintReport;

use crate::lint::{Linted, Shown};
use crate::source::Server;
use crate::visible;

pub(crate) fn junit(linted: &Linted<'_>) -> Result<String> {
    let mut report = Report::new("tdqs lint");
    let findings = linted.findings();
    for (server, of_server) in linted.servers() {
        report.add_test_suite(suite(linted, server, of_server, &findings));
    }
    let failures = linted.failures();
    if !failures.is_empty() {
        let mut suite = TestSuite::new("input");
        for failure in failures {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(visible::line(&failure));
            suite.add_test_case(TestCase::new("can be read", status));
        }
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}

fn suite(linted: &Linted<'_>, server: &Server, of_server: &LintReport, findings: &[Shown<'_>]) -> TestSuite {
    let mut suite = TestSuite::new(visible::line(&server.name));
    let of_server_found = findings.iter().filter(|shown| std::ptr::eq(shown.server, server));
    for shown in of_server_found {
        let finding = shown.finding;
        let fails = linted.fail_on.fails(finding.severity);
        // What does not fail the run must not fail the build that reads this.
        let mut status = if fails {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        } else {
            TestCaseStatus::skipped()
        };
        status
            .set_type(finding.severity.as_str())
            .set_message(visible::line(&finding.message))
            .set_description(visible::line(&shown.place()));
        suite.add_test_case(case(
            &format!("{} {} {}", finding.location.tool, finding.code, finding.rule),
            server,
            status,
        ));
    }
    for tool in server.set.tools() {
        if of_server.findings.iter().all(|finding| finding.location.tool != tool.name) {
            suite.add_test_case(case(&tool.name, server, TestCaseStatus::success()));
        }
    }
    suite
}

fn case(name: &str, server: &Server, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(visible::line(name), status);
    case.set_classname(visible::line(&server.name));
    case
}
