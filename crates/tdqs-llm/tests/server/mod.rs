//! An HTTP server of a few lines that does what no library would let it do.

use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with a request. Every connection serves one.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Sends these bytes and closes.
    Send(Vec<u8>),
    /// Resets the connection.
    Reset,
    /// Sends a body a byte at a time, and never ends.
    Drip,
    /// Says nothing at all.
    Silence,
    /// Promises more of a body than it sends.
    Truncated,
    /// Sends a body without end, as fast as it is taken.
    Flood,
}

impl Act {
    pub(crate) fn respond(status: u16, headers: &[(&str, &str)], body: impl Into<String>) -> Self {
        let body = body.into();
        let mut head =
            format!("HTTP/1.1 {status} Status\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
        for (name, value) in headers {
            _ = write!(head, "{name}: {value}\r\n");
        }
        head.push_str("\r\n");
        Self::Send((head + &body).into_bytes())
    }
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) line: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

pub(crate) struct Server {
    address: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Starts a server that does one act for each request, in order, and drops connections after that.
    pub(crate) async fn start(acts: impl IntoIterator<Item = Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let record = Arc::clone(&requests);
        let mut acts: Vec<Act> = acts.into_iter().collect();
        acts.reverse();
        tokio::spawn(async move {
            // Streams of acts that never end are kept, or else they would end here.
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let Some(request) = read(&mut stream).await else { continue };
                record.lock().unwrap().push(request);
                if let Some(act) = acts.pop() {
                    open.push(tokio::spawn(perform(act, stream)));
                }
            }
        });
        Self { address, requests }
    }

    pub(crate) fn address(&self) -> String {
        self.address.clone()
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..head_end].to_vec()).unwrap();
    let mut lines = head.lines();
    let line = lines.next()?.to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect();
    let mut request = Request { line, headers, body: bytes.split_off(head_end + 4) };
    let length: usize = request.header("content-length").map_or(0, |length| length.parse().unwrap());
    while request.body.len() < length {
        if stream.read_buf(&mut request.body).await.ok()? == 0 {
            return None;
        }
    }
    Some(request)
}

async fn perform(act: Act, mut stream: TcpStream) {
    // The client may hang up at any point, and is right to.
    let _: std::io::Result<()> = async {
        match act {
            Act::Send(bytes) => {
                stream.write_all(&bytes).await?;
                stream.shutdown().await?;
            }
            Act::Reset => stream.set_zero_linger()?,
            Act::Drip => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n").await?;
                loop {
                    stream.write_all(b" ").await?;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
            Act::Silence => std::future::pending::<()>().await,
            Act::Truncated => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{\"choices\": [").await?;
                stream.shutdown().await?;
            }
            Act::Flood => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").await?;
                let piece = vec![b' '; 64 * 1_024];
                loop {
                    stream.write_all(&piece).await?;
                }
            }
        }
        Ok(())
    }
    .await;
}
