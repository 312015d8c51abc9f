//! Servers beside each other: where findings stand, what they name, and what keeps them quiet.

use proptest::prelude::*;
use tdqs_lint::{Baseline, LintReport, Linter, ServerNames, Settings, lint_servers};
use tdqs_signals::ToolSet;

/// A linter of the rules over several servers and those about suppressions.
fn linter(settings: &str) -> Linter {
    let settings: Settings = serde_json::from_str(settings).unwrap();
    Linter::new([&settings]).unwrap().with_today("2026-01-01".parse().unwrap())
}

const BOTH: &str = r#"{"select": ["TDQS8", "TDQS9"]}"#;

/// Each server by its name and its tools as JSON.
fn names(linter: &Linter, servers: &[(&str, &str)]) -> Vec<ServerNames> {
    servers.iter().map(|(name, tools)| linter.names(name, &ToolSet::parse(tools).unwrap())).collect()
}

/// What was found: the server, the tool, the code.
fn found(reports: &[LintReport]) -> Vec<(&str, &str, &str)> {
    let findings =
        reports.iter().flat_map(|report| report.findings.iter().map(move |finding| (report, finding)));
    findings
        .map(|(report, finding)| (report.server_name.as_str(), finding.location.tool.as_str(), finding.code))
        .collect()
}

const SEARCH: &str = r#"[{"name": "search"}]"#;

#[test]
fn a_finding_stands_at_the_later_server_and_leads_to_the_others() {
    let later = "[{\"name\": \"list\"},\n {\"name\": \"search\"}]";
    let linter = linter(BOTH);
    let reports = lint_servers(&names(&linter, &[("a", SEARCH), ("b", later), ("c", SEARCH)]));
    assert_eq!(found(&reports), [("b", "search", "TDQS802"), ("c", "search", "TDQS802")]);
    let finding = &reports[1].findings[0];
    let span = finding.location.span.unwrap();
    assert_eq!((span.line, span.column, &later[span.start..span.end]), (2, 11, "\"search\""));
    assert!(finding.message.starts_with("`a/search` and `c/search` have the same name"), "{finding:?}");
    let related: Vec<(&str, usize, usize)> = finding
        .related
        .iter()
        .map(|related| {
            let other = related.other.as_ref().unwrap();
            (other.server.as_str(), other.server_index, related.location.span.unwrap().column)
        })
        .collect();
    assert_eq!(related, [("a", 0, 11), ("c", 2, 11)]);
}

#[test]
fn names_that_a_thousand_servers_have_take_no_million_places() {
    let linter = linter(BOTH);
    let set = ToolSet::parse(SEARCH).unwrap();
    let servers: Vec<ServerNames> =
        (0..1_000).map(|number| linter.names(&format!("s{number}"), &set)).collect();
    let reports = lint_servers(&servers);
    assert_eq!(found(&reports).len(), 999);
    for finding in reports.iter().flat_map(|report| &report.findings) {
        assert!(finding.related.len() <= 20 && finding.message.len() < 400, "{finding:?}");
        assert!(finding.message.contains(" and 993 more have the same name"), "{}", finding.message);
    }
}

#[test]
fn a_server_that_comes_to_a_baseline_is_new_and_alone_so() {
    let linter = linter(BOTH);
    let mut servers = vec![("b", SEARCH), ("c", SEARCH)];
    let baseline = Baseline::of(&lint_servers(&names(&linter, &servers)));
    assert_eq!(baseline.len(), 1);
    servers.push(("d", SEARCH));
    let mut reports = lint_servers(&names(&linter, &servers));
    baseline.compare(&mut reports);
    assert_eq!(found(&reports), [("d", "search", "TDQS802")]);
}

#[test]
fn settings_and_suppressions_speak_for_the_tool_that_a_finding_stands_at() {
    let quiet = |until: &str| {
        format!(
            r#"[{{"name": "search", "_meta": {{"tdqs/ignore": [{{"rule": "TDQS802", "reason": "one of them is off", "until": "{until}"}}]}}}}]"#
        )
    };
    let linter = linter(BOTH);
    let tools = quiet("2026-12-31");
    let set = ToolSet::parse(&tools).unwrap();
    let reports = lint_servers(&names(&linter, &[("a", SEARCH), ("b", &tools)]));
    assert_eq!(found(&reports), []);
    let suppressed = &reports[1].suppressed[0];
    assert_eq!(
        (suppressed.finding.code, suppressed.reason.as_deref()),
        ("TDQS802", Some("one of them is off"))
    );
    // What it keeps quiet hangs on the other servers, so that it is not called unused where there are none.
    let mut alone = linter.lint("b", &set);
    assert_eq!((alone.findings.len(), alone.suppressed.len()), (0, 0));
    alone.extend(reports[1].clone());
    assert_eq!((alone.findings.len(), alone.suppressed.len(), alone.tool_count), (0, 1, 1));

    let ended = quiet("2025-12-31");
    let reports = lint_servers(&names(&linter, &[("a", SEARCH), ("b", &ended)]));
    assert_eq!(found(&reports), [("b", "search", "TDQS802")]);

    let for_b = self::linter(
        r#"{"select": ["TDQS8"], "severity": {"TDQS802": "note"}, "overrides": [{"server": "b", "ignore": ["TDQS802"]}]}"#,
    );
    let reports = lint_servers(&names(&for_b, &[("a", SEARCH), ("b", SEARCH), ("c", SEARCH)]));
    assert_eq!(found(&reports), [("c", "search", "TDQS802")]);
    assert_eq!(reports[2].findings[0].severity, tdqs_lint::Severity::Note);
}

#[test]
fn nothing_is_held_and_nothing_found_where_nobody_asked() {
    for settings in ["{}", r#"{"select": ["TDQS4"]}"#] {
        let servers = names(&linter(settings), &[("a", SEARCH), ("b", SEARCH)]);
        assert!(servers.iter().all(ServerNames::is_empty));
        assert_eq!(found(&lint_servers(&servers)), []);
    }
    assert!(lint_servers(&[]).is_empty());
    assert_eq!(found(&lint_servers(&names(&linter(BOTH), &[("a", SEARCH)]))), []);
}

/// What a client shows, written a second time.
fn shown(text: &str) -> String {
    text.replace(['.', '/'], "_")
}

proptest! {
    #[test]
    fn they_are_those_that_comparing_each_with_each_finds(
        servers in proptest::collection::vec(("[ab._]{1,3}", proptest::collection::vec("[a._]{1,3}", 0..4)), 0..5),
    ) {
        let tools = |names: &[String]| {
            let tools: Vec<String> = names.iter().map(|name| format!(r#"{{"name": "{name}"}}"#)).collect();
            format!(r#"{{"tools": [{}]}}"#, tools.join(", "))
        };
        let linter = linter(r#"{"select": ["TDQS801"]}"#);
        let texts: Vec<(&str, String)> =
            servers.iter().filter(|(_, names)| !names.is_empty()).map(|(server, names)| (server.as_str(), tools(names))).collect();
        let of = |linter: &Linter| {
            let names: Vec<ServerNames> =
                texts.iter().map(|(server, tools)| linter.names(server, &ToolSet::parse(tools).unwrap())).collect();
            lint_servers(&names)
        };
        let mut expected = Vec::new();
        let servers: Vec<&(String, Vec<String>)> = servers.iter().filter(|(_, names)| !names.is_empty()).collect();
        for (at, (server, names)) in servers.iter().enumerate() {
            let key = |server: &str, name: &str| format!("{}__{}", shown(server), shown(name));
            let mut seen = Vec::new();
            for name in names {
                let own = key(server, name);
                let is_taken = servers[..at].iter().any(|(other, names)| names.iter().any(|name| key(other, name) == own));
                if is_taken && !seen.contains(&own) {
                    expected.push((at, name.clone()));
                }
                seen.push(own);
            }
        }
        let reports = of(&linter);
        let found: Vec<(usize, String)> = reports
            .iter()
            .enumerate()
            .flat_map(|(at, report)| report.findings.iter().map(move |finding| (at, finding.location.tool.clone())))
            .collect();
        prop_assert_eq!(found, expected);
    }
}
