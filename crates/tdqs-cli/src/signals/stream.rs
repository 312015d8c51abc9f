//! Signals of an input that is larger than memory should be: read in pieces, on all cores, written in order.
//!
//! Every thread does the same: it cuts the next piece off the input, reads and measures it, and writes what came out
//! as soon as everything before it is written. Cutting and writing happen one at a time and take little; so the
//! threads soon stagger, and there is no queue but the few pieces that are ready before their turn.

use std::collections::BTreeMap;
use std::io::Read;
use std::mem;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Result, anyhow};
use globset::GlobMatcher;
use tdqs::SpecVersion;
use tdqs::rubric::HardGates;
use tdqs::signals::tool_set::stream::{
    Join, Joined, Keep, Piece, Pieces, Reading, Server, Sizes, StreamError, ToolPlace,
};
use tdqs::signals::{ContextSignals, Scratch, ToolView, Warning, WarningKind};

use super::held::LargeInput;
use super::line;
use super::told::Told;
use crate::arguments::Signals;
use crate::outcome::{Outcome, REJECTED_TOLD, say};
use crate::output::{Destination, Sink};
use crate::source::{NAMES_TOLD, head, matcher, no_match, shown, stem};

/// Pieces that each thread may have ready before their turn.
const AHEAD: u64 = 4;

pub(super) fn run(
    arguments: &Signals,
    inputs: Vec<LargeInput>,
    destination: &Destination,
) -> Result<Outcome> {
    let input = &arguments.input;
    let selection = input.tool.as_deref().map(matcher).transpose()?;
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = arguments.jobs.map_or_else(cores, usize::from);
    let lines = || Lines {
        edition: input.spec,
        selection: selection.as_ref(),
        scratch: Scratch::default(),
        written: Vec::new(),
    };
    let mut output = Output {
        sink: destination.open_for_long()?,
        outcome: Outcome::default(),
        given_name: input.server_name.as_deref(),
        has_selection: selection.is_some(),
        origin: String::new(),
        stem: String::new(),
        current: None,
        page_before: None,
        servers: 0,
        told: Told::default(),
        names: Vec::new(),
        has_match: false,
        buffer: Vec::new(),
        stopped: None,
    };
    for mut large in inputs {
        output.origin = shown(&large.path);
        output.stem = stem(&large.path);
        let read = large.open().and_then(|file| output.read(file, jobs, &lines));
        match (read, output.stopped.take()) {
            (_, Some(Stop::Unread)) => return Ok(output.outcome),
            (_, Some(Stop::Failed(error))) => return Err(error),
            (Ok(()), None) => {}
            (Err(error), None) => output.outcome.fail(&format!("{}: {error:#}", output.origin)),
        }
    }
    output.end_of_pages();
    output.told.others();
    let Output { sink, mut outcome, names, has_match, .. } = output;
    sink.finish()?;
    if let Some(glob) = input.tool.as_deref().filter(|_| !has_match && !names.is_empty()) {
        outcome.fail(&no_match(glob, names.iter().map(String::as_str)).to_string());
    }
    Ok(outcome)
}

/// Measures tools and writes their lines, but for the name of the server.
struct Lines<'s> {
    edition: SpecVersion,
    selection: Option<&'s GlobMatcher>,
    scratch: Scratch,
    written: Vec<u8>,
}

/// The lines of some tools.
#[derive(Default)]
struct Kept {
    /// Where they stand among those of their piece.
    lines: Range<usize>,
    /// Some of the names, for the case that a glob matches none.
    names: Vec<String>,
}

impl Keep for Lines<'_> {
    type Kept = Kept;

    fn keep(&mut self, kept: &mut Kept, tool: &ToolView<'_>, _: ToolPlace<'_>) {
        let name = tool.name();
        if let Some(glob) = self.selection {
            if kept.names.len() <= NAMES_TOLD {
                kept.names.push(name.clone().into_owned());
            }
            if !glob.is_match(&*name) {
                return;
            }
        }
        let signals = ContextSignals::of_with_scratch(tool, self.edition, &mut self.scratch);
        let flag = HardGates::of_view(tool).flag();
        if kept.lines.is_empty() {
            kept.lines.start = self.written.len();
        }
        // Writing to memory fails for no value that is a number or a text.
        _ = line::write_tool(&mut self.written, &name, flag.as_slice(), &signals);
        kept.lines.end = self.written.len();
    }
}

/// Why nothing more is written.
enum Stop {
    /// Nobody reads the output any more.
    Unread,
    /// It cannot be written, or would be wrong.
    Failed(anyhow::Error),
}

/// What was written, and what has to be known to go on.
struct Output<'a> {
    sink: Sink<'a>,
    outcome: Outcome,
    /// `--server-name`
    given_name: Option<&'a str>,
    has_selection: bool,
    /// The file that is being read, as the user named it, and its name as that of a server.
    origin: String,
    stem: String,
    current: Option<Current>,
    /// The last server of the file before, when it says that more pages follow.
    page_before: Option<PageBefore>,
    /// How many servers have begun.
    servers: usize,
    told: Told,
    /// Some of the names, for the case that a glob matches none.
    names: Vec<String>,
    has_match: bool,
    buffer: Vec<u8>,
    stopped: Option<Stop>,
}

/// The server whose tools are being written.
#[derive(Default)]
struct Current {
    /// Known when it has a tool.
    name: Option<String>,
    rejected: usize,
    has_match: bool,
    incomplete: Option<Warning>,
}

struct PageBefore {
    /// The name in the output.
    name: String,
    /// The name in the input.
    server_name: Option<String>,
    warning: String,
}

/// What the threads do one at a time: cutting.
struct Source {
    pieces: Pieces<Box<dyn Read + Send>>,
    /// The number of the next piece.
    next: u64,
    is_over: bool,
}

/// What the threads do one at a time: writing.
struct Turn<'t, 'a> {
    /// The number of the piece that is written next.
    next: u64,
    ready: BTreeMap<u64, Measured>,
    /// Memory of lines that are written. It is used again: a thread that gave back what another one took would
    /// wait for it, and so would the other.
    spent: Vec<Vec<u8>>,
    join: Join,
    output: &'t mut Output<'a>,
    error: Option<StreamError>,
}

/// What a piece held.
struct Measured {
    reading: Result<Reading<Kept>, StreamError>,
    lines: Vec<u8>,
}

impl Output<'_> {
    /// Reads a file and writes the lines of its tools.
    fn read<'s>(
        &mut self,
        file: Box<dyn Read + Send>,
        jobs: usize,
        lines: &(dyn Fn() -> Lines<'s> + Sync),
    ) -> Result<()> {
        let join = if self.given_name.is_some() { Join::new().ignoring_names() } else { Join::new() };
        let source =
            Mutex::new(Source { pieces: Pieces::new(file, Sizes::default()), next: 0, is_over: false });
        let turn = Mutex::new(Turn {
            next: 0,
            ready: BTreeMap::new(),
            spent: Vec::new(),
            join,
            output: self,
            error: None,
        });
        let changed = Condvar::new();
        let ahead = AHEAD * jobs as u64;
        let work = || work(&source, &turn, &changed, ahead, lines());
        thread::scope(|scope| {
            for _ in 1..jobs {
                scope.spawn(work);
            }
            work();
        });
        let Turn { join, output, error, .. } = turn.into_inner().unwrap_or_else(PoisonError::into_inner);
        let end = join.finish(&mut |joined| output.take(joined, &[]));
        match error {
            Some(error) => Err(error.into()),
            None => Ok(end?),
        }
    }

    /// Takes what comes next of a piece that has these lines.
    fn take(&mut self, joined: Joined<'_, Kept>, lines: &[u8]) {
        if self.stopped.is_some() {
            return;
        }
        let result = match joined {
            Joined::Kept { server_name, kept } => self.lines(server_name, &lines[kept.lines], kept.names),
            Joined::Rejected(rejected) => {
                let current = self.current.get_or_insert_default();
                current.rejected += 1;
                if current.rejected <= REJECTED_TOLD {
                    self.outcome.fail(&format!("{}: {rejected}", self.origin));
                }
                Ok(())
            }
            Joined::Warning(warning) if matches!(warning.kind, WarningKind::Incomplete { .. }) => {
                self.current.get_or_insert_default().incomplete = Some(warning);
                Ok(())
            }
            Joined::Warning(warning) => {
                say(&format!("warning: {}: {warning}", self.origin));
                Ok(())
            }
            Joined::End(server) => self.end(&server),
            _ => Ok(()),
        };
        if let Err(error) = result {
            self.stopped = Some(Stop::Failed(error));
        }
    }

    fn lines(&mut self, server_name: Option<&str>, lines: &[u8], names: Vec<String>) -> Result<()> {
        let name = self.name(server_name)?;
        let current = self.current.get_or_insert_default();
        let has_match = !lines.is_empty();
        current.has_match |= has_match;
        current.name.get_or_insert_with(|| name.clone());
        self.has_match |= has_match;
        let room = (NAMES_TOLD + 1).saturating_sub(self.names.len());
        self.names.extend(names.into_iter().take(room));
        let head = line::head(&name)?;
        self.buffer.clear();
        let mut begin = 0;
        for newline in memchr::memchr_iter(b'\n', lines) {
            self.buffer.extend_from_slice(&head);
            self.buffer.extend_from_slice(&lines[begin..=newline]);
            begin = newline + 1;
        }
        if !self.sink.write(&self.buffer)? {
            self.stopped = Some(Stop::Unread);
        }
        Ok(())
    }

    /// The name in the output of the server whose tools come next.
    fn name(&mut self, server_name: Option<&str>) -> Result<String> {
        if let Some(name) = self.current.as_ref().and_then(|current| current.name.clone()) {
            return Ok(name);
        }
        let continues =
            |before: &PageBefore| server_name.is_none() || server_name == before.server_name.as_deref();
        match self.page_before.take_if(|before| continues(before)) {
            Some(before) => return Ok(before.name),
            None => self.end_of_pages(),
        }
        self.servers += 1;
        match (self.given_name, server_name) {
            (Some(_), _) if self.servers > 1 => {
                Err(anyhow!("--server-name names one server, and {} holds another", self.origin))
            }
            (Some(name), _) | (None, Some(name)) => Ok(name.to_owned()),
            (None, None) => Ok(self.stem.clone()),
        }
    }

    fn end(&mut self, server: &Server) -> Result<()> {
        if server.tools + server.rejected == 0 {
            self.current = None;
            let name = server.server_name.as_deref().unwrap_or("without a name");
            self.outcome.fail(&format!("{}: the server {name} has no tools", self.origin));
            return Ok(());
        }
        let name = self.name(server.server_name.as_deref())?;
        let Current { rejected, has_match, incomplete, .. } = self.current.take().unwrap_or_default();
        if let Some(more) = rejected.checked_sub(REJECTED_TOLD).filter(|more| *more > 0) {
            self.outcome.fail(&format!("{}: {more} more entries are no tools", self.origin));
        }
        if has_match || !self.has_selection {
            self.told.server(server.tools, || {
                head(&name, &self.origin, server.shape, server.tools, server.rejected)
            });
        }
        self.page_before = incomplete.map(|warning| PageBefore {
            name,
            server_name: server.server_name.clone(),
            warning: format!("warning: {}: {warning}", self.origin),
        });
        Ok(())
    }

    /// Says that the pages which were announced have not come.
    fn end_of_pages(&mut self) {
        if let Some(before) = self.page_before.take() {
            say(&before.warning);
        }
    }
}

/// What every thread does.
fn work(
    source: &Mutex<Source>,
    turn: &Mutex<Turn<'_, '_>>,
    changed: &Condvar,
    ahead: u64,
    mut lines: Lines<'_>,
) {
    loop {
        // Not in the head of a `while`: the lock would be held until the end of the loop.
        let next = lock(source).next();
        let Some((number, piece)) = next else { return };
        let reading = piece.map(|piece| piece.read(&mut lines));
        let measured = Measured { reading, lines: mem::take(&mut lines.written) };
        let mut turn = lock(turn);
        while number >= turn.next + ahead && turn.is_on() {
            turn = changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
        turn.ready.insert(number, measured);
        turn.write();
        lines.written = turn.spent.pop().unwrap_or_default();
        if !turn.is_on() {
            // Taken one behind the other everywhere else: this is the only place that holds both.
            lock(source).is_over = true;
        }
        drop(turn);
        changed.notify_all();
    }
}

/// A thread that panicked takes the program with it when the others have ended.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Source {
    fn next(&mut self) -> Option<(u64, Result<Piece, StreamError>)> {
        if self.is_over {
            return None;
        }
        let piece = self.pieces.next().transpose()?;
        self.is_over = piece.is_err();
        self.next += 1;
        Some((self.next - 1, piece))
    }
}

impl Turn<'_, '_> {
    /// Writes whatever is next and ready.
    fn write(&mut self) {
        while let Some(Measured { reading, mut lines }) =
            self.ready.remove(&self.next).filter(|_| self.is_on())
        {
            self.next += 1;
            let output = &mut *self.output;
            let mut take = |joined: Joined<'_, Kept>| output.take(joined, &lines);
            self.error = reading.and_then(|reading| self.join.add(reading, &mut take)).err();
            lines.clear();
            self.spent.push(lines);
        }
    }

    fn is_on(&self) -> bool {
        self.error.is_none() && self.output.stopped.is_none()
    }
}
