//! Scores in a file, and the check that holds them against definitions.

#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod endpoint;
#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod run;

use std::path::{Path, PathBuf};

use endpoint::{Answer, Endpoint, judged_well, tool_answer};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with the definitions of the dock, and where their scores go.
struct Folder {
    folder: TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = Self { folder: TempDir::new().unwrap() };
        let dock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/dock.json");
        std::fs::copy(dock, folder.path("dock.json")).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    /// Changes the definitions as JSON.
    fn change(&self, change: impl FnOnce(&mut Value)) {
        let mut dock: Value = serde_json::from_str(&self.read("dock.json")).unwrap();
        change(&mut dock);
        self.write("dock.json", dock.to_string());
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = run::tdqs().current_dir(self.folder.path()).args(arguments).output().unwrap();
        (run::code(&output), run::stdout(&output), run::stderr(&output))
    }

    /// Scores offline and keeps the scores.
    fn score(&self) {
        let (code, _, stderr) = self.run(&["score", "dock.json", "--write", "tdqs.lock.json"]);
        assert_eq!((code, stderr.trim_end()), (0, "tdqs.lock.json holds 8 scores of `offline-1`"));
    }

    fn score_with(&self, endpoint: &Endpoint, more: &[&str]) -> (i32, String, String) {
        let judge = ["--judge", "openai", "--base-url", &endpoint.base_url, "--model", "some-model"];
        let files = ["score", "dock.json", "--write", "tdqs.lock.json", "--max-attempts", "1", "--no-store"];
        self.run(&[&files, judge.as_slice(), more].concat())
    }

    fn check(&self, more: &[&str]) -> (i32, String, String) {
        self.run(&[["check", "dock.json"].as_slice(), more].concat())
    }
}

#[test]
fn what_was_written_is_small_stable_and_clean() {
    let folder = Folder::new();
    folder.score();
    let lock = folder.read("tdqs.lock.json");
    insta::assert_snapshot!("dock_lock", lock);
    folder.change(|dock| dock["tools"].as_array_mut().unwrap().reverse());
    folder.score();
    assert_eq!(folder.read("tdqs.lock.json"), lock);
    let (code, stdout, stderr) = folder.check(&[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    insta::assert_snapshot!("dock_check", stdout);
}

#[test]
fn a_changed_definition_fails_and_an_ignored_field_does_not() {
    let folder = Folder::new();
    folder.score();
    folder.change(|dock| dock["tools"][0]["_meta"] = json!({"owner": "harbour"}));
    assert_eq!(folder.check(&[]).0, 0);
    folder.change(|dock| {
        let tools = dock["tools"].as_array_mut().unwrap();
        tools[0]["description"] = json!("Find it.");
        tools[1]["name"] = json!("new\u{1b}[2J");
    });
    let (code, stdout, stderr) = folder.check(&[]);
    assert_eq!(code, 1);
    assert!(!stdout.contains('\u{1b}'), "{stdout:?}");
    insta::assert_snapshot!("changed_check", stdout);
    assert_eq!(stderr, "4 findings against tdqs.lock.json\n");
    let (code, stdout, _) = folder.check(&["--format", "json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, 1);
    let kinds: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["changedTool", "missingTool", "removedTool", "changedToolSet"]);
    folder.score();
    assert_eq!(folder.check(&[]).0, 0);
}

#[test]
fn a_bar_is_held_against_server_and_tools() {
    let folder = Folder::new();
    folder.score();
    assert_eq!(folder.check(&["--fail-under", "B", "--min-tool", "D"]).0, 0);
    let (code, stdout, _) = folder.check(&["--fail-under", "A", "--min-tool", "1.1"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("purge_records: the TDQS is 1.0, below the bar of 1.1\n"), "{stdout}");
    assert!(stdout.contains("the overall score is 3.1, below the bar of 3.5\n"), "{stdout}");
}

#[test]
fn what_cannot_be_read_gets_exit_2_and_its_place() {
    let folder = Folder::new();
    let (code, _, stderr) = folder.check(&[]);
    assert_eq!(code, 2);
    assert!(stderr.contains("there is no file tdqs.lock.json; score the servers with"), "{stderr}");
    folder.score();
    let lock = folder.read("tdqs.lock.json");
    for (from, to, expected) in [
        (
            "\"formatVersion\": 1",
            "\"formatVersion\": 7",
            "line 2, column 20, at /formatVersion: the format version is 7",
        ),
        ("\"inputHash\": \"", "\"inputHash\": \"x", "at /servers/0/tools/0/inputHash: `x"),
        ("  \"servers\"", "<<<<<<< HEAD\n  \"servers\"", "line 5 is the mark of a merge conflict"),
    ] {
        let broken = lock.replacen(from, to, 1);
        folder.write("tdqs.lock.json", &broken);
        let written = folder.run(&["score", "dock.json", "--write", "tdqs.lock.json"]);
        for (code, stdout, stderr) in [folder.check(&[]), written] {
            assert_eq!((code, stdout.as_str()), (2, ""));
            assert!(stderr.contains(expected), "{stderr}");
        }
        assert_eq!(folder.read("tdqs.lock.json"), broken);
    }
    folder.write("tdqs.lock.json", b"{\xff");
    assert!(folder.check(&[]).2.contains("byte 1 (0xFF) is not UTF-8"));
    folder.write("tdqs.lock.json", lock);
    let (code, _, stderr) = folder.run(&["check", "missing.json"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("missing.json: cannot be read"), "{stderr}");
    // A slip of the hand must not replace the definitions by their scores.
    let dock = folder.read("dock.json");
    let (code, _, stderr) = folder.run(&["score", "dock.json", "--write", "dock.json"]);
    assert_eq!((code, folder.read("dock.json")), (2, dock));
    assert!(stderr.contains("no file of locked scores: it has no `formatVersion`"), "{stderr}");
    assert!(
        folder.run(&["score", "dock.json", "--write", "/dev/stdout"]).2.contains("keeps scores in a file")
    );
}

#[test]
fn a_check_calls_nobody_and_knows_whose_scores_they_are() {
    let folder = Folder::new();
    let endpoint = Endpoint::start(judged_well);
    assert_eq!(folder.score_with(&endpoint, &[]).0, 0);
    let asked = endpoint.requests();
    for (options, expected, finding) in [
        (["--judge", "openai", "--model", "some-model"].as_slice(), 0, ""),
        (&[], 0, ""),
        (&["--spec", "1.1-draft"], 0, ""),
        (
            &["--model", "other-model"],
            1,
            "scores are of `some-model`, expected those of the language model `other-model`",
        ),
        (&["--judge", "offline"], 1, "scores are of `some-model`, expected those of `offline-1`"),
        (&["--spec", "1.2"], 1, "the scores are of edition 1.1-draft, expected those of 1.2"),
    ] {
        let (code, stdout, stderr) = folder.check(options);
        assert_eq!(code, expected, "{options:?} {stdout} {stderr}");
        assert!(stdout.contains(finding), "{options:?} {stdout}");
    }
    assert_eq!(endpoint.requests(), asked);
    assert_eq!(folder.check(&["--judge", "offline", "--model", "x"]).0, 2);
}

#[test]
fn scores_of_a_brought_rubric_are_checked_with_it() {
    let folder = Folder::new();
    let block = |text: &str| format!("```\n{text}\n```\n\n");
    folder.write(
        "rubric.md",
        format!(
            "## Appendix A\n\n{}{}## Appendix B\n\n{}{}",
            block("Score the tool."),
            block(tdqs::rubric::message::TOOL_TEMPLATE),
            block("Score the set."),
            block(tdqs::rubric::message::COHERENCE_TEMPLATE)
        ),
    );
    let (code, _, stderr) = folder.score_with(&Endpoint::start(judged_well), &["--rubric", "rubric.md"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(folder.check(&["--rubric", "rubric.md"]).0, 0);
    let (code, stdout, _) = folder.check(&[]);
    assert_eq!(code, 1);
    assert!(stdout.contains("given by other prompts: the SHA-256 of the tool prompt is"), "{stdout}");
}

#[test]
fn a_run_that_fails_loses_no_score() {
    let folder = Folder::new();
    assert_eq!(folder.score_with(&Endpoint::start(judged_well), &[]).0, 0);
    let lock = folder.read("tdqs.lock.json");
    let refusing = Endpoint::start(|_| Answer::Status(401, "{}".to_owned()));
    assert_eq!(folder.score_with(&refusing, &[]).0, 2);
    assert_eq!(folder.read("tdqs.lock.json"), lock);
    // A tool alone is scored anew beside the others.
    let better = Endpoint::start(|_| Answer::Content(tool_answer(5)));
    assert_eq!(folder.score_with(&better, &["--tool", "get_crate"]).0, 0);
    let changed: Vec<(String, String)> = std::iter::zip(folder.read("tdqs.lock.json").lines(), lock.lines())
        .filter(|(new, old)| new != old)
        .map(|(new, old)| (new.trim().to_owned(), old.trim().to_owned()))
        .collect();
    assert_eq!(changed.len(), 3, "the rollup, and the tool's score in two lines: {changed:?}");
}

#[test]
fn another_judge_replaces_all_scores_or_none() {
    let folder = Folder::new();
    folder.score();
    let lock = folder.read("tdqs.lock.json");
    let endpoint = Endpoint::start(|user| {
        if user.starts_with("TOOL NAME: process\n") {
            Answer::Status(400, "{}".to_owned())
        } else {
            judged_well(user)
        }
    });
    let (code, _, stderr) = folder.score_with(&endpoint, &["--tool", "get_crate"]);
    assert_eq!((code, endpoint.requests()), (2, 0), "{stderr}");
    assert!(
        stderr.contains("tdqs.lock.json was left as it was: the file holds scores of `offline-1`"),
        "{stderr}"
    );
    let (code, stdout, stderr) = folder.score_with(&endpoint, &[]);
    assert_eq!((code, folder.read("tdqs.lock.json")), (2, lock));
    assert!(stdout.contains("judged by some-model"), "the report was paid for: {stdout}");
    assert!(stderr.contains("not everything of `dock` was scored"), "{stderr}");
    assert_eq!(folder.score_with(&Endpoint::start(judged_well), &[]).0, 0);
    assert!(folder.read("tdqs.lock.json").contains("some-model"));
}

#[test]
fn servers_that_were_not_looked_at_stay() {
    let folder = Folder::new();
    folder.score();
    folder.write("harbour.json", r#"[{"name": "dredge", "description": "Dredge the harbour."}]"#);
    assert_eq!(folder.run(&["score", "harbour.json", "--write", "tdqs.lock.json"]).0, 0);
    assert_eq!(folder.run(&["check", "dock.json", "harbour.json"]).0, 0);
    let (code, stdout, _) = folder.run(&["check", "harbour.json"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("not among the files, and not checked: dock\n"), "{stdout}");
    std::fs::create_dir(folder.path("more")).unwrap();
    std::fs::copy(folder.path("harbour.json"), folder.path("more/harbour.json")).unwrap();
    let twice = ["harbour.json", "more/harbour.json"];
    let (code, _, stderr) = folder.run(&[["score", "--write", "tdqs.lock.json"].as_slice(), &twice].concat());
    assert_eq!(code, 2);
    assert!(stderr.contains("two servers are called `harbour`"), "{stderr}");
    let (code, stdout, _) = folder.run(&[["check"].as_slice(), &twice].concat());
    assert_eq!(code, 1);
    assert!(stdout.contains("another server has the same name"), "{stdout}");
}

#[test]
fn a_name_that_hides_something_is_written_as_an_escape() {
    let folder = Folder::new();
    folder.change(|dock| dock["tools"][0]["name"] = json!("find\u{202e}\u{200b}\u{7f}\n\"x"));
    folder.score();
    assert!(folder.read("tdqs.lock.json").contains(r#"{"name": "find\u202e\u200b\u007f\n\"x", "inputHash""#));
    assert_eq!(folder.check(&[]).0, 0);
}
