//! From a text to the tools of a listing (section 6).

use std::fmt;
use std::sync::Arc;

use tdqs_rubric::named;
use tdqs_signals::json::{Json, Key, Kind, Value, escape_pointer_segment};
use tdqs_signals::tool_set::TOOL_MEMBERS;

use super::Tool;
use crate::credit::quoted::listed;
use crate::schema::{elements, members};
use crate::text::is_blank;

/// What an input looks like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// An array of tools.
    Array,
    /// `{"tools": […]}`
    Tools,
    /// `{"tools": {NAME: …}}`
    ToolsMap,
    /// `{"result": {"tools": […]}}`, the protocol's answer to a listing.
    ResultTools,
    /// `{"functions": […]}`
    Functions,
    /// `{"function": {…}}`, one tool as chat APIs wrap it.
    Function,
    /// One tool.
    Single,
    /// An object with one array that holds tools, and the key of that array.
    Member(String),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array => f.write_str("array"),
            Self::Tools => f.write_str("tools"),
            Self::ToolsMap => f.write_str("tools-map"),
            Self::ResultTools => f.write_str("result.tools"),
            Self::Functions => f.write_str("functions"),
            Self::Function => f.write_str("function"),
            Self::Single => f.write_str("single"),
            Self::Member(key) => write!(f, "member:{key}"),
        }
    }
}

/// The tools of an input.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Listing<'a> {
    /// What the input looks like.
    pub shape: Shape,
    /// Every element that is an object, named or not, in the order of the input. At least one.
    pub tools: Vec<Tool<'a>>,
    /// The other elements, by their place from 0. They should make a run fail.
    pub not_tools: Vec<usize>,
    /// What a reader should know.
    pub warnings: Vec<Warning>,
}

/// What a reader of a listing should know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A `nextCursor` says that more tools follow.
    PartialListing,
    /// Several tools have this name.
    DuplicateName(String),
}

impl Warning {
    /// The id of the warning.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::PartialListing => "partial-listing",
            Self::DuplicateName(_) => "duplicate-name",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PartialListing => {
                f.write_str("partial-listing: a `nextCursor` says that more tools follow; score them as well")
            }
            Self::DuplicateName(name) => {
                write!(
                    f,
                    "duplicate-name: several tools are called {}; a client sees one",
                    listed([name.as_str()])
                )
            }
        }
    }
}

/// Why an input gives no tools.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {message}")]
#[non_exhaustive]
pub struct ReadError {
    /// The kind of failure.
    pub kind: ReadErrorKind,
    /// What was found and what to do.
    pub message: String,
    /// What the input looks like, where that was recognised.
    pub shape: Option<Shape>,
    /// Elements that are no tools, of an input that holds nothing else.
    pub not_tools: Vec<usize>,
    /// The keys that a choice is to be made from, when there are several.
    pub candidates: Vec<String>,
}

/// The kinds of [`ReadError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text is no JSON.
    InvalidJson,
    /// The value is neither an object nor an array.
    NotObjectOrArray,
    /// The error answer of a JSON-RPC server.
    RpcError,
    /// Several members hold tools.
    Ambiguous,
    /// A document of `OpenAPI`, which was never a listing of tools.
    OpenapiNotSupported,
    /// An object of no shape that is known.
    NoToolsInObject,
    /// A listing without a single object.
    NoTools,
}

named!(ReadErrorKind, "kind of error", {
    InvalidJson => "invalid-json",
    NotObjectOrArray => "not-object-or-array",
    RpcError => "rpc-error",
    Ambiguous => "ambiguous",
    OpenapiNotSupported => "openapi-not-supported",
    NoToolsInObject => "no-tools-in-object",
    NoTools => "no-tools",
});

impl ReadError {
    fn new(kind: ReadErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), shape: None, not_tools: Vec::new(), candidates: Vec::new() }
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a text that holds one JSON value; a leading byte order mark is dropped.
///
/// # Errors
///
/// When the text is no JSON, with line and column.
pub fn parse(text: impl Into<Arc<str>>) -> Result<Json, ReadError> {
    let text: Arc<str> = text.into();
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let invalid = |message: String| ReadError::new(ReadErrorKind::InvalidJson, message);
    let (json, end) =
        Json::parse_prefix(&text, start).map_err(|fault| invalid(fault.in_text(&text).to_string()))?;
    let rest = text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t', '\r', '\n']);
    if !rest.is_empty() {
        let position = tdqs_signals::json::Position::of(&text, text.len() - rest.len());
        return Err(invalid(format!("{position}: something follows the JSON value")));
    }
    Ok(json)
}

/// Finds the tools of an input.
///
/// # Errors
///
/// When there are none, or when it is not clear where. Elements that are no tools are no error, but in
/// [`not_tools`](Listing::not_tools).
pub fn read(root: Value<'_>) -> Result<Listing<'_>, ReadError> {
    let error = |kind, message: &str| Err(ReadError::new(kind, message));
    match root.kind() {
        Kind::Array => return listing(Shape::Array, entries_of(root, ""), None),
        Kind::Object => {}
        _ => {
            return error(
                ReadErrorKind::NotObjectOrArray,
                &format!("the input is {}; give a listing of tools or one tool", root.kind().with_article()),
            );
        }
    }
    let tools = root.get("tools");
    let of_result = root.get("result").and_then(|result| Some((result, result.get("tools")?)));
    match (tools.map(|tools| (tools.kind(), tools)), of_result) {
        (Some((Kind::Array, tools)), _) => {
            return listing(Shape::Tools, entries_of(tools, "/tools"), Some(root));
        }
        (Some((Kind::Object, tools)), _) => {
            return listing(Shape::ToolsMap, members(Some(tools)).map(of_map).collect(), Some(root));
        }
        (_, Some((result, tools))) if tools.kind() == Kind::Array => {
            return listing(Shape::ResultTools, entries_of(tools, "/result/tools"), Some(result));
        }
        _ => {}
    }
    if let Some(answer) = root.get("error").filter(|error| error.kind() == Kind::Object)
        && root.get("jsonrpc").is_some()
    {
        let said = answer.get("message").and_then(Value::as_str).unwrap_or_default();
        return error(ReadErrorKind::RpcError, &format!("the server answered with an error: {said}"));
    }
    if let Some(functions) = root.get("functions").filter(|functions| functions.kind() == Kind::Array) {
        return listing(Shape::Functions, entries_of(functions, "/functions"), Some(root));
    }
    if is_function(root) {
        return listing(Shape::Function, vec![Some(tool(root, String::new()))], None);
    }
    if is_single(root) {
        return listing(Shape::Single, vec![Some(Tool::of(root))], None);
    }
    let holds_tools = |array: Value<'_>| elements(Some(array)).any(|it| is_single(it) || is_function(it));
    let mut candidates: Vec<(Key<'_>, Value<'_>)> =
        members(Some(root)).filter(|(_, member)| holds_tools(*member)).collect();
    match (candidates.pop(), candidates.is_empty()) {
        (Some((key, array)), true) => {
            let key = key.text();
            let pointer = format!("/{}", escape_pointer_segment(&key));
            listing(Shape::Member(key.into_owned()), entries_of(array, &pointer), Some(root))
        }
        (Some(last), false) => {
            candidates.push(last);
            let keys: Vec<String> = candidates.iter().map(|(key, _)| key.text().into_owned()).collect();
            let message = format!(
                "several members hold tools: {}; give the one that is meant",
                listed(keys.iter().map(String::as_str))
            );
            Err(ReadError { candidates: keys, ..ReadError::new(ReadErrorKind::Ambiguous, message) })
        }
        (None, _) if root.get("openapi").or_else(|| root.get("swagger")).is_some() => error(
            ReadErrorKind::OpenapiNotSupported,
            "OpenAPI documents are not supported; give the tools that a server lists",
        ),
        (None, _) => error(
            ReadErrorKind::NoToolsInObject,
            "the object holds no tools; expected a listing with `tools`, or a tool with a name and a schema",
        ),
    }
}

/// An element: the tool that it is, or nothing.
type Entry<'a> = Option<Tool<'a>>;

fn entries_of<'a>(array: Value<'a>, pointer: &str) -> Vec<Entry<'a>> {
    elements(Some(array))
        .enumerate()
        .map(|(index, element)| element.as_object().map(|_| tool(element, format!("{pointer}/{index}"))))
        .collect()
}

fn of_map<'a>((key, member): (Key<'a>, Value<'a>)) -> Entry<'a> {
    member.as_object()?;
    let key = key.text();
    Some(tool(member, format!("/tools/{}", escape_pointer_segment(&key))).keyed(key))
}

/// An object as a tool, unwrapped when it is of shape `function`.
fn tool(object: Value<'_>, pointer: String) -> Tool<'_> {
    match object.get("function") {
        Some(function) if is_function(object) => Tool::at(function, pointer + "/function").wrapped(),
        _ => Tool::at(object, pointer),
    }
}

fn is_function(value: Value<'_>) -> bool {
    value.get("function").is_some_and(|function| function.kind() == Kind::Object)
        && value.get("type").is_none_or(|kind| kind.is_str("function"))
}

/// Any of them makes an object with a name a tool.
const TELLING: [&str; 5] = ["inputSchema", "input_schema", "parameters", "outputSchema", "annotations"];

fn is_single(value: Value<'_>) -> bool {
    let is_named = value.get("name").and_then(Value::as_str).is_some_and(|name| !is_blank(&name));
    // With nothing but these an object with a name is a tool.
    let is_known = |key: Key<'_>| TOOL_MEMBERS.iter().any(|known| key.is(known));
    is_named
        && (TELLING.iter().any(|key| value.get(key).is_some())
            || members(Some(value)).all(|(key, _)| is_known(key)))
}

/// `around` is the object in which a cursor would stand.
fn listing<'a>(
    shape: Shape,
    entries: Vec<Entry<'a>>,
    around: Option<Value<'a>>,
) -> Result<Listing<'a>, ReadError> {
    let not_tools: Vec<usize> =
        entries.iter().enumerate().filter(|(_, entry)| entry.is_none()).map(|(index, _)| index).collect();
    let tools: Vec<Tool<'a>> = entries.into_iter().flatten().collect();
    if tools.is_empty() {
        let message = format!("the input (shape `{shape}`) lists no tool; give at least one object");
        return Err(ReadError {
            shape: Some(shape),
            not_tools,
            ..ReadError::new(ReadErrorKind::NoTools, message)
        });
    }
    let mut warnings = Vec::new();
    let cursor = around.and_then(|around| around.get("nextCursor"));
    if cursor.is_some_and(|cursor| cursor.kind() != Kind::Null) {
        warnings.push(Warning::PartialListing);
    }
    warnings.extend(repeated_names(&tools).into_iter().map(Warning::DuplicateName));
    Ok(Listing { shape, tools, not_tools, warnings })
}

/// Each name that several tools have, once, in the order of the second of them.
fn repeated_names(tools: &[Tool<'_>]) -> Vec<String> {
    let mut seen = std::collections::HashMap::with_capacity(tools.len());
    let mut repeated = Vec::new();
    for name in tools.iter().filter_map(Tool::name) {
        let count: &mut usize = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count == 2 {
            repeated.push(name.into_owned());
        }
    }
    repeated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<(&str, &[&str], &[usize]), &str>) {
        let json = match parse(text) {
            Ok(json) => json,
            Err(error) => return assert_eq!(Err(error.kind.as_str()), expected.map(|_| ()), "{text}"),
        };
        match (read(json.value()), expected) {
            (Ok(listing), Ok((shape, names, not_tools))) => {
                let found: Vec<String> = listing
                    .tools
                    .iter()
                    .map(|tool| tool.name().map_or_else(|| "-".to_owned(), std::borrow::Cow::into_owned))
                    .collect();
                assert_eq!(found, names, "{text}");
                assert_eq!((listing.shape.to_string().as_str(), &listing.not_tools[..]), (shape, not_tools));
                for tool in &listing.tools {
                    assert_eq!(json.value().pointer(tool.pointer()), Some(tool.value()), "{text}");
                }
            }
            (Err(error), Err(kind)) => assert_eq!(error.kind.as_str(), kind, "{text}"),
            (found, expected) => panic!("{text}: {found:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn every_shape_is_told_and_read() {
        check("\u{feff} [{\"name\":\"a\"}, 5, {}] ", Ok(("array", &["a", "-"], &[1])));
        check(r#"{"tools":[{"name":"a"}]}"#, Ok(("tools", &["a"], &[])));
        check(r#"{"tools":{"a/b":{},"c":{"name":"d"},"e":1}}"#, Ok(("tools-map", &["a/b", "d"], &[2])));
        check(r#"{"tools":5,"result":{"tools":[{"name":"a"}]}}"#, Ok(("result.tools", &["a"], &[])));
        check(r#"{"functions":[{"function":{"name":"a"}}]}"#, Ok(("functions", &["a"], &[])));
        check(r#"{"type":"function","function":{"name":"a"}}"#, Ok(("function", &["a"], &[])));
        check(r#"{"name":"a","x":1,"parameters":null}"#, Ok(("single", &["a"], &[])));
        check(r#"{"x":[1],"y":[{"name":"a"},2]}"#, Ok(("member:y", &["a"], &[1])));
    }

    #[test]
    fn what_gives_no_tools_says_why() {
        check("{} x", Err("invalid-json"));
        check("", Err("invalid-json"));
        check("5", Err("not-object-or-array"));
        check(r#"{"jsonrpc":"2.0","error":{"message":"No"}}"#, Err("rpc-error"));
        check(r#"{"a":[{"name":"a"}],"b":[{"name":"b"}]}"#, Err("ambiguous"));
        check(r#"{"swagger":"2.0"}"#, Err("openapi-not-supported"));
        check(r#"{"name":"a","version":"1"}"#, Err("no-tools-in-object"));
        check(r#"{"type":"tool","function":{"name":"a"}}"#, Err("no-tools-in-object"));
        check("[]", Err("no-tools"));
        check(r#"{"tools":{"a":1}}"#, Err("no-tools"));
    }

    #[test]
    fn a_cursor_and_repeated_names_are_warned_of() {
        let text = r#"{"result":{"tools":[{"name":"a"},{"name":"a"},{"name":"a"}],"nextCursor":"x"}}"#;
        let json = parse(text).unwrap();
        let warnings = read(json.value()).unwrap().warnings;
        assert_eq!(warnings, [Warning::PartialListing, Warning::DuplicateName("a".to_owned())]);
        let json = parse(r#"{"tools":[{"name":"a"}],"nextCursor":null}"#).unwrap();
        assert_eq!(read(json.value()).unwrap().warnings, []);
    }
}
