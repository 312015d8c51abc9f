//! From whatever somebody has in hand to the tools of a server.
//!
//! People capture `tools/list` in many shapes, and a reader that knows one of them sends everyone else
//! away. [`ToolSet`] reads them all, keeps every tool that is one, and says of each that is not which it
//! was, where, and what is wrong with it. Input that is not understood is an error, never an empty set.
//!
//! Decisions: "Reading input".

mod keep;
mod notice;
mod read;
mod shape;
pub mod stream;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use notice::{ReadError, RejectedTool, Warning, WarningKind};
pub use shape::{Shape, TOOL_MEMBERS};

use crate::ToolDefinition;
use crate::json::{Json, Position, PositionIndex};

/// The tools of one server, and what there was to say about reading them.
///
/// ```
/// use tdqs_signals::{Shape, ToolSet};
///
/// let set = ToolSet::parse(r#"{"serverName": "dock", "tools": [
///     {"name": "move_crate", "description": "Move one crate."},
///     {"name": "seal_crate", "inputSchema": "none"}
/// ]}"#)?;
/// assert_eq!(set.server_name.as_deref(), Some("dock"));
/// assert_eq!(set.shape, Shape::ToolsList);
/// assert_eq!(set.tools()[0].name, "move_crate");
/// assert_eq!(set.rejected[0].to_string(),
///     "tool 2 (`seal_crate`) at /inputSchema, line 3, column 43: `inputSchema` is a string, expected an object");
/// # Ok::<(), tdqs_signals::ReadError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ToolSet {
    /// `serverName` or `server.name`, where the input gives one.
    pub server_name: Option<String>,
    /// What the input looked like.
    pub shape: Shape,
    /// The good tools. Not public, because `sources` goes by their places.
    tools: Vec<ToolDefinition>,
    /// What stood among the tools and is none.
    pub rejected: Vec<RejectedTool>,
    /// What was repaired, and what a reader of the numbers should know.
    pub warnings: Vec<Warning>,
    /// By good tool: its place in the input's list, and the value it was read from.
    sources: Vec<Source>,
}

#[derive(Debug, Clone)]
struct Source {
    index: usize,
    json: Json,
    /// Made when the first line and column is asked for; shared by all tools, of all servers, of a text.
    positions: Arc<OnceLock<PositionIndex>>,
}

impl Source {
    fn position(&self, offset: usize) -> Position {
        self.index().at(self.json.source_text(), offset)
    }

    fn index(&self) -> &PositionIndex {
        self.positions.get_or_init(|| PositionIndex::new(self.json.source_text()))
    }
}

impl ToolSet {
    /// A set of definitions that were made in code.
    #[must_use]
    pub fn new(server_name: Option<String>, tools: Vec<ToolDefinition>) -> Self {
        let mut set = Self { server_name, tools, ..Self::default() };
        set.report_duplicates();
        set
    }

    /// Reads a text in any of the [shapes](Shape).
    ///
    /// Where it holds several servers (JSON Lines, pages), they become one set and a warning says so;
    /// [`parse_servers`](Self::parse_servers) keeps them apart.
    ///
    /// # Errors
    ///
    /// When the text as a whole cannot be read: not JSON, not a shape that holds tools, no tools in it,
    /// or the error answer of a JSON-RPC server. A broken tool is no error, but in
    /// [`rejected`](Self::rejected).
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut sets = read::read(text, read::Servers::Merge)?;
        sets.pop().ok_or(ReadError::NoTools)
    }

    /// Reads a text that may hold several servers: one set for each run of documents with one server
    /// name. A server that lists no tools is an empty set, when others list some.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn parse_servers(text: &str) -> Result<Vec<Self>, ReadError> {
        read::read(text, read::Servers::Split)
    }

    /// Reads bytes that should be UTF-8, with or without a byte order mark.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), and when the bytes are not UTF-8.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        Self::parse(utf8(bytes)?)
    }

    /// The good tools, in the order of the input.
    #[must_use]
    pub fn tools(&self) -> &[ToolDefinition] {
        &self.tools
    }

    /// How many entries the input's list had, broken ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len() + self.rejected.len()
    }

    /// Whether nothing at all was in the list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a good tool in the input's list, from 0.
    #[must_use]
    pub fn index_in_input(&self, tool: usize) -> usize {
        self.sources.get(tool).map_or(tool, |source| source.index)
    }

    /// The JSON object a good tool was read from, with its place in the input. `None` for a definition
    /// that was made in code.
    #[must_use]
    pub fn source(&self, tool: usize) -> Option<&Json> {
        self.sources.get(tool).map(|source| &source.json)
    }

    /// The line and column of a byte of the text that a good tool was read from. `None` for a definition that was made in
    /// code.
    ///
    /// However many are asked for, and of however many servers, the text is gone through once.
    ///
    /// ```
    /// use tdqs_signals::ToolSet;
    ///
    /// let set = ToolSet::parse("[\n  {\"name\": \"seal_crate\"}\n]")?;
    /// let name = set.source(0).and_then(|tool| tool.value().get("name")).unwrap();
    /// assert_eq!(set.position(0, name.span().start).unwrap().to_string(), "line 2, column 12");
    /// # Ok::<(), tdqs_signals::ReadError>(())
    /// ```
    #[must_use]
    pub fn position(&self, tool: usize, offset: usize) -> Option<Position> {
        self.sources.get(tool).map(|source| source.position(offset))
    }

    /// The lines and columns of both ends of a byte range, as [`position`](Self::position) gives them.
    #[must_use]
    pub fn positions(&self, tool: usize, range: Range<usize>) -> Option<Range<Position>> {
        let source = self.sources.get(tool)?;
        Some(source.index().of_range(source.json.source_text(), range))
    }

    /// The names of a tool's siblings, in the server's order: of all good tools that are not called the
    /// same.
    #[must_use]
    pub fn sibling_names(&self, tool: usize) -> Vec<&str> {
        let own = self.tools.get(tool).map(|tool| tool.name.as_str());
        self.tools.iter().map(|tool| tool.name.as_str()).filter(|name| Some(*name) != own).collect()
    }

    /// Whether the input was one page of several and the next is not here.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.warnings.iter().any(|warning| matches!(warning.kind, WarningKind::Incomplete { .. }))
    }

    /// Adds the tools of the next page of the same server.
    pub fn append(&mut self, next: Self) {
        let offset = self.len();
        self.warnings.retain(|warning| {
            !matches!(warning.kind, WarningKind::Incomplete { .. } | WarningKind::DuplicateName { .. })
        });
        self.server_name = self.server_name.take().or(next.server_name);
        self.shape = Shape::Pages;
        self.tools.extend(next.tools);
        self.sources
            .extend(next.sources.into_iter().map(|source| Source { index: source.index + offset, ..source }));
        self.rejected.extend(next.rejected.into_iter().map(|mut rejected| {
            rejected.index += offset;
            rejected
        }));
        let earlier_tools = offset;
        self.warnings.extend(
            next.warnings
                .into_iter()
                .filter(|warning| !matches!(warning.kind, WarningKind::DuplicateName { .. }))
                .map(|mut warning| {
                    warning.tool = warning.tool.map(|(index, name)| (index + earlier_tools, name));
                    warning
                }),
        );
        self.report_duplicates();
    }

    fn report_duplicates(&mut self) {
        let mut earlier: HashMap<&str, usize> = HashMap::with_capacity(self.tools.len());
        let mut warnings = Vec::new();
        for (at, tool) in self.tools.iter().enumerate() {
            let index = self.index_in_input(at);
            let Some(earlier) = earlier.insert(&tool.name, index) else { continue };
            let position = self.sources.get(at).map(|source| {
                let tool = source.json.value();
                source.position(tool.get("name").unwrap_or(tool).span().start)
            });
            warnings.push(Warning {
                tool: Some((index, tool.name.clone())),
                pointer: "/name".to_owned(),
                position,
                kind: WarningKind::DuplicateName { earlier },
            });
        }
        self.warnings.extend(warnings);
    }
}

/// The bytes as text.
///
/// # Errors
///
/// When they are not UTF-8, with the offset of the first byte that is not.
pub fn utf8(bytes: &[u8]) -> Result<&str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        ReadError::InvalidUtf8 { offset, byte: bytes.get(offset).copied().unwrap_or_default() }
    })
}

#[cfg(test)]
mod tests;
