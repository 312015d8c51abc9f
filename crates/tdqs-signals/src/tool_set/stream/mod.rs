//! Reading an input of any size in bounded memory, and on several threads.
//!
//! [`ToolSet`](crate::ToolSet) holds what it read; this does not. [`Pieces`] cuts the input where no tool is
//! cut: between lines that hold whole documents, and between the elements of an array that is too large to
//! hold, be it the whole document, the `tools` of a result or of a JSON-RPC response. A [`Piece`] can be read
//! on any thread, by the same reader that makes a [`ToolSet`](crate::ToolSet), into whatever a [`Keep`] keeps
//! of each tool. [`Join`] takes the readings in the order of the pieces and puts back together what went
//! across them: which server a tool belongs to, its place in the list, pages and cursors.
//!
//! Memory holds a few pieces, and the largest single line, tool or document that is not one large list.
//!
//! What is told is what the [`ToolSet`](crate::ToolSet) of the same input tells, with exceptions that lie in the
//! nature of a stream:
//!
//! - A name that an earlier tool has goes unnoticed: nobody keeps the names.
//! - The pointer to something odd in an entry that is no tool begins at the entry, not at the document.
//! - What comes after the tools and would have changed them (`serverName`, a second `tools`) ends the stream with
//!   an [error](StreamError::Changed): what was given out before it stands.
//! - An input that would have been refused as a whole (it ends in the middle, a byte is not UTF-8) is read up to
//!   there, or past it: the line or the entry is refused by itself where the next one can be found.
//!
//! ```
//! use tdqs_signals::ToolView;
//! use tdqs_signals::tool_set::stream::{Join, Joined, Keep, Pieces, Sizes, ToolPlace};
//!
//! /// Keeps the names.
//! struct Names;
//!
//! impl Keep for Names {
//!     type Kept = Vec<String>;
//!
//!     fn keep(&mut self, kept: &mut Vec<String>, tool: &ToolView<'_>, _: ToolPlace<'_>) {
//!         kept.push(tool.name().into_owned());
//!     }
//! }
//!
//! let input = "{\"serverName\": \"dock\", \"tools\": [{\"name\": \"move_crate\"}]}\n{\"name\": \"seal_crate\"}\n";
//! let mut pieces = Pieces::new(input.as_bytes(), Sizes::default());
//! let mut join = Join::new();
//! let mut names = Vec::new();
//! while let Some(piece) = pieces.next()? {
//!     join.add(piece.read(&mut Names), &mut |joined| {
//!         if let Joined::Kept { server_name, kept } = joined {
//!             names.push((server_name.map(str::to_owned), kept));
//!         }
//!     })?;
//! }
//! join.finish::<Vec<String>>(&mut |_| {})?;
//! assert_eq!(names[0], (Some("dock".to_owned()), vec!["move_crate".to_owned()]));
//! assert_eq!(names[1], (Some("dock".to_owned()), vec!["seal_crate".to_owned()]));
//! # Ok::<(), tdqs_signals::tool_set::stream::StreamError>(())
//! ```

mod element;
mod join;
mod piece;
mod pieces;

#[cfg(test)]
mod tests;

pub use super::keep::{Keep, ToolPlace};
pub use join::{Join, Joined, Server};
pub use piece::{Piece, Reading};
pub use pieces::{Pieces, Sizes};

use super::ReadError;
use crate::json::Position;

/// Why a stream could not be read to its end. What was given out before stands.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The input cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The input as a whole holds no tools.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A list that is read in pieces ends, or goes on, in a way in which no JSON does.
    #[error("not JSON: {position}, byte {offset}: {message}; the tools before it were read")]
    Broken {
        /// Line and column in the input.
        position: Position,
        /// Byte offset in the input.
        offset: u64,
        /// What was found.
        message: String,
    },
    /// Something after the tools changes what was said of them.
    #[error(
        "{what} comes after tools that were read without it; put it before them, or give the input in parts that \
         fit in memory"
    )]
    Changed {
        /// What came too late.
        what: String,
    },
}
