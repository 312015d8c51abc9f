//! The calibration examples of the specification come out within one point on every dimension they state.
//!
//! Specification: Appendix A and B, "Calibration".

mod ask;

use ask::{annotated, ask, ask_server, candidate, tool};
use tdqs_rubric::{CoherenceAnswer, ToolAnswer};

/// Holds the six scores, in the specification's order, against those stated.
#[track_caller]
fn check(answer: &ToolAnswer, stated: [u8; 6]) {
    for ((dimension, given), stated) in answer.scores.iter().zip(stated) {
        let off = given.score.get().abs_diff(stated);
        assert!(off <= 1, "{dimension}: {} instead of {stated}: {}", given.score, given.justification);
    }
}

#[track_caller]
fn check_server(answer: &CoherenceAnswer, stated: [u8; 4]) {
    for ((dimension, given), stated) in answer.scores.iter().zip(stated) {
        let off = given.score.get().abs_diff(stated);
        assert!(off <= 1, "{dimension}: {} instead of {stated}: {}", given.score, given.justification);
    }
}

#[test]
fn high_get_calls() {
    let calls = tool(
        "get_calls",
        "List ALL calls in date range – no user/workspace filtering. To filter by user/workspace, use \
         search_calls_extensive instead.",
        &[("from", "First day of the range."), ("to", "Last day of the range.")],
    );
    let calls = annotated(calls, r#"{"readOnlyHint": true, "destructiveHint": false}"#);
    let answer = ask(&calls, &["search_calls_extensive", "get_call", "list_users"]);
    check(&answer, [5, 5, 3, 3, 5, 5]);
    assert!(!answer.annotation_contradiction);
}

#[test]
fn mid_update_drive() {
    let drive = tool(
        "update_drive",
        "Update shared drive settings including name, color, and restrictions.",
        &[("drive_id", "Which drive."), ("name", "The new name."), ("color", ""), ("restrictions", "")],
    );
    let answer = ask(&drive, &["list_drives", "create_drive", "delete_drive"]);
    check(&answer, [4, 2, 2, 3, 4, 2]);
    assert!(!answer.annotation_contradiction);
}

#[test]
fn low_process() {
    let answer = ask(&tool("process", "Process", &[("a", ""), ("b", ""), ("c", "")]), &[]);
    check(&answer, [1, 1, 1, 1, 2, 1]);
}

#[test]
fn contradiction_create_record() {
    let record = tool("create_record", "Creates a new record in the database", &[("fields", "The fields.")]);
    let answer = ask(&annotated(record, r#"{"readOnlyHint": true}"#), &[]);
    assert!(answer.annotation_contradiction);
    assert_eq!(answer.scores.behavioral_transparency.score.get(), 1);
    let explanation = &answer.scores.behavioral_transparency.justification;
    assert!(
        explanation.contains("Creates a new record") && explanation.contains("readOnlyHint: true"),
        "{explanation}"
    );
}

const GITHUB: [(&str, &str); 10] = [
    ("list_repos", "List the repositories of a user or organization."),
    ("get_repo", "Get the metadata of one repository."),
    ("create_repo", "Create a repository for the signed-in user."),
    ("search_code", "Search for code across GitHub repositories."),
    ("list_issues", "List the issues of a repository."),
    ("create_issue", "Open an issue in a repository."),
    ("update_issue", "Change the title, body or state of an issue."),
    ("get_pull_request", "Get one pull request with its branches and state."),
    ("create_pull_request", "Propose a branch for merging."),
    ("merge_pull_request", "Merge a pull request into its base branch."),
];

#[test]
fn high_github_mcp() {
    check_server(&ask_server("github-mcp", &GITHUB, &[]), [5, 5, 5, 4]);
}

#[test]
fn low_utility_toolkit() {
    let tools = [
        ("process", "Process the input."),
        ("run", "Run it."),
        ("execute", "Execute the given operation."),
        ("do_thing", "Does the thing."),
        ("helper", "Helper tool."),
        ("transform_data", "Transform data."),
        ("processV2", "Process the input, improved."),
        ("handleRequest", "Handle a request."),
    ];
    check_server(&ask_server("utility-toolkit", &tools, &[]), [1, 2, 3, 2]);
}

#[test]
fn shadowed_pair() {
    let tools = [
        ("get_stat", "Return a single stat for a player and season."),
        (
            "query_panel",
            "Run a qualified query over the panel: population, window, measure, operation. It applies minimum-attempt \
             qualifiers and attaches the source and as-of date.",
        ),
    ];
    let answer = ask_server("stats-api", &tools, &[candidate("query_panel", 9, "get_stat", 4)]);
    let disambiguation = &answer.scores.disambiguation;
    assert!(disambiguation.score.get().abs_diff(3) <= 1, "{}", disambiguation.justification);
    let [risk] = answer.shadowing_risks.as_slice() else { panic!("{:?}", answer.shadowing_risks) };
    assert_eq!((risk.tool.as_str(), risk.cheaper_sibling.as_str()), ("query_panel", "get_stat"));
}

#[test]
fn not_at_risk() {
    let answer = ask_server("github-mcp", &GITHUB, &[candidate("search_code", 8, "get_repo", 2)]);
    assert_eq!(answer.shadowing_risks, []);
}
