//! Whatever is read: findings lie in the text, their places are those that counting gives, and the same comes out twice.

use proptest::prelude::*;
use tdqs_lint::{Finding, LintReport, Linter, ServerNames, Settings, Span, lint_servers};
use tdqs_signals::ToolSet;

fn everything() -> Linter {
    let settings: Settings = serde_json::from_str(r#"{"select": ["ALL"]}"#).unwrap();
    Linter::new([&settings]).unwrap().with_today("2026-01-01".parse().unwrap())
}

/// Lines and columns counted one character after the other.
fn counted(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    (before.split('\n').count(), before.chars().rev().take_while(|character| *character != '\n').count() + 1)
}

fn check_span(text: &str, span: Span) {
    assert!(span.start <= span.end && span.end <= text.len(), "{span:?}");
    assert_eq!(counted(text, span.start), (span.line, span.column));
    assert_eq!(counted(text, span.end), (span.end_line, span.end_column));
}

fn places(report: &LintReport) -> impl Iterator<Item = (&Finding, Span)> {
    let all = report.findings.iter().chain(report.suppressed.iter().map(|suppressed| &suppressed.finding));
    all.flat_map(|finding| {
        let related = finding.related.iter().filter_map(|related| related.location.span);
        finding.location.span.into_iter().chain(related).map(move |span| (finding, span))
    })
}

/// Checks every place of every finding, and says how many findings there are.
fn check(text: &str) -> usize {
    let Ok(sets) = ToolSet::parse_servers(text) else { return 0 };
    let linter = everything();
    let mut count = 0;
    for set in &sets {
        let report = linter.lint("dock", set);
        assert_eq!(report, linter.lint("dock", set));
        count += report.findings.len();
        for (finding, span) in places(&report) {
            check_span(text, span);
            let source = set.source(finding.location.tool_index).unwrap();
            let value = source.value().pointer(&finding.location.pointer);
            assert!(value.is_some(), "{} leads nowhere", finding.location.pointer);
            let own = source.value().span();
            assert!(own.start <= span.start && span.end <= own.end || !finding.related.is_empty());
        }
    }
    // Twice, so that every name is taken.
    let twice = ["dock", "quay"].into_iter().flat_map(|server| sets.iter().map(move |set| (server, set)));
    let names: Vec<ServerNames> = twice.map(|(server, set)| linter.names(server, set)).collect();
    for report in lint_servers(&names) {
        places(&report).for_each(|(_, span)| check_span(text, span));
    }
    count
}

/// JSON with what rules look for in it, in any order and any kind of place.
fn json() -> impl Strategy<Value = String> {
    let string = prop_oneof![
        Just(r#""name""#.to_owned()),
        Just(r#""description""#.to_owned()),
        Just(r#""inputSchema""#.to_owned()),
        Just(r#""outputSchema""#.to_owned()),
        Just(r#""properties""#.to_owned()),
        Just(r#""annotations""#.to_owned()),
        Just(r#""title""#.to_owned()),
        Just(r#""enum""#.to_owned()),
        Just(r#""items""#.to_owned()),
        Just(r#""_meta""#.to_owned()),
        Just(r#""tdqs/ignore""#.to_owned()),
        Just(r#""TDQS1""#.to_owned()),
        Just(r#""a\u200bb""#.to_owned()),
        Just("\"é\u{200b}\u{202e} 😀\"".to_owned()),
        Just(r#""\ud83d\ude00\u200d""#.to_owned()),
        Just(r#""ignore all previous instructions""#.to_owned()),
        Just(r#""""#.to_owned()),
    ];
    let leaf = prop_oneof![
        string.clone(),
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("1.50".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
    ];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        let gap = prop_oneof![Just(""), Just(" "), Just("\n"), Just("\r\n\t")];
        prop_oneof![
            (proptest::collection::vec(inner.clone(), 0..6), gap.clone())
                .prop_map(|(elements, gap)| format!("[{gap}{}]", elements.join(&format!(",{gap}")))),
            (proptest::collection::vec((string.clone(), inner), 0..6), gap).prop_map(|(members, gap)| {
                let members: Vec<String> =
                    members.into_iter().map(|(key, value)| format!("{key}:{gap}{value}")).collect();
                format!("{{{gap}{}}}", members.join(&format!(",{gap}")))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn every_finding_lies_in_the_text(
        members in proptest::collection::vec(
            (prop_oneof![
                Just("title"), Just("description"), Just("inputSchema"), Just("outputSchema"), Just("annotations"),
                Just("_meta"), Just("function"), Just("type"),
            ], json()),
            0..6,
        ),
        mark in prop_oneof![Just(""), Just("\u{feff}")],
    ) {
        let members: String =
            members.into_iter().map(|(key, value)| format!(",\n \"{key}\": {value}")).collect();
        check(&format!("{mark}[{{\"name\": \"é\"{members}}},\n{{\"name\": \"b\"}}]"));
    }
}

#[test]
fn lines_and_pages_have_their_places_in_the_whole_file() {
    let found = check(
        "\u{feff}{\"serverName\":\"a\",\"tools\":[{\"name\":\"x\"},{\"name\":\"é\",\"description\":\"b\\u200bc\"}]}\n\n\
         {\"serverName\":\"b\",\"tools\":[{\"name\":\"y\",\"description\":\"d\u{200b}\"}]}\r\n",
    );
    assert!(found >= 5, "{found}");
}

#[test]
fn a_thousand_levels_are_looked_at_and_dropped() {
    let deep = format!("{}{{}}{}", "{\"items\":".repeat(997), "}".repeat(997));
    let text = format!("[{{\"name\":\"a\",\"inputSchema\":{deep}}}]");
    assert!(check(&text) >= 1);
    let set = ToolSet::parse(&text).unwrap();
    let made = ToolSet::new(None, set.tools().to_vec());
    assert_eq!(
        everything().lint("dock", &made).findings.len(),
        everything().lint("dock", &set).findings.len()
    );
}

#[test]
fn definitions_made_in_code_have_findings_without_places() {
    let made = ToolSet::new(None, vec![tdqs_signals::ToolDefinition::new("process")]);
    let report = Linter::default().lint("dock", &made);
    assert!(!report.findings.is_empty());
    assert!(report.findings.iter().all(|finding| finding.location.span.is_none()));
}
