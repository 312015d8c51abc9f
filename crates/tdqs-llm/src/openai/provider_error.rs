//! What an endpoint says when it refuses.
//!
//! The shape of `OpenAI` is `{"error": {"message", "type", "param", "code"}}`. Others send a text for `error`, a
//! `message` or `detail` of their own, a list of one, or a page of HTML from a proxy in between.

use std::borrow::Cow;

use tdqs_signals::json::{Document, Kind, Value};

/// An endpoint's words, not yet fit to be shown.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ProviderError {
    pub(super) message: String,
    /// `code`, `type` and `status` of the error, as far as they are texts.
    pub(super) codes: Vec<String>,
    /// The parameter of the request that is at fault.
    pub(super) parameter: Option<String>,
    /// A status within the body, as gateways send with 200.
    pub(super) status: Option<u16>,
}

impl ProviderError {
    pub(super) fn read(body: &str) -> Self {
        match Document::parse(body) {
            Ok(document) => Self::from_value(document.root(), body),
            Err(_) => Self { message: readable(body), ..Self::default() },
        }
    }

    fn from_value(value: Value<'_>, body: &str) -> Self {
        let value = value.as_array().and_then(|list| list.iter().next()).unwrap_or(value);
        Self::of(value.get("error").filter(|error| error.kind() != Kind::Null).unwrap_or(value))
            .unwrap_or_else(|| Self { message: readable(body), ..Self::default() })
    }

    /// Reads the error itself; `None` when it says nothing.
    pub(super) fn of(error: Value<'_>) -> Option<Self> {
        let text = |key: &str| error.get(key).and_then(Value::as_str).map(Cow::into_owned);
        let message = error.as_str().map(Cow::into_owned);
        let message =
            message.or_else(|| text("message")).or_else(|| text("detail")).or_else(|| text("error"))?;
        Some(Self {
            message,
            codes: ["code", "type", "status"].into_iter().filter_map(text).collect(),
            parameter: text("param").filter(|parameter| !parameter.is_empty()),
            status: ["code", "status"]
                .into_iter()
                .find_map(|key| error.get(key)?.literal().trim_matches('"').parse().ok())
                .filter(|status| (400..=599).contains(status)),
        })
    }

    pub(super) fn says_quota_is_spent(&self) -> bool {
        self.codes.iter().any(|code| code == "insufficient_quota")
    }

    /// Whether it says that the key or the model is at fault, and so every other request.
    pub(super) fn refuses_key_or_model(&self) -> bool {
        const CODES: [&str; 4] =
            ["model_not_found", "invalid_model", "invalid_api_key", "authentication_error"];
        self.parameter.as_deref() == Some("model")
            || self.codes.iter().any(|code| CODES.contains(&code.as_str()))
    }

    /// Whether the message or the parameter names one of these.
    pub(super) fn names(&self, words: &[&str]) -> bool {
        let message = self.message.to_ascii_lowercase();
        let parameter = self.parameter.as_deref().unwrap_or_default();
        words.iter().any(|word| message.contains(word) || parameter.contains(word))
    }
}

/// What a person would read of a body: the title of a page, or else its text.
pub(super) fn readable(body: &str) -> String {
    let body = body.trim_start_matches('\u{feff}').trim();
    if !body.starts_with('<') {
        return body.to_owned();
    }
    title(body).unwrap_or_else(|| without_tags(body))
}

fn title(page: &str) -> Option<String> {
    // ASCII only, so that positions hold for the page itself.
    let lower = page.to_ascii_lowercase();
    let open = lower.find("<title")?;
    let start = open + lower[open..].find('>')? + 1;
    let end = start + lower[start..].find("</title")?;
    Some(page[start..end].trim().to_owned()).filter(|title| !title.is_empty())
}

fn without_tags(page: &str) -> String {
    let mut text = String::new();
    for piece in page.split('<') {
        if let Some((_, behind)) = piece.split_once('>') {
            text.push(' ');
            text.push_str(behind);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_found_in_every_shape() {
        for (body, expected) in [
            (r#"{"error": {"message": "slow down", "code": 429}}"#, "slow down"),
            (r#"[{"error": {"message": "slow down"}}]"#, "slow down"),
            (r#"{"error": "slow down"}"#, "slow down"),
            (r#"{"error": null, "message": "slow down"}"#, "slow down"),
            (r#"{"detail": "slow down"}"#, "slow down"),
            (r#"{"error": {"code": 7}}"#, r#"{"error": {"code": 7}}"#),
            ("slow down", "slow down"),
            ("{\"error\": {\"mess", "{\"error\": {\"mess"),
            ("<!DOCTYPE html><html><head><TITLE lang=en> 503 Busy </TITLE></head><body>x</body>", "503 Busy"),
            ("<html>busy</html>", " busy "),
            ("<", ""),
            ("", ""),
        ] {
            assert_eq!(ProviderError::read(body).message, expected, "{body}");
        }
    }

    #[test]
    fn a_refusal_of_the_key_or_the_model_is_told_from_others() {
        for (body, expected) in [
            (r#"{"error": {"message": "no such model", "code": "model_not_found"}}"#, true),
            (r#"{"error": {"message": "no such key", "code": "invalid_api_key"}}"#, true),
            (r#"{"error": {"message": "wrong", "param": "model"}}"#, true),
            (r#"{"error": {"message": "wrong", "param": "temperature"}}"#, false),
            (r#"{"error": {"message": "the model is busy", "type": "invalid_request_error"}}"#, false),
        ] {
            assert_eq!(ProviderError::read(body).refuses_key_or_model(), expected, "{body}");
        }
    }

    #[test]
    fn codes_and_parameters_are_read_where_they_are_texts() {
        let error = ProviderError::read(
            r#"{"error": {"message": "m", "code": 503, "type": "insufficient_quota", "param": "response_format"}}"#,
        );
        assert!(error.says_quota_is_spent());
        assert!(error.names(&["response_format"]) && !error.names(&["temperature"]));
        assert_eq!(error.status, Some(503));
        assert_eq!(ProviderError::read(r#"{"error": {"message": "m", "code": 12}}"#).status, None);
    }
}
