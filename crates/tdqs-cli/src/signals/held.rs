//! Does the input fit in memory?

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
type Begun = (Vec<u8>, Box<dyn Read + Send>);

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
            let length = file.as_ref().map_or(0, |(bytes, _)| bytes.len());
            begun.push(file);
            let Some(left) = room.checked_sub(length) else {
                let begun = begun.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
                let inputs = input.files.iter().zip(begun);
                return Self::Some(
                    inputs.map(|(path, begun)| LargeInput { path: path.clone(), begun }).collect(),
                );
            };
            room = left;
        }
        Self::All(begun.into_iter().map(|file| file.map(|(bytes, _)| bytes)).collect())
    }
}

impl LargeInput {
    /// All that the file holds.
    pub(super) fn open(&mut self) -> Result<Box<dyn Read + Send>> {
        match self.begun.take() {
            Some(begun) => {
                let (bytes, rest) = begun?;
                Ok(Box::new(Cursor::new(bytes).chain(rest)))
            }
            None => open(&self.path),
        }
    }
}

/// Reads at most one byte more than there is room for.
fn begin(path: &Path, room: usize) -> Result<Begun> {
    let mut file = open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(room as u64 + 1).read_to_end(&mut bytes).context("cannot be read")?;
    Ok((bytes, file))
}
