//! `tdqs polish` against a model that says what a test wrote down for it.

#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod endpoint;
#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod run;

use std::fs;
use std::process::Output;

use endpoint::{Answer, Endpoint};
use run::{code, file, json, run, stderr, stdout, tdqs};
use tempfile::TempDir;

const TOOLS: &str = "[\n    {\"name\": \"get_crate\", \"description\": \"gets it\", \"inputSchema\": {\"type\": \"object\", \"properties\": {\"label\": {\"type\": \"string\"}}}},\n    {\"name\": \"seal_crate\", \"description\": \"seals it\", \"inputSchema\": {\"type\": \"object\"}}\n]\n";

const GOOD: &str = r#"{"description": "Get one crate by its `label`.", "explanation": "Said which crate."}"#;

/// Polishes with an endpoint that answers well about one tool, and in another way about the other one.
fn polish(path: &str, other: &'static str, arguments: &[&str]) -> (Output, usize) {
    let endpoint = Endpoint::start(move |question| {
        let question: serde_json::Value = serde_json::from_str(question).unwrap();
        assert!(question.get("_meta").is_none());
        match question["name"].as_str() {
            Some("get_crate") => Answer::Content(GOOD.to_owned()),
            _ if other.is_empty() => Answer::Status(400, "{}".to_owned()),
            _ => Answer::Content(other.to_owned()),
        }
    });
    let output = tdqs()
        .args(["polish", path, "--judge", "openai", "--model", "m", "--base-url", &endpoint.base_url])
        .args(arguments)
        .output()
        .unwrap();
    (output, endpoint.requests())
}

fn polished() -> String {
    TOOLS.replace("gets it", "Get one crate by its `label`.")
}

#[test]
fn new_texts_are_shown_and_written_only_on_request() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    let (shown, requests) = polish(&path, "", &["--tool", "get_*"]);
    assert_eq!((code(&shown), requests), (0, 1), "{}", stderr(&shown));
    insta::assert_snapshot!("polish_diff", stdout(&shown).replace(&path, "dock.json"));
    assert!(stderr(&shown).contains("1 of 1 tools have new texts by m, "), "{}", stderr(&shown));
    assert!(stderr(&shown).contains("nothing was written; add --write"), "{}", stderr(&shown));
    assert_eq!(fs::read_to_string(&path).unwrap(), TOOLS);
    let (written, _) = polish(&path, "", &["--tool", "get_*", "--write"]);
    assert_eq!((code(&written), stdout(&written)), (0, stdout(&shown)));
    assert_eq!(fs::read_to_string(&path).unwrap(), polished());
}

#[test]
fn one_refusal_leaves_the_other_tools_their_texts() {
    let folder = TempDir::new().unwrap();
    for (answer, reason) in [
        (r#"{"description": "Seal one crate within 5 seconds."}"#, "speaks of `5`"),
        (r#"{"name": "seal"}"#, "the patch has a member `name`"),
        ("I would rather not.", "the answer is no patch"),
        ("", "the endpoint answered 400"),
    ] {
        let path = file(&folder, "dock.json", TOOLS);
        let (output, requests) = polish(&path, answer, &["--write", "--format", "json"]);
        assert_eq!(code(&output), 2);
        let corrections = usize::from(!answer.is_empty());
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&path).unwrap(), polished());
        let report = json(&output);
        assert_eq!(report["tools"][0]["changed"][0], "/description");
        assert_eq!(report["tools"][0]["explanation"], "Said which crate.");
        assert!(report["tools"][1]["refused"].as_str().unwrap().contains(reason), "{report}");
        assert_eq!(report["model"], "m");
        assert_eq!(
            (&report["tools"][0]["requests"], &report["tools"][0]["corrections"]),
            (&1.into(), &0.into())
        );
        // An endpoint that refuses a question is asked in the other formats.
        assert_eq!(report["tools"][1]["requests"], requests - 1);
        assert_eq!(report["tools"][1]["corrections"], corrections);
        let schema = json(&run(&["schema", "polish-report"]));
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&report), "{report}");
    }
}

#[test]
fn a_definition_that_is_good_already_is_no_failure() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    let (output, requests) = polish(&path, "{}", &[]);
    assert_eq!((code(&output), requests), (0, 2), "{}", stderr(&output));
    assert!(stderr(&output).contains("1 of 2 tools have new texts"), "{}", stderr(&output));
}

#[test]
fn refused_answers_are_sent_back_as_often_as_is_asked() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    for (corrections, said) in
        [("0", "stays as it is: the answer is no"), ("2", "stays as it is, asked 3 times: ")]
    {
        let (output, requests) = polish(&path, "No.", &["--max-corrections", corrections]);
        assert_eq!(requests, 2 + corrections.parse::<usize>().unwrap());
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    assert!(stderr(&polish(&path, "No.", &[]).0).contains("3 requests, 1 answer sent back, "));
}

#[test]
fn a_key_that_an_endpoint_repeats_is_nowhere_told() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    for status in [200, 400] {
        let endpoint = Endpoint::start(move |_| match status {
            200 => Answer::Content(r#"{"sk-sesame-0123456789": "sk-sesame-0123456789"}"#.to_owned()),
            _ => Answer::Status(
                status,
                r#"{"error": {"message": "sk-sesame-0123456789 is no key"}}"#.to_owned(),
            ),
        });
        let output = tdqs()
            .args(["polish", &path, "--format", "json", "--judge", "openai", "--model", "m"])
            .args(["--base-url", &endpoint.base_url])
            .env("TDQS_API_KEY", "sk-sesame-0123456789")
            .output()
            .unwrap();
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("stays as it is"), "{}", stderr(&output));
        assert!(!(stderr(&output) + &stdout(&output)).contains("sesame"), "{}", stderr(&output));
    }
}

#[test]
fn a_file_that_somebody_changed_meanwhile_is_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "dock.json", TOOLS);
    let theirs = TOOLS.replace("seals it", "Seal one crate.");
    let endpoint = Endpoint::start({
        let (path, theirs) = (path.clone(), theirs.clone());
        move |_| {
            fs::write(&path, &theirs).unwrap();
            Answer::Content(GOOD.to_owned())
        }
    });
    let output = tdqs()
        .args(["polish", &path, "--tool", "get_*", "--write", "--judge", "openai", "--model", "m"])
        .args(["--base-url", &endpoint.base_url])
        .output()
        .unwrap();
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("+    {\"name\": \"get_crate\""), "{}", stdout(&output));
    assert!(stderr(&output).contains("is another one by now"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
}

#[test]
fn without_a_model_there_is_no_polish() {
    let offline = run(&["polish", "testdata/dock.json"]);
    assert_eq!(code(&offline), 2);
    assert!(stderr(&offline).contains("add --judge openai"), "{}", stderr(&offline));
    let standard = run(&["polish", "-", "--write", "--judge", "openai"]);
    assert_eq!(code(&standard), 2);
    assert!(stderr(&standard).contains("--write"), "{}", stderr(&standard));
}
