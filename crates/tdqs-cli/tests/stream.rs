//! Input that is larger than what is held in memory: the same lines, whatever the shape and the number of threads.

#[expect(dead_code, reason = "each test program uses its part of what it shares with the others")]
mod run;

use std::fmt::Write;
use std::path::Path;
use std::process::Output;

use run::{stderr, tdqs};
use tempfile::TempDir;

/// Tools of which so many are more than 8 MiB.
const MANY: usize = 2_000;

fn tool(place: usize) -> String {
    let filling = "Move one crate to another shelf, or é. ".repeat(120 + place % 13);
    let nested = if place.is_multiple_of(3) {
        ",\"to\":{\"type\":\"object\",\"properties\":{\"row\":{}}}"
    } else {
        ""
    };
    format!(
        "{{\"name\":\"move_{place}\",\"description\":\"{filling}\\n\",\"inputSchema\":{{\"type\":\"object\",\
         \"properties\":{{\"crate\":{{\"type\":\"string\"}}{nested}}},\"required\":[\"crate\"]}}}}"
    )
}

fn lines(places: std::ops::Range<usize>) -> String {
    places.fold(String::new(), |mut text, place| {
        _ = writeln!(text, "{}", tool(place));
        text
    })
}

/// A list of so many tools. From twice the limit on it is not read whole, however it is laid out.
fn list(count: usize, before: &str, after: &str) -> String {
    let tools: Vec<String> = (0..count).map(tool).collect();
    format!("{{{before}\"tools\":[{}]{after}}}\n", tools.join(",\n "))
}

fn signals(folder: &TempDir, content: &str, arguments: &[&str]) -> Output {
    let path = folder.path().join("dock.json");
    std::fs::write(&path, content).unwrap();
    run(&path, arguments)
}

fn run(path: &Path, arguments: &[&str]) -> Output {
    tdqs().args(["signals", "--format", "jsonl"]).arg(path).args(arguments).output().unwrap()
}

#[test]
fn every_shape_and_number_of_threads_gives_the_lines_of_small_inputs() {
    let folder = TempDir::new().unwrap();
    let mut expected = Vec::new();
    for begin in (0..MANY).step_by(MANY / 4) {
        let small = lines(begin..begin + MANY / 4);
        assert!(small.len() < 8 << 20);
        expected.extend(signals(&folder, &small, &[]).stdout);
    }
    assert_eq!(memchr::memchr_iter(b'\n', &expected).count(), MANY);
    for (content, shape) in [(lines(0..MANY), "JSON Lines"), (list(MANY, "", ""), "a tools/list result")] {
        assert!(content.len() > 8 << 20);
        for jobs in ["1", "2", "5"] {
            let output = signals(&folder, &content, &["--jobs", jobs]);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            assert!(output.stdout == expected, "{shape}, {jobs} jobs");
            assert!(stderr(&output).contains(&format!("Read {MANY} tools of server `dock` from")));
            assert!(stderr(&output).trim_end().ends_with(shape), "{}", stderr(&output));
        }
    }
    let file = folder.path().join("out.jsonl");
    let output = signals(&folder, &lines(0..MANY), &["--output", file.to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b""[..]));
    assert!(std::fs::read(&file).unwrap() == expected);
    // The temporary file became the output.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn names_and_selections_mean_what_they_mean_elsewhere() {
    let folder = TempDir::new().unwrap();
    let content = list(MANY, "\"serverName\":\"yard\",", "");
    let output = signals(&folder, &content, &["--tool", "move_199?"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 10);
    assert!(text.starts_with("{\"serverName\":\"yard\",\"name\":\"move_1990\","), "{text}");
    let output = signals(&folder, &content, &["--tool", "seal_*"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    assert!(
        stderr(&output).contains("no tool matches `seal_*`; there are `move_0`, `move_1`"),
        "{}",
        stderr(&output)
    );
    let output = signals(&folder, &content, &["--server-name", "quay", "--tool", "move_7"]);
    assert!(output.stdout.starts_with(b"{\"serverName\":\"quay\",\"name\":\"move_7\","));
}

#[test]
fn what_is_wrong_is_told_and_loses_nothing_before_it() {
    let folder = TempDir::new().unwrap();
    for (content, count, told) in [
        (
            lines(0..MANY).replacen("{\"name\":\"move_1500\"", "{\"name\":", 1),
            MANY - 1,
            "line 1501, column 9: the line is not JSON",
        ),
        (
            list(2 * MANY, "", ",\"serverName\":\"late\""),
            2 * MANY,
            "the server's name comes after tools that were read without it",
        ),
        (list(2 * MANY, "", "")[..17 << 20].to_owned(), 0, "the input ends inside a list of tools"),
        (list(MANY, "", ",\"nextCursor\":\"x\""), MANY, "warning: "),
    ] {
        let output = signals(&folder, &content, &["--jobs", "2"]);
        let written = memchr::memchr_iter(b'\n', &output.stdout).count();
        if count > 0 {
            assert_eq!(written, count, "{told}");
        } else {
            assert!(written > MANY / 2, "{told}: {written}");
        }
        assert_eq!(
            output.status.code(),
            Some(if told == "warning: " { 0 } else { 2 }),
            "{}",
            stderr(&output)
        );
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}

#[test]
fn pages_in_several_files_are_one_server() {
    let folder = TempDir::new().unwrap();
    let first = folder.path().join("first.json");
    let second = folder.path().join("second.json");
    std::fs::write(&first, list(MANY, "\"serverName\":\"yard\",", ",\"nextCursor\":\"x\"")).unwrap();
    std::fs::write(&second, "{\"tools\":[{\"name\":\"last\"}]}").unwrap();
    let output = run(&first, &[second.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.lines().last().unwrap().starts_with("{\"serverName\":\"yard\",\"name\":\"last\","));
    assert!(!stderr(&output).contains("nextCursor"), "{}", stderr(&output));
}

#[test]
fn of_many_servers_the_first_are_told_and_the_others_counted() {
    let folder = TempDir::new().unwrap();
    // Held in memory, and read in pieces.
    for filling in [1, 500_000].map(|length| "x".repeat(length)) {
        let server = |number| {
            format!(
                "{{\"serverName\":\"dock_{number}\",\"tools\":[{{\"name\":\"a\",\"description\":\"{filling}\"}},\
                 {{\"name\":\"b\"}}]}}\n"
            )
        };
        let output = signals(&folder, &(1..=23).map(server).collect::<String>(), &[]);
        assert_eq!(memchr::memchr_iter(b'\n', &output.stdout).count(), 46);
        let told = stderr(&output);
        let told: Vec<&str> = told.lines().collect();
        assert_eq!((told.len(), told[20]), (21, "Read 6 tools of 3 more servers"), "{told:?}");
        assert!(told[19].starts_with("Read 2 tools of server `dock_20` from "), "{told:?}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_nothing_beside_the_output() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("signals.jsonl");
    std::fs::write(&path, "of an earlier run").unwrap();
    let mut child = tdqs()
        .args(["signals", "--format", "jsonl", "-", "--output"])
        .arg(&path)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The input stays open: there may be more.
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines(0..MANY).as_bytes()).unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let started = Instant::now();
    while files() < 2 && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(files(), 2, "the output is not being written");
    // The handler stands a moment after the file.
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(files(), 1);
    assert_eq!(std::fs::read_to_string(path).unwrap(), "of an earlier run");
}
