//! What goes across the pieces?

use super::StreamError;
use super::piece::Reading;
use crate::json::Position;
use crate::tool_set::keep::Run;
use crate::tool_set::{ReadError, RejectedTool, Shape, Warning, WarningKind};

/// Puts readings together, in the order of their pieces.
#[derive(Debug, Default)]
pub struct Join {
    open: Option<Open>,
    ignores_names: bool,
    /// Documents that have ended.
    documents: usize,
    has_entries: bool,
    error: Option<ReadError>,
}

/// The server whose tools are being given out.
#[derive(Debug)]
struct Open {
    server: Server,
    incomplete: Option<Warning>,
    other_messages: Option<(Option<Position>, usize)>,
}

/// A server, as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Server {
    /// `serverName` or `server.name`, where the input gives one.
    pub server_name: Option<String>,
    /// What the input looks like.
    pub shape: Shape,
    /// How many good tools there were.
    pub tools: usize,
    /// How many entries were none.
    pub rejected: usize,
    /// The input was one page of several and the next is not here.
    pub is_incomplete: bool,
}

/// What comes out of a [`Join`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Joined<'j, T> {
    /// What was kept of tools of one server.
    Kept {
        /// The server's name, where the input gives one before its tools.
        server_name: Option<&'j str>,
        /// What was kept.
        kept: T,
    },
    /// An entry that is no tool.
    Rejected(RejectedTool),
    /// What a reader of the numbers should know.
    Warning(Warning),
    /// No more of this server comes.
    End(Server),
}

impl Join {
    /// Begins with nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Does not mind when a server's name comes after its tools: whoever reads has one of their own.
    #[must_use]
    pub fn ignoring_names(self) -> Self {
        Self { ignores_names: true, ..self }
    }

    /// Takes what a piece held and gives out what is known by it.
    ///
    /// # Errors
    ///
    /// When something comes too late: see [`StreamError::Changed`].
    pub fn add<T>(
        &mut self,
        reading: Reading<T>,
        out: &mut dyn FnMut(Joined<'_, T>),
    ) -> Result<(), StreamError> {
        self.documents = self.documents.saturating_add(reading.documents);
        if self.error.is_none() {
            self.error = reading.error;
        }
        if let Some(what) = reading.changed {
            return Err(StreamError::Changed { what });
        }
        if reading.is_renamed && !self.ignores_names {
            return Err(StreamError::Changed { what: "the server's name".to_owned() });
        }
        reading.runs.into_iter().try_for_each(|run| self.run(run, out))
    }

    /// Ends the input. Its last server stays open, when it is known that more pages follow: the next input may
    /// go on with it.
    ///
    /// # Errors
    ///
    /// When the input held no tools.
    pub fn finish<T>(mut self, out: &mut dyn FnMut(Joined<'_, T>)) -> Result<(), StreamError> {
        self.close(out);
        if self.has_entries { Ok(()) } else { Err(self.error.unwrap_or(ReadError::NoTools).into()) }
    }

    fn run<T>(&mut self, run: Run<T>, out: &mut dyn FnMut(Joined<'_, T>)) -> Result<(), StreamError> {
        let is_other = |open: &Open| {
            let known = &open.server.server_name;
            run.server_name.is_some() && known.is_some() && *known != run.server_name
        };
        if self.open.as_ref().is_some_and(is_other) {
            self.close(out);
        }
        let entries = run.len();
        self.has_entries |= entries > 0;
        let open = self.open.get_or_insert_with(|| Open::new(run.shape));
        let server = &mut open.server;
        if server.server_name.is_none() && run.server_name.is_some() {
            if server.tools > 0 && !self.ignores_names {
                let name = run.server_name.unwrap_or_default();
                return Err(StreamError::Changed { what: format!("the server's name, `{name}`,") });
            }
            server.server_name = run.server_name;
        }
        if server.shape != run.shape {
            server.shape = Shape::Pages;
        }
        if run.reads_page {
            open.incomplete = None;
        }
        let before = server.tools + server.rejected;
        server.tools += run.tools;
        server.rejected += run.rejected.len();
        if run.tools > 0 {
            out(Joined::Kept { server_name: server.server_name.as_deref(), kept: run.kept });
        }
        for mut rejected in run.rejected {
            rejected.index += before;
            out(Joined::Rejected(rejected));
        }
        for mut warning in run.warnings {
            if let Some((index, _)) = &mut warning.tool {
                *index += before;
            }
            match warning.kind {
                WarningKind::Incomplete { .. } => open.incomplete = Some(warning),
                WarningKind::OtherMessages(count) => {
                    open.other_messages.get_or_insert((warning.position, 0)).1 += count;
                }
                _ => out(Joined::Warning(warning)),
            }
        }
        Ok(())
    }

    fn close<T>(&mut self, out: &mut dyn FnMut(Joined<'_, T>)) {
        let Some(Open { mut server, incomplete, other_messages }) = self.open.take() else { return };
        if self.documents > 1 {
            server.shape = Shape::JsonLines;
        }
        server.is_incomplete = incomplete.is_some();
        if let Some((position, count)) = other_messages {
            let kind = WarningKind::OtherMessages(count);
            out(Joined::Warning(Warning { tool: None, pointer: String::new(), position, kind }));
        }
        if let Some(warning) = incomplete {
            out(Joined::Warning(warning));
        }
        out(Joined::End(server));
    }
}

impl Open {
    fn new(shape: Shape) -> Self {
        let server = Server { server_name: None, shape, tools: 0, rejected: 0, is_incomplete: false };
        Self { server, incomplete: None, other_messages: None }
    }
}
