//! A tool as it lies in a text.
//!
//! Signals, gates and hash need no copy of a name or a description, and whoever measures hundreds of
//! thousands of tools cannot afford one. So a tool is first seen as a [`ToolView`]: six places in a
//! [`Document`](crate::json::Document). A [`ToolDefinition`] is made of it where somebody keeps the tool.
//!
//! Decisions: "Reading input".

use std::borrow::Cow;

use crate::json::{Json, Kind, Value, canonical};
use crate::{DefinitionError, ToolDefinition};

/// The six fields of a tool, borrowed from the text it was read from or from a [`ToolDefinition`].
///
/// ```
/// use tdqs_signals::{ContextSignals, SpecVersion, ToolView, json::Document};
///
/// let document = Document::parse(r#"{"name": "find_crate", "inputSchema": {"properties": {"label": {}}}}"#)?;
/// let tool = ToolView::of(document.root())?;
/// assert_eq!(tool.name(), "find_crate");
/// assert_eq!(ContextSignals::of_view(&tool, SpecVersion::V1_2).param_count, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ToolView<'a> {
    pub(crate) name: Text<'a>,
    pub(crate) title: Option<Text<'a>>,
    pub(crate) description: Option<Text<'a>>,
    pub(crate) input_schema: Option<Value<'a>>,
    pub(crate) output_schema: Option<Value<'a>>,
    pub(crate) annotations: Option<Value<'a>>,
}

/// A text that may still be a JSON token.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Text<'a> {
    Token(Value<'a>),
    Plain(&'a str),
}

impl<'a> Text<'a> {
    pub(crate) fn decoded(self) -> Cow<'a, str> {
        match self {
            Self::Token(value) => value.as_str().unwrap_or_default(),
            Self::Plain(text) => Cow::Borrowed(text),
        }
    }

    fn token(self) -> Option<Value<'a>> {
        match self {
            Self::Token(value) => Some(value),
            Self::Plain(_) => None,
        }
    }

    /// Appends the text as a JSON string in canonical form.
    pub(crate) fn write_canonical(self, out: &mut Vec<u8>) {
        match self {
            Self::Token(value) => canonical::write_string_token(value, out),
            Self::Plain(text) => canonical::write_str(text, out),
        }
    }
}

impl<'a> ToolView<'a> {
    /// Finds the six fields in a JSON object: MCP, an OpenAI function tool or an Anthropic tool.
    ///
    /// # Errors
    ///
    /// When the value is no object, has no name that is a non-empty string, or a field has another type
    /// than MCP gives it.
    pub fn of(value: Value<'a>) -> Result<Self, DefinitionError> {
        if value.kind() != Kind::Object {
            return Err(DefinitionError::new(
                "",
                format!("the tool is {}, expected an object", value.kind().with_article()),
            ));
        }
        let outer = Members::of(value);
        let dialect = Dialect::of(&outer);
        let members = dialect.inside(outer)?;
        let text = |name: &'static str, member: Option<Value<'a>>| match present(member) {
            None => Ok(None),
            Some(member) if member.kind() == Kind::String => Ok(Some(Text::Token(member))),
            Some(member) => Err(dialect.wrong_type(name, member, "a string")),
        };
        let object = |places: &[(&'static str, Option<Value<'a>>)]| {
            let found = places.iter().find_map(|(name, member)| Some((*name, present(*member)?)));
            match found {
                None => Ok(None),
                Some((_, member)) if member.kind() == Kind::Object => Ok(Some(member)),
                Some((name, member)) => Err(dialect.wrong_type(name, member, "an object")),
            }
        };
        let name = match (text("name", members.name)?, members.name) {
            // An empty string token is its two quotes.
            (Some(_), Some(token)) if token.span().len() == 2 => {
                return Err(DefinitionError::new(
                    &dialect.pointer("name"),
                    "the name is empty; give the tool a name",
                ));
            }
            (Some(name), _) => name,
            (None, Some(null)) => return Err(dialect.wrong_type("name", null, "a string")),
            (None, None) => return Err(DefinitionError::new(&dialect.pointer(""), "the tool has no `name`")),
        };
        // MCP's place comes first in every dialect, so that a stray `type` never hides a schema.
        let parameters = members.parameters.filter(|_| dialect != Dialect::Mcp);
        Ok(Self {
            name,
            title: text("title", members.title)?,
            description: text("description", members.description)?,
            input_schema: object(&[
                ("inputSchema", members.input_schema),
                ("input_schema", members.input_schema_of_anthropic),
                ("parameters", parameters),
            ])?,
            output_schema: object(&[
                ("outputSchema", members.output_schema),
                ("output_schema", members.output_schema_of_anthropic),
            ])?,
            annotations: object(&[("annotations", members.annotations)])?,
        })
    }

    /// The name. Not empty in a tool that was read.
    #[must_use]
    pub fn name(&self) -> Cow<'a, str> {
        self.name.decoded()
    }

    /// The title for display.
    #[must_use]
    pub fn title(&self) -> Option<Cow<'a, str>> {
        self.title.map(Text::decoded)
    }

    /// The description.
    #[must_use]
    pub fn description(&self) -> Option<Cow<'a, str>> {
        self.description.map(Text::decoded)
    }

    /// The string that the name was read from; `None` in a view of a [`ToolDefinition`].
    #[must_use]
    pub fn name_value(&self) -> Option<Value<'a>> {
        self.name.token()
    }

    /// The string that the title was read from, if it was read from a text.
    #[must_use]
    pub fn title_value(&self) -> Option<Value<'a>> {
        self.title.and_then(Text::token)
    }

    /// The string that the description was read from, if it was read from a text.
    #[must_use]
    pub fn description_value(&self) -> Option<Value<'a>> {
        self.description.and_then(Text::token)
    }

    /// How the description begins: as far as it can be seen without decoding it.
    #[must_use]
    pub fn description_start(&self) -> &'a str {
        match self.description {
            Some(Text::Token(token)) => token.undecoded_start(),
            Some(Text::Plain(text)) => text,
            None => "",
        }
    }

    /// The schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> Option<Value<'a>> {
        self.input_schema
    }

    /// The schema of the result.
    #[must_use]
    pub fn output_schema(&self) -> Option<Value<'a>> {
        self.output_schema
    }

    /// The annotations.
    #[must_use]
    pub fn annotations(&self) -> Option<Value<'a>> {
        self.annotations
    }

    /// Copies the texts and shares the values of the document, which is `json`'s.
    pub(crate) fn to_definition(self, json: &Json) -> ToolDefinition {
        let text = |text: Option<Text<'_>>| text.map(|text| text.decoded().into_owned());
        let share = |value: Option<Value<'_>>| value.map(|value| json.at(value));
        ToolDefinition {
            name: self.name.decoded().into_owned(),
            title: text(self.title),
            description: text(self.description),
            input_schema: share(self.input_schema),
            output_schema: share(self.output_schema),
            annotations: share(self.annotations),
        }
    }

    /// The name of a value that may be a broken tool, for messages.
    pub(crate) fn name_in(value: Value<'_>) -> Option<String> {
        let members = Members::of(value);
        let inside = Dialect::of(&members).inside(members).ok()?;
        inside.name?.as_str().map(Cow::into_owned)
    }

    /// The member in which a tool keeps a schema that is not read, because its form has it elsewhere.
    pub(crate) fn ignored_schema(value: Value<'_>) -> Option<&'static str> {
        let members = Members::of(value);
        let is_object =
            |member: Option<Value<'_>>| member.is_some_and(|member| member.kind() == Kind::Object);
        let has_schema = is_object(members.input_schema) || is_object(members.input_schema_of_anthropic);
        let is_ignored =
            !has_schema && is_object(members.parameters) && Dialect::of(&members) == Dialect::Mcp;
        is_ignored.then_some("parameters")
    }
}

impl<'a> From<&'a ToolDefinition> for ToolView<'a> {
    fn from(tool: &'a ToolDefinition) -> Self {
        let text = |text: &'a Option<String>| text.as_deref().map(Text::Plain);
        Self {
            name: Text::Plain(&tool.name),
            title: text(&tool.title),
            description: text(&tool.description),
            input_schema: tool.input_schema.as_ref().map(Json::value),
            output_schema: tool.output_schema.as_ref().map(Json::value),
            annotations: tool.annotations.as_ref().map(Json::value),
        }
    }
}

/// A member that is there and not `null`.
fn present(member: Option<Value<'_>>) -> Option<Value<'_>> {
    member.filter(|member| member.kind() != Kind::Null)
}

/// The members of an object that any form of a tool has, found in one pass over its keys.
#[derive(Debug, Clone, Copy, Default)]
struct Members<'a> {
    kind: Option<Value<'a>>,
    function: Option<Value<'a>>,
    name: Option<Value<'a>>,
    title: Option<Value<'a>>,
    description: Option<Value<'a>>,
    input_schema: Option<Value<'a>>,
    input_schema_of_anthropic: Option<Value<'a>>,
    parameters: Option<Value<'a>>,
    output_schema: Option<Value<'a>>,
    output_schema_of_anthropic: Option<Value<'a>>,
    annotations: Option<Value<'a>>,
}

impl<'a> Members<'a> {
    fn of(value: Value<'a>) -> Self {
        let mut members = Self::default();
        for (key, value) in value.entries() {
            let place = match &*key.bytes() {
                b"type" => &mut members.kind,
                b"function" => &mut members.function,
                b"name" => &mut members.name,
                b"title" => &mut members.title,
                b"description" => &mut members.description,
                b"inputSchema" => &mut members.input_schema,
                b"input_schema" => &mut members.input_schema_of_anthropic,
                b"parameters" => &mut members.parameters,
                b"outputSchema" => &mut members.output_schema,
                b"output_schema" => &mut members.output_schema_of_anthropic,
                b"annotations" => &mut members.annotations,
                _ => continue,
            };
            *place = Some(value);
        }
        members
    }
}

/// How a tool is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// MCP with `inputSchema`, or Anthropic's Messages API with `input_schema`.
    Mcp,
    /// `{"type": "function", "function": {"name", "description", "parameters"}}`
    OpenAiFunction,
    /// `{"type": "function", "name", "description", "parameters"}`
    OpenAiFlat,
}

impl Dialect {
    fn of(members: &Members<'_>) -> Self {
        let is_function = members.kind.is_some_and(|kind| kind.is_str("function"));
        if members.function.is_some() && (is_function || members.name.is_none()) {
            Self::OpenAiFunction
        } else if is_function {
            Self::OpenAiFlat
        } else {
            Self::Mcp
        }
    }

    /// The members of the object that has the name.
    fn inside(self, members: Members<'_>) -> Result<Members<'_>, DefinitionError> {
        match (self, members.function) {
            (Self::OpenAiFunction, Some(function)) if function.kind() == Kind::Object => {
                Ok(Members::of(function))
            }
            (Self::OpenAiFunction, Some(other)) => {
                let message = format!("`function` is {}, expected an object", other.kind().with_article());
                Err(DefinitionError::new("/function", message))
            }
            _ => Ok(members),
        }
    }

    fn pointer(self, field: &str) -> String {
        let prefix = if self == Self::OpenAiFunction { "/function" } else { "" };
        if field.is_empty() { prefix.to_owned() } else { format!("{prefix}/{field}") }
    }

    fn wrong_type(self, field: &str, found: Value<'_>, expected: &str) -> DefinitionError {
        let message = format!("`{field}` is {}, expected {expected}", found.kind().with_article());
        DefinitionError::new(&self.pointer(field), message)
    }
}
