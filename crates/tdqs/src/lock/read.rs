//! Reading a file, and where it is broken.

use std::collections::HashSet;
use std::fmt::Write;

use tdqs_signals::json::{Document, Position, SyntaxError, escape_pointer_segment};

use super::{FORMAT_VERSION, Lock};

/// Why a text is no file of scores.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Syntax(SyntaxError),
    /// A merge left its marks in the file.
    #[error(
        "line {line} is the mark of a merge conflict; take either side of the file and score the servers again"
    )]
    MergeConflict {
        /// The line of the first mark, from 1.
        line: usize,
    },
    /// The text is JSON of another kind.
    #[error("no file of locked scores: it has no `formatVersion`")]
    OtherKind,
    /// The file is of a version that this crate does not know.
    #[error(
        "{position}, at /formatVersion: the format version is {found}, and this program reads {FORMAT_VERSION}; read it \
         with the version of tdqs that wrote it, or remove the file and score the servers again"
    )]
    UnknownFormat {
        /// Where the version stands.
        position: Position,
        /// The version, as it was written.
        found: String,
    },
    /// Something in the file is not what it should be.
    #[error("{position}, at {}: {message}", if pointer.is_empty() { "the root" } else { pointer })]
    Malformed {
        /// Where it stands.
        position: Position,
        /// The same place as a JSON pointer; empty for the whole file.
        pointer: String,
        /// What was found and what was expected.
        message: String,
    },
}

/// Characters of a foreign version that are shown.
const SHOWN: usize = 40;

impl Lock {
    /// Reads the text of a file. Its order does not matter: people resolve merges by hand.
    ///
    /// # Errors
    ///
    /// When the text is not JSON, not of this format, of another version of it, or names a server twice. The
    /// message says where.
    pub fn parse(text: &str) -> Result<Self, LockError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = Document::parse(text).map_err(|error| match conflict(text) {
            Some(line) => LockError::MergeConflict { line },
            None => LockError::Syntax(error),
        })?;
        let version = document.root().get("formatVersion").ok_or(LockError::OtherKind)?;
        if version.literal() != FORMAT_VERSION.to_string() {
            return Err(LockError::UnknownFormat {
                position: version.position(),
                found: version.literal().chars().take(SHOWN).collect(),
            });
        }
        let malformed = |pointer: String, message: String| {
            let value = document.root().pointer(&pointer).unwrap_or_else(|| document.root());
            LockError::Malformed { position: value.position(), pointer, message }
        };
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let mut lock: Self = serde_path_to_error::deserialize(&mut deserializer)
            .map_err(|error| malformed(pointer(error.path()), message(error.inner())))?;
        let mut names = HashSet::new();
        for (at, server) in lock.servers.iter().enumerate() {
            if !names.insert(server.name.as_str()) {
                let message = format!("a server called `{}` stands in the file already", server.name);
                return Err(malformed(format!("/servers/{at}/name"), message));
            }
        }
        lock.sort();
        Ok(lock)
    }
}

/// The line of the first mark that a failed merge leaves.
fn conflict(text: &str) -> Option<usize> {
    text.lines().position(|line| line.starts_with("<<<<<<< ")).map(|at| at + 1)
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => _ = write!(pointer, "/{index}"),
            Segment::Map { key } => {
                pointer.push('/');
                pointer.push_str(&escape_pointer_segment(key));
            }
            Segment::Enum { .. } | Segment::Unknown => break,
        }
    }
    pointer
}

/// The message without the place that `serde_json` puts behind it: that is where the value ends, and ours is where it
/// begins.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).unwrap_or(&message).to_owned()
}
