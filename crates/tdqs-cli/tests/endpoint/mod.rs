//! An OpenAI-compatible endpoint on loopback that answers as a test tells it to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// What the endpoint does with one request.
pub(crate) enum Answer {
    /// A chat completion with this text.
    Content(String),
    /// A status with a body.
    Status(u16, String),
    /// Nothing for a long time.
    Silence,
}

/// A running endpoint. It goes away with the process.
pub(crate) struct Endpoint {
    pub(crate) base_url: String,
    requests: Arc<AtomicUsize>,
}

impl Endpoint {
    /// Starts an endpoint that answers what the function makes of a request's user message.
    pub(crate) fn start(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&requests);
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, counted) = (Arc::clone(&answer), Arc::clone(&counted));
                thread::spawn(move || {
                    _ = serve(stream, &*answer, &counted);
                });
            }
        });
        Self { base_url, requests }
    }

    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

fn serve(
    mut stream: TcpStream,
    answer: &dyn Fn(&str) -> Answer,
    counted: &AtomicUsize,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    counted.fetch_add(1, Ordering::SeqCst);
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let user = body["messages"][1]["content"].as_str().unwrap_or_default();
    let (status, text) = match answer(user) {
        Answer::Content(content) => (
            200,
            json!({
                "choices": [{"message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10}
            })
            .to_string(),
        ),
        Answer::Status(status, text) => (status, text),
        Answer::Silence => {
            thread::sleep(Duration::from_mins(2));
            return Ok(());
        }
    };
    write!(
        stream,
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    )
}

/// A model's answer about a tool: one score throughout.
pub(crate) fn tool_answer(score: u8) -> String {
    let justified = json!({"score": score, "justification": "It says \"x\"."});
    let scores: Value = [
        "purpose_clarity",
        "usage_guidelines",
        "behavioral_transparency",
        "parameter_semantics",
        "conciseness_structure",
        "contextual_completeness",
    ]
    .into_iter()
    .map(|dimension| (dimension.to_owned(), justified.clone()))
    .collect::<serde_json::Map<_, _>>()
    .into();
    json!({"scores": scores, "annotation_contradiction": false, "summary": "Fine."}).to_string()
}

/// A model's answer about a tool set.
pub(crate) fn set_answer(score: u8) -> String {
    let justified = json!({"score": score, "justification": "The names are \"x\"."});
    let scores: Value =
        ["disambiguation", "naming_consistency", "tool_count_appropriateness", "completeness"]
            .into_iter()
            .map(|dimension| (dimension.to_owned(), justified.clone()))
            .collect::<serde_json::Map<_, _>>()
            .into();
    json!({"scores": scores, "shadowing_risks": [], "summary": "Fine."}).to_string()
}

/// Four throughout, whatever the question.
pub(crate) fn judged_well(user: &str) -> Answer {
    if user.starts_with("SERVER NAME") {
        Answer::Content(set_answer(4))
    } else {
        Answer::Content(tool_answer(4))
    }
}
