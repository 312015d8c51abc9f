//! What reading has to say: errors, refused tools, warnings.

use std::fmt;

use crate::json::{Position, ProblemKind, SyntaxError};

/// Why an input as a whole could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is nothing but white space.
    #[error("the input is empty; expected the result of tools/list as JSON")]
    Empty,
    /// The bytes are not UTF-8.
    #[error("byte {offset} (0x{byte:02X}) is not UTF-8; save the file as UTF-8")]
    InvalidUtf8 {
        /// Offset of the first wrong byte.
        offset: usize,
        /// Its value.
        byte: u8,
    },
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Syntax(SyntaxError),
    /// A JSON-RPC server answered with an error.
    #[error("the JSON-RPC response is an error: {code}: {message}")]
    JsonRpcError {
        /// The error code as it was written.
        code: String,
        /// The server's message.
        message: String,
    },
    /// JSON, but nothing that holds tools.
    #[error(
        "{found}; expected a tools/list result ({{\"tools\": [...]}}), an array of tools, a single tool, \
         a JSON-RPC response, or JSON Lines of these"
    )]
    Unrecognised {
        /// What was found instead.
        found: String,
    },
    /// The shape was understood and holds no tools.
    #[error("the input has no tools; an empty list cannot be scored")]
    NoTools,
}

/// Not through `#[from]`, which would make it the source as well: the message tells it all.
impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

/// An entry of the input's list that is not a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedTool {
    /// Place in the input's list, from 0.
    pub index: usize,
    /// Its name, when it has one that can be read.
    pub name: Option<String>,
    /// JSON pointer within the tool.
    pub pointer: String,
    /// Line and column in the input.
    pub position: Position,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for RejectedTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tool(f, self.index, self.name.as_deref())?;
        if !self.pointer.is_empty() {
            write!(f, " at {}", self.pointer)?;
        }
        write!(f, ", {}: {}", self.position, self.message)
    }
}

/// Something in the input that was kept and should be known.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// Index and name of the tool it is about; `None` when it is about the input.
    pub tool: Option<(usize, String)>,
    /// JSON pointer within the tool, or within the document.
    pub pointer: String,
    /// Line and column in the input, where there was one.
    pub position: Option<Position>,
    /// What it is.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tool {
            Some((index, name)) => write_tool(f, *index, Some(name))?,
            None => f.write_str("input")?,
        }
        if !self.pointer.is_empty() {
            write!(f, " at {}", self.pointer)?;
        }
        if let Some(position) = self.position {
            write!(f, ", {position}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

fn write_tool(f: &mut fmt::Formatter<'_>, index: usize, name: Option<&str>) -> fmt::Result {
    match name {
        Some(name) => write!(f, "tool {} (`{name}`)", index + 1),
        None => write!(f, "tool {}", index + 1),
    }
}

/// The kinds of [`Warning`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// A key was repeated, or half a surrogate pair was replaced.
    #[error("{0}{hash}", hash = hash_note(.0))]
    Repaired(ProblemKind),
    /// More of the same kind in one tool than are worth a line each.
    #[error("{0} more repairs of this kind")]
    MoreRepairs(usize),
    /// An earlier tool has this name.
    #[error("the name was already used by tool {}; a client calls only one of them", earlier + 1)]
    DuplicateName {
        /// Index of the nearest earlier tool with the name.
        earlier: usize,
    },
    /// The answer is a page and the next one is not here.
    #[error("nextCursor is set ({cursor}): this is one page of several and tools are missing")]
    Incomplete {
        /// The cursor, as it was written.
        cursor: String,
    },
    /// Something beside the tools would be read differently by another reader.
    #[error("{0}")]
    Odd(ProblemKind),
    /// Messages of a captured session that are no answers to tools/list.
    #[error("{0} JSON-RPC messages without tools were passed over")]
    OtherMessages(usize),
    /// An answer of a captured session that is an error; to which question, it does not say.
    #[error("an answer of the session is an error: {0}")]
    SessionError(String),
    /// A single object was taken for a tool because it has a name, and has little else of one, or what no tool has.
    #[error("the input was read as a single tool, which {0}")]
    BareTool(String),
    /// A member that other formats keep the schema in, in a tool that has none where MCP has it.
    #[error("`{0}` was ignored: in a tool of this form the schema of the arguments is `inputSchema`")]
    IgnoredMember(&'static str),
    /// Documents of several servers were read as one.
    #[error("documents of another server, `{0}`, were read into the same set")]
    OtherServer(String),
}

fn hash_note(problem: &ProblemKind) -> &'static str {
    if matches!(problem, ProblemKind::LoneSurrogate { .. }) {
        "; the hash was taken after the repair"
    } else {
        ""
    }
}
