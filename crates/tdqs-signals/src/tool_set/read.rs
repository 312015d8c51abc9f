//! The reader: documents, then pages, then tools.

use std::sync::Arc;

use super::notice::{ReadError, RejectedTool, Warning, WarningKind};
use super::{Shape, Source, ToolSet};
use crate::ToolDefinition;
use crate::json::{Array, Document, Fault, Json, Kind, MAX_DEPTH, Object, PositionCursor, Problem, Value};

/// What to do with documents of several servers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Servers {
    Merge,
    Split,
}

/// Repairs of one tool that are told one by one.
const REPAIRS_TOLD: usize = 20;

const BYTE_ORDER_MARK: char = '\u{feff}';

pub(super) fn read(text: &str, servers: Servers) -> Result<Vec<ToolSet>, ReadError> {
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    if text[start..].trim_ascii().is_empty() {
        return Err(ReadError::Empty);
    }
    let text: Arc<str> = Arc::from(text);
    let mut reader = Reader { servers, sets: Vec::new(), positions: PositionCursor::default() };
    match Document::parse_prefix(Arc::clone(&text), start..text.len()) {
        Ok(document) if is_blank(&text, document.end()..text.len()) => reader.document(document)?,
        Ok(document) if starts_new_line(&text, document.end()) => reader.lines(&text, start),
        Ok(document) => Document::expect_end(&text, document.end()).map_err(|fault| fault.in_text(&text))?,
        Err(_) if looks_like_lines(&text, start) => reader.lines(&text, start),
        Err(fault) => return Err(fault.in_text(&text).into()),
    }
    reader.finish()
}

fn is_blank(text: &str, range: std::ops::Range<usize>) -> bool {
    text[range].trim_ascii().is_empty()
}

/// Whether only a line end lies between `end` and a next document.
fn starts_new_line(text: &str, end: usize) -> bool {
    let rest = &text[end..];
    let gap = rest.len() - rest.trim_ascii_start().len();
    rest[..gap].contains('\n') && rest[gap..].starts_with(['{', '['])
}

/// Whether a text whose first document is broken is JSON Lines with a broken line, and not one broken
/// document: every line opens a value, and one of the first few is whole.
fn looks_like_lines(text: &str, start: usize) -> bool {
    let mut lines = text[start..].lines().filter(|line| !line.trim_ascii().is_empty());
    let all_open = lines.clone().all(|line| line.trim_ascii_start().starts_with(['{', '[']));
    all_open
        && lines.clone().count() > 1
        && lines
            .any(|line| Document::parse(line).is_ok_and(|document| document.root().kind() == Kind::Object))
}

struct Reader {
    servers: Servers,
    sets: Vec<ToolSet>,
    positions: PositionCursor,
}

impl Reader {
    fn lines(&mut self, text: &Arc<str>, start: usize) {
        let mut at = start;
        for line in text[start..].split_inclusive('\n') {
            let range = at..at + line.len();
            at = range.end;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let read = Document::parse_prefix(Arc::clone(text), range.clone()).and_then(|document| {
                Document::expect_end(&text[..range.end], document.end())?;
                Ok(document)
            });
            match read {
                Ok(document) => {
                    if let Err(error) = self.document(document) {
                        let message = error.to_string();
                        self.reject_line(text, range.start, message);
                    }
                }
                Err(Fault { offset, message }) => {
                    self.reject_line(text, offset, format!("the line is not JSON: {message}"));
                }
            }
        }
        for set in &mut self.sets {
            set.shape = Shape::JsonLines;
        }
    }

    fn reject_line(&mut self, text: &str, offset: usize, message: String) {
        let position = self.positions.at(text, offset);
        let set = self.current(None, Shape::JsonLines, text, offset);
        set.rejected.push(RejectedTool {
            index: set.len(),
            name: None,
            pointer: String::new(),
            position,
            message,
        });
    }

    /// Takes the tools out of one document.
    fn document(&mut self, document: Document) -> Result<(), ReadError> {
        let json = Json::root_of(Arc::new(document));
        let root = json.value();
        match root.kind() {
            Kind::Array => {
                let elements: Vec<_> = root.as_array().into_iter().flat_map(Array::iter).collect();
                let pages = !elements.is_empty() && elements.iter().all(|element| holds_page(*element));
                if pages {
                    for element in elements {
                        self.page(&json, element, Shape::Pages)?;
                    }
                } else {
                    self.tools(&json, None, Shape::Array, &elements);
                }
                Ok(())
            }
            Kind::Object => self.page(&json, root, Shape::ToolsList),
            other => Err(ReadError::Unrecognised { found: format!("the input is {}", other.with_article()) }),
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
                let tools: Vec<_> = tools.as_array().into_iter().flat_map(Array::iter).collect();
                self.tools(json, server_name, shape, &tools);
                self.cursor(json, list);
                Ok(())
            }
            _ if is_tool_like(list) => {
                self.tools(json, None, Shape::SingleTool, &[list]);
                Ok(())
            }
            Some(tools) => {
                Err(ReadError::Unrecognised { found: format!("`tools` is {}", tools.kind().with_article()) })
            }
            None => Err(ReadError::Unrecognised { found: described(list) }),
        }
    }

    /// Notes whether more pages follow the one that was just read.
    fn cursor(&mut self, json: &Json, list: Value<'_>) {
        let Some(set) = self.sets.last_mut() else { return };
        set.warnings.retain(|warning| !matches!(warning.kind, WarningKind::Incomplete { .. }));
        let cursor =
            list.get("nextCursor").filter(|cursor| cursor.as_str().is_some_and(|text| !text.is_empty()));
        if let Some(cursor) = cursor {
            let position = self.positions.at(json.source_text(), cursor.span().start);
            set.warnings.push(Warning {
                tool: None,
                pointer: "/nextCursor".to_owned(),
                position: Some(position),
                kind: WarningKind::Incomplete { cursor: cursor.literal().to_owned() },
            });
        }
    }

    /// The set that a document of the named server goes into.
    fn current(
        &mut self,
        server_name: Option<String>,
        shape: Shape,
        text: &str,
        offset: usize,
    ) -> &mut ToolSet {
        let is_other = |set: &ToolSet| {
            server_name.is_some() && set.server_name.is_some() && set.server_name != server_name
        };
        let starts_new = match self.sets.last() {
            None => true,
            Some(set) => self.servers == Servers::Split && is_other(set),
        };
        if starts_new {
            self.sets.push(ToolSet { shape, ..ToolSet::default() });
        }
        let position = self.positions.at(text, offset);
        // Not empty: a set was pushed just above when there was none.
        let last = self.sets.len() - 1;
        let set = &mut self.sets[last];
        match server_name {
            Some(name) if set.server_name.as_ref().is_some_and(|own| *own != name) => {
                set.warnings.push(Warning {
                    tool: None,
                    pointer: String::new(),
                    position: Some(position),
                    kind: WarningKind::OtherServer(name),
                });
            }
            Some(name) => set.server_name = Some(name),
            None => {}
        }
        set
    }

    fn tools(&mut self, json: &Json, server_name: Option<String>, shape: Shape, tools: &[Value<'_>]) {
        let text = json.source_text();
        let start = tools.first().map_or(0, |tool| tool.span().start);
        self.current(server_name, shape, text, start);
        let Some(mut set) = self.sets.pop() else { return };
        for tool in tools {
            self.tool(json, *tool, &mut set);
        }
        self.sets.push(set);
    }

    fn tool(&mut self, json: &Json, tool: Value<'_>, set: &mut ToolSet) {
        let index = set.len();
        let text = json.source_text();
        let source = json.at(tool);
        match definition(&source) {
            Ok(definition) => {
                let problems = problems_within(json.document(), tool);
                self.repairs(text, tool, index, &definition.name, problems, &mut set.warnings);
                set.tools.push(definition);
                set.sources.push(Source { index, json: source });
            }
            Err(Refusal { pointer, offset, message }) => {
                let position = self.positions.at(text, offset);
                let name = ToolDefinition::name_in(tool);
                set.rejected.push(RejectedTool { index, name, pointer, position, message });
            }
        }
    }

    fn repairs(
        &mut self,
        text: &str,
        tool: Value<'_>,
        index: usize,
        name: &str,
        problems: &[Problem],
        warnings: &mut Vec<Warning>,
    ) {
        let told = problems.iter().take(REPAIRS_TOLD);
        warnings.extend(told.map(|problem| Warning {
            tool: Some((index, name.to_owned())),
            pointer: tool.pointer_to(problem.offset),
            position: Some(self.positions.at(text, problem.offset)),
            kind: WarningKind::Repaired(problem.kind.clone()),
        }));
        if problems.len() > REPAIRS_TOLD {
            warnings.push(Warning {
                tool: Some((index, name.to_owned())),
                pointer: String::new(),
                position: None,
                kind: WarningKind::MoreRepairs(problems.len() - REPAIRS_TOLD),
            });
        }
    }

    fn finish(mut self) -> Result<Vec<ToolSet>, ReadError> {
        self.sets.retain(|set| !set.is_empty());
        for set in &mut self.sets {
            set.report_duplicates();
        }
        if self.sets.is_empty() { Err(ReadError::NoTools) } else { Ok(self.sets) }
    }
}

/// Why an entry of the list is no tool, and where in the text that shows.
struct Refusal {
    pointer: String,
    offset: usize,
    message: String,
}

fn definition(source: &Json) -> Result<ToolDefinition, Refusal> {
    let (document, tool) = (source.document(), source.value());
    let start = tool.span().start;
    if document.max_depth() > MAX_DEPTH && tool.depth() > MAX_DEPTH {
        let message = format!("nested deeper than {MAX_DEPTH} levels");
        return Err(Refusal { pointer: String::new(), offset: start, message });
    }
    if let Some(problem) = problems_within(document, tool).iter().find(|problem| problem.is_fatal()) {
        let pointer = tool.pointer_to(problem.offset);
        return Err(Refusal { pointer, offset: problem.offset, message: problem.to_string() });
    }
    ToolDefinition::from_value(source).map_err(|error| {
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
    is_list(value)
        || value.get("result").is_some_and(is_list)
        || (value.get("jsonrpc").is_some() && value.get("error").is_some())
}

/// Whether an object is meant as a tool, good or not.
fn is_tool_like(value: Value<'_>) -> bool {
    ["name", "inputSchema", "input_schema", "function"].iter().any(|key| value.get(key).is_some())
}

fn server_name(list: Value<'_>) -> Option<String> {
    let name = list.get("serverName").or_else(|| list.get("server")?.get("name"))?.as_str()?;
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
