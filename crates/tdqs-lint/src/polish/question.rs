//! What a model is told and sent, and what its answer looks like.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use tdqs_signals::json as signals;

use super::Refusal;
use super::parameters::places;
use crate::credit::contract::Tool;

/// What a model is told about its work.
pub const SYSTEM_PROMPT: &str = include_str!("../../prompts/polish.md");

/// What an answer looks like, as a JSON Schema.
#[must_use]
pub fn answer_schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "description": {"type": "string"},
            "parameters": {"type": "object", "additionalProperties": {"type": "string"}},
            "examples": {"type": "array", "items": {"type": "object"}},
            "explanation": {"type": "string"}
        }
    })
}

/// What a model is told of an answer that was refused.
pub(super) fn correction(refusal: &Refusal) -> String {
    format!(
        "This answer cannot be used: {refusal}. Give the whole answer once more, without what is wrong with it: one JSON \
         object in the format described above, and nothing beside it. Leave out a text that cannot be mended."
    )
}

/// What is sent of a tool: texts, types and choices. No `_meta`, no defaults, and of other tools the names alone.
pub(super) fn question(tool: &Tool<'_>, around: &str, others: &[&str]) -> String {
    let schema = tool.schema();
    let places = schema.map(|(key, schema)| places(schema, &format!("{around}/{key}"))).unwrap_or_default();
    let parameters: Vec<Value> = places
        .iter()
        .map(|place| {
            let mut sent = Map::new();
            sent.insert("path".to_owned(), place.pointer.as_str().into());
            for key in ["type", "enum"] {
                // What is deeper than any type somebody wrote is not sent.
                let value = place.schema.get(key).filter(|value| value.depth() < 8);
                let value = value.and_then(|value| serde_json::to_value(value).ok());
                sent.extend(value.map(|value| (key.to_owned(), value)));
            }
            sent.insert("required".to_owned(), place.is_required.into());
            let description = text_of(place.schema);
            sent.extend(description.map(|text| ("description".to_owned(), text.into_owned().into())));
            Value::Object(sent)
        })
        .collect();
    let mut question = json!({
        "name": tool.name(),
        "description": text_of(tool.value()),
        "parameters": parameters,
        "otherTools": others,
    });
    // Left to `serde_json`, the order would hang on a feature that any other crate in the build can switch on.
    question.sort_all_objects();
    question.to_string()
}

/// The description of a tool or of a schema.
fn text_of(value: signals::Value<'_>) -> Option<Cow<'_, str>> {
    value.get("description")?.as_str()
}
