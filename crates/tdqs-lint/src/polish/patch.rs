//! From a model's answer to a patch.

use std::sync::Arc;

use tdqs_signals::json::{Json, Kind, Value};

use super::Refusal;
use crate::schema::{elements, members};

/// New texts for a tool.
#[derive(Debug, Clone, Default)]
pub(super) struct Patch {
    pub(super) description: Option<String>,
    /// Paths and texts, in the order of the answer.
    pub(super) parameters: Vec<(String, String)>,
    pub(super) examples: Vec<Json>,
    pub(super) explanation: Option<String>,
}

impl Patch {
    /// Reads an answer: one JSON object, alone or in a fence.
    pub(super) fn read(answer: &str) -> Result<Self, Refusal> {
        let not_a_patch = |what: String| Refusal::NotAPatch(what);
        let text: Arc<str> = unfenced(answer).into();
        if text.is_empty() {
            return Err(not_a_patch("it is empty".to_owned()));
        }
        let json = Json::parse(text).map_err(|error| not_a_patch(error.to_string()))?;
        let object = json.value();
        if object.kind() != Kind::Object {
            return Err(not_a_patch(format!("it is {}", object.kind().with_article())));
        }
        let mut patch = Self::default();
        for (key, value) in members(Some(object)) {
            let key = key.text();
            let string = |value: Value<'_>, what: &str| {
                let wrong = || not_a_patch(format!("`{what}` is {}", value.kind().with_article()));
                value.as_str().map(std::borrow::Cow::into_owned).ok_or_else(wrong)
            };
            let expect = |kind: Kind| {
                let wrong = || not_a_patch(format!("`{key}` is {}", value.kind().with_article()));
                (value.kind() == kind).then_some(()).ok_or_else(wrong)
            };
            match &*key {
                // Endpoints that want every member give those that are left out as null.
                "description" | "parameters" | "examples" | "explanation" if value.kind() == Kind::Null => {}
                "description" => patch.description = Some(string(value, &key)?),
                "explanation" => patch.explanation = Some(string(value, &key)?),
                "parameters" => {
                    expect(Kind::Object)?;
                    for (place, text) in members(Some(value)) {
                        let place = place.text().into_owned();
                        let text = string(text, &place)?;
                        patch.parameters.push((place, text));
                    }
                }
                "examples" => {
                    expect(Kind::Array)?;
                    for example in elements(Some(value)) {
                        if example.kind() != Kind::Object {
                            let what = example.kind().with_article();
                            return Err(not_a_patch(format!("an example is {what}")));
                        }
                        let own = Json::parse_prefix(&example.literal().into(), 0).map(|(own, _)| own);
                        patch.examples.extend(own.ok());
                    }
                }
                _ => return Err(Refusal::UnknownMember(key.into_owned())),
            }
        }
        Ok(patch)
    }
}

/// The answer without reasoning before it and a fence around it.
fn unfenced(answer: &str) -> &str {
    let answer = answer.rsplit_once("</think>").map_or(answer, |(_, answer)| answer).trim();
    let Some(fenced) = answer.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else {
        return answer;
    };
    fenced.split_once('\n').map_or(fenced, |(_, inside)| inside).trim()
}
