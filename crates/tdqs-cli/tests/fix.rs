//! `tdqs fix`, as its users meet it.

#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod run;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use run::{code, file, json, run, stderr, stdout, tdqs};
use tempfile::TempDir;

const TOOLS: &str = "{\n\t\"tools\": [\n\t\t{\"name\": \"moveCrate\", \"description\": \"moves a crate.\", \"inputSchema\": {\"properties\": {\"n\": {\"maximum\": 1e1}}}},\n\t\t{\"name\": \"seal_crate\", \"description\": \"Not moveCrate.\", \"inputSchema\": {\"type\": \"object\"}}\n\t]\n}\n";

fn safe() -> String {
    TOOLS.replace("moves a", "Moves a").replace("1e1}}}", "1e1}}, \"type\": \"object\"}")
}

#[test]
fn a_diff_of_a_name_with_blanks_ends_the_name() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "my tools.json", TOOLS);
    let diff = stdout(&run(&["fix", &path, "--diff"]));
    assert!(diff.starts_with(&format!("--- {path}\t\n+++ {path}\t\n")), "{diff}");
}

#[test]
fn what_may_be_no_tool_is_left_alone_and_not_called_clean() {
    let folder = TempDir::new().unwrap();
    let manifest = r#"{"name": "my-server", "version": "0.1.0", "description": "an MCP server for crates"}"#;
    let path = file(&folder, "package.json", manifest);
    let (fixed, linted) = (run(&["fix", &path]), run(&["lint", &path, "--select", "TDQS5"]));
    assert_eq!((code(&fixed), code(&linted)), (2, 2));
    assert!(stderr(&fixed).contains("a member `version` that no tool has"), "{}", stderr(&fixed));
    assert!(stderr(&linted).contains("it may hold no tool"), "{}", stderr(&linted));
    assert_eq!(fs::read_to_string(&path).unwrap(), manifest);
}

#[test]
fn a_file_is_fixed_in_place_and_then_has_nothing_to_fix() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    let first = run(&["fix", &path]);
    assert_eq!((code(&first), stderr(&first).as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&path).unwrap(), safe());
    insta::assert_snapshot!("fixed_in_place", stdout(&first).replace(&path, "dock.json"));
    let second = run(&["fix", &path, "--check"]);
    assert_eq!((code(&second), stdout(&second).as_str()), (0, "Nothing to fix in 1 file\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), safe());
}

#[test]
fn a_diff_and_a_check_write_nothing() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    let diff = run(&["fix", &path, "--diff"]);
    assert_eq!(code(&diff), 0);
    insta::assert_snapshot!("diff", stdout(&diff).replace(&path, "dock.json"));
    let check = run(&["fix", &path, "--check"]);
    assert_eq!((code(&check), stderr(&check).as_str()), (1, "1 file would change\n"));
    assert!(stdout(&check).contains("Would make 2 changes in 1 file"), "{}", stdout(&check));
    let both = run(&["fix", &path, "--check", "--diff"]);
    assert_eq!((code(&both), stdout(&both)), (1, stdout(&diff)));
    assert_eq!(fs::read_to_string(&path).unwrap(), TOOLS);
}

#[test]
fn what_breaks_callers_is_done_on_request_and_told() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    let output = run(&["fix", &path, "--tighten", "--rename", "--format", "json"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    let report = json(&output);
    let of_file = &report["files"][0];
    assert_eq!(of_file["renamings"][0]["renamed"][0]["to"], "move_crate");
    assert_eq!(of_file["renamings"][0]["mentions"][0]["tool"], "seal_crate");
    let expected = safe()
        .replace("\"moveCrate\"", "\"move_crate\"")
        .replace("1e1}", "1e1, \"type\": \"number\"}")
        .replace("\"type\": \"object\"}},\n", "\"type\": \"object\", \"additionalProperties\": false}},\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    let schema = json(&run(&["schema", "fix-report"]));
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&report), "{report}");
}

#[test]
fn no_tool_is_renamed_while_a_page_is_elsewhere() {
    let folder = TempDir::new().unwrap();
    let pages =
        [r#"{"tools": [{"name": "get_crate"}], "nextCursor": "2"}"#, r#"{"tools": [{"name": "getCrate"}]}"#];
    let (one, two) = (file(&folder, "one.json", pages[0]), file(&folder, "two.json", pages[1]));
    let renamed = run(&["fix", "--rename", &one, &two]);
    assert_eq!(code(&renamed), 2);
    assert!(stderr(&renamed).contains("--rename has to know all names"), "{}", stderr(&renamed));
    assert_eq!([one, two].map(|path| fs::read_to_string(path).unwrap()), pages);
}

#[test]
fn standard_input_comes_out_fixed() {
    let mut child = tdqs()
        .args(["fix", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(format!("\u{feff}{TOOLS}").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(stdout(&output), format!("\u{feff}{}", safe()));
    assert!(stderr(&output).contains("Made 2 changes in 1 file"), "{}", stderr(&output));
}

#[test]
fn the_fixed_text_can_go_elsewhere() {
    let folder = TempDir::new().unwrap();
    let (path, other) = (file(&folder, "dock.json", TOOLS), file(&folder, "other.json", ""));
    assert_eq!(code(&run(&["fix", &path, "--output", &other])), 0);
    assert_eq!(
        (fs::read_to_string(&path).unwrap(), fs::read_to_string(&other).unwrap()),
        (TOOLS.to_owned(), safe())
    );
    let two = run(&["fix", &path, &other, "--output", &other]);
    assert_eq!(code(&two), 2);
}

#[test]
fn what_cannot_be_read_stays_and_fails_the_run_and_the_rest_is_fixed() {
    let folder = TempDir::new().unwrap();
    let broken = file(&folder, "broken.json", "{\"tools\": [");
    let mixed = TOOLS.replace("[\n", "[\n\t\t5,\n");
    let path = file(&folder, "dock.json", &mixed);
    let output = run(&["fix", &broken, &path]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("broken.json: "), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&broken).unwrap(), "{\"tools\": [");
    let alone = run(&["fix", &broken, "--check"]);
    assert_eq!((code(&alone), stdout(&alone).as_str()), (2, ""));
    assert_eq!(fs::read_to_string(&path).unwrap(), safe().replace("[\n", "[\n\t\t5,\n"));
}
