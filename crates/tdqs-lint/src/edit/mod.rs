//! Making edits in the text of a file, so that its author finds everything else as it was.
//!
//! Key order, indentation, line ends, number literals, escapes and a byte order mark stay: an edit touches the bytes
//! that it is about and no others. What is added is written as its neighbours are.
//!
//! ```
//! use tdqs_lint::{Edit, edit};
//! use tdqs_signals::ToolSet;
//!
//! let text = "[\n  {\n    \"name\": \"seal_crate\",\n    \"inputSchema\": {\"maximum\": 1e1}\n  }\n]\n";
//! let set = ToolSet::parse(text)?;
//! let tool = set.source(0).unwrap();
//! let edits = [Edit::Insert { pointer: "/inputSchema/type".into(), value: "object".into() }];
//! let edited = edit::apply(tool, &edits)?;
//! assert_eq!(
//!     edit::splice(text, [(tool.value().span(), edited)]),
//!     "[\n  {\n    \"name\": \"seal_crate\",\n    \"inputSchema\": {\"maximum\": 1e1, \"type\": \"object\"}\n  }\n]\n",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod entries;
mod error;
mod layout;
mod pointer;
mod splice;
mod strings;
mod write;

#[cfg(test)]
mod tests;

pub use apply::apply;
pub use error::{EditError, EditErrorKind};
pub use splice::splice;
