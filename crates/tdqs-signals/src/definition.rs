//! A tool as an MCP client sees it.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::ToolView;
use crate::json::Json;

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
        Ok(ToolView::of(json.value())?.to_definition(json))
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
