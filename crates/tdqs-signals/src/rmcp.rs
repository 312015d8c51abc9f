//! Tools of the official MCP SDK, as definitions.

use rmcp::model::Tool;

use crate::ToolDefinition;
use crate::json::Json;

/// Takes the six fields that are scored. Key order is that of the SDK's maps; a hash does not depend on it.
impl From<&Tool> for ToolDefinition {
    fn from(tool: &Tool) -> Self {
        let annotations = tool.annotations.as_ref().and_then(|hints| serde_json::to_value(hints).ok());
        Self {
            name: tool.name.clone().into_owned(),
            title: tool.title.clone(),
            description: tool.description.clone().map(std::borrow::Cow::into_owned),
            input_schema: Json::of_map(&tool.input_schema),
            output_schema: tool.output_schema.as_deref().and_then(Json::of_map),
            annotations: annotations.as_ref().and_then(serde_json::Value::as_object).and_then(Json::of_map),
        }
    }
}

impl From<Tool> for ToolDefinition {
    fn from(tool: Tool) -> Self {
        Self::from(&tool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputHash;

    #[test]
    fn a_tool_of_the_sdk_hashes_as_its_json_does() {
        let text = r#"{"name":"find_crate","title":"Find","description":"Find one crate.","inputSchema":{"type":"object",
            "properties":{"label":{"type":"string"}}},"annotations":{"readOnlyHint":true}}"#;
        let tool: Tool = serde_json::from_str(text).unwrap();
        let read = ToolDefinition::from_json(text).unwrap();
        assert_eq!(InputHash::of(&ToolDefinition::from(tool)), InputHash::of(&read));
    }
}
