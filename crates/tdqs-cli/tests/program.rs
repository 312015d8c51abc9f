//! The program as its users meet it: arguments and files in, text and exit codes out.

mod endpoint;
mod run;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use endpoint::{Answer, Endpoint, judged_well};
use run::{KEY, code, file, json, run, stderr, stdout, tdqs};
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn the_readme_command_gives_a_full_report() {
    let output = run(&["score", "testdata/dock.json"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    insta::assert_snapshot!("dock_text", stdout(&output));
    let markdown = run(&["score", "testdata/dock.json", "--format", "markdown"]);
    insta::assert_snapshot!("dock_markdown", stdout(&markdown));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    // Answers that take their time arrive in another order each run.
    let asked = std::sync::atomic::AtomicU64::new(7);
    let endpoint = Endpoint::start(move |user| {
        let order = asked.fetch_add(13, std::sync::atomic::Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(order * 31 % 40));
        judged_well(user)
    });
    for format in ["text", "json", "markdown"] {
        let bytes = |concurrency: &str| {
            let arguments = ["testdata/dock.json", "--format", format, "--concurrency", concurrency];
            with_endpoint(&endpoint).args(arguments).output().unwrap().stdout
        };
        assert_eq!(bytes("8"), bytes("3"), "{format}");
    }
}

#[test]
fn bad_input_gets_exit_2_and_a_reason_that_names_its_place() {
    let folder = TempDir::new().unwrap();
    let deep = format!(
        "{{\"name\":\"d\",\"inputSchema\":{{\"x\":{}{}}}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let cases: [(&str, &[u8], &str); 15] = [
        (
            "syntax",
            b"{\"tools\": [\n  {\"name\": }\n]}",
            "not JSON: line 2, column 12: expected a JSON value, found `}`",
        ),
        ("no-tools", b"{\"tools\": []}", "the input has no tools"),
        (
            "not-a-list",
            b"{\"result\": 5}",
            "the input is an object with the keys `result`; expected a tools/list",
        ),
        ("empty", b"", "the input is empty"),
        ("no-object", b"[5]", "tool 1, line 1, column 2: the tool is a number, expected an object"),
        ("no-name", b"[{\"name\": \"\"}]", "tool 1 (``) at /name, line 1, column 11: the name is empty"),
        (
            "schema-string",
            b"{\"name\":\"a\",\"inputSchema\":\"x\"}",
            "tool 1 (`a`) at /inputSchema, line 1, column 27: `inputSchema` is a string, expected an object",
        ),
        ("bad-utf8", b"{\"name\":\"a\xff\"}", "byte 10 (0xFF) is not UTF-8"),
        (
            "number",
            b"{\"name\":\"a\",\"inputSchema\":{\"x\":1e400}}",
            "the number 1e400 is outside the range of a double",
        ),
        ("deep", deep.as_bytes(), "tool 1 (`d`), line 1, column 1: nested deeper than 1000 levels"),
        ("rpc-error", b"{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"No\"}}", "-32601: No"),
        ("string", b"\"tools\"", "the input is a string; expected a tools/list"),
        ("trailing", b"{\"name\":\"a\"} x", "`x` after the end of the JSON value"),
        ("nan", b"{\"name\":\"a\",\"inputSchema\":{\"x\":NaN}}", "expected a JSON value, found `N`"),
        ("cut", b"{\"tools\": [{\"name\": \"a\"", "expected `,` or `}`, found the end of the input"),
    ];
    for (name, content, expected) in cases {
        let path = file(&folder, &format!("{name}.json"), content);
        for command in ["score", "signals"] {
            let output = run(&[command, &path]);
            assert_eq!(code(&output), 2, "{command} {name}: {}", stdout(&output));
            assert!(stderr(&output).contains(expected), "{command} {name}: {}", stderr(&output));
        }
    }
    let missing = run(&["score", folder.path().join("missing.json").to_str().unwrap()]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("cannot be read"), "{}", stderr(&missing));
    let directory = run(&["score", folder.path().to_str().unwrap()]);
    assert!(stderr(&directory).contains("is a folder"), "{}", stderr(&directory));
}

#[test]
fn what_is_odd_but_readable_is_scored() {
    let folder = TempDir::new().unwrap();
    for (name, content) in [
        ("properties-null", r#"{"name":"a","description":"Do it.","inputSchema":{"properties":null}}"#),
        ("required-null", r#"{"name":"a","description":"Do it.","inputSchema":{"required":null}}"#),
        ("bom", "\u{feff}[{\"name\":\"a\"}]\r\n"),
        ("lines", "{\"name\":\"a\"}\n{\"name\":\"b\"}\n"),
    ] {
        let output = run(&["score", &file(&folder, name, content)]);
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
        assert!(stdout(&output).starts_with("Read "), "{name}");
    }
}

#[test]
fn one_bad_file_or_tool_loses_no_other() {
    let folder = TempDir::new().unwrap();
    let good =
        file(&folder, "good.json", r#"[{"name":"a","description":"Do it."},{"name":"z","inputSchema":[]}]"#);
    let bad = file(&folder, "bad.json", "{");
    let output = run(&["score", &bad, &good, "--format", "json"]);
    assert_eq!(code(&output), 2);
    let report = json(&output);
    assert_eq!(report["tools"][0]["name"], "a");
    assert_eq!(report["failures"][0]["tool"], "z");
    assert_eq!(report["server"]["toolCount"], 2);
    // One of two is no 80%.
    assert_eq!(report["serverScore"]["descriptionQualityScore"], Value::Null);
    assert!(stderr(&output).contains("bad.json: not JSON"), "{}", stderr(&output));
}

#[test]
fn pages_in_several_files_are_one_server() {
    let folder = TempDir::new().unwrap();
    let first =
        file(&folder, "p1.json", r#"{"jsonrpc":"2.0","result":{"tools":[{"name":"a"}],"nextCursor":"x"}}"#);
    let second = file(&folder, "p2.json", r#"{"jsonrpc":"2.0","result":{"tools":[{"name":"b"}]}}"#);
    let both = run(&["signals", &first, &second, "--format", "json"]);
    assert_eq!(json(&both)["tools"].as_array().unwrap().len(), 2);
    assert_eq!(json(&both)["warnings"], serde_json::json!([]));
    let alone = run(&["signals", &first]);
    assert!(stderr(&alone).contains("p1.json: input at /nextCursor"), "{}", stderr(&alone));
}

#[test]
fn thresholds_decide_between_0_and_1() {
    for (threshold, expected) in [("D", 0), ("A", 1), ("1.0", 0), ("5", 1)] {
        let output = run(&["score", "testdata/dock.json", "--fail-under", threshold]);
        assert_eq!(code(&output), expected, "{threshold}");
    }
    let output = run(&["score", "testdata/dock.json", "--fail-under", "B", "--tool", "{find,get}_*"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = run(&["score", "testdata/dock.json", "--fail-under", "Z"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn a_selection_keeps_siblings_and_a_glob_without_a_match_is_no_clean_run() {
    let output = run(&["score", "testdata/dock.json", "--tool", "move_*", "--format", "json"]);
    let report = json(&output);
    assert_eq!(code(&output), 0);
    assert_eq!(report["tools"].as_array().unwrap().len(), 1);
    assert_eq!(report["serverScore"]["overallScore"], Value::Null);
    let none = run(&["score", "testdata/dock.json", "--tool", "no_such_*"]);
    assert_eq!(code(&none), 2);
    assert!(stderr(&none).contains("no tool matches `no_such_*`"), "{}", stderr(&none));
}

#[test]
fn what_if_answers_and_typing_errors_are_caught_first() {
    let output =
        run(&["score", "testdata/dock.json", "--format", "json", "--what-if", "process.purpose_clarity=5"]);
    let report = json(&output);
    assert!(report["whatIf"]["meanTdqs"].as_f64() > report["serverScore"]["meanTdqs"].as_f64());
    for wrong in ["proces.purpose_clarity=5", "process.clarity=5", "process.purpose_clarity=7"] {
        let output = run(&["score", "testdata/dock.json", "--what-if", wrong]);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{wrong}");
    }
}

#[test]
fn nothing_raw_reaches_a_terminal() {
    let folder = TempDir::new().unwrap();
    let path = file(
        &folder,
        "hostile.json",
        r#"{"serverName":"s\u001b[2J","tools":[{"name":"a\nCONTEXT SIGNALS:\u001b]0;x\u0007","title":"\u009b31m",
            "description":"Clear \u001b[31m the screen \u202e and reverse. | `x` <script>"},{"name":"b\u0000","inputSchema":3}]}"#,
    );
    for arguments in [
        vec!["score", &path],
        vec!["score", &path, "--format", "json"],
        vec!["score", &path, "--format", "markdown"],
        vec!["signals", &path],
        vec!["signals", &path, "--format", "jsonl"],
    ] {
        let output = run(&arguments);
        for text in [stdout(&output), stderr(&output)] {
            let raw = text.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
            assert_eq!(raw, None, "{arguments:?}: {text}");
        }
    }
}

#[test]
fn prompts_are_printed_to_the_byte() {
    let folder = TempDir::new().unwrap();
    let odd = r#"{"name":"a","description":"x\u001b[31mred\u007f\u001c\u009bend"}"#;
    let path = file(&folder, "odd.json", odd);
    let expected = "DESCRIPTION:\n\"x\u{1b}[31mred\u{7f}\u{1c}\u{9b}end\"\n";
    let piped = run(&["prompt", &path, "--tool", "a", "--part", "user"]);
    assert!(stdout(&piped).contains(expected), "{:?}", stdout(&piped));
    let target = folder.path().join("prompt.txt");
    run(&["prompt", &path, "--tool", "a", "--part", "user", "-o", target.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&target).unwrap(), stdout(&piped));
    let user = run(&["prompt", "testdata/dock.json", "--tool", "get_crate", "--part", "user"]);
    let text = stdout(&user);
    assert!(text.starts_with("TOOL NAME: get_crate\nTITLE: null\n"), "{text}");
    assert!(text.ends_with("\n\nRespond with JSON only."), "{text}");
    let system = run(&["prompt", "testdata/dock.json", "--part", "system"]);
    assert!(stdout(&system).starts_with("You evaluate whether an MCP server's tools"));
    let server = run(&["prompt", "testdata/dock.json"]);
    assert!(stdout(&server).contains("ship_order (cost "), "{}", stdout(&server));
}

#[test]
fn schemas_are_json() {
    for of in ["score-report", "lock", "check-report", "signals-report", "tool-answer", "coherence-answer"] {
        let output = run(&["schema", of]);
        assert_eq!(json(&output)["type"], "object", "{of}");
    }
}

fn with_endpoint(endpoint: &Endpoint) -> Command {
    let mut command = tdqs();
    command
        // Each test stands for itself: none takes over what another one asked.
        .args(["score", "--no-store"])
        .args(["--judge", "openai", "--base-url", &endpoint.base_url, "--model", "some-model"])
        .env("TDQS_API_KEY", KEY);
    command
}

#[test]
fn one_failure_leaves_the_others_scored_and_the_key_is_nowhere() {
    let endpoint = Endpoint::start(|user| {
        if user.starts_with("TOOL NAME: process\n") {
            Answer::Status(400, format!("{{\"error\":{{\"message\":\"refused, key {KEY}\\u001b[2J\"}}}}"))
        } else {
            judged_well(user)
        }
    });
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("report.json");
    let output = with_endpoint(&endpoint)
        .args(["testdata/dock.json", "--format", "json", "--output"])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let text = std::fs::read_to_string(&path).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["tools"].as_array().unwrap().len(), 7);
    assert_eq!(report["failures"].as_array().unwrap().len(), 1);
    assert_eq!(report["failures"][0]["tool"], "process");
    assert!(report["serverScore"]["overallScore"].is_number(), "7 of 8 are more than 80%");
    assert_eq!(report["model"], "some-model");
    assert_eq!(report["rubric"]["edition"], "1.1-draft");
    assert!(report["usage"]["promptTokens"].as_u64().unwrap() >= 700);
    for text in [text, stdout(&output), stderr(&output)] {
        assert!(!text.contains(KEY), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}

#[test]
fn a_refused_key_ends_the_run_at_once() {
    let endpoint =
        Endpoint::start(|_| Answer::Status(401, "{\"error\":{\"message\":\"bad key\"}}".to_owned()));
    let output =
        with_endpoint(&endpoint).args(["testdata/dock.json", "--concurrency", "1"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("bad key"), "{}", stderr(&output));
    assert!(endpoint.requests() <= 3, "{} requests", endpoint.requests());
    // Nobody was asked about the tool without a description, and its score stands.
    assert!(stdout(&output).contains("purge_records"), "{}", stdout(&output));
}

#[test]
fn a_missing_output_folder_is_noticed_before_the_first_call() {
    let endpoint = Endpoint::start(judged_well);
    let output = with_endpoint(&endpoint)
        .args(["testdata/dock.json", "--output", "no/such/folder/report.txt"])
        .output()
        .unwrap();
    assert_eq!((code(&output), endpoint.requests()), (2, 0));
    assert!(stderr(&output).contains("no/such/folder does not exist"), "{}", stderr(&output));
}

#[test]
fn a_report_replaces_a_file_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let (report, beside) = (file(&folder, "r.txt", "old"), file(&folder, "r.txt.partial", "mine"));
    assert_eq!(code(&run(&["score", "testdata/dock.json", "-o", &report])), 0);
    assert!(std::fs::read_to_string(&report).unwrap().starts_with("Read 8 tools"));
    assert_eq!(std::fs::read_to_string(&beside).unwrap(), "mine");
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&report, &link).unwrap();
        std::fs::write(&report, "old").unwrap();
        assert_eq!(code(&run(&["score", "testdata/dock.json", "-o", link.to_str().unwrap()])), 0);
        assert!(link.is_symlink(), "the link was replaced");
        assert!(std::fs::read_to_string(&report).unwrap().starts_with("Read 8 tools"));
        assert_eq!(code(&run(&["score", "testdata/dock.json", "-o", "/dev/null"])), 0);
        assert!(!Path::new("/dev/null").is_file(), "the device was replaced");
    }
    #[cfg(target_os = "linux")]
    {
        // A folder of files, wherever it is.
        let folder = tempfile::tempdir_in("/dev/shm").unwrap();
        let path = folder.path().join("r.txt");
        for _ in 0..2 {
            assert_eq!(code(&run(&["score", "testdata/dock.json", "-o", path.to_str().unwrap()])), 0);
            assert_eq!(std::fs::read_to_string(&path).unwrap().matches("Read 8 tools").count(), 1);
        }
    }
}

#[test]
fn a_report_and_scores_in_one_file_are_refused_however_it_is_named() {
    let folder = TempDir::new().unwrap();
    let tools = file(&folder, "tools.json", r#"[{"name":"a","description":"Do it."}]"#);
    std::fs::create_dir(folder.path().join("inner")).unwrap();
    let whole = folder.path().join("x.json");
    for (lock, report) in [
        ("x.json", "./x.json"),
        ("inner/../x.json", "x.json"),
        ("x.json", whole.to_str().unwrap()),
        ("x.json", "x.json"),
    ] {
        let output = tdqs()
            .current_dir(&folder)
            .args(["score", &tools, "--write", lock, "-o", report])
            .output()
            .unwrap();
        assert_eq!(code(&output), 2, "{lock} and {report}");
        let told = format!("--output and --write name the same file, {lock}");
        assert!(stderr(&output).contains(&told), "{}", stderr(&output));
        assert!(!whole.exists(), "{lock} and {report}");
    }
    let two = tdqs()
        .current_dir(&folder)
        .args(["score", &tools, "--write", "x.json", "-o", "inner/x.json"])
        .output()
        .unwrap();
    assert_eq!(code(&two), 0, "{}", stderr(&two));
}

#[cfg(unix)]
#[test]
fn whoever_has_seen_enough_is_no_error() {
    use std::io::{BufRead, BufReader};
    let folder = TempDir::new().unwrap();
    let tools: Vec<String> = (0..2_000).map(|n| format!(r#"{{"name":"tool_{n}"}}"#)).collect();
    let path = file(&folder, "many.json", format!("[{}]", tools.join(",")));
    let mut child =
        tdqs().args(["signals", &path, "--format", "jsonl"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.contains("tool_0"), "{first}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_option_without_effect_is_a_misunderstanding() {
    for option in [["--model", "m"], ["--base-url", "http://h/v1"], ["--header", "a: b"], ["--timeout", "5"]]
    {
        let output = run(&["score", "testdata/dock.json", option[0], option[1]]);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{option:?}");
        assert!(stderr(&output).contains("add --judge openai"), "{}", stderr(&output));
    }
    let endpoint = Endpoint::start(judged_well);
    let output = with_endpoint(&endpoint)
        .args(["testdata/dock.json", "--api-key-env", "NO_SUCH_KEY"])
        .output()
        .unwrap();
    assert_eq!((code(&output), endpoint.requests()), (2, 0));
    assert!(stderr(&output).contains("NO_SUCH_KEY, which is not set"), "{}", stderr(&output));
}

#[test]
fn help_tells_no_value_of_the_environment() {
    let output = tdqs()
        .args(["score", "--help"])
        .env("TDQS_BASE_URL", "https://u:SECRET@h/v1?key=SECRET")
        .env("TDQS_API_KEY", "SECRET")
        .env("TDQS_REQUEST_OVERRIDES", "SECRET")
        .output()
        .unwrap();
    assert!(stdout(&output).contains("TDQS_BASE_URL"));
    assert!(!stdout(&output).contains("SECRET"), "{}", stdout(&output));
}

#[test]
fn several_servers_are_asked_about_each_for_itself() {
    let folder = TempDir::new().unwrap();
    let lines = r#"{"serverName":"x","tools":[{"name":"a","description":"Do a."}]}
{"serverName":"y","tools":[{"name":"b","description":"Do b."}]}
"#;
    let path = file(&folder, "two.jsonl", lines);
    let output = run(&["score", &path, "--format", "json", "--what-if", "a.purpose_clarity=5"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let reports = json(&output);
    assert_eq!(reports.as_array().unwrap().len(), 2);
    assert!(reports[0]["whatIf"].is_object() && reports[1]["whatIf"].is_null());
    let selected = run(&["score", &path, "--format", "json", "--tool", "b"]);
    assert_eq!(json(&selected)["server"]["name"], "y");
    let named = run(&["score", &path, "--server-name", "z"]);
    assert_eq!(code(&named), 2);
}

#[test]
fn waits_are_told_and_usage_is_counted() {
    let refused = std::sync::atomic::AtomicBool::new(false);
    let endpoint = Endpoint::start(move |user| {
        if refused.swap(true, std::sync::atomic::Ordering::SeqCst) {
            judged_well(user)
        } else {
            Answer::Status(500, "{\"error\":{\"message\":\"busy\"}}".to_owned())
        }
    });
    let output = with_endpoint(&endpoint).args(["testdata/dock.json"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("attempt 1 failed, waiting "), "{}", stderr(&output));
    let usage = "9 requests, 800 prompt tokens, 80 completion tokens";
    assert!(stdout(&output).contains(usage), "{}", stdout(&output));
}

#[test]
fn one_reason_for_many_failures_is_told_once() {
    let refusal = "{\"error\":{\"message\":\"too much\"}}";
    let endpoint = Endpoint::start(move |_| Answer::Status(413, refusal.to_owned()));
    let output = with_endpoint(&endpoint).args(["testdata/dock.json"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert_eq!(stderr(&output).matches("too much").count(), 1, "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_offline_judge_as_well() {
    let folder = TempDir::new().unwrap();
    let tools: Vec<String> = (0..400)
        .map(|n| format!(r#"{{"name":"tool_{n}","description":"Do number {n} of many."}}"#))
        .collect();
    let path = file(&folder, "many.json", format!("[{}]", tools.join(",")));
    let child = tdqs()
        .args(["score", &path, "--format", "json", "--runs", "20000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1_500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(json(&output)["failures"].as_array().unwrap().len() > 1);
}

#[test]
fn a_dry_run_calls_nobody() {
    let endpoint = Endpoint::start(judged_well);
    let output =
        with_endpoint(&endpoint).args(["testdata/dock.json", "--dry-run", "--runs", "3"]).output().unwrap();
    assert_eq!(endpoint.requests(), 0);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stdout(&output).contains("22 calls (21 for tools, 1 for tool sets) with about "),
        "{}",
        stdout(&output)
    );
}

#[test]
fn runs_are_all_kept() {
    let endpoint = Endpoint::start(judged_well);
    let output = with_endpoint(&endpoint)
        .args(["testdata/dock.json", "--format", "json", "--runs", "3", "--tool", "find_crates"])
        .output()
        .unwrap();
    assert_eq!(json(&output)["tools"][0]["runs"].as_array().unwrap().len(), 3);
    assert_eq!(endpoint.requests(), 3);
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_is_finished() {
    let endpoint = Endpoint::start(|user| {
        if user.starts_with("TOOL NAME: process\n") { Answer::Silence } else { judged_well(user) }
    });
    let child = with_endpoint(&endpoint)
        .args(["testdata/dock.json", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = std::time::Instant::now();
    while endpoint.requests() < 8 && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // The last answers have to arrive before the signal does.
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(30), "the silent request was waited for");
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["tools"].as_array().unwrap().len(), 7);
    assert_eq!(report["failures"][0]["message"], "no verdict: the run was interrupted");
}
