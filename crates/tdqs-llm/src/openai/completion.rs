//! Reads a chat completion.
//!
//! Only what is needed is looked at, and nothing else can make a completion unreadable: endpoints add
//! fields and send `null` where others send numbers. Reasoning that stands beside the answer is left out.

use std::borrow::Cow;

use tdqs_signals::json::{Array, Document, Kind, Value};

use super::provider_error::{ProviderError, readable};
use crate::{ChatReply, Usage};

/// Why a body with a status of success holds no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It is no chat completion.
    NoCompletion(String),
    /// The model, or a filter behind it, declines.
    Refused { detail: String, usage: Usage },
    /// A gateway reports a failure under a status of success.
    Failed { status: u16, error: ProviderError },
}

pub(super) fn read(body: &str) -> Result<ChatReply, Unreadable> {
    let text = body.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Unreadable::NoCompletion("the body is empty".to_owned()));
    }
    let document = Document::parse(text).map_err(|error| {
        Unreadable::NoCompletion(if text.starts_with('<') {
            format!("HTML: {}", readable(text))
        } else {
            format!("no JSON: {error}: {text}")
        })
    })?;
    let root = document.root();
    let Some(choice) =
        root.get("choices").and_then(Value::as_array).and_then(|choices| choices.iter().next())
    else {
        return Err(match root.get("error").and_then(ProviderError::of) {
            Some(error) => match error.status {
                Some(status) => Unreadable::Failed { status, error },
                None => Unreadable::NoCompletion(error.message),
            },
            None => Unreadable::NoCompletion(format!("no `choices`: {text}")),
        });
    };
    let Some(message) = choice.get("message").filter(|message| message.kind() == Kind::Object) else {
        return Err(Unreadable::NoCompletion(format!("no `message` in the first choice: {text}")));
    };
    let usage = usage(root.get("usage"));
    let finish = choice.get("finish_reason").and_then(Value::as_str).unwrap_or_default();
    if finish == "content_filter" {
        return Err(Unreadable::Refused { detail: "a content filter stopped the answer".to_owned(), usage });
    }
    let content = content(message.get("content"));
    let refusal = message.get("refusal").and_then(Value::as_str).map(Cow::into_owned);
    match refusal.filter(|refusal| !refusal.is_empty()).or(content.refusal) {
        Some(detail) if content.text.is_empty() => Err(Unreadable::Refused { detail, usage }),
        _ => {
            let reply = ChatReply::new(content.text).with_usage(usage);
            Ok(if finish == "length" { reply.cut_short() } else { reply })
        }
    }
}

#[derive(Default)]
struct Content {
    text: String,
    refusal: Option<String>,
}

/// A text, or a list of parts of which the texts count.
fn content(value: Option<Value<'_>>) -> Content {
    let mut content = Content::default();
    let Some(value) = value else { return content };
    if let Some(text) = value.as_str() {
        content.text = text.into_owned();
        return content;
    }
    for part in value.as_array().into_iter().flat_map(Array::iter) {
        let text = |key: &str| part.get(key).and_then(Value::as_str);
        match text("type").as_deref() {
            Some("text" | "output_text") | None => content.text.push_str(&text("text").unwrap_or_default()),
            Some("refusal") => content.refusal = text("refusal").map(Cow::into_owned),
            Some(_) => {}
        }
    }
    content
}

fn usage(value: Option<Value<'_>>) -> Usage {
    let tokens = |key: &str| value?.get(key)?.literal().parse().ok();
    Usage::new(1, tokens("prompt_tokens").unwrap_or(0), tokens("completion_tokens").unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion(message: &str, rest: &str) -> String {
        format!(
            r#"{{"choices": [{{"index": 0, "message": {message}{rest}}}], "usage": {{"prompt_tokens": 7, "completion_tokens": null}}}}"#
        )
    }

    #[test]
    fn the_text_is_taken_from_either_form_of_content() {
        for (message, rest, expected) in [
            (r#"{"role": "assistant", "content": "a\nb", "reasoning_content": "x"}"#, "", "a\nb"),
            (r#"{"content": "a", "refusal": null}"#, r#", "finish_reason": "stop""#, "a"),
            (
                r#"{"content": [{"type": "thinking", "thinking": "x", "text": "x"}, {"type": "text", "text": "a"}, {"text": "b"}, 7]}"#,
                "",
                "ab",
            ),
            (r#"{"content": "lone \ud800 surrogate"}"#, "", "lone \u{fffd} surrogate"),
            (r#"{"content": null}"#, "", ""),
            (r#"{"role": "assistant"}"#, "", ""),
        ] {
            let reply = read(&completion(message, rest)).unwrap();
            assert_eq!((reply.text.as_str(), reply.cut_short), (expected, false), "{message}");
            assert_eq!(reply.usage, Usage::new(1, 7, 0));
        }
        assert!(
            read(&completion(r#"{"content": "a"}"#, r#", "finish_reason": "length""#)).unwrap().cut_short
        );
    }

    #[test]
    fn a_refusal_is_told_from_an_answer() {
        let usage = Usage::new(1, 7, 0);
        for (message, rest, detail) in [
            (r#"{"content": null, "refusal": "I can't."}"#, "", "I can't."),
            (r#"{"content": [{"type": "refusal", "refusal": "I can't."}]}"#, "", "I can't."),
            (
                r#"{"content": "{"}"#,
                r#", "finish_reason": "content_filter""#,
                "a content filter stopped the answer",
            ),
        ] {
            let refused = Unreadable::Refused { detail: detail.to_owned(), usage };
            assert_eq!(read(&completion(message, rest)), Err(refused), "{message}");
        }
    }

    #[test]
    fn what_is_no_completion_says_what_it_is() {
        for (body, start) in [
            ("", "the body is empty"),
            ("\u{feff} \n", "the body is empty"),
            ("<html><title>Busy</title></html>", "HTML: Busy"),
            ("{\"choices\": [", "no JSON: "),
            ("{}", "no `choices`: {}"),
            ("{\"choices\": []}", "no `choices`: "),
            ("{\"choices\": {}}", "no `choices`: "),
            ("[]", "no `choices`: "),
            ("{\"choices\": [null]}", "no `message` in the first choice: "),
            ("{\"error\": {\"message\": \"overloaded\"}}", "overloaded"),
        ] {
            let Err(Unreadable::NoCompletion(detail)) = read(body) else { panic!("{body}") };
            assert!(detail.starts_with(start), "{detail}");
        }
        let Err(Unreadable::Failed { status, error }) =
            read(r#"{"error": {"message": "busy", "code": 503}}"#)
        else {
            panic!("a status within the body")
        };
        assert_eq!((status, error.message.as_str()), (503, "busy"));
    }
}
