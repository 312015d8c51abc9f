//! `tdqs credit`, as its users meet it.

#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod run;

use std::io::Write;
use std::process::Stdio;

use run::{code, file, json, run, stderr, stdout, tdqs};
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn every_tool_gets_its_score_and_every_lost_point_its_rule() {
    let output = run(&["credit", "testdata/dock.json"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    insta::assert_snapshot!("dock_credit", stdout(&output));
    let report = json(&run(&["credit", "testdata/dock.json", "--format", "json"]));
    assert_eq!(report["profile"], "contract");
    assert_eq!(report["tools"].as_array().unwrap().len(), 8);
    for tool in report["tools"].as_array().unwrap() {
        let lost = |category: &str| -> u64 {
            let findings = tool["findings"].as_array().unwrap().iter();
            findings
                .filter(|finding| finding["category"] == category)
                .map(|finding| finding["deduction"].as_u64().unwrap())
                .sum()
        };
        for (category, score) in tool["categories"].as_object().unwrap() {
            assert_eq!(score.as_u64().unwrap(), 100_u64.saturating_sub(lost(category)), "{tool}");
        }
    }
}

#[test]
fn the_report_fits_its_schema() {
    let schema = json(&run(&["schema", "credit-report"]));
    let validator = jsonschema::validator_for(&schema).unwrap();
    for profile in ["contract", "studio"] {
        let report = json(&run(&["credit", "testdata/dock.json", "--format", "json", "--profile", profile]));
        let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{profile}");
    }
}

#[test]
fn the_bar_is_held_against_every_tool() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "tools.json", r#"[{"name":"get_crate"},{"name":"seal"}]"#);
    for (profile, bar, expected) in
        [("contract", "37", 1), ("contract", "0", 0), ("studio", "57", 0), ("studio", "58", 1)]
    {
        let output = run(&["credit", &path, "--profile", profile, "--fail-under", bar]);
        assert_eq!(code(&output), expected, "{profile} {bar}: {}", stdout(&output));
    }
    let output = run(&["credit", &path, "--fail-under", "100"]);
    assert_eq!(stderr(&output), "2 tools score below 100\n");
    assert_eq!(code(&run(&["credit", &path, "--fail-under", "101"])), 2);
}

#[test]
fn what_cannot_be_scored_is_told_and_costs_no_other() {
    let folder = TempDir::new().unwrap();
    let mixed = file(&folder, "mixed.json", r#"{"tools":[{"name":"a"},5,{"name":"a"}],"nextCursor":"x"}"#);
    let none = file(&folder, "none.json", r#"{"openapi":"3.1.0"}"#);
    let broken = file(&folder, "broken.json", "{\n  \"tools\": [\n");
    let output = run(&["credit", &none, &mixed, &broken, "--format", "json"]);
    assert_eq!(code(&output), 2);
    // Of several files an array, however many of them could be scored.
    let report = &json(&output)[0];
    assert_eq!(report["tools"].as_array().unwrap().len(), 2);
    assert_eq!(report["notTools"], serde_json::json!([1]));
    let said = stderr(&output);
    for expected in [
        "none.json: openapi-not-supported: ",
        "mixed.json: element 2 of the listing is no object",
        "mixed.json: partial-listing",
        "mixed.json: duplicate-name",
        "broken.json: invalid-json: line 3, column 1",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let crash = file(&folder, "crash.json", r#"[{"name":"a"},{"name":"b","description":5}]"#);
    let output = run(&["credit", &crash, "--profile", "studio", "--format", "json"]);
    assert_eq!(code(&output), 2);
    assert_eq!(json(&output)["tools"].as_array().unwrap().len(), 1);
    assert!(stderr(&output).contains("`b` at /1: studio-crash at /description: the description is a number"));
    let missing = run(&["credit", folder.path().join("missing.json").to_str().unwrap()]);
    assert_eq!((code(&missing), stdout(&missing).as_str()), (2, ""));
}

#[test]
fn standard_input_and_namespaces_are_taken() {
    let scored = |arguments: &[&str]| -> Value {
        let mut child = tdqs()
            .args(["credit", "-", "--format", "json"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(br#"{"name":"dock_list_crates"}"#).unwrap();
        let output = child.wait_with_output().unwrap();
        json(&output)["tools"][0]["categories"]["naming"].clone()
    };
    assert_eq!(scored(&[]), 85);
    assert_eq!(scored(&["--namespace", "dock"]), 100);
}
