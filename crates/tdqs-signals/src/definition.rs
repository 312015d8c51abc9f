//! A tool as an MCP client sees it.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::json::{Json, Kind, Value};

/// What an agent gets to see of a tool: the six fields that are scored, and nothing else.
///
/// Fields a definition may carry beside them (`_meta`, `icons`, …) are dropped, because they must not
/// reach the hash. An absent field and one that is `null` are the same.
///
/// Specification: "What gets scored".
///
/// ```
/// use tdqs_signals::ToolDefinition;
///
/// let tool = ToolDefinition::from_json(r#"{
///     "name": "find_crate",
///     "description": "Find one crate by its label.",
///     "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}
/// }"#)?;
/// assert_eq!(tool.name, "find_crate");
/// assert_eq!(tool.title, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolDefinition {
    /// The name by which a client calls the tool. Not empty in a definition that was read.
    pub name: String,
    /// The title for display.
    pub title: Option<String>,
    /// The description: what scoring is mostly about.
    pub description: Option<String>,
    /// JSON Schema of the arguments. An object in a definition that was read.
    pub input_schema: Option<Json>,
    /// JSON Schema of the structured result.
    pub output_schema: Option<Json>,
    /// The hints `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, and whatever the
    /// author put beside them.
    pub annotations: Option<Json>,
}

/// Why a value is not a tool definition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct DefinitionError {
    /// JSON pointer within the tool; empty for the tool itself.
    pub pointer: String,
    /// What was expected there and what was found.
    pub message: String,
}

impl DefinitionError {
    pub(crate) fn new(pointer: &str, message: impl Into<String>) -> Self {
        Self { pointer: pointer.to_owned(), message: message.into() }
    }
}

impl ToolDefinition {
    /// A definition with a name and nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input_schema: None,
            output_schema: None,
            annotations: None,
        }
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the schema of the arguments.
    #[must_use]
    pub fn with_input_schema(mut self, schema: Json) -> Self {
        self.input_schema = Some(schema);
        self
    }

    /// Sets the schema of the result.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Json) -> Self {
        self.output_schema = Some(schema);
        self
    }

    /// Sets the annotations.
    #[must_use]
    pub fn with_annotations(mut self, annotations: Json) -> Self {
        self.annotations = Some(annotations);
        self
    }

    /// Reads one tool in any of the dialects that [`ToolSet`](crate::ToolSet) reads.
    ///
    /// # Errors
    ///
    /// When the text is not JSON that can be hashed, or not a tool.
    pub fn from_json(text: &str) -> Result<Self, FromJsonError> {
        let json = Json::parse(text)?;
        Ok(Self::from_value(&json)?)
    }

    /// Takes the six fields out of a JSON object: MCP, an OpenAI function tool or an Anthropic tool.
    ///
    /// # Errors
    ///
    /// When the value is no object, has no name that is a non-empty string, or a field has another type
    /// than MCP gives it.
    pub fn from_value(json: &Json) -> Result<Self, DefinitionError> {
        let value = json.value();
        if value.kind() != Kind::Object {
            return Err(DefinitionError::new(
                "",
                format!("the tool is {}, expected an object", value.kind().with_article()),
            ));
        }
        let dialect = Dialect::of(value);
        let inside = dialect.inside(value)?;
        let field = |names: &[&'static str]| {
            names.iter().find_map(|name| {
                let member = inside.get(name).filter(|member| member.kind() != Kind::Null)?;
                Some((*name, member))
            })
        };
        let text = |name: &'static str| match field(&[name]) {
            None => Ok(None),
            Some((name, member)) => match member.as_str() {
                Some(text) => Ok(Some(text.into_owned())),
                None => Err(dialect.wrong_type(name, member, "a string")),
            },
        };
        let object = |names: &[&'static str]| match field(names) {
            None => Ok(None),
            Some((_, member)) if member.kind() == Kind::Object => Ok(Some(json.at(member))),
            Some((name, member)) => Err(dialect.wrong_type(name, member, "an object")),
        };
        let name = match (text("name")?, inside.get("name")) {
            (Some(name), _) if name.is_empty() => {
                return Err(DefinitionError::new(
                    &dialect.pointer("name"),
                    "the name is empty; give the tool a name",
                ));
            }
            (Some(name), _) => name,
            (None, Some(null)) => return Err(dialect.wrong_type("name", null, "a string")),
            (None, None) => return Err(DefinitionError::new(&dialect.pointer(""), "the tool has no `name`")),
        };
        Ok(Self {
            name,
            title: text("title")?,
            description: text("description")?,
            input_schema: object(dialect.input_schema_names())?,
            output_schema: object(&["outputSchema", "output_schema"])?,
            annotations: object(&["annotations"])?,
        })
    }

    /// The name of a value that may be a broken tool, for messages.
    pub(crate) fn name_in(value: Value<'_>) -> Option<String> {
        let inside = Dialect::of(value).inside(value).ok()?;
        inside.get("name")?.as_str().map(std::borrow::Cow::into_owned)
    }

    /// The member in which a tool keeps a schema that is not read, because its form has it elsewhere.
    pub(crate) fn ignored_schema(value: Value<'_>) -> Option<&'static str> {
        let is_object = |name: &str| value.get(name).is_some_and(|member| member.kind() == Kind::Object);
        let has_schema = is_object("inputSchema") || is_object("input_schema");
        (Dialect::of(value) == Dialect::Mcp && !has_schema && is_object("parameters")).then_some("parameters")
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
    fn of(value: Value<'_>) -> Self {
        let is_function = value.get("type").is_some_and(|kind| kind.is_str("function"));
        if value.get("function").is_some() && (is_function || value.get("name").is_none()) {
            Self::OpenAiFunction
        } else if is_function {
            Self::OpenAiFlat
        } else {
            Self::Mcp
        }
    }

    /// The object that has the name.
    fn inside(self, value: Value<'_>) -> Result<Value<'_>, DefinitionError> {
        match self {
            Self::Mcp | Self::OpenAiFlat => Ok(value),
            Self::OpenAiFunction => match value.get("function") {
                Some(function) if function.kind() == Kind::Object => Ok(function),
                Some(other) => {
                    let message =
                        format!("`function` is {}, expected an object", other.kind().with_article());
                    Err(DefinitionError::new("/function", message))
                }
                None => Ok(value),
            },
        }
    }

    /// Where the schema of the arguments may be. MCP's place comes first in every dialect, so that a stray
    /// `type` never hides a schema.
    fn input_schema_names(self) -> &'static [&'static str] {
        match self {
            Self::Mcp => &["inputSchema", "input_schema"],
            Self::OpenAiFunction | Self::OpenAiFlat => &["inputSchema", "input_schema", "parameters"],
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

/// Why a text is not a tool definition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FromJsonError {
    /// The text cannot be read.
    #[error(transparent)]
    Json(#[from] crate::json::ParseError),
    /// What was read is not a tool.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
}

/// Writes the six fields in MCP's spelling; absent ones are left out.
impl Serialize for ToolDefinition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ToolDefinition", 6)?;
        fields.serialize_field("name", &self.name)?;
        macro_rules! optional {
            ($($key:literal: $field:ident),*) => {$(
                match &self.$field {
                    Some(value) => fields.serialize_field($key, value)?,
                    None => fields.skip_field($key)?,
                }
            )*};
        }
        optional!(
            "title": title, "description": description, "inputSchema": input_schema,
            "outputSchema": output_schema, "annotations": annotations
        );
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialects_give_the_same_definition() {
        let mcp = ToolDefinition::from_json(
            r#"{"name":"a","description":"d","inputSchema":{"type":"object"},"_meta":{"x":1},"title":null}"#,
        );
        for text in [
            r#"{"name":"a","description":"d","input_schema":{"type":"object"}}"#,
            r#"{"type":"custom","name":"a","description":"d","input_schema":{"type":"object"}}"#,
            r#"{"type":"function","function":{"name":"a","description":"d","parameters":{"type":"object"},"strict":true}}"#,
            r#"{"type":"function","name":"a","description":"d","parameters":{"type":"object"}}"#,
        ] {
            assert_eq!(ToolDefinition::from_json(text), mcp, "{text}");
        }
    }

    #[test]
    fn what_is_no_tool_says_where_and_why() {
        for (text, pointer, message) in [
            ("[]", "", "the tool is an array, expected an object"),
            ("{}", "", "the tool has no `name`"),
            (r#"{"name":null}"#, "/name", "`name` is null, expected a string"),
            (r#"{"name":""}"#, "/name", "the name is empty; give the tool a name"),
            (
                r#"{"name":"a","inputSchema":"x"}"#,
                "/inputSchema",
                "`inputSchema` is a string, expected an object",
            ),
            (
                r#"{"name":"a","description":5}"#,
                "/description",
                "`description` is a number, expected a string",
            ),
            (
                r#"{"type":"function","function":{"name":"a","parameters":[]}}"#,
                "/function/parameters",
                "`parameters` is an array, expected an object",
            ),
        ] {
            let Err(FromJsonError::Definition(error)) = ToolDefinition::from_json(text) else {
                panic!("{text}")
            };
            assert_eq!((error.pointer.as_str(), error.message.as_str()), (pointer, message));
        }
    }
}
