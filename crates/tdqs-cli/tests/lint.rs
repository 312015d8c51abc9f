//! `tdqs lint`, `tdqs rules` and `tdqs rule`, as their users meet them.

#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod run;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// A folder with a file of definitions, and nothing above it that has settings.
struct Folder {
    folder: TempDir,
}

/// The rules whose findings are compared to the letter, so that a new rule changes nothing here.
const SOME: [&str; 2] = ["--select", "TDQS101,TDQS102,TDQS103,TDQS104,TDQS106,TDQS501,TDQS9"];

const TOOLS: &str = r#"{
  "serverName": "dock",
  "tools": [
    {
      "name": "purge_records",
      "inputSchema": { "type": "object", "properties": { "before": { "type": "string" } }, "required": ["before"] }
    },
    {
      "name": "get_crate",
      "title": "Return one crate by its label",
      "description": "Return one crate.\u200b Use find_crates to search.",
      "inputSchema": {
        "type": "object",
        "properties": { "label": { "type": "string", "description": "Exact label, for example \"NX-4711\"." } }
      },
      "outputSchema": { "type": "object", "properties": { "label": { "type": "string" } } },
      "annotations": { "readOnlyHint": true }
    },
    {
      "name": "list_shelves",
      "description": "List all shelves, as the plan of the warehouse has them.",
      "outputSchema": { "type": "array" },
      "_meta": {
        "tdqs/ignore": [
          { "rule": "TDQS103", "reason": "no client of ours reads hints", "until": "2026-12-31" },
          "hidden-characters"
        ]
      }
    }
  ]
}
"#;

impl Folder {
    fn new() -> Self {
        let folder = Self { folder: TempDir::new().unwrap() };
        folder.write("tools.json", TOOLS);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        std::fs::write(self.path(name), content).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = run::tdqs().current_dir(self.folder.path()).args(arguments).output().unwrap();
        (run::code(&output), run::stdout(&output), run::stderr(&output))
    }

    fn lint(&self, more: &[&str]) -> (i32, String, String) {
        self.run(&[["lint", "tools.json"].as_slice(), more].concat())
    }

    /// The codes of the findings, in their order.
    fn codes(&self, more: &[&str]) -> Vec<String> {
        let (_, stdout, stderr) = self.lint(&[["--format", "jsonl"].as_slice(), more].concat());
        let code = |line: &str| {
            let finding: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {stderr}"));
            finding["code"].as_str().unwrap().to_owned()
        };
        stdout.lines().map(code).collect()
    }
}

#[test]
fn every_form_says_the_same() {
    let folder = Folder::new();
    for format in ["text", "concise", "json", "jsonl", "markdown", "sarif", "junit", "github", "gitlab"] {
        let (code, stdout, stderr) = folder.lint(&[["--format", format], SOME].concat());
        assert_eq!((code, stderr.as_str()), (1, "2 findings fail the run (--fail-on error)\n"), "{format}");
        insta::assert_snapshot!(format!("lint_{format}"), stdout);
        assert_eq!(folder.lint(&[["--format", format], SOME].concat()).1, stdout, "{format}");
    }
}

/// What the README shows is what a reader gets who types the command above it.
#[test]
fn the_screen_of_the_readme_is_a_real_one() {
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let (_, after) =
        readme.split_once("cargo run --release -- lint testdata/dock.json\n```\n\n```text\n").unwrap();
    let (screen, _) = after.split_once("```").unwrap();
    let real = run::stdout(&run::run(&["lint", "testdata/dock.json"]));
    let mut lines = real.lines();
    for shown in screen.lines().filter(|line| *line != "…") {
        assert!(lines.any(|line| line == shown), "{shown:?} is not said, or not in this order");
    }
    assert!(screen.lines().count() > 10);
}

#[test]
fn two_files_with_one_name_have_fingerprints_of_their_own() {
    let folder = Folder::new();
    for name in ["x", "y"] {
        std::fs::create_dir(folder.folder.path().join(name)).unwrap();
        folder.write(&format!("{name}/tools.json"), TOOLS);
    }
    let (_, stdout, _) = folder.run(&["lint", "x/tools.json", "y/tools.json", "--format", "gitlab"]);
    let issues: Vec<Value> = serde_json::from_str(&stdout).unwrap();
    let all: Vec<&str> = issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    let different: std::collections::BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), different.len());
}

#[test]
fn a_clean_file_is_called_clean_and_one_that_was_not_understood_is_not() {
    let folder = Folder::new();
    let (code, stdout, _) = folder.lint(&["--select", "TDQS109"]);
    assert_eq!((code, stdout.as_str()), (0, "Nothing found in 3 tools\n"));
    folder.write("tools.json", r#"[{"name": "a", "description": "b"}, {"title": "c"}, 5]"#);
    for format in ["text", "concise", "markdown"] {
        let (code, stdout, stderr) = folder.lint(&["--select", "TDQS109", "--format", format]);
        assert_eq!(code, 2, "{stderr}");
        assert!(
            stdout.contains("Nothing found in what could be read in 1 tool; 2 inputs could not be read"),
            "{stdout}"
        );
    }
    for (format, expected) in [
        ("json", "\"failures\": [\n    \"tools.json: tool 2"),
        ("sarif", "\"executionSuccessful\": false"),
        ("junit", "errors=\"2\""),
        ("github", "::error title=tdqs::tools.json: tool 2"),
        ("gitlab", "\"severity\": \"blocker\""),
    ] {
        let (code, stdout, _) = folder.lint(&["--select", "TDQS109", "--format", format]);
        assert!(code == 2 && stdout.contains(expected), "{stdout}");
    }
    folder.write("tools.json", "{");
    assert_eq!(folder.lint(&[]).0, 2);
    let (code, _, stderr) = folder.run(&["lint", "none.json"]);
    assert!(code == 2 && stderr.contains("none.json: cannot be read"), "{stderr}");
}

#[test]
fn sarif_is_what_its_schema_says() {
    let folder = Folder::new();
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas/sarif-2.1.0.json");
    let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    // The pattern of this member, which we do not write, is no regular expression.
    for holder in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][holder]["properties"]["language"];
        assert!(language.as_object_mut().unwrap().remove("pattern").is_some());
    }
    let schema = jsonschema::validator_for(&schema).unwrap();
    let check = |more: &[&str]| {
        let (_, stdout, _) = folder.lint(&[["--format", "sarif"].as_slice(), more].concat());
        let log: Value = serde_json::from_str(&stdout).unwrap();
        let errors: Vec<String> =
            schema.iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert_eq!(errors, [""; 0]);
        log
    };
    let log = check(&[]);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results.len() > 5 && results.iter().any(|result| result.get("suppressions").is_some()));
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
    folder.lint(&["--write-baseline", "known.json", "--ignore", "TDQS101"]);
    let log = check(&["--baseline", "known.json"]);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let of_state = |state: &str| results.iter().filter(|result| result["baselineState"] == state).count();
    assert_eq!(of_state("new"), 1);
    assert!(of_state("unchanged") > 3);
    folder.write("tools.json", r#"[{"name": "a b/c"}, {}]"#);
    check(&[]);
    folder.write("tools.json", SOUTH);
    let log = check(&["--select", "TDQS8"]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        result["relatedLocations"][0]["logicalLocations"][0]["fullyQualifiedName"],
        "docks_north/seal.crate/name"
    );
}

#[test]
fn json_is_what_our_schema_says() {
    let folder = Folder::new();
    let (_, schema, _) = folder.run(&["schema", "lint-report"]);
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    folder.write("several.json", SOUTH);
    for file in ["tools.json", "several.json"] {
        let (_, report, _) = folder.run(&["lint", file, "--format", "json", "--extend-select", "TDQS8"]);
        let report: Value = serde_json::from_str(&report).unwrap();
        let errors: Vec<String> = schema.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0]);
        let findings = report["findings"].as_array().unwrap();
        assert_eq!(
            findings.iter().any(|finding| finding["related"][0]["file"] == "several.json"),
            file == "several.json"
        );
    }
}

#[test]
fn the_settings_nearest_to_the_file_hold_and_options_have_the_last_word() {
    let folder = Folder::new();
    let all = folder.codes(&[]);
    assert!(all.contains(&"TDQS101".to_owned()) && all.contains(&"TDQS501".to_owned()), "{all:?}");
    folder.write("tdqs.toml", "[lint]\nselect = [\"TDQS5\", \"no-description\"]\nfail-on = \"never\"\n");
    assert_eq!(folder.codes(&[]), ["TDQS101", "TDQS501"]);
    assert_eq!(folder.lint(&[]).0, 0);
    assert_eq!(folder.lint(&["--fail-on", "error"]).0, 1);
    assert_eq!(folder.codes(&["--ignore", "TDQS5"]), ["TDQS101"]);
    assert_eq!(folder.codes(&["--select", "TDQS103"]), ["TDQS103"]);
    assert_eq!(folder.codes(&["--isolated"]), all);
    folder.write(
        "other.toml",
        "[lint]\nselect = [\"TDQS103\"]\n[[lint.overrides]]\ntool = \"purge_*\"\nignore = [\"ALL\"]\n",
    );
    assert_eq!(folder.codes(&["--config", "other.toml"]), [""; 0]);
    folder.write("package.json", "{\"tdqs\": {\"lint\": {\"select\": []}}}");
    assert_eq!(folder.codes(&[]), ["TDQS101", "TDQS501"], "tdqs.toml comes first");
    std::fs::remove_file(folder.path("tdqs.toml")).unwrap();
    assert_eq!(folder.codes(&[]), [""; 0]);
}

#[test]
fn what_is_not_understood_in_options_and_settings_is_told() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (["--select", "TDQS999"], "`TDQS999` names no rule"),
        (["--severity", "TDQS101"], "expected RULE=SEVERITY, such as TDQS103=error"),
        (["--severity", "TDQS101=bad"], "`bad` is no severity; expected error, warning or note"),
        (["--fail-on", "info"], "possible values: error, warning, note, never"),
        (
            ["--baseline", "none.json"],
            "cannot read the baseline none.json; write it with --write-baseline none.json",
        ),
        (["--baseline", "tools.json"], "tools.json: not a baseline: "),
        (["--config", "none.toml"], "there is no file none.toml"),
        (["--tool", "nothing_*"], "no tool matches `nothing_*`; there are `purge_records`"),
    ] {
        let (code, stdout, stderr) = folder.lint(&arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
    }
    folder.write("tdqs.toml", "[lint]\nselekt = []\n");
    let (code, _, stderr) = folder.lint(&[]);
    assert!(
        code == 2
            && stderr
                .contains("tdqs.toml, line 2, column 1: unknown field `selekt`, expected one of `select`"),
        "{stderr}"
    );
    folder.write("tdqs.toml", "[[lint.overrides]]\nignore = [\"TDQS1\"]\n");
    let (code, _, stderr) = folder.lint(&[]);
    assert!(code == 2 && stderr.contains("override 1 names neither `server` nor `tool`"), "{stderr}");
}

#[test]
fn a_baseline_stays_when_not_every_file_can_be_read() {
    let folder = Folder::new();
    folder.lint(&["--write-baseline", "known.json"]);
    let known = folder.read("known.json");
    for files in [&["gone.json"][..], &["tools.json", "gone.json"]] {
        let (code, _, stderr) = folder.run(&[&["lint", "--write-baseline", "known.json"], files].concat());
        assert!(code == 2 && stderr.contains("known.json was left as it was"), "{code} {stderr}");
        assert_eq!(folder.read("known.json"), known);
    }
}

#[test]
fn only_what_is_new_fails_against_a_baseline() {
    let folder = Folder::new();
    let (code, _, stderr) = folder.lint(&[["--write-baseline", "known.json"], SOME].concat());
    assert_eq!((code, stderr.as_str()), (0, "known.json holds 6 findings\n"));
    insta::assert_snapshot!("lint_baseline", folder.read("known.json"));
    let (code, stdout, stderr) = folder.lint(&[["--baseline", "known.json"], SOME].concat());
    assert_eq!(
        (code, stdout.as_str(), stderr.as_str()),
        (0, "Nothing found in 3 tools; 1 suppressed; 6 known from the baseline\n", "")
    );
    // Other lines, and one tool more.
    let moved = TOOLS
        .replace("\"tools\": [", "\"tools\": [\n\n{\"name\": \"process\", \"description\": \"Process\"},");
    folder.write("tools.json", moved);
    folder.write("tdqs.toml", "[lint]\nbaseline = \"known.json\"\n");
    assert_eq!(folder.codes(&SOME), ["TDQS102", "TDQS103", "TDQS106"]);
    folder.write("tools.json", "[{\"name\": \"process\", \"description\": \"Process it.\"}]");
    let (_, _, stderr) = folder.lint(&SOME);
    assert!(stderr.contains("6 entries of "), "{stderr}");
}

#[test]
fn a_suppression_ends_on_its_day() {
    let folder = Folder::new();
    let codes = |second: &str| {
        let arguments = ["lint", "tools.json", "--format", "concise", "--tool", "list_shelves"];
        let mut command = run::tdqs();
        command.current_dir(folder.folder.path()).args(arguments).env("SOURCE_DATE_EPOCH", second);
        let output = run::stdout(&command.output().unwrap());
        (output.contains("TDQS103"), output.contains("TDQS902"))
    };
    // The last second of 2026, and the one behind it.
    assert_eq!(codes("1798761599"), (false, false));
    assert_eq!(codes("1798761600"), (true, true));
}

#[test]
fn several_files_and_pages_have_their_own_places() {
    let folder = Folder::new();
    folder.write("one.json", r#"{"tools": [{"name": "a"}], "nextCursor": "2"}"#);
    folder.write("two.json", "{\"tools\": [\n {\"name\": \"b\"}]}");
    let (_, stdout, _) = folder.run(&[
        "lint",
        "one.json",
        "two.json",
        "tools.json",
        "--format",
        "concise",
        "--select",
        "TDQS101",
    ]);
    let places: Vec<&str> =
        stdout.lines().filter_map(|line| line.split_once(": ").map(|(place, _)| place)).collect();
    assert_eq!(places, ["one.json:1:21", "two.json:2:11", "tools.json:5:15"]);
}

#[test]
fn a_place_on_another_page_is_told_with_its_file() {
    let folder = Folder::new();
    folder.write("one.json", r#"{"tools": [{"name": "a"}, {"name": "b"}], "nextCursor": "2"}"#);
    folder.write("two.json", "{\"tools\": [\n {\"name\": \"c\"}, {\"name\": \"a\"}]}");
    let lint = ["lint", "one.json", "two.json", "--isolated", "--select", "TDQS401"];
    let (_, stdout, _) = folder.run(&lint);
    assert!(stdout.contains("two.json:2:26") && stdout.contains("a at one.json:1:21"), "{stdout}");
    let (_, stdout, _) = folder.run(&[&lint[..], &["--format", "json"]].concat());
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["findings"][0]["related"][0]["file"], "one.json");
    // What lies in the file of the finding needs no name.
    folder.write("one.json", r#"[{"name": "a"}, {"name": "a"}]"#);
    let (_, stdout, _) = folder.run(&["lint", "one.json", "--select", "TDQS401", "--format", "json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["findings"][0]["related"][0].get("file"), None);
}

/// Two servers of one client: both are seen as `docks_north`, and both have a tool to search.
const NORTH: &str =
    "{\n  \"serverName\": \"docks.north\",\n  \"tools\": [\n    {\"name\": \"seal_crate\"}\n  ]\n}\n";
const SOUTH: &str = r#"[
  {"serverName": "docks_north", "tools": [{"name": "list_shelves"}, {"name": "seal.crate"}]},
  {"serverName": "docks_south", "tools": [{"name": "seal_crate", "_meta": {"tdqs/ignore": ["TDQS801"]}}]}
]
"#;
const TOGETHER: [&str; 6] = ["lint", "north.json", "south.json", "--isolated", "--select", "TDQS8,TDQS9"];

#[test]
fn the_servers_of_one_client_are_looked_at_together_in_every_form() {
    let folder = Folder::new();
    folder.write("north.json", NORTH);
    folder.write("south.json", SOUTH);
    for format in ["text", "concise", "json", "jsonl", "markdown", "sarif", "junit", "github", "gitlab"] {
        let (code, stdout, stderr) = folder.run(&[TOGETHER.as_slice(), &["--format", format]].concat());
        assert_eq!(
            (code, stderr.lines().last()),
            (1, Some("1 finding fails the run (--fail-on error)")),
            "{format}"
        );
        insta::assert_snapshot!(format!("servers_{format}"), stdout);
    }
}

#[test]
fn servers_are_looked_at_together_only_where_that_was_asked_for() {
    let folder = Folder::new();
    folder.write("north.json", NORTH);
    folder.write("south.json", SOUTH);
    let places = |arguments: &[&str]| -> Vec<String> {
        let (_, stdout, _) = folder.run(&[arguments, &["--format", "concise"]].concat());
        let over_servers = stdout.lines().filter(|line| line.contains("[TDQS8"));
        over_servers.map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(places(&["lint", "north.json", "south.json"]), [""; 0]);
    assert_eq!(places(&["lint", "north.json", "south.json", "--select", "TDQS4"]), [""; 0]);
    assert_eq!(places(&TOGETHER), ["south.json:2:78", "south.json:3:52"]);
    assert_eq!(places(&[TOGETHER.as_slice(), &["--tool", "seal_*"]].concat()), ["south.json:3:52"]);
    assert_eq!(
        places(&["lint", "south.json", "north.json", "--select", "TDQS8"]),
        ["north.json:4:14", "south.json:3:52"]
    );
    folder.write("tdqs.toml", "[lint]\nextend-select = [\"TDQS8\"]\n");
    assert_eq!(places(&["lint", "north.json", "south.json"]), ["south.json:2:78", "south.json:3:52"]);
    folder.run(&["lint", "north.json", "south.json", "--write-baseline", "known.json"]);
    assert_eq!(places(&["lint", "north.json", "south.json", "--baseline", "known.json"]), [""; 0]);
}

#[test]
fn it_looks_again_when_a_file_changes() {
    let folder = Folder::new();
    let arguments = ["lint", "tools.json", "--watch", "--format", "concise", "--select", "TDQS101"];
    let mut command = run::tdqs();
    command.current_dir(folder.folder.path()).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let (tell, lines) = std::sync::mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in stdout.lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                break;
            }
        }
    });
    let next = || lines.recv_timeout(Duration::from_secs(30)).unwrap();
    assert!(next().starts_with("tools.json:5:15: error[TDQS101]"));
    assert_eq!(next(), "1 error in 3 tools");
    // That it has read the file is no change.
    assert!(lines.recv_timeout(Duration::from_secs(1)).is_err());
    folder.write(
        "tools.json",
        TOOLS.replace("\"purge_records\",", "\"purge_records\", \"description\": \"Purge all.\","),
    );
    let mut line = next();
    // A half-written file may be seen first.
    while line.contains("TDQS101") || line.contains("error") {
        line = next();
    }
    assert_eq!(line, "Nothing found in 3 tools");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_rules_explain_themselves() {
    let folder = Folder::new();
    let (code, by_code, _) = folder.run(&["rule", "TDQS102"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("rule_text", by_code);
    assert_eq!(folder.run(&["rule", "tautological-description"]).1, by_code);
    let (code, _, stderr) = folder.run(&["rule", "tautologic-description"]);
    assert_eq!(
        (code, stderr.as_str()),
        (2, "error: `tautologic-description` is no rule; did you mean `tautological-description`?\n")
    );
    let (_, listed, _) = folder.run(&["rules"]);
    let (_, json, _) = folder.run(&["rules", "--format", "json"]);
    let rules: Value = serde_json::from_str(&json).unwrap();
    let rules = rules.as_array().unwrap();
    assert!(listed.contains(&format!("{} rules", rules.len())));
    for rule in rules {
        assert!(
            listed.contains(rule["code"].as_str().unwrap())
                && listed.contains(rule["summary"].as_str().unwrap())
        );
    }
}
