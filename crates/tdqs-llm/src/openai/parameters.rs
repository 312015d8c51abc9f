//! Which parameters a request carries, and which an endpoint has taught us to leave out.
//!
//! Not every endpoint knows JSON Schema, not every one knows JSON mode, and reasoning models refuse a
//! temperature. A refusal often does not say which parameter it is about, so what can be left out is left
//! out, one thing after the other, and only success teaches.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use serde_json::{Map, Value, json};

use super::provider_error::ProviderError;
use crate::ChatRequest;

/// How an endpoint is asked for JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResponseFormat {
    /// `json_schema`, strict: the endpoint makes the answer fit the contract.
    #[default]
    JsonSchema,
    /// `json_object`: the endpoint makes the answer JSON.
    JsonObject,
    /// No `response_format`: the prompt alone asks for JSON.
    Unconstrained,
}

impl ResponseFormat {
    const ALL: [Self; 3] = [Self::JsonSchema, Self::JsonObject, Self::Unconstrained];

    fn lower(self) -> Option<Self> {
        match self {
            Self::JsonSchema => Some(Self::JsonObject),
            Self::JsonObject => Some(Self::Unconstrained),
            Self::Unconstrained => None,
        }
    }
}

/// The parameters of a request that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parameters {
    pub(super) format: ResponseFormat,
    pub(super) temperature: bool,
}

/// Words by which endpoints speak of the format.
const FORMAT_WORDS: [&str; 7] = [
    "response_format",
    "response format",
    "json_schema",
    "json_object",
    "json schema",
    "json mode",
    "structured output",
];

/// How a 404 has to speak to be about parameters: most are about the model or the address.
const PARAMETER_WORDS: [&str; 1] = ["parameter"];

/// Codes of refusals that no parameter of ours has to do with.
const OTHER_CODES: [&str; 4] =
    ["context_length_exceeded", "model_not_found", "invalid_api_key", "content_filter"];

impl Parameters {
    /// What to leave out after a refusal; `None` when nothing is left or it would not help. A refusal that
    /// does not say what it is about is taken to be about the format only by whoever guesses.
    pub(super) fn after_refusal(self, status: u16, refusal: &ProviderError, guesses: bool) -> Option<Self> {
        if !may_be_about_parameters(status) {
            return None;
        }
        if self.temperature && refusal.names(&["temperature"]) {
            return Some(Self { temperature: false, ..self });
        }
        let is_about_another = refusal.parameter.is_some()
            || refusal.codes.iter().any(|code| OTHER_CODES.contains(&code.as_str()));
        let is_bare_404 = status == 404 && !refusal.names(&PARAMETER_WORDS);
        if (is_about_another || is_bare_404 || !guesses) && !refusal.names(&FORMAT_WORDS) {
            return None;
        }
        self.format.lower().map(|format| Self { format, ..self })
    }

    /// The body of a request. Overrides have the last word, as in RFC 7396: objects are merged, `null`
    /// removes.
    pub(super) fn body(self, model: &str, request: &ChatRequest, overrides: &Map<String, Value>) -> Vec<u8> {
        let mut body = json!({ "model": model, "messages": request.messages });
        if self.temperature {
            body["temperature"] = 0.into();
        }
        let contract = &request.contract;
        match self.format {
            ResponseFormat::JsonSchema => {
                let schema = json!({ "name": contract.name, "strict": true, "schema": contract.schema });
                body["response_format"] = json!({ "type": "json_schema", "json_schema": schema });
            }
            ResponseFormat::JsonObject => body["response_format"] = json!({ "type": "json_object" }),
            ResponseFormat::Unconstrained => {}
        }
        if let Value::Object(body) = &mut body {
            merge(body, overrides);
        }
        // The same bytes in every build, whatever feature `serde_json` has.
        body.sort_all_objects();
        body.to_string().into_bytes()
    }
}

/// Whether a status may mean that the endpoint dislikes a parameter.
fn may_be_about_parameters(status: u16) -> bool {
    matches!(status, 400 | 404 | 422)
}

fn merge(into: &mut Map<String, Value>, patch: &Map<String, Value>) {
    for (key, change) in patch {
        match change {
            Value::Null => {
                into.remove(key);
            }
            Value::Object(change) => {
                let slot = into.entry(key.clone()).or_insert(Value::Null);
                if !slot.is_object() {
                    *slot = Value::Object(Map::new());
                }
                if let Value::Object(slot) = slot {
                    merge(slot, change);
                }
            }
            other => {
                into.insert(key.clone(), other.clone());
            }
        }
    }
}

/// What the endpoint takes, as far as is known. Calls that run side by side may learn at the same time;
/// knowledge of parameters only grows, so none undoes what another has learned.
#[derive(Debug)]
pub(super) struct Learned {
    /// Index into [`ResponseFormat::ALL`].
    format: AtomicU8,
    temperature: AtomicBool,
    /// Whether a question was refused in every format, so that the format was not the reason, and none has
    /// been answered since.
    guessing_failed: AtomicBool,
}

impl Learned {
    pub(super) fn new(start: Parameters) -> Self {
        Self {
            format: AtomicU8::new(start.format as u8),
            temperature: AtomicBool::new(start.temperature),
            guessing_failed: AtomicBool::new(false),
        }
    }

    /// Whether to try other formats after a refusal that names no reason.
    pub(super) fn guesses(&self) -> bool {
        !self.guessing_failed.load(Ordering::Relaxed)
    }

    /// Notes that an attempt which began with some parameters has ended in a refusal of others.
    pub(super) fn note_refusal(&self, begun: Parameters, refused: Parameters, status: u16) {
        let is_whole_ladder = begun.format != refused.format
            && refused.format.lower().is_none()
            && may_be_about_parameters(status);
        if is_whole_ladder {
            self.guessing_failed.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn parameters(&self) -> Parameters {
        let format = usize::from(self.format.load(Ordering::Relaxed));
        Parameters {
            format: ResponseFormat::ALL.get(format).copied().unwrap_or(ResponseFormat::Unconstrained),
            temperature: self.temperature.load(Ordering::Relaxed),
        }
    }

    /// Notes parameters that were answered.
    pub(super) fn note_answer(&self, taken: Parameters) {
        self.guessing_failed.store(false, Ordering::Relaxed);
        self.format.fetch_max(taken.format as u8, Ordering::Relaxed);
        self.temperature.fetch_and(taken.temperature, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::AnswerContract;

    const ALL: Parameters = Parameters { format: ResponseFormat::JsonSchema, temperature: true };

    fn body(parameters: Parameters, overrides: &Value) -> Value {
        let contract = AnswerContract::new("c", json!({ "type": "object" }));
        let request = ChatRequest::new("s", "u", Arc::new(contract));
        let body = parameters.body("m", &request, overrides.as_object().unwrap());
        serde_json::from_slice(&body).unwrap()
    }

    #[test]
    fn a_request_carries_what_the_endpoint_takes() {
        let messages = json!([{ "role": "system", "content": "s" }, { "role": "user", "content": "u" }]);
        assert_eq!(
            body(ALL, &json!({})),
            json!({
                "model": "m", "messages": messages, "temperature": 0,
                "response_format": { "type": "json_schema", "json_schema": {
                    "name": "c", "strict": true, "schema": { "type": "object" }
                } }
            })
        );
        let fewest = Parameters { format: ResponseFormat::Unconstrained, temperature: false };
        assert_eq!(body(fewest, &json!({})), json!({ "model": "m", "messages": messages }));
    }

    #[test]
    fn overrides_are_merged_and_null_removes() {
        let overrides = json!({
            "temperature": null,
            "reasoning": { "enabled": false },
            "response_format": { "json_schema": { "strict": null, "name": "other" } },
            "model": { "odd": 1 },
        });
        let body = body(ALL, &overrides);
        assert_eq!(body["reasoning"], json!({ "enabled": false }));
        assert_eq!(body.get("temperature"), None);
        assert_eq!(
            body["response_format"],
            json!({ "type": "json_schema", "json_schema": { "name": "other", "schema": { "type": "object" } } })
        );
        assert_eq!(body["model"], json!({ "odd": 1 }));
    }

    #[test]
    fn a_refusal_leaves_out_one_thing_at_a_time() {
        let refusal = |text: &str| ProviderError { message: text.to_owned(), ..ProviderError::default() };
        let object = Parameters { format: ResponseFormat::JsonObject, ..ALL };
        let unnamed = refusal("bad request");
        assert_eq!(
            ALL.after_refusal(400, &refusal("`response_format` json_schema is unavailable"), true),
            Some(object)
        );
        assert_eq!(ALL.after_refusal(422, &unnamed, true), Some(object));
        let text = Parameters { format: ResponseFormat::Unconstrained, ..ALL };
        assert_eq!(object.after_refusal(400, &unnamed, true), Some(text));
        assert_eq!(text.after_refusal(400, &unnamed, true), None);
        let cold = refusal("Unsupported value: 'temperature' does not support 0");
        assert_eq!(text.after_refusal(400, &cold, true), Some(Parameters { temperature: false, ..text }));
        assert_eq!(Parameters { temperature: false, ..text }.after_refusal(400, &cold, true), None);
        for status in [401, 403, 429, 500] {
            assert_eq!(ALL.after_refusal(status, &unnamed, true), None);
        }
    }

    #[test]
    fn a_refusal_about_something_else_is_believed() {
        let of = |body: &str| ProviderError::read(body);
        for body in [
            r#"{"error": {"message": "too long", "code": "context_length_exceeded"}}"#,
            r#"{"error": {"message": "no such model", "code": "model_not_found"}}"#,
            r#"{"error": {"message": "too many", "param": "messages"}}"#,
        ] {
            assert_eq!(ALL.after_refusal(400, &of(body), true), None, "{body}");
        }
        let named = r#"{"error": {"message": "not supported", "param": "response_format.json_schema"}}"#;
        assert!(ALL.after_refusal(400, &of(named), true).is_some());
    }

    #[test]
    fn a_404_is_about_parameters_only_when_it_says_so() {
        let object = Parameters { format: ResponseFormat::JsonObject, ..ALL };
        for (message, expected) in [
            ("not found", None),
            ("the model `m` does not exist", None),
            ("", None),
            ("no endpoint supports json_schema", Some(object)),
            ("No endpoints found that can handle the requested parameters.", Some(object)),
        ] {
            let refusal = ProviderError { message: message.to_owned(), ..ProviderError::default() };
            assert_eq!(ALL.after_refusal(404, &refusal, true), expected, "{message}");
        }
    }

    #[test]
    fn whoever_does_not_guess_believes_only_what_is_named() {
        let refusal = |text: &str| ProviderError { message: text.to_owned(), ..ProviderError::default() };
        assert_eq!(ALL.after_refusal(400, &refusal("bad request"), false), None);
        for named in ["no `response_format` here", "temperature must be 1"] {
            assert!(ALL.after_refusal(400, &refusal(named), false).is_some(), "{named}");
        }
    }

    #[test]
    fn only_a_whole_ladder_ends_the_guessing_and_an_answer_begins_it_anew() {
        let object = Parameters { format: ResponseFormat::JsonObject, ..ALL };
        let text = Parameters { format: ResponseFormat::Unconstrained, ..ALL };
        for (begun, refused, status, guesses) in [
            (ALL, text, 400, false),
            (object, text, 422, false),
            (ALL, object, 400, true),
            (ALL, ALL, 400, true),
            (text, text, 400, true),
            (ALL, text, 429, true),
            (ALL, text, 503, true),
        ] {
            let learned = Learned::new(ALL);
            learned.note_refusal(begun, refused, status);
            assert_eq!(learned.guesses(), guesses, "{begun:?} {refused:?} {status}");
            learned.note_answer(ALL);
            assert!(learned.guesses());
        }
    }

    #[test]
    fn what_was_learned_is_never_unlearned() {
        let learned = Learned::new(ALL);
        assert_eq!(learned.parameters(), ALL);
        learned.note_answer(Parameters { format: ResponseFormat::Unconstrained, temperature: true });
        learned.note_answer(Parameters { format: ResponseFormat::JsonObject, temperature: false });
        assert_eq!(
            learned.parameters(),
            Parameters { format: ResponseFormat::Unconstrained, temperature: false }
        );
    }
}
