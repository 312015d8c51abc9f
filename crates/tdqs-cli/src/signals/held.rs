//! Does the input fit in memory?

use std::fs::{self, Metadata};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::arguments::Input;
use crate::source::open;

/// Bytes of all files together that are read as a whole, with all that can be said of a tool set as a whole.
const LIMIT: usize = 8 << 20;

/// What the files hold, as far as it was read.
pub(super) enum Held {
    /// Everything, in the order of the files.
    All(Vec<Result<Vec<u8>>>),
    /// More than should be held.
    Some(Vec<LargeInput>),
}

/// What was read of a file, and the rest of it.
struct Begun {
    bytes: Vec<u8>,
    rest: Box<dyn Read + Send>,
    /// There may be a rest.
    is_large: bool,
}

/// A file of which a part may have been read.
pub(super) struct LargeInput {
    pub(super) path: PathBuf,
    begun: Option<Result<Begun>>,
}

impl Held {
    pub(super) fn read(input: &Input) -> Self {
        let mut begun: Vec<Result<Begun>> = Vec::new();
        let mut room = LIMIT;
        for path in &input.files {
            let file = begin(path, room);
            let (length, is_large) =
                file.as_ref().map_or((0, false), |file| (file.bytes.len(), file.is_large));
            begun.push(file);
            room = room.saturating_sub(length);
            if is_large {
                let begun = begun.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
                let inputs = input.files.iter().zip(begun);
                return Self::Some(
                    inputs.map(|(path, begun)| LargeInput { path: path.clone(), begun }).collect(),
                );
            }
        }
        Self::All(begun.into_iter().map(|file| file.map(|file| file.bytes)).collect())
    }
}

impl LargeInput {
    /// All that the file holds.
    pub(super) fn open(&mut self) -> Result<Box<dyn Read + Send>> {
        match self.begun.take() {
            Some(begun) => {
                let Begun { bytes, rest, .. } = begun?;
                Ok(if bytes.is_empty() { rest } else { Box::new(Cursor::new(bytes).chain(rest)) })
            }
            None => open(&self.path),
        }
    }
}

/// Reads at most one byte more than there is room for, and nothing of a file that says itself that it is larger.
fn begin(path: &Path, room: usize) -> Result<Begun> {
    let mut rest = open(path)?;
    let mut bytes = Vec::new();
    if is_larger(path, room) {
        return Ok(Begun { bytes, rest, is_large: true });
    }
    rest.by_ref().take(room as u64 + 1).read_to_end(&mut bytes).context("cannot be read")?;
    let is_large = bytes.len() > room;
    Ok(Begun { bytes, rest, is_large })
}

/// Whether a file is known to be too large. Of a pipe nobody knows.
fn is_larger(path: &Path, room: usize) -> bool {
    let is_large = |metadata: Metadata| metadata.is_file() && metadata.len() > room as u64;
    path.as_os_str() != "-" && fs::metadata(path).is_ok_and(is_large)
}
