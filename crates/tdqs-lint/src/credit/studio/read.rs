//! From a text to the tools of a listing (section 1).

use std::sync::Arc;

use tdqs_rubric::named;
use tdqs_signals::json::{Json, Kind, Position, Value, escape_pointer_segment};

use super::javascript::entries;
use crate::schema::elements;
use crate::text::is_blank;

/// A tool and where it stands.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Found<'a> {
    /// The object.
    pub value: Value<'a>,
    /// JSON pointer of the object in the input.
    pub pointer: String,
}

impl<'a> Found<'a> {
    /// A tool that stands alone.
    #[must_use]
    pub fn of(value: Value<'a>) -> Self {
        Self { value, pointer: String::new() }
    }
}

/// Why an input gives no tools.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {message}")]
#[non_exhaustive]
pub struct ReadError {
    /// The kind of failure.
    pub kind: ReadErrorKind,
    /// What was found.
    pub message: String,
}

/// The kinds of [`ReadError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text is no JSON, or opens with a byte order mark.
    InvalidJson,
    /// An array without an object that has a name.
    ArrayWithoutTools,
    /// The same of a member `tools`.
    ToolsWithoutTools,
    /// An object that is no tool and has none in its arrays.
    NoToolsInObject,
    /// Neither an object nor an array.
    NotObjectOrArray,
}

named!(ReadErrorKind, "kind of error", {
    InvalidJson => "invalid-json",
    ArrayWithoutTools => "array-without-tools",
    ToolsWithoutTools => "tools-without-tools",
    NoToolsInObject => "no-tools-in-object",
    NotObjectOrArray => "not-object-or-array",
});

/// Reads a text that holds one JSON value.
///
/// # Errors
///
/// When the text is no JSON.
pub fn parse(text: impl Into<Arc<str>>) -> Result<Json, ReadError> {
    let text: Arc<str> = text.into();
    let invalid = |message: String| ReadError { kind: ReadErrorKind::InvalidJson, message };
    let (json, end) =
        Json::parse_prefix(&text, 0).map_err(|fault| invalid(fault.in_text(&text).to_string()))?;
    let rest = text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t', '\r', '\n']);
    if rest.is_empty() {
        return Ok(json);
    }
    let position = Position::of(&text, text.len() - rest.len());
    Err(invalid(format!("{position}: something follows the JSON value")))
}

/// Finds the tools of an input. What is no tool vanishes without a word, and an empty list of `functions` is no
/// failure: so does the studio.
///
/// # Errors
///
/// When the studio fails.
pub fn read(root: Value<'_>) -> Result<Vec<Found<'_>>, ReadError> {
    let some = |tools: Vec<_>, kind, message: &str| {
        if tools.is_empty() { Err(ReadError { kind, message: message.to_owned() }) } else { Ok(tools) }
    };
    if root.kind() == Kind::Array {
        return some(
            tools_in(root, ""),
            ReadErrorKind::ArrayWithoutTools,
            "no element of the array is an object with a name",
        );
    }
    if root.kind() != Kind::Object {
        let message = format!("the input is {}", root.kind().with_article());
        return Err(ReadError { kind: ReadErrorKind::NotObjectOrArray, message });
    }
    let array = |key: &str| root.get(key).filter(|member| member.kind() == Kind::Array);
    if let Some(tools) = array("tools") {
        return some(
            tools_in(tools, "/tools"),
            ReadErrorKind::ToolsWithoutTools,
            "no element of `tools` is an object with a name",
        );
    }
    if let Some(functions) = array("functions") {
        return Ok(tools_in(functions, "/functions"));
    }
    if is_tool(root) {
        return Ok(vec![Found::of(root)]);
    }
    let of_members = entries(Some(root)).into_iter().filter_map(|(key, member)| {
        let tools = tools_in(member?, &format!("/{}", escape_pointer_segment(&key)));
        (!tools.is_empty()).then_some(tools)
    });
    some(
        of_members.into_iter().next().unwrap_or_default(),
        ReadErrorKind::NoToolsInObject,
        "the object is no tool and has none in its arrays",
    )
}

fn is_tool(value: Value<'_>) -> bool {
    value.kind() == Kind::Object
        && value.get("name").and_then(Value::as_str).is_some_and(|name| !is_blank(&name))
}

fn tools_in<'a>(array: Value<'a>, pointer: &str) -> Vec<Found<'a>> {
    elements(Some(array))
        .enumerate()
        .filter(|(_, element)| is_tool(*element))
        .map(|(index, value)| Found { value, pointer: format!("{pointer}/{index}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Vec<String>, &'static str> {
        let json = parse(text).map_err(|error| error.kind.as_str())?;
        let tools = read(json.value()).map_err(|error| error.kind.as_str())?;
        Ok(tools.into_iter().map(|tool| tool.pointer).collect())
    }

    #[test]
    fn the_first_row_that_applies_decides() {
        for (text, expected) in [
            (r#"[1,{"name":"a"},{"name":" "}]"#, Ok(&["/1"][..])),
            (r#"{"name":"a","tools":[{"name":"b"}]}"#, Ok(&["/tools/0"])),
            (r#"{"functions":[]}"#, Ok(&[])),
            (r#"{"name":"a","tools":5}"#, Ok(&[""])),
            (r#"{"b":[{"name":"b"}],"1":[{"name":"a"}],"0":[]}"#, Ok(&["/1/0"])),
            ("[]", Err("array-without-tools")),
            (r#"{"tools":[]}"#, Err("tools-without-tools")),
            (r#"{"a":{"b":[{"name":"c"}]}}"#, Err("no-tools-in-object")),
            ("5", Err("not-object-or-array")),
            ("\u{feff}[]", Err("invalid-json")),
            ("[] []", Err("invalid-json")),
        ] {
            let expected = expected.map(|tools| tools.iter().map(|&tool| tool.to_owned()).collect());
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
