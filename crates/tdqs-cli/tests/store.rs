//! What the program keeps across runs: verdicts, captures, what is asked again and what is not.

mod endpoint;
#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod run;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use endpoint::{Answer, Endpoint, judged_well, set_answer, tool_answer};
use run::{KEY, code, file, json, stderr, stdout, tdqs};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Questions about `testdata/dock.json`: eight tools, of which the gates settle one, and the set.
const DOCK: usize = 8;

/// A folder with a store, and an endpoint that fills it.
struct Bench {
    folder: TempDir,
    endpoint: Endpoint,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Bench {
    fn new() -> Self {
        Self::answering(judged_well)
    }

    fn answering(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&asked);
        let endpoint = Endpoint::start(move |user| {
            noted.lock().unwrap().push(user.lines().next().unwrap_or_default().to_owned());
            answer(user)
        });
        Self { folder: TempDir::new().unwrap(), endpoint, asked }
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("scores.sqlite")
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        file(&self.folder, name, content)
    }

    /// A command that judges with the endpoint.
    fn judging(&self, arguments: &[&str]) -> Command {
        let mut command = tdqs();
        command
            .args(arguments)
            .args(["--judge", "openai", "--base-url", &self.endpoint.base_url])
            .env("TDQS_API_KEY", KEY)
            .env("TDQS_MODEL", "some-model");
        command
    }

    fn score(&self, arguments: &[&str]) -> Output {
        self.judging(&["score"]).args(arguments).arg("--store").arg(self.store()).output().unwrap()
    }

    fn sweep(&self, arguments: &[&str]) -> Output {
        self.judging(&["sweep"]).args(arguments).arg("--store").arg(self.store()).output().unwrap()
    }

    /// A command on the store that asks nobody.
    fn on_store(&self, arguments: &[&str]) -> Output {
        tdqs().args(arguments).arg("--store").arg(self.store()).output().unwrap()
    }

    /// A command on the store that goes well.
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.on_store(arguments);
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        // Where the temporary folder lies is no part of what is said.
        stdout(&output).replace(self.folder.path().to_str().unwrap(), "FOLDER")
    }

    /// What was asked since the last look, sorted.
    fn asked(&self) -> Vec<String> {
        let mut asked = std::mem::take(&mut *self.asked.lock().unwrap());
        asked.sort_unstable();
        asked
    }
}

/// A tools/list of the dock with one tool changed.
fn dock_with(change: impl Fn(&mut Value)) -> String {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/dock.json"))
            .unwrap();
    let mut dock: Value = serde_json::from_str(&text).unwrap();
    change(
        dock["tools"].as_array_mut().unwrap().iter_mut().find(|tool| tool["name"] == "get_crate").unwrap(),
    );
    dock.to_string()
}

/// Against fault 3, no resume and no cache: the second run on one file asks nothing and says so.
#[test]
fn fault_3_a_second_run_asks_nothing_and_says_how_much_it_saved() {
    let bench = Bench::new();
    let first = bench.score(&["testdata/dock.json", "--format", "json"]);
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    assert_eq!(bench.asked().len(), DOCK);
    let told = |output: &Output| stderr(output).lines().last().unwrap_or_default().to_owned();
    let store = bench.store();
    let store = store.display();
    assert_eq!(told(&first), format!("8 questions asked, 0 taken over from the store {store}"));
    let second = bench.score(&["testdata/dock.json", "--format", "json"]);
    assert_eq!(code(&second), 0, "{}", stderr(&second));
    assert_eq!(bench.asked(), [""; 0]);
    assert_eq!(told(&second), format!("0 questions asked, 8 taken over from the store {store}"));
    let without_usage = |output: &Output| {
        let mut report = json(output);
        let usage = report.as_object_mut().unwrap().remove("usage");
        (report, usage)
    };
    let ((first, _), (second, usage)) = (without_usage(&first), without_usage(&second));
    assert_eq!(first, second);
    assert_eq!(usage, None, "nothing was used");
    // What `score` kept is what a sweep looks for.
    let sweep = bench.sweep(&[]);
    assert_eq!(code(&sweep), 0, "{}", stderr(&sweep));
    assert_eq!(bench.asked(), [""; 0]);
}

#[test]
fn a_changed_tool_is_one_question_and_its_set_is_asked_about_when_it_looks_different() {
    let bench = Bench::new();
    bench.score(&["testdata/dock.json"]);
    assert_eq!(bench.asked().len(), DOCK);
    // What no judge of the set sees: the schema changes, the score, the names and the candidates stay.
    let schema = dock_with(|tool| {
        tool["inputSchema"]["properties"]["label"]["description"] = json!("The label on the crate.");
    });
    bench.score(&[&bench.file("schema.json", schema)]);
    assert_eq!(bench.asked(), ["TOOL NAME: get_crate"]);
    let description = dock_with(|tool| tool["description"] = json!("Return one crate by its label."));
    bench.score(&[&bench.file("description.json", description)]);
    assert_eq!(bench.asked(), ["SERVER NAME: dock", "TOOL NAME: get_crate"]);
    // A field that makes a call dearer changes who may shadow whom.
    let dearer = dock_with(|tool| {
        for field in ["a", "b", "c", "d", "e"] {
            tool["inputSchema"]["properties"][field] = json!({"type": "string"});
            tool["inputSchema"]["required"].as_array_mut().unwrap().push(json!(field));
        }
    });
    bench.score(&[&bench.file("dearer.json", dearer)]);
    assert_eq!(bench.asked(), ["SERVER NAME: dock", "TOOL NAME: get_crate"]);
}

#[test]
fn another_mean_has_the_set_judged_again() {
    let bench = Bench::answering(|user| match user {
        set if set.starts_with("SERVER NAME") => Answer::Content(set_answer(4)),
        worse if worse.contains("the worse one") => Answer::Content(tool_answer(2)),
        _ => Answer::Content(tool_answer(4)),
    });
    bench.score(&["testdata/dock.json"]);
    bench.asked();
    let changed = dock_with(|tool| {
        tool["inputSchema"]["properties"]["label"]["description"] = json!("Of two labels the worse one.");
    });
    bench.score(&[&bench.file("worse.json", changed)]);
    assert_eq!(bench.asked(), ["SERVER NAME: dock", "TOOL NAME: get_crate"]);
}

#[test]
fn another_model_edition_or_prompt_asks_again_and_the_first_is_still_known() {
    let bench = Bench::new();
    let prompts = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tdqs-rubric/prompts").join(name);
        std::fs::read_to_string(path).unwrap()
    };
    let rubric = bench.file(
        "rubric.md",
        format!(
            "## Appendix A\n\n````\nScore the tool strictly.\n````\n\n````\n{}\n````\n\n## Appendix B\n\n\
             ````\n{}\n````\n\n````\n{}\n````\n",
            prompts("tool-user.txt").trim_end(),
            prompts("coherence-system.txt").trim_end(),
            prompts("coherence-user.txt").trim_end()
        ),
    );
    bench.score(&["testdata/dock.json"]);
    assert_eq!(bench.asked().len(), DOCK);
    for (arguments, expected) in [
        (["--model", "another-model"], DOCK),
        (["--spec", "1.2"], DOCK),
        // The prompt for tools is another one, that for sets is not.
        (["--rubric", &rubric], DOCK - 1),
    ] {
        for expected in [expected, 0] {
            let output = bench.score(&["testdata/dock.json", arguments[0], arguments[1]]);
            assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
            assert_eq!(bench.asked().len(), expected, "{arguments:?}");
        }
    }
    bench.score(&["testdata/dock.json"]);
    assert_eq!(bench.asked(), [""; 0]);
    let export = bench.on_store(&["export"]);
    assert_eq!(code(&export), 2);
    assert!(stderr(&export).contains("several judges have scored; choose one with"), "{}", stderr(&export));
    assert!(!bench.done(&["export", "--scored-by", "another-model"]).is_empty());
}

#[test]
fn more_runs_ask_for_those_that_are_missing() {
    let bench = Bench::new();
    bench.score(&["testdata/dock.json"]);
    assert_eq!(bench.asked().len(), DOCK);
    let output = bench.score(&["testdata/dock.json", "--runs", "3", "--format", "json"]);
    assert_eq!(bench.asked().len(), 14, "two more of each of seven tools: {}", stderr(&output));
    assert_eq!(json(&output)["tools"][0]["runs"].as_array().unwrap().len(), 3);
}

#[test]
fn without_a_store_everything_is_asked_each_time_and_nothing_is_kept() {
    let bench = Bench::new();
    let cache = TempDir::new().unwrap();
    for _ in 0..2 {
        let output = bench
            .judging(&["score", "testdata/dock.json", "--no-store"])
            .env("XDG_CACHE_HOME", cache.path())
            .output()
            .unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(bench.asked().len(), DOCK);
        assert!(!stderr(&output).contains("store"), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read_dir(cache.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_model_has_a_store_of_its_own_accord_and_the_offline_judge_has_none() {
    let bench = Bench::new();
    let cache = TempDir::new().unwrap();
    let own = cache.path().join("tdqs").join("scores.sqlite");
    let offline =
        tdqs().args(["score", "testdata/dock.json"]).env("XDG_CACHE_HOME", cache.path()).output().unwrap();
    assert_eq!((code(&offline), own.exists()), (0, false));
    for expected in [DOCK, 0] {
        let mut command = bench.judging(&["score", "testdata/dock.json"]);
        let output = command.env("XDG_CACHE_HOME", cache.path()).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(bench.asked().len(), expected);
    }
    assert!(own.is_file());
    // It need not hold every server.
    let twice = [server("a", "b"), server("c", "d"), server("a", "e")].join("\n");
    let twice = bench.file("twice.jsonl", twice);
    let mut command = bench.judging(&["score", &twice]);
    let output = command.env("XDG_CACHE_HOME", cache.path()).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("warning: several servers are called `a`"), "{}", stderr(&output));
    bench.asked();
    // Where there can be no store, the run goes on without one.
    let mut command = bench.judging(&["score", "testdata/dock.json"]);
    let output = command.env("XDG_CACHE_HOME", own.join("below-a-file")).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(bench.asked().len(), DOCK);
    assert!(stderr(&output).contains("warning: verdicts are not kept"), "{}", stderr(&output));
    // A store that was named has to be there.
    let mut command = bench.judging(&["score", "testdata/dock.json", "--store", "no/such/folder/s.sqlite"]);
    let output = command.output().unwrap();
    assert_eq!((code(&output), bench.asked().len()), (2, 0), "{}", stderr(&output));
}

#[test]
fn a_variable_names_a_store_and_an_empty_one_is_a_mistake() {
    let bench = Bench::new();
    let mut command = bench.judging(&["score", "testdata/dock.json"]);
    let output = command.env("TDQS_STORE", bench.store()).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(bench.store().is_file());
    let output = tdqs().args(["status"]).env("TDQS_STORE", "").output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("TDQS_STORE is set and empty"), "{}", stderr(&output));
}

#[test]
fn folders_lines_and_pages_are_taken_in() {
    let bench = Bench::new();
    let folder = bench.folder.path().join("servers");
    std::fs::create_dir_all(folder.join("inner")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("a.json", r#"[{"name":"a1","description":"Do a1."},{"name":"a2","description":"Do a2."}]"#);
    write("inner/b.json", r#"{"serverName":"bee","tools":[{"name":"b1","description":"Do b1."}]}"#);
    write(
        "many.jsonl",
        "{\"serverName\":\"x\",\"tools\":[{\"name\":\"x1\"}]}\n{\"serverName\":\"y\",\"tools\":[{\"name\":\"y1\"}]}\n",
    );
    write("p1.json", r#"{"serverName":"paged","tools":[{"name":"p1"}],"nextCursor":"2"}"#);
    write("p2.json", r#"{"serverName":"paged","tools":[{"name":"p2"}]}"#);
    write("readme.txt", "not a listing");
    let path = folder.to_str().unwrap().to_owned();
    assert_eq!(
        bench.done(&["ingest", &path]),
        "5 servers (5 new), 7 tools: 7 added, 0 changed, 0 removed, 0 unchanged\n"
    );
    assert_eq!(
        bench.done(&["ingest", &path]),
        "5 servers (0 new), 7 tools: 0 added, 0 changed, 0 removed, 7 unchanged\n"
    );
    insta::assert_snapshot!("status_unjudged", bench.done(&["status"]));
}

#[test]
fn a_name_that_two_files_use_is_taken_once_and_told() {
    let bench = Bench::new();
    let first = bench.file("first.json", r#"{"serverName":"s","tools":[{"name":"a"}]}"#);
    let second = bench.file("second.json", r#"{"serverName":"s","tools":[{"name":"b"}]}"#);
    let output = bench.on_store(&["ingest", &first, &second]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).starts_with("1 server (1 new), 1 tool: 1 added"), "{}", stdout(&output));
    let told = stderr(&output);
    assert!(
        told.contains("second.json: a server `s` was read from ") && told.contains("first.json"),
        "{told}"
    );
    // A later run is another matter: what is read then replaces what was known.
    assert_eq!(
        bench.done(&["ingest", &second]),
        "1 server (0 new), 1 tool: 1 added, 0 changed, 1 removed, 0 unchanged\n"
    );
}

/// A server with one tool.
fn server(name: &str, tool: &str) -> String {
    format!(r#"{{"serverName":"{name}","tools":[{{"name":"{tool}","description":"Do {tool}."}}]}}"#)
}

#[test]
fn one_name_is_for_one_server() {
    let bench = Bench::new();
    let several =
        bench.file("several.jsonl", [server("a", "1"), server("b", "2"), server("c", "3")].join("\n"));
    let output = bench.on_store(&["ingest", &several, "--server-name", "q"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    let told = stderr(&output);
    assert!(told.contains("--server-name names one server, and there are 3"), "{told}");
    assert!(bench.done(&["status"]).contains("servers         0"), "{}", bench.done(&["status"]));
    // What stands apart and has one name is one server, and takes another name as a whole.
    let parts = bench.file("parts.jsonl", [server("a", "1"), server("a", "2")].join("\n"));
    let told = bench.done(&["ingest", &parts, "--server-name", "q"]);
    assert_eq!(told, "1 server (1 new), 2 tools: 2 added, 0 changed, 0 removed, 0 unchanged\n");
    bench.done(&["sweep"]);
    bench.done(&["history", "q"]);
    let output = bench.on_store(&["history", "a"]);
    assert!(stderr(&output).contains("no server is called `a`"), "{}", stderr(&output));
}

#[test]
fn scored_servers_of_one_name_take_nothing_away_from_each_other() {
    let bench = Bench::new();
    let mixed =
        bench.file("mixed.jsonl", [server("a", "a_1"), server("b", "b_1"), server("a", "a_2")].join("\n"));
    let (a, again) = (bench.file("1.json", server("a", "a_1")), bench.file("2.json", server("a", "a_2")));
    let told = "error: several servers are called `a`; of them the store keeps verdicts alone; give them different \
                names (serverName)\n";
    // Whatever the selection leaves of them, none is the whole server.
    for (arguments, reports) in [
        (vec![mixed.as_str()], 3),
        (vec![mixed.as_str(), "--tool", "a_1"], 1),
        (vec![a.as_str(), again.as_str()], 2),
    ] {
        let output = bench.score(&[arguments.as_slice(), &["--format", "json"]].concat());
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).matches(told).count(), 1, "{arguments:?}: {}", stderr(&output));
        let report = json(&output);
        assert_eq!(report.as_array().map_or(1, Vec::len), reports, "{arguments:?}");
    }
    let output = bench.on_store(&["history", "a"]);
    assert!(stderr(&output).contains("no server is called `a`"), "{}", stdout(&output));
    assert!(bench.done(&["history", "b"]).contains("b_1"), "{}", bench.done(&["history", "b"]));
    bench.asked();
    // The verdicts are known all the same.
    bench.score(&[&mixed]);
    assert_eq!(bench.asked(), [""; 0]);
    // A selection without any of them is about other servers.
    let output = bench.score(&[&mixed, "--tool", "b_1"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn what_is_broken_is_kept_apart_and_takes_nothing_away() {
    let bench = Bench::new();
    let whole = bench.file("s.json", r#"[{"name":"a","description":"Do a."},{"name":"z"}]"#);
    bench.done(&["ingest", &whole]);
    let broken =
        bench.file("s.json", r#"[{"name":"a","description":"Do a."},{"name":"z","inputSchema":[]}]"#);
    let output = bench.on_store(&["ingest", &broken]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("tool 2 (`z`) at /inputSchema"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "1 server (0 new), 1 tool: 0 added, 0 changed, 1 removed, 1 unchanged\n");
    assert!(bench.done(&["status"]).contains("1 entry is no tool"));
    // A page without its next one, and a list of nothing, would take away tools that are still there.
    for (text, reason) in [
        (r#"{"tools":[{"name":"b"}],"nextCursor":"2"}"#, "goes on and the next page is not here"),
        (r#"[{"name":"b","inputSchema":[]}]"#, "has no good tool"),
        ("{", "not JSON"),
    ] {
        let path = bench.file("s.json", text);
        let output = bench.on_store(&["ingest", &path]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        let status = bench.on_store(&["status", "--format", "json"]);
        assert_eq!(json(&status)["tools"], 1, "after {text}");
    }
}

#[test]
fn a_rebuilt_server_inherits_its_scores() {
    let bench = Bench::new();
    bench.done(&["ingest", "testdata/dock.json"]);
    let output = bench.sweep(&[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(
        stdout(&output),
        "8 definitions scored, 0 failed; 1 server judged, 0 failed; 8 questions asked (8 requests, 880 tokens), 0 taken \
         over from the store\n"
    );
    assert_eq!(bench.asked().len(), DOCK);
    let rebuilt = bench.file("dock.json", dock_with(|tool| tool["description"] = json!("Return a crate.")));
    assert_eq!(
        bench.done(&["ingest", &rebuilt]),
        "1 server (0 new), 8 tools: 0 added, 1 changed, 0 removed, 7 unchanged\n"
    );
    let status = bench.on_store(&["status", "--format", "json"]);
    assert_eq!((&json(&status)["scoredTools"], &json(&status)["staleTools"]), (&json!(7), &json!(1)));
    bench.sweep(&[]);
    assert_eq!(bench.asked(), ["SERVER NAME: dock", "TOOL NAME: get_crate"]);
    // The old definitions come back, and their verdicts with them.
    bench.done(&["ingest", "testdata/dock.json"]);
    assert_eq!(code(&bench.sweep(&[])), 0);
    assert_eq!(bench.asked(), [""; 0]);
    let status = bench.on_store(&["status", "--format", "json"]);
    assert_eq!((&json(&status)["staleTools"], &json(&status)["staleServers"]), (&json!(0), &json!(0)));
    // So they do for another server that lists the same.
    let namesake = bench.file("copy.json", dock_with(|_| {}).replace("\"dock\"", "\"copy\""));
    bench.done(&["ingest", &namesake]);
    bench.sweep(&[]);
    assert_eq!(bench.asked(), ["SERVER NAME: copy"]);
}

/// Against fault 2, where one failure loses every score: in a sweep it is one row that comes back.
#[test]
fn fault_2_one_bad_tool_comes_back_in_the_next_sweep_and_then_rests() {
    let poison = "TOOL NAME: process";
    let bench = Bench::answering(move |user| {
        if user.starts_with(&format!("{poison}\n")) {
            Answer::Status(413, r#"{"error":{"message":"I cannot read this"}}"#.to_owned())
        } else {
            judged_well(user)
        }
    });
    bench.done(&["ingest", "testdata/dock.json"]);
    let first = bench.sweep(&[]);
    assert_eq!(code(&first), 2, "{}", stderr(&first));
    assert!(
        stdout(&first).starts_with("7 definitions scored, 1 failed; 0 servers judged"),
        "{}",
        stdout(&first)
    );
    assert_eq!(bench.asked().len(), 7, "each tool once, and the set not before its tools are through");
    assert_eq!(code(&bench.sweep(&[])), 2);
    assert_eq!(bench.asked(), [poison]);
    // It has failed twice and rests for a minute.
    let third = bench.sweep(&[]);
    let rests =
        "Nothing to do yet: 1 question that failed before rests; `tdqs status` says why and how long.\n";
    assert_eq!((code(&third), stdout(&third).as_str()), (0, rests));
    assert_eq!(bench.asked(), [""; 0]);
    let status = bench.done(&["status"]);
    assert!(status.contains("failed: 1 question (process; up to 2 times, due "), "{status}");
    assert!(status.contains("I cannot read this"), "{status}");
}

#[test]
fn a_tool_that_is_given_up_keeps_its_server_waiting_no_longer() {
    let bench = Bench::answering(|user| {
        if user.starts_with("TOOL NAME: process\n") {
            Answer::Status(413, r#"{"error":{"message":"I cannot read this"}}"#.to_owned())
        } else {
            judged_well(user)
        }
    });
    bench.done(&["ingest", "testdata/dock.json"]);
    for _ in 0..2 {
        bench.sweep(&["--backoff", "1ms"]);
        assert!(!bench.asked().contains(&"SERVER NAME: dock".to_owned()));
        std::thread::sleep(Duration::from_millis(20));
    }
    bench.sweep(&["--backoff", "1ms"]);
    assert_eq!(bench.asked(), ["SERVER NAME: dock", "TOOL NAME: process"]);
    // Seven of eight are more than 80%.
    let export = bench.done(&["export"]);
    let server: Value = serde_json::from_str(export.lines().nth(1).unwrap()).unwrap();
    assert!(server["overallScore"].is_number(), "{server}");
}

#[test]
fn a_definition_on_two_servers_is_asked_about_once() {
    let bench = Bench::new();
    let server = |name: &str, other: &str| {
        let tools = [("get_crate", "Get one crate."), (other, "Do another thing.")]
            .map(|(name, description)| json!({"name": name, "description": description}));
        bench.file(name, json!({"tools": tools}).to_string())
    };
    let (one, two) = (server("one.json", "seal_crate"), server("two.json", "move_crate"));
    let scored = || {
        let output = bench.score(&[&one, &two, "--format", "json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let reports = json(&output);
        let scores = |report: &Value| -> Vec<Value> {
            report["tools"].as_array().unwrap().iter().map(|tool| tool["scores"].clone()).collect()
        };
        let scores: Vec<_> = reports.as_array().unwrap().iter().map(scores).collect();
        (scores, bench.asked().len())
    };
    let (first, asked) = scored();
    assert_eq!(asked, 5, "three definitions and two sets");
    assert_eq!(scored(), (first, 0));
}

#[test]
fn a_dry_run_counts_what_the_store_leaves_to_be_asked() {
    let bench = Bench::new();
    let would = |arguments: &[&str]| {
        let output = bench.score(&[arguments, &["--dry-run"]].concat());
        assert_eq!((code(&output), bench.asked().len()), (0, 0), "{}", stderr(&output));
        let said = stdout(&output);
        said.lines().last().unwrap().split(") with").next().unwrap().to_owned()
    };
    let dock = "testdata/dock.json";
    assert_eq!(would(&[dock]), "8 calls (7 for tools, 1 for tool sets");
    assert!(!bench.store().exists());
    bench.score(&[dock, "--tool", "find_crates"]);
    assert_eq!(bench.asked().len(), 1);
    assert_eq!(would(&[dock]), "7 calls (6 for tools, 1 for tool sets");
    bench.score(&[dock]);
    assert_eq!(bench.asked().len(), 7);
    assert_eq!(would(&[dock]), "0 calls (0 for tools, 0 for tool sets");
    assert_eq!(would(&[dock, "--runs", "3"]), "15 calls (14 for tools, 1 for tool sets");
}

#[test]
fn an_output_replaces_neither_the_store_nor_what_is_read() {
    let bench = Bench::new();
    bench.done(&["ingest", "testdata/dock.json"]);
    bench.sweep(&[]);
    let store = bench.store();
    let input = bench.file("dock.json", std::fs::read("../../testdata/dock.json").unwrap());
    let before = (bench.done(&["export"]), std::fs::read(&input).unwrap());
    let link = bench.folder.path().join("link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&store, &link).unwrap();
    let (store, link) = (store.to_str().unwrap(), link.to_str().unwrap());
    let refused = |output: Output| {
        assert_eq!(code(&output), 2, "{}", stdout(&output));
        assert!(stderr(&output).contains("the output would replace "), "{}", stderr(&output));
    };
    let log = format!("{store}-wal");
    for place in [store, link, &log] {
        refused(bench.on_store(&["export", "-o", place]));
        refused(bench.on_store(&["stats", "-o", place]));
        refused(bench.score(&[&input, "-o", place]));
        refused(bench.score(&[&input, "--dry-run", "-o", place]));
    }
    refused(tdqs().args(["lint", &input, "--write-baseline", &input]).output().unwrap());
    for command in ["score", "lint", "signals", "credit", "prompt"] {
        refused(tdqs().args([command, &input, "-o", &input]).output().unwrap());
    }
    assert_eq!((bench.done(&["export"]), std::fs::read(&input).unwrap()), before);
}

#[test]
fn a_server_that_is_forgotten_counts_nowhere_and_comes_back_with_its_scores() {
    let bench = Bench::new();
    let other = bench.file("other.json", r#"[{"name": "get_box", "description": "Get one box."}]"#);
    bench.done(&["ingest", "testdata/dock.json", &other]);
    assert_eq!(code(&bench.sweep(&[])), 0);
    bench.asked();
    bench.done(&["forget", "dock"]);
    let status = json(&bench.on_store(&["status", "--format", "json"]));
    assert_eq!((&status["servers"], &status["tools"]), (&json!(1), &json!(1)));
    assert_eq!(json(&bench.on_store(&["stats", "--format", "json"]))["tools"]["count"], 1);
    assert!(!bench.done(&["export"]).contains("dock"));
    assert!(bench.done(&["history", "dock"]).contains("dock"));
    let again = bench.on_store(&["forget", "dock", "other"]);
    assert_eq!((code(&again), stdout(&again).starts_with("1 server forgotten")), (2, true));
    assert!(stderr(&again).contains("the store has no server `dock`"), "{}", stderr(&again));
    bench.done(&["ingest", "testdata/dock.json"]);
    assert_eq!(code(&bench.sweep(&[])), 0);
    assert!(bench.asked().is_empty());
}

#[test]
fn what_needs_no_judge_is_told_without_one() {
    let bench = Bench::new();
    bench.done(&["ingest", "testdata/dock.json"]);
    insta::assert_snapshot!("stats_unjudged", bench.done(&["stats"]));
    assert_eq!(json(&bench.on_store(&["stats", "--format", "json"]))["judge"], Value::Null);
    let other = bench.on_store(&["stats", "--spec", "1.2"]);
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("`tdqs recompute --spec 1.2`"), "{}", stderr(&other));
}

#[test]
fn a_store_that_is_not_there_is_made_by_nobody_who_would_find_nothing_in_it() {
    let bench = Bench::new();
    for output in [bench.sweep(&[]), bench.on_store(&["recompute"])] {
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("there is no store at "), "{}", stderr(&output));
        assert!(!bench.store().exists());
    }
}

#[cfg(unix)]
#[test]
fn a_series_of_sweeps_outlives_an_endpoint_that_is_away() {
    let bench = Bench::new();
    bench.done(&["ingest", "testdata/dock.json"]);
    let (told, log) = (bench.folder.path().join("told"), bench.folder.path().join("log"));
    let child = tdqs()
        .args(["sweep", "--every", "50ms", "--judge", "openai", "--model", "some-model", "--base-url"])
        // Where nobody listens, whatever other tests do.
        .arg("http://127.0.0.1:1/v1")
        .arg("--store")
        .arg(bench.store())
        .stdout(std::fs::File::create(&told).unwrap())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    wait_until("a third sweep", || {
        std::fs::read_to_string(&log).unwrap().matches("the sweep ended early").count() >= 3
    });
    interrupt(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{:?}", output.status);
    let status = json(&bench.on_store(&["status", "--format", "json"]));
    assert_eq!((&status["held"], &status["waiting"]), (&json!(0), &json!([])), "{status}");
    // Nothing rests: whoever reaches the endpoint asks everything.
    assert_eq!(code(&bench.sweep(&[])), 0);
    assert_eq!(bench.asked().len(), DOCK);
}

#[test]
fn a_refused_key_ends_a_sweep_at_once_and_leaves_nothing_resting() {
    let refused = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let is_refused = Arc::clone(&refused);
    let bench = Bench::answering(move |user| {
        if is_refused.load(std::sync::atomic::Ordering::SeqCst) {
            Answer::Status(401, format!(r#"{{"error":{{"message":"bad key {KEY}"}}}}"#))
        } else {
            judged_well(user)
        }
    });
    let lines: Vec<String> = (0..500)
        .map(|number| format!(r#"{{"name":"tool_{number}","description":"Do number {number}."}}"#))
        .collect();
    let many = bench.file("many.json", format!("[{}]", lines.join(",")));
    bench.done(&["ingest", &many]);
    let output = bench.sweep(&["--concurrency", "4"]);
    assert_eq!(code(&output), 2);
    let asked = bench.asked().len();
    assert!(asked <= 8, "{asked} of 500 were asked");
    assert!(stderr(&output).contains("the sweep ended early: ") && stderr(&output).contains("bad key"));
    assert_eq!(stdout(&output), "Nothing was scored.\n");
    assert!(!stderr(&output).contains(KEY), "{}", stderr(&output));
    let status = json(&bench.on_store(&["status", "--format", "json"]));
    assert_eq!((&status["held"], &status["waiting"]), (&json!(0), &json!([])), "{status}");
    refused.store(false, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(code(&bench.sweep(&[])), 0);
    assert_eq!(bench.asked().len(), 501);
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[cfg(unix)]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_mins(1), "{what} never happened");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn a_series_of_sweeps_goes_on_until_ctrl_c() {
    let bench = Bench::new();
    bench.done(&["ingest", "testdata/dock.json"]);
    let child = bench
        .judging(&["sweep", "--every", "50ms"])
        .arg("--store")
        .arg(bench.store())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the first sweep", || bench.endpoint.requests() == DOCK);
    // A definition that changes while the series runs is seen by a later sweep.
    let changed = dock_with(|tool| tool["description"] = json!("Return one crate."));
    bench.done(&["ingest", &bench.file("dock.json", changed)]);
    wait_until("a later sweep", || bench.endpoint.requests() == DOCK + 2);
    wait_until("the set's verdict", || {
        json(&bench.on_store(&["status", "--format", "json"]))["staleServers"] == 0
    });
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    // Caught while it rests it ends well, caught in a sweep it says that it was interrupted.
    assert!([0, 2].contains(&code(&output)), "{}", stderr(&output));
    assert!(stdout(&output).contains("Nothing to do"), "{}", stdout(&output));
}

/// Against fault 2, where Ctrl-C loses what was paid for: what is finished is in the store, what is not is free.
#[cfg(unix)]
#[test]
fn fault_2_ctrl_c_keeps_what_is_finished_and_gives_the_rest_back() {
    let is_patient = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let answers = Arc::clone(&is_patient);
    let bench = Bench::answering(move |user| {
        let is_silent =
            user.starts_with("TOOL NAME: process\n") && !answers.load(std::sync::atomic::Ordering::SeqCst);
        if is_silent { Answer::Silence } else { judged_well(user) }
    });
    bench.done(&["ingest", "testdata/dock.json"]);
    let child = bench
        .judging(&["sweep"])
        .arg("--store")
        .arg(bench.store())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("six verdicts and the gate's", || {
        let status = bench.on_store(&["status", "--format", "json"]);
        code(&status) == 0 && json(&status)["scoredTools"] == 7
    });
    interrupt(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("interrupted; what was finished is in the store"),
        "{}",
        stderr(&output)
    );
    assert_eq!(bench.asked().len(), 7);
    is_patient.store(true, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(code(&bench.sweep(&[])), 0);
    assert_eq!(bench.asked(), ["SERVER NAME: dock", "TOOL NAME: process"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_before_the_first_verdict_claims_nothing() {
    let bench = Bench::answering(|_| Answer::Silence);
    let one = bench.file("one.json", r#"[{"name":"a","description":"Do a."}]"#);
    bench.done(&["ingest", &one]);
    let child = bench
        .judging(&["sweep"])
        .arg("--store")
        .arg(bench.store())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the question", || bench.endpoint.requests() == 1);
    interrupt(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (code(&output), stdout(&output).as_str()),
        (2, "Nothing was scored.\n"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_sweep_that_ends_early_says_nothing_of_what_rests() {
    let is_refused = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let refuses = Arc::clone(&is_refused);
    let bench = Bench::answering(move |_| {
        let is_refused = refuses.load(std::sync::atomic::Ordering::SeqCst);
        let status = if is_refused { 401 } else { 413 };
        Answer::Status(status, r#"{"error":{"message":"no"}}"#.to_owned())
    });
    bench.done(&["ingest", &bench.file("one.json", r#"[{"name":"a","description":"Do a."}]"#)]);
    for _ in 0..2 {
        bench.sweep(&["--backoff", "1h"]);
    }
    bench.done(&["ingest", &bench.file("other.json", r#"[{"name":"b","description":"Do b."}]"#)]);
    is_refused.store(true, std::sync::atomic::Ordering::SeqCst);
    let output = bench.sweep(&[]);
    assert_eq!(
        (code(&output), stdout(&output).as_str()),
        (2, "Nothing was scored.\n"),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("the sweep ended early: "), "{}", stderr(&output));
}

#[test]
fn what_failed_is_told_of_a_judge_without_a_verdict() {
    let bench = Bench::answering(|_| Answer::Status(500, "out of order".to_owned()));
    bench.done(&["ingest", &bench.file("one.json", r#"[{"name":"a","description":"Do a."}]"#)]);
    assert_eq!(code(&bench.sweep(&[])), 2);
    for named in [vec!["status"], vec!["status", "--scored-by", "some-model"]] {
        let status = bench.done(&named);
        assert!(status.contains("some-model"), "{status}");
        assert!(status.contains("failed: 1 question (a; up to 1 time") && status.contains("500"), "{status}");
    }
    // Whoever asks for scores is told that there are none.
    assert_eq!(code(&bench.on_store(&["export", "--scored-by", "some-model"])), 2);
    // Another judge has failed as well: neither is meant, and both are told.
    bench.sweep(&["--model", "other-model"]);
    let both = bench.done(&["status"]);
    for judge in ["some-model", "other-model"] {
        let told = format!("failed: 1 question by {judge}; `--scored-by {judge}` shows them\n");
        assert!(both.contains(&told), "{both}");
    }
    // A judge that has scored is the one that is meant.
    bench.done(&["sweep"]);
    let scored = bench.done(&["status"]);
    assert!(
        scored.contains("judged by offline-1") && scored.contains("1 question by some-model"),
        "{scored}"
    );
    let status = json(&bench.on_store(&["status", "--format", "json"]));
    assert_eq!(status["failedByOthers"], json!({"some-model": 1, "other-model": 1}), "{status}");
    assert!(bench.done(&["status", "--scored-by", "other-model"]).contains("failed: 1 question (a; "));
}

#[test]
fn what_failed_is_told_of_sets_whose_tools_have_scores() {
    let bench = Bench::answering(|user| match user {
        set if set.starts_with("SERVER NAME") => Answer::Status(500, "out of order".to_owned()),
        _ => Answer::Content(tool_answer(4)),
    });
    bench.done(&["ingest", &bench.file("one.json", r#"[{"name":"a","description":"Do a."}]"#)]);
    assert_eq!(code(&bench.sweep(&[])), 2);
    let status = bench.done(&["status"]);
    assert!(status.contains("failed: 1 question (one; up to 1 time"), "{status}");
}

#[test]
fn a_series_without_rest_is_refused() {
    for never in ["0s", "0ms"] {
        let output = Bench::new().sweep(&["--every", never]);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{never}");
        assert!(stderr(&output).contains("without rest; name a time, such as `5m`"), "{}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_sweep_that_is_killed_leaves_its_verdicts_and_the_next_one_waits_for_its_leases() {
    let is_patient = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let answers = Arc::clone(&is_patient);
    let bench = Bench::answering(move |user| {
        let is_silent =
            user.starts_with("TOOL NAME: process\n") && !answers.load(std::sync::atomic::Ordering::SeqCst);
        if is_silent { Answer::Silence } else { judged_well(user) }
    });
    bench.done(&["ingest", "testdata/dock.json"]);
    let mut child = bench.judging(&["sweep"]).arg("--store").arg(bench.store()).spawn().unwrap();
    wait_until("six verdicts and the gate's", || {
        let status = bench.on_store(&["status", "--format", "json"]);
        code(&status) == 0 && json(&status)["scoredTools"] == 7
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(bench.asked().len(), 7);
    assert!(bench.done(&["status"]).contains("1 held by a sweep"));
    is_patient.store(true, std::sync::atomic::Ordering::SeqCst);
    let output = bench.sweep(&[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("held by another sweep; waiting for it"), "{}", stderr(&output));
    assert_eq!(bench.asked(), ["SERVER NAME: dock", "TOOL NAME: process"]);
}

/// Three tools of which one changes, one goes and one comes, each version scored.
fn moved(bench: &Bench) {
    let first = r#"{"serverName":"bay","tools":[
        {"name":"open_bay","description":"Open one bay.","inputSchema":{"properties":{"bay":{"type":"string"}},"required":["bay"]}},
        {"name":"close_bay","description":"Close one bay."},
        {"name":"list_bays"}]}"#;
    let second = r#"{"serverName":"bay","tools":[
        {"name":"open_bay","description":"Open one bay for an hour."},
        {"name":"list_bays"},
        {"name":"lock_bay","description":"Lock one bay. The worse one."},
        {"name":"broken","inputSchema":[]}]}"#;
    bench.done(&["ingest", &bench.file("bay.json", first)]);
    assert_eq!(code(&bench.sweep(&[])), 0);
    assert_eq!(code(&bench.on_store(&["ingest", &bench.file("bay.json", second)])), 2);
    assert_eq!(code(&bench.sweep(&[])), 0);
}

fn judged_by_description() -> Bench {
    Bench::answering(|user| match user {
        set if set.starts_with("SERVER NAME") => Answer::Content(set_answer(4)),
        worse if worse.contains("The worse one") => Answer::Content(tool_answer(2)),
        _ => Answer::Content(tool_answer(4)),
    })
}

#[test]
fn status_and_history_are_told_to_people_and_programs() {
    let bench = judged_by_description();
    moved(&bench);
    insta::assert_snapshot!("status_text", bench.done(&["status"]));
    insta::assert_snapshot!("status_json", bench.done(&["status", "--format", "json"]));
    insta::assert_snapshot!("history_text", bench.done(&["history", "bay"]));
    insta::assert_snapshot!("history_json", bench.done(&["history", "bay", "--format", "json"]));
    let unknown = bench.on_store(&["history", "quay"]);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("no server is called `quay`"), "{}", stderr(&unknown));
}

#[test]
fn an_export_says_how_everything_stands_and_the_same_each_time() {
    let bench = judged_by_description();
    moved(&bench);
    let export = bench.done(&["export"]);
    assert_eq!(export, bench.done(&["export"]));
    let lines: Vec<Value> = export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let records: Vec<&str> = lines.iter().filter_map(|line| line["record"].as_str()).collect();
    assert_eq!(records, ["yardstick", "server", "tool", "tool", "tool"]);
    assert_eq!(lines[0]["judge"], "some-model");
    insta::assert_snapshot!("export_server", serde_json::to_string_pretty(&lines[1]).unwrap());
    insta::assert_snapshot!("export_tool", serde_json::to_string_pretty(&lines[4]).unwrap());
    // Another store that came to the same content another way says the same.
    let other = judged_by_description();
    moved(&other);
    assert_eq!(export, other.done(&["export"]));
}

#[test]
fn recomputed_signals_leave_every_score_standing() {
    let bench = judged_by_description();
    moved(&bench);
    bench.asked();
    let before = bench.done(&["export"]);
    insta::assert_snapshot!("recompute", bench.done(&["recompute"]));
    assert_eq!(before, bench.done(&["export"]));
    // Another edition's signals are new, and still nobody is asked.
    insta::assert_snapshot!("recompute_1_2", bench.done(&["recompute", "--spec", "1.2"]));
    assert_eq!(code(&bench.sweep(&[])), 0);
    assert_eq!(bench.asked(), [""; 0]);
}

#[test]
fn a_store_of_a_newer_program_is_refused_and_left_alone() {
    let bench = Bench::new();
    bench.done(&["ingest", "testdata/dock.json"]);
    let mut bytes = std::fs::read(bench.store()).unwrap();
    // Where SQLite's file format has the user's version.
    bytes[60..64].copy_from_slice(&999_u32.to_be_bytes());
    std::fs::write(bench.store(), &bytes).unwrap();
    for arguments in [vec!["ingest", "testdata/dock.json"], vec!["sweep"], vec!["status"], vec!["export"]] {
        let output = bench.on_store(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("999"), "{arguments:?}: {}", stderr(&output));
    }
    let output = bench.score(&["testdata/dock.json"]);
    assert_eq!((code(&output), bench.asked().len()), (2, 0), "{}", stderr(&output));
    assert_eq!(std::fs::read(bench.store()).unwrap(), bytes);
}

#[test]
fn a_file_that_is_no_store_is_refused_and_left_alone() {
    let bench = Bench::new();
    std::fs::write(bench.store(), "notes of mine, and not a database at all\n".repeat(100)).unwrap();
    let before = std::fs::read(bench.store()).unwrap();
    for arguments in [vec!["ingest", "testdata/dock.json"], vec!["sweep"], vec!["status"]] {
        let output = bench.on_store(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        let told = stderr(&output);
        assert!(
            told.contains("scores.sqlite") && told.contains("is not a store of tdqs"),
            "{arguments:?}: {told}"
        );
    }
    let output = bench.score(&["testdata/dock.json"]);
    assert_eq!((code(&output), bench.asked().len()), (2, 0), "{}", stderr(&output));
    assert_eq!(std::fs::read(bench.store()).unwrap(), before);
    let missing = tdqs().args(["status", "--store", "no-such.sqlite"]).output().unwrap();
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("there is no store at no-such.sqlite"), "{}", stderr(&missing));
}
