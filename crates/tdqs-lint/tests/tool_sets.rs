//! Rules over the tools of a server together: readable for hundreds of tools, and silent on half a listing.

use std::fmt::Write;

use tdqs_lint::{LintReport, Linter, Settings};
use tdqs_signals::ToolSet;

fn lint(text: &str) -> LintReport {
    let settings: Settings = serde_json::from_str(r#"{"select": ["TDQS4"]}"#).unwrap();
    Linter::new([&settings]).unwrap().lint("dock", &ToolSet::parse(text).unwrap())
}

/// A generated server: `count` tools, four kinds of text, no annotations.
fn generated(count: usize) -> String {
    let verbs = ["get", "list", "create", "update", "delete"];
    let mut text = String::from("[");
    for number in 0..count {
        let (verb, object) = (verbs[number % verbs.len()], number / verbs.len());
        let comma = if number == 0 { "" } else { "," };
        write!(
            text,
            r#"{comma}{{"name": "{verb}_thing{object}", "description": "Calls endpoint {} of the service.", "inputSchema": {{"type": "object"}}}}"#,
            number % 4
        )
        .unwrap();
    }
    text.push(']');
    text
}

#[test]
fn five_hundred_tools_have_a_finding_a_cluster() {
    let report = lint(&generated(500));
    let count = |rule: &str| report.findings.iter().filter(|finding| finding.rule == rule).count();
    assert_eq!(count("near-duplicate-descriptions"), 4);
    assert_eq!(count("unreviewed-surface"), 1);
    assert_eq!(count("too-many-tools"), 1);
    assert_eq!(count("more-tools-than-a-request-holds"), 1);
    assert!(report.findings.len() < 12, "{:#?}", report.findings);
    for finding in &report.findings {
        assert!(finding.related.len() <= 20, "{}: {}", finding.rule, finding.related.len());
        assert!(finding.message.len() < 400, "{}", finding.message);
    }
    let duplicates = report.findings.iter().find(|finding| finding.rule == "near-duplicate-descriptions");
    assert!(duplicates.unwrap().message.contains(" and 118 more"), "{:?}", duplicates.unwrap().message);
}

#[test]
fn of_half_a_listing_nothing_is_said_to_be_missing() {
    let tools = r#"[{"name": "create_crate", "description": "Create a crate. Use `search_crates` first."},
        {"name": "get_crate", "description": "Return one crate."}]"#;
    let rules = |text: &str| -> Vec<&str> {
        lint(text)
            .findings
            .iter()
            .map(|finding| finding.rule)
            .filter(|rule| matches!(*rule, "handoff-dangling" | "incomplete-lifecycle"))
            .collect()
    };
    assert_eq!(rules(&format!(r#"{{"tools": {tools}}}"#)), ["handoff-dangling", "incomplete-lifecycle"]);
    assert_eq!(rules(&format!(r#"{{"tools": {tools}, "nextCursor": "2"}}"#)), [""; 0]);
    let with_a_broken_one = tools.replace("}]", r#"}, {"name": "delete_crate", "inputSchema": 5}]"#);
    assert_eq!(rules(&format!(r#"{{"tools": {with_a_broken_one}}}"#)), [""; 0]);
}

#[test]
fn of_half_a_listing_no_suppression_is_called_unused() {
    let tools =
        r#"[{"name": "get_crate", "description": "Get a crate.", "_meta": {"tdqs/ignore": ["TDQS405"]}}]"#;
    let settings: Settings = serde_json::from_str(r#"{"select": ["TDQS405", "TDQS9"]}"#).unwrap();
    let count = |text: &str| {
        let linter = Linter::new([&settings]).unwrap();
        linter.lint("dock", &ToolSet::parse(text).unwrap()).findings.len()
    };
    assert_eq!(count(&format!(r#"{{"tools": {tools}}}"#)), 1);
    assert_eq!(count(&format!(r#"{{"tools": {tools}, "nextCursor": "2"}}"#)), 0);
    assert_eq!(count(&tools.replace("}]", r#"}, {"name": "fetch_box", "inputSchema": 5}]"#)), 0);
}

#[test]
fn the_name_of_the_server_counts() {
    let settings: Settings = serde_json::from_str(r#"{"select": ["long-visible-name"]}"#).unwrap();
    let set = ToolSet::parse(r#"[{"name": "list_the_crates_that_wait_at_the_northern_dock"}]"#).unwrap();
    let count = |server: &str| Linter::new([&settings]).unwrap().lint(server, &set).findings.len();
    assert_eq!((count("dock"), count("docks-of-the-north")), (0, 1));
}
