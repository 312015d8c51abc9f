//! The reader: documents, then pages, then tools.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::keep::{Definitions, Keep, Run, ToolPlace};
use super::notice::{ReadError, RejectedTool, Warning, WarningKind};
use super::{Shape, TOOL_MEMBERS, ToolSet};
use crate::ToolView;
use crate::json::{
    Array, Document, Fault, Json, Kind, MAX_DEPTH, Object, Position, PositionIndex, Problem, Spare, Value,
    count_characters,
};

/// What to do with documents of several servers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Servers {
    /// They become one set.
    Merge,
    /// A document of another server begins a set; one that names none belongs to the set before.
    Split,
    /// A document that names another server, or none after one that names one, begins a run. Which runs
    /// make a set, whoever knows what came before decides.
    Runs,
}

/// Repairs of one tool, and oddities beside the tools, that are told one by one.
const TOLD: usize = 20;

const BYTE_ORDER_MARK: char = '\u{feff}';

pub(super) fn read(text: &str, servers: Servers) -> Result<Vec<ToolSet>, ReadError> {
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    if text[start..].trim_ascii().is_empty() {
        return Err(ReadError::Empty);
    }
    let text: Arc<str> = Arc::from(text);
    let mut keeper = Definitions::default();
    // What the reader says of the text and what is asked of its tools later is found by the same lines and columns.
    let positions = Arc::clone(&keeper.positions);
    let mut reader =
        Reader { positions, ..Reader::new(Arc::clone(&text), Place::default(), servers, &mut keeper) };
    match Document::parse_prefix(Arc::clone(&text), start..text.len()) {
        Ok(document) if text[document.end()..].trim_ascii().is_empty() => reader.document(document, false)?,
        Ok(document) if starts_new_line(&text, document.end()) => {
            reader.documents(start, &[]);
            reader.sets.iter_mut().for_each(|set| set.shape = Shape::JsonLines);
        }
        Ok(document) => Document::expect_end(&text, document.end()).map_err(|fault| fault.in_text(&text))?,
        Err(_) if looks_like_lines(&text, start) => {
            reader.documents(start, &[]);
            reader.sets.iter_mut().for_each(|set| set.shape = Shape::JsonLines);
        }
        Err(fault) => return Err(fault.in_text(&text).into()),
    }
    reader.finish()
}

/// Where a text begins in the input that it is a part of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Bytes before it.
    pub(super) offset: u64,
    /// Line ends before it.
    pub(super) lines: usize,
    /// Characters before it in its first line.
    pub(super) characters: usize,
}

impl Place {
    /// The same for people.
    pub(super) fn position(self) -> Position {
        Position { line: self.lines + 1, column: self.characters + 1 }
    }

    /// The place in the whole input of a place in the text.
    fn shifted(self, position: Position) -> Position {
        Position {
            line: position.line + self.lines,
            column: position.column + if position.line == 1 { self.characters } else { 0 },
        }
    }

    /// Where what follows so many whole lines of so many bytes begins.
    pub(super) fn after_lines(self, lines: usize, bytes: usize) -> Self {
        Self { offset: self.offset + bytes as u64, lines: self.lines + lines, characters: 0 }
    }

    /// Where what follows these bytes begins.
    pub(super) fn after(self, bytes: &[u8]) -> Self {
        let lines = memchr::memchr_iter(b'\n', bytes).count();
        let last = memchr::memrchr(b'\n', bytes).map_or(0, |newline| newline + 1);
        Self {
            offset: self.offset + bytes.len() as u64,
            lines: self.lines + lines,
            characters: count_characters(&bytes[last..]) + if lines == 0 { self.characters } else { 0 },
        }
    }
}

/// Whether lines follow the document that ends at `end`: a next document, or one behind lines that are none, such as
/// those of a log.
fn starts_new_line(text: &str, end: usize) -> bool {
    let gap = gap(&text[end..]);
    let rest = &text[end + gap..];
    text[end..end + gap].contains('\n') && (rest.starts_with(['{', '[']) || rest.lines().any(is_whole))
}

/// Whether a line is an object.
fn is_whole(line: &str) -> bool {
    Document::parse(line).is_ok_and(|document| document.root().kind() == Kind::Object)
}

/// Bytes of white space, and of byte order marks where files were put one behind the other.
fn gap(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\n', BYTE_ORDER_MARK]).len()
}

/// Whether a text whose first document is broken is JSON Lines with a broken line, and not one broken
/// document: every line opens a value, and one of them is whole.
fn looks_like_lines(text: &str, start: usize) -> bool {
    let mut lines = text[start..].lines().filter(|line| !line.trim_ascii().is_empty());
    let all_open = lines.clone().all(|line| line.trim_ascii_start().starts_with(['{', '[']));
    all_open && lines.clone().count() > 1 && lines.any(is_whole)
}

/// Checks that only white space follows byte `end` in its line, which ends at byte `last` of the text at the
/// latest.
fn expect_line_end(text: &str, end: usize, last: usize) -> Result<(), Fault> {
    let newline = memchr::memchr(b'\n', &text.as_bytes()[end..last]);
    let line_end = newline.map_or(last, |newline| end + newline);
    Document::expect_end(&text[..line_end], end)
}

/// A part of a text that cannot be read, and was blanked out before: where, and why.
pub(super) struct Blanked {
    pub(super) offset: usize,
    pub(super) message: String,
}

pub(super) struct Reader<'k, K: Keep> {
    text: Arc<str>,
    place: Place,
    servers: Servers,
    keeper: &'k mut K,
    pub(super) sets: Vec<Run<K::Kept>>,
    /// Made when the first message needs a line and a column.
    positions: Arc<OnceLock<PositionIndex>>,
    /// The first error answer of a session; it is the reason when there are no tools.
    pub(super) error: Option<ReadError>,
    /// Byte ranges of the tools that were taken out of a document with problems.
    taken: Vec<Range<usize>>,
    spare: Spare,
    /// How many documents were read.
    pub(super) documents: usize,
    /// From which byte on the text is another part of the input, and which.
    goes_on: Option<(usize, Place)>,
}

impl<'k, K: Keep> Reader<'k, K> {
    pub(super) fn new(text: Arc<str>, place: Place, servers: Servers, keeper: &'k mut K) -> Self {
        Self {
            text,
            place,
            servers,
            keeper,
            sets: Vec::new(),
            positions: Arc::default(),
            error: None,
            taken: Vec::new(),
            spare: Spare::default(),
            documents: 0,
            goes_on: None,
        }
    }

    /// Says that the text leaves out a part of the input before byte `at`, behind which it goes on at `place`.
    pub(super) fn goes_on_at(&mut self, at: usize, place: Place) {
        self.goes_on = Some((at, place));
    }

    fn position(&self, offset: usize) -> Position {
        if let Some((at, place)) = self.goes_on.filter(|(at, _)| offset >= *at) {
            return place.shifted(Position::of(&self.text[at..], offset - at));
        }
        let index = self.positions.get_or_init(|| PositionIndex::new(&self.text));
        self.place.shifted(index.at(&self.text, offset))
    }

    /// The document that begins a stretch of the text, in memory that the last one left.
    fn parse(&mut self, stretch: Range<usize>) -> Result<Document, Fault> {
        let mut spare = std::mem::take(&mut self.spare);
        if self.servers == Servers::Runs {
            spare.make_room(stretch.len());
        }
        if spare.is_empty() {
            Document::parse_prefix(Arc::clone(&self.text), stretch)
        } else {
            Document::parse_again(spare, Arc::clone(&self.text), stretch)
        }
    }

    /// The document that begins a stretch of the text. Only white space may follow in its last line.
    fn document_in(&mut self, stretch: Range<usize>) -> Result<Document, Fault> {
        let last = stretch.end;
        let document = self.parse(stretch)?;
        expect_line_end(&self.text, document.end(), last)?;
        Ok(document)
    }

    /// Reads a part of an array's inside: elements at the given places. One that is not JSON is refused by itself, as
    /// are those that were blanked out.
    ///
    /// They are tools of the server and the shape of `list`, where there is one, and else whatever an array may
    /// hold.
    pub(super) fn elements(
        &mut self,
        ranges: &[Range<usize>],
        list: Option<&(Option<String>, Shape)>,
        mut blanked: &[Blanked],
    ) {
        let server = || list.cloned().unwrap_or((None, Shape::Array));
        for range in ranges {
            self.reject_blanked(&mut blanked, range.start, server);
            let read = self.parse(range.clone()).and_then(|document| {
                Document::expect_end(&self.text[..range.end], document.end()).map(|()| document)
            });
            match read {
                Ok(document) => {
                    let json = Json::root_of(Arc::new(document));
                    match list {
                        Some((name, shape)) => self.tools(&json, name.clone(), *shape, [json.value()]),
                        None => self.element(&json, json.value()),
                    }
                    self.oddities(&json);
                    self.spare = json.into_spare();
                }
                Err(Fault { offset, message, .. }) => {
                    let (name, shape) = server();
                    self.reject(name, shape, offset, format!("the entry is not JSON: {message}"));
                }
            }
        }
        self.reject_blanked(&mut blanked, self.text.len(), server);
    }

    /// Refuses what was blanked out before a place.
    fn reject_blanked(
        &mut self,
        blanked: &mut &[Blanked],
        at: usize,
        server: impl Fn() -> (Option<String>, Shape),
    ) {
        while let [first, rest @ ..] = *blanked
            && first.offset < at
        {
            let (name, shape) = server();
            self.reject(name, shape, first.offset, first.message.clone());
            *blanked = rest;
        }
    }

    /// Reads one document behind the other: a line, or several where the line does not hold a whole one. A
    /// broken one is refused by itself, and reading goes on at the next line that opens a value. So are lines that
    /// were blanked out.
    pub(super) fn documents(&mut self, start: usize, mut blanked: &[Blanked]) {
        let text = Arc::clone(&self.text);
        let mut at = start;
        // Before this place no document of several lines begins: one was tried and failed there, and each
        // further try would read the same stretch again.
        let mut several_lines_from = start;
        loop {
            at += gap(&text[at..]);
            self.reject_blanked(&mut blanked, at, || (None, Shape::JsonLines));
            if at == text.len() {
                break;
            }
            let read = self.next_document(at, &mut several_lines_from);
            self.documents += 1;
            match read {
                Ok(document) => {
                    let begin = std::mem::replace(&mut at, document.end());
                    match self.document(document, true) {
                        Ok(()) => {}
                        Err(error @ ReadError::JsonRpcError { .. }) => self.session_error(begin, error),
                        Err(error) => self.reject(None, Shape::JsonLines, begin, error.to_string()),
                    }
                }
                Err(Fault { offset, message, .. }) => {
                    let message = format!("the line is not JSON: {message}");
                    self.reject(None, Shape::JsonLines, offset, message);
                    let lines = text[at..].match_indices('\n').map(|(newline, _)| at + newline + 1);
                    let opens = |line: &usize| text[*line..].starts_with(['{', '[']);
                    at = lines.into_iter().find(opens).unwrap_or(text.len());
                }
            }
        }
    }

    /// The document that begins at `at`: one of several lines where none has been tried in vain up to there, else what the
    /// line holds.
    fn next_document(&mut self, at: usize, several_lines_from: &mut usize) -> Result<Document, Fault> {
        let end = self.text.len();
        let several = (at >= *several_lines_from).then(|| self.document_in(at..end));
        if let Some(Ok(document)) = several {
            return Ok(document);
        }
        let newline = memchr::memchr(b'\n', &self.text.as_bytes()[at..]);
        let line = self.document_in(at..newline.map_or(end, |newline| at + newline));
        if let (Err(in_line), Some(Err(fault))) = (&line, several)
            && in_line.is_cut_short
        {
            *several_lines_from = if fault.is_cut_short { end } else { fault.offset };
        }
        line
    }

    /// Notes an error answer among the messages of a session, which need not be about tools.
    fn session_error(&mut self, offset: usize, error: ReadError) {
        let position = self.position(offset);
        self.current(None, Shape::JsonLines, offset).warnings.push(Warning {
            tool: None,
            pointer: String::new(),
            position: Some(position),
            kind: WarningKind::SessionError(error.to_string()),
        });
        self.error.get_or_insert(error);
    }

    /// Refuses an entry of which no tool can be named.
    pub(super) fn reject(
        &mut self,
        server_name: Option<String>,
        shape: Shape,
        offset: usize,
        message: String,
    ) {
        let position = self.position(offset);
        let set = self.current(server_name, shape, offset);
        let index = set.len();
        set.rejected.push(RejectedTool { index, name: None, pointer: String::new(), position, message });
    }

    /// Takes the tools out of one document, which is one of several or the only one.
    pub(super) fn document(&mut self, document: Document, is_one_of_several: bool) -> Result<(), ReadError> {
        let json = Json::root_of(Arc::new(document));
        let root = json.value();
        match root.kind() {
            Kind::Array => {
                // An empty list is one of a server as well.
                self.current(None, Shape::Array, root.span().start);
                root.as_array()
                    .into_iter()
                    .flat_map(Array::iter)
                    .for_each(|element| self.element(&json, element));
            }
            Kind::Object if is_one_of_several && is_other_message(root) => self.other_message(root),
            Kind::Object => self.page(&json, root, Shape::ToolsList)?,
            other => {
                return Err(ReadError::Unrecognised {
                    found: format!("the input is {}", other.with_article()),
                });
            }
        }
        self.oddities(&json);
        self.spare = json.into_spare();
        Ok(())
    }

    /// Takes an element of an array for what it is: a page, a list, a message, or a tool. A page that is broken
    /// is refused by itself.
    fn element(&mut self, json: &Json, element: Value<'_>) {
        let read = match element.kind() {
            Kind::Array => {
                let tools = element.as_array().into_iter().flat_map(Array::iter);
                self.tools(json, None, Shape::Pages, tools);
                Ok(())
            }
            Kind::Object if is_other_message(element) => {
                self.other_message(element);
                Ok(())
            }
            Kind::Object if holds_page(element) => self.page(json, element, Shape::Pages),
            _ => {
                self.tools(json, None, Shape::Array, [element]);
                Ok(())
            }
        };
        if let Err(error) = read {
            self.reject(None, Shape::Pages, element.span().start, error.to_string());
        }
    }

    fn page(&mut self, json: &Json, page: Value<'_>, shape: Shape) -> Result<(), ReadError> {
        let is_rpc = page.get("jsonrpc").is_some();
        if let Some(error) = page.get("error").filter(|error| is_rpc && error.kind() == Kind::Object) {
            let text = |key| {
                error.get(key).map(|value| value.as_str().map_or(value.literal().to_owned(), Into::into))
            };
            return Err(ReadError::JsonRpcError {
                code: text("code").unwrap_or_else(|| "no code".to_owned()),
                message: text("message").unwrap_or_else(|| "no message".to_owned()),
            });
        }
        let result = page.get("result").filter(|result| is_rpc || result.get("tools").is_some());
        let list = result.unwrap_or(page);
        let shape = match shape {
            Shape::ToolsList if result.is_some() => Shape::JsonRpc,
            shape => shape,
        };
        match list.get("tools") {
            Some(tools) if tools.kind() == Kind::Array => {
                let server_name = server_name(list).or_else(|| server_name(page));
                self.tools(json, server_name, shape, tools.as_array().into_iter().flat_map(Array::iter));
                self.cursor(list);
                Ok(())
            }
            _ if is_tool_like(list) => {
                let shape = if shape == Shape::Pages { shape } else { Shape::SingleTool };
                self.tools(json, None, shape, [list]);
                self.bare_tool(list);
                Ok(())
            }
            Some(tools) => {
                Err(ReadError::Unrecognised { found: format!("`tools` is {}", tools.kind().with_article()) })
            }
            None => Err(ReadError::Unrecognised { found: described(list) }),
        }
    }

    /// Passes over a message of a captured session. The first answer of one names the server.
    fn other_message(&mut self, message: Value<'_>) {
        let name = message.pointer("/result/serverInfo/name").and_then(name_text);
        let offset = message.span().start;
        let position = self.position(offset);
        let set = self.current(name, Shape::JsonLines, offset);
        let counted = set.warnings.iter_mut().find_map(|warning| match &mut warning.kind {
            WarningKind::OtherMessages(count) => Some(count),
            _ => None,
        });
        match counted {
            Some(count) => *count += 1,
            None => set.warnings.push(Warning {
                tool: None,
                pointer: String::new(),
                position: Some(position),
                kind: WarningKind::OtherMessages(1),
            }),
        }
    }

    /// Notes whether more pages follow the one that was just read.
    fn cursor(&mut self, list: Value<'_>) {
        let cursor =
            list.get("nextCursor").filter(|cursor| cursor.as_str().is_some_and(|text| !text.is_empty()));
        let warning = cursor.map(|cursor| Warning {
            tool: None,
            pointer: "/nextCursor".to_owned(),
            position: Some(self.position(cursor.span().start)),
            kind: WarningKind::Incomplete { cursor: cursor.literal().to_owned() },
        });
        let Some(set) = self.sets.last_mut() else { return };
        // A warning of the page before is answered by this page.
        set.reads_page = true;
        set.warnings.retain(|warning| !matches!(warning.kind, WarningKind::Incomplete { .. }));
        set.warnings.extend(warning);
    }

    /// Doubts a single object that is a tool by its name alone.
    fn bare_tool(&mut self, tool: Value<'_>) {
        let Some(set) = self.sets.last_mut() else { return };
        let index = set.len().saturating_sub(1);
        if set.rejected.last().is_some_and(|rejected| rejected.index == index) {
            return;
        }
        let Ok(view) = ToolView::of(tool) else { return };
        let Some(doubt) = doubt(tool, &view) else { return };
        set.warnings.push(Warning {
            tool: Some((index, view.name().into_owned())),
            pointer: String::new(),
            position: None,
            kind: WarningKind::BareTool(doubt),
        });
    }

    /// Tells of problems in the document that lie in none of the tools that were taken out of it.
    fn oddities(&mut self, json: &Json) {
        let taken = std::mem::take(&mut self.taken);
        if json.document().problems().is_empty() {
            return;
        }
        let root = json.value();
        let is_elsewhere = |problem: &&Problem| {
            let after = taken.partition_point(|span| span.end <= problem.offset);
            taken.get(after).is_none_or(|span| span.start > problem.offset)
        };
        // What is fatal lies in a refused tool, which says so itself, or hurts nobody.
        let odd =
            json.document().problems().iter().filter(|problem| !problem.is_fatal()).filter(is_elsewhere);
        let warnings: Vec<Warning> = odd
            .take(TOLD)
            .map(|problem| Warning {
                tool: None,
                pointer: root.pointer_to(problem.offset),
                position: Some(self.position(problem.offset)),
                kind: WarningKind::Odd(problem.kind.clone()),
            })
            .collect();
        if let Some(set) = self.sets.last_mut() {
            set.warnings.extend(warnings);
        }
    }

    /// The set that a document of the named server goes into.
    fn current(&mut self, server_name: Option<String>, shape: Shape, offset: usize) -> &mut Run<K::Kept> {
        let is_other = |set: &Run<K::Kept>| match self.servers {
            Servers::Runs => set.server_name != server_name,
            Servers::Merge | Servers::Split => {
                server_name.is_some() && set.server_name.is_some() && set.server_name != server_name
            }
        };
        let last_is_other = self.sets.last().is_some_and(is_other);
        if self.sets.is_empty() || (last_is_other && self.servers != Servers::Merge) {
            self.sets.push(Run::new(shape));
        } else if last_is_other {
            let warning = Warning {
                tool: None,
                pointer: String::new(),
                position: Some(self.position(offset)),
                kind: WarningKind::OtherServer(server_name.clone().unwrap_or_default()),
            };
            self.sets.last_mut().into_iter().for_each(|set| set.warnings.push(warning.clone()));
        }
        // Not empty: a set was pushed just above when there was none.
        let last = self.sets.len() - 1;
        let set = &mut self.sets[last];
        set.server_name = set.server_name.take().or(server_name);
        set
    }

    fn tools<'v>(
        &mut self,
        json: &Json,
        server_name: Option<String>,
        shape: Shape,
        tools: impl IntoIterator<Item = Value<'v>>,
    ) {
        let mut tools = tools.into_iter().peekable();
        let start = tools.peek().map_or(0, |tool| tool.span().start);
        let set = self.current(server_name, shape, start);
        if set.shape != shape && set.shape != Shape::JsonLines {
            set.shape = Shape::Pages;
        }
        let Some(mut set) = self.sets.pop() else { return };
        for tool in tools {
            self.tool(json, tool, &mut set);
        }
        self.sets.push(set);
    }

    fn tool(&mut self, json: &Json, tool: Value<'_>, set: &mut Run<K::Kept>) {
        let index = set.len();
        match view(json.document(), tool) {
            Ok(view) => {
                let problems = problems_within(json.document(), tool);
                if !json.document().problems().is_empty() {
                    self.taken.push(tool.span());
                }
                self.repairs(tool, index, &view, problems, &mut set.warnings);
                self.keeper.keep(&mut set.kept, &view, ToolPlace { index, value: tool, json });
                set.tools += 1;
            }
            Err(Refusal { pointer, offset, message }) => {
                let position = self.position(offset);
                let name = ToolView::name_in(tool);
                set.rejected.push(RejectedTool { index, name, pointer, position, message });
            }
        }
    }

    fn repairs(
        &self,
        tool: Value<'_>,
        index: usize,
        view: &ToolView<'_>,
        problems: &[Problem],
        warnings: &mut Vec<Warning>,
    ) {
        let about = |pointer: String, position, kind| Warning {
            tool: Some((index, view.name().into_owned())),
            pointer,
            position,
            kind,
        };
        // Where a schema was read none was passed over.
        if view.input_schema.is_none()
            && let Some(member) = ToolView::ignored_schema(tool)
        {
            warnings.push(about(format!("/{member}"), None, WarningKind::IgnoredMember(member)));
        }
        warnings.extend(problems.iter().take(TOLD).map(|problem| {
            let position = self.position(problem.offset);
            let kind = WarningKind::Repaired(problem.kind.clone());
            about(tool.pointer_to(problem.offset), Some(position), kind)
        }));
        if problems.len() > TOLD {
            let more = WarningKind::MoreRepairs(problems.len() - TOLD);
            warnings.push(about(String::new(), None, more));
        }
    }
}

impl Reader<'_, Definitions> {
    fn finish(self) -> Result<Vec<ToolSet>, ReadError> {
        // A server without tools stays beside the others: whoever scores them has to hear of it.
        if self.sets.iter().all(|set| set.len() == 0) {
            return Err(self.error.unwrap_or(ReadError::NoTools));
        }
        Ok(self.sets.into_iter().map(ToolSet::from).collect())
    }
}

/// Why an entry of the list is no tool, and where in the text that shows.
struct Refusal {
    pointer: String,
    offset: usize,
    message: String,
}

fn view<'a>(document: &Document, tool: Value<'a>) -> Result<ToolView<'a>, Refusal> {
    let start = tool.span().start;
    if document.max_depth() > MAX_DEPTH && tool.depth() > MAX_DEPTH {
        let message = format!("nested deeper than {MAX_DEPTH} levels");
        return Err(Refusal { pointer: String::new(), offset: start, message });
    }
    if let Some(problem) = problems_within(document, tool).iter().find(|problem| problem.is_fatal()) {
        let pointer = tool.pointer_to(problem.offset);
        return Err(Refusal { pointer, offset: problem.offset, message: problem.to_string() });
    }
    ToolView::of(tool).map_err(|error| {
        let offset = tool.pointer(&error.pointer).map_or(start, |value| value.span().start);
        Refusal { pointer: error.pointer, offset, message: error.message }
    })
}

/// The problems of the document that lie in the value, in the order of the text.
fn problems_within<'d>(document: &'d Document, value: Value<'_>) -> &'d [Problem] {
    let problems = document.problems();
    let span = value.span();
    let begin = problems.partition_point(|problem| problem.offset < span.start);
    let end = problems.partition_point(|problem| problem.offset < span.end);
    &problems[begin..end]
}

fn holds_page(value: Value<'_>) -> bool {
    let is_list = |value: Value<'_>| value.get("tools").is_some_and(|tools| tools.kind() == Kind::Array);
    is_list(value) || value.get("result").is_some_and(is_list) || value.get("jsonrpc").is_some()
}

/// Whether an object is a JSON-RPC message that neither lists tools nor reports an error.
fn is_other_message(value: Value<'_>) -> bool {
    let has_tools = |value: Value<'_>| value.get("tools").is_some();
    value.get("jsonrpc").is_some()
        && value.get("error").is_none()
        && !has_tools(value)
        && !value.get("result").is_some_and(has_tools)
}

/// Why an object that stands by itself may be no tool: it has a name, as many things have.
fn doubt(tool: Value<'_>, view: &ToolView<'_>) -> Option<String> {
    if view.input_schema.is_some() {
        return None;
    }
    if view.description.is_none() {
        let other = if tool.get("tools").is_some() { "; its `tools` is no array" } else { "" };
        return Some(format!("has neither a description nor a schema{other}"));
    }
    if ["parameters", "outputSchema", "annotations", "function"].iter().any(|key| tool.get(key).is_some()) {
        return None;
    }
    let mut members = tool.as_object().into_iter().flat_map(Object::iter);
    let (foreign, _) = members.find(|(key, _)| !TOOL_MEMBERS.iter().any(|known| key.is(known)))?;
    Some(format!("has no schema, and a member `{}` that no tool has", foreign.text()))
}

/// Whether an object is meant as a tool, good or not.
fn is_tool_like(value: Value<'_>) -> bool {
    ["name", "inputSchema", "input_schema", "function"].iter().any(|key| value.get(key).is_some())
}

/// The name of the server whose tools a page lists.
pub(super) fn server_name_of(page: &str) -> Option<String> {
    let document = Document::parse(page).ok()?;
    let root = document.root();
    let list = root.get("result").unwrap_or(root);
    server_name(list).or_else(|| server_name(root))
}

fn server_name(list: Value<'_>) -> Option<String> {
    let named = list.get("serverName").and_then(name_text);
    named.or_else(|| list.pointer("/server/name").and_then(name_text))
}

/// A name that is a text and not blank, without the white space around it.
fn name_text(value: Value<'_>) -> Option<String> {
    let name = value.as_str()?;
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

fn described(value: Value<'_>) -> String {
    let keys: Vec<String> = value
        .as_object()
        .into_iter()
        .flat_map(Object::iter)
        .take(6)
        .map(|(key, _)| format!("`{}`", key.text()))
        .collect();
    if keys.is_empty() {
        "the input is an object without keys".to_owned()
    } else {
        format!("the input is an object with the keys {}", keys.join(", "))
    }
}
