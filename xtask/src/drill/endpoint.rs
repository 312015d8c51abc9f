//! An OpenAI-compatible endpoint on loopback that is as slow, faulty or unwilling as a drill wants it.
//!
//! A thread serves a connection and keeps it alive, so that the endpoint is never what a sweep waits for beyond the
//! delay. What is answered depends on the question alone; which answers are spoiled, on the seed, the question and how
//! often it was asked.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use tdqs::rubric::{CoherenceDimension, Dimension};

use super::chance::draw;

/// How the endpoint behaves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Behavior {
    /// How long it takes to answer.
    pub(super) delay: Duration,
    /// How many answers of a hundred it spoils.
    pub(super) spoiled_percent: u32,
    /// How long it is silent when it does not answer; longer than the program waits.
    pub(super) silence: Duration,
    pub(super) seed: u64,
    /// What it says instead of answering anything.
    pub(super) refusal: Option<(u16, &'static str)>,
}

/// A running endpoint. Its threads go away with the process.
pub(super) struct Endpoint {
    pub(super) base_url: String,
    log: Arc<Mutex<Log>>,
}

/// What was asked so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    /// Every question in the order in which they came: a tool's name, or `server:` and a server's.
    pub(super) asked: Vec<String>,
    /// How often each question came.
    times: BTreeMap<String, u32>,
    /// Good answers that were written to the last byte.
    pub(super) answered: usize,
    /// Spoiled answers by their kind.
    pub(super) spoiled: BTreeMap<&'static str, usize>,
}

impl Log {
    pub(super) fn calls(&self) -> usize {
        self.asked.len()
    }

    /// Questions that came at least once.
    pub(super) fn different(&self) -> usize {
        self.times.len()
    }
}

impl Endpoint {
    pub(super) fn start(behavior: Behavior) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").context("no port is free on loopback")?;
        let base_url = format!("http://{}/v1", listener.local_addr()?);
        let log = Arc::new(Mutex::new(Log::default()));
        let kept = Arc::clone(&log);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let log = Arc::clone(&kept);
                thread::spawn(move || {
                    // The program may be killed at any moment, and its connections with it.
                    _ = serve(&stream, behavior, &log);
                });
            }
        });
        Ok(Self { base_url, log })
    }

    pub(super) fn log(&self) -> Log {
        held(&self.log).clone()
    }

    /// Questions that came so far, without a copy of the log.
    pub(super) fn different(&self) -> usize {
        held(&self.log).different()
    }
}

fn held(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How an answer is spoiled.
#[derive(Debug, Clone, Copy)]
enum Spoiled {
    Busy,
    Broken,
    Reset,
    Silent,
    NoCompletion,
    NoVerdict,
    CutOff,
}

const KINDS: u32 = 7;
const SPOILED: [(Spoiled, &str); KINDS as usize] = [
    (Spoiled::Busy, "429"),
    (Spoiled::Broken, "500"),
    (Spoiled::Reset, "reset"),
    (Spoiled::Silent, "timeout"),
    (Spoiled::NoCompletion, "no completion"),
    (Spoiled::NoVerdict, "no verdict"),
    (Spoiled::CutOff, "cut off"),
];

fn serve(stream: &TcpStream, behavior: Behavior, log: &Mutex<Log>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(length) = head(&mut reader)? {
        // The last byte, the brace that closes the object, stays where it is: a connection that is closed before all
        // was read is reset.
        let mut body = vec![0; length.saturating_sub(1)];
        reader.read_exact(&mut body)?;
        body.push(b'}');
        let body: Value = serde_json::from_slice(&body)
            .map_err(|error| std::io::Error::new(ErrorKind::InvalidData, error))?;
        let message = body["messages"][1]["content"].as_str().unwrap_or_default();
        let question = question(message);
        let spoiled = {
            let mut log = held(log);
            let times = log.times.entry(question.clone()).or_default();
            *times += 1;
            let spoiled = spoiled(behavior, &question, *times);
            if let Some((_, name)) = spoiled {
                *log.spoiled.entry(name).or_default() += 1;
            }
            log.asked.push(question.clone());
            spoiled.map(|(spoiled, _)| spoiled)
        };
        thread::sleep(behavior.delay);
        if matches!(spoiled, Some(Spoiled::Reset)) {
            return Ok(());
        }
        reader.read_exact(&mut [0])?;
        match (spoiled, behavior.refusal) {
            (_, Some((status, said))) => answer(stream, status, "", said)?,
            (None, None) => {
                let content = verdict(&question, message).to_string();
                answer(stream, 200, "", &completion(&content))?;
                held(log).answered += 1;
            }
            (Some(Spoiled::Busy), None) => {
                answer(stream, 429, "Retry-After: 1\r\n", r#"{"error":{"message":"too many requests"}}"#)?;
            }
            (Some(Spoiled::Broken), None) => {
                answer(stream, 500, "", r#"{"error":{"message":"something broke"}}"#)?;
            }
            (Some(Spoiled::NoCompletion), None) => answer(stream, 200, "", "<html>a proxy</html>")?,
            (Some(Spoiled::NoVerdict), None) => {
                answer(stream, 200, "", &completion("{\"scores\": {\"purpose_clarity\": 4}}"))?;
            }
            (Some(Spoiled::CutOff), None) => {
                let whole = completion(&verdict(&question, message).to_string());
                let (head, half) = (response_head(200, "", whole.len()), &whole[..whole.len() / 2]);
                let mut out = stream;
                return out.write_all(format!("{head}{half}").as_bytes());
            }
            (Some(Spoiled::Reset | Spoiled::Silent), None) => {
                thread::sleep(behavior.silence);
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Reads the head of a request and gives the length of its body; `None` when no more requests come.
fn head(reader: &mut BufReader<&TcpStream>) -> std::io::Result<Option<usize>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line == "\r\n" {
            return Ok(Some(length));
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
}

/// What a message asks about.
fn question(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    match first.strip_prefix("SERVER NAME: ") {
        Some(server) => format!("server:{server}"),
        None => first.trim_start_matches("TOOL NAME: ").to_owned(),
    }
}

fn spoiled(behavior: Behavior, question: &str, times: u32) -> Option<(Spoiled, &'static str)> {
    let text = format!("{} {question} {times}", behavior.seed);
    let is_spoiled = draw(&text, 100) < behavior.spoiled_percent;
    is_spoiled.then(|| SPOILED[draw(&format!("{text} kind"), KINDS) as usize])
}

/// The same verdict on the same question, and another one on another.
fn verdict(question: &str, message: &str) -> Value {
    let justified = |key: &str| {
        let score = draw(&format!("{question} {key}"), 5) + 1;
        json!({"score": score, "justification": format!("It says what {key} of {question} is.")})
    };
    let scores = |keys: Vec<&str>| -> Map<String, Value> {
        keys.into_iter().map(|key| (key.to_owned(), justified(key))).collect()
    };
    if question.starts_with("server:") {
        let scores = scores(CoherenceDimension::ALL.iter().map(|dimension| dimension.as_str()).collect());
        json!({"scores": scores, "shadowing_risks": risks(message), "summary": "A set."})
    } else {
        let scores = scores(Dimension::ALL.iter().map(|dimension| dimension.as_str()).collect());
        let contradicts = draw(question, 20) == 0;
        json!({"scores": scores, "annotation_contradiction": contradicts, "summary": "A tool."})
    }
}

/// Confirms every other candidate that a message lists.
fn risks(message: &str) -> Vec<Value> {
    let pair = |line: &str| {
        let (dearer, rest) = line.split_once(" (cost ")?;
        let (_, rest) = rest.split_once(" may be shadowed by ")?;
        let (cheaper, _) = rest.split_once(" (cost ")?;
        Some(json!({"tool": dearer, "cheaper_sibling": cheaper, "justification": "Both move a crate."}))
    };
    message.lines().filter_map(pair).step_by(2).collect()
}

fn completion(content: &str) -> String {
    json!({
        "choices": [{"message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10}
    })
    .to_string()
}

fn response_head(status: u16, header: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{header}Content-Length: {length}\r\n\r\n"
    )
}

fn answer(mut stream: &TcpStream, status: u16, header: &str, body: &str) -> std::io::Result<()> {
    stream.write_all(format!("{}{body}", response_head(status, header, body.len())).as_bytes())
}
