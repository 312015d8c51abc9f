//! Error messages from which an agent can recover.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// What went wrong, in the three kinds that call for different ways out.
///
/// Authoring pieces: the table of section 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorType {
    /// What was asked for is not there.
    NotFound,
    /// An argument has a value that cannot be taken.
    InvalidInput,
    /// There were too many calls.
    RateLimited,
}

impl ErrorType {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 3] = [Self::NotFound, Self::InvalidInput, Self::RateLimited];

    /// The name, which is also the code of a message that has no other.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "NOT_FOUND",
            Self::InvalidInput => "INVALID_INPUT",
            Self::RateLimited => "RATE_LIMITED",
        }
    }

    /// The members that a context has to have, in the order of the table. `error_code` is never needed.
    #[must_use]
    pub const fn context(self) -> &'static [&'static str] {
        match self {
            Self::NotFound => &["specific_message", "how_to_resolve", "correct_format"],
            Self::InvalidInput => &["field", "received_value", "expected_format"],
            Self::RateLimited => &["seconds"],
        }
    }
}

impl fmt::Display for ErrorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why there is no message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorMessageError {
    /// No error type has this name; names are compared exactly.
    #[error("`{found}` is no error type; use one of {}", ErrorType::ALL.map(ErrorType::as_str).join(", "))]
    UnknownErrorType {
        /// The name.
        found: String,
    },
    /// Members of the context are absent.
    #[error("the context of {error_type} lacks {}; add it", quoted_list(fields))]
    MissingContext {
        /// The type whose message was wanted.
        error_type: ErrorType,
        /// All that are absent, in the order of [`ErrorType::context`].
        fields: Vec<&'static str>,
    },
    /// A member of the context has a value that cannot be used.
    #[error("`{field}` of the context is {found:?}; write {expected}")]
    BadContext {
        /// The member.
        field: &'static str,
        /// Its value.
        found: String,
        /// What it has to be.
        expected: &'static str,
    },
}

impl ErrorMessageError {
    /// The code in reports.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownErrorType { .. } => "unknown-error-type",
            Self::MissingContext { .. } => "missing-context",
            Self::BadContext { .. } => "bad-context",
        }
    }

    /// The members of the context that it is about; none for an unknown type.
    #[must_use]
    pub fn fields(&self) -> Vec<&'static str> {
        match self {
            Self::UnknownErrorType { .. } => Vec::new(),
            Self::MissingContext { fields, .. } => fields.clone(),
            Self::BadContext { field, .. } => vec![field],
        }
    }
}

fn quoted_list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// What a tool answers when a call fails: what happened, and what the agent can do about it.
///
/// Always valid JSON, whatever the texts hold. To MCP it is the *result* of the call, with `isError`
/// ([`ErrorMessage::to_tool_result`]), because an agent never sees a protocol error.
///
/// Authoring pieces: section 3, rows 1 to 5 of section 5, and section 7.
///
/// ```
/// use tdqs_authoring::ErrorMessage;
///
/// let message = ErrorMessage::rate_limited(30);
/// assert_eq!(message.to_json(), r#"{
///   "error": "RATE_LIMITED",
///   "message": "Rate limit exceeded",
///   "retry_after": 30,
///   "resolution": "Wait 30 seconds before retrying"
/// }"#);
/// ```
// The members in the order in which each of the three kinds has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ErrorMessage {
    /// The code by which a caller tells the error from others.
    #[serde(rename = "error")]
    pub code: String,
    /// What happened.
    pub message: String,
    /// What the refused argument has to look like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_format: Option<String>,
    /// After how many seconds the same call may succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// What the agent can do.
    pub resolution: String,
    /// What a right argument looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

impl ErrorMessage {
    /// What was asked for is not there.
    #[must_use]
    pub fn not_found(
        message: impl Into<String>,
        resolution: impl Into<String>,
        example: impl Into<String>,
    ) -> Self {
        Self { example: Some(example.into()), ..Self::new(ErrorType::NotFound, message, resolution) }
    }

    /// The argument `field` has a value that cannot be taken.
    #[must_use]
    pub fn invalid_input(
        field: impl fmt::Display,
        received: impl fmt::Display,
        expected_format: impl Into<String>,
    ) -> Self {
        let expected_format = expected_format.into();
        let resolution = format!("Provide value matching {expected_format}");
        Self {
            expected_format: Some(expected_format),
            ..Self::new(ErrorType::InvalidInput, format!("Invalid {field}: {received}"), resolution)
        }
    }

    /// There were too many calls; the next may succeed after so many seconds.
    #[must_use]
    pub fn rate_limited(seconds: u64) -> Self {
        let resolution = format!("Wait {seconds} seconds before retrying");
        Self {
            retry_after: Some(seconds),
            ..Self::new(ErrorType::RateLimited, "Rate limit exceeded", resolution)
        }
    }

    fn new(error_type: ErrorType, message: impl Into<String>, resolution: impl Into<String>) -> Self {
        Self {
            code: error_type.as_str().to_owned(),
            message: message.into(),
            expected_format: None,
            retry_after: None,
            resolution: resolution.into(),
            example: None,
        }
    }

    /// Sets a code of the tool's own. A blank one leaves the type's name in its place.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        let code = code.into();
        if !tdqs_signals::whitespace::trim(&code).is_empty() {
            self.code = code;
        }
        self
    }

    /// The message of a type by name, from a table of texts: for callers that get both at run time.
    ///
    /// # Errors
    ///
    /// When no type has the name, members of [`ErrorType::context`] are absent, or `seconds` is no whole number of
    /// seconds.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use tdqs_authoring::ErrorMessage;
    ///
    /// let error = ErrorMessage::generate("NOT_FOUND", &BTreeMap::new()).unwrap_err();
    /// assert_eq!(error.code(), "missing-context");
    /// assert_eq!(error.fields(), ["specific_message", "how_to_resolve", "correct_format"]);
    /// ```
    pub fn generate(error_type: &str, context: &BTreeMap<String, String>) -> Result<Self, ErrorMessageError> {
        let Some(error_type) = ErrorType::ALL.into_iter().find(|known| known.as_str() == error_type) else {
            return Err(ErrorMessageError::UnknownErrorType { found: error_type.to_owned() });
        };
        let is_absent = |field: &&&str| !context.contains_key(**field);
        let fields: Vec<_> = error_type.context().iter().filter(is_absent).copied().collect();
        if !fields.is_empty() {
            return Err(ErrorMessageError::MissingContext { error_type, fields });
        }
        let text = |field: &str| context.get(field).map_or("", String::as_str);
        let message = match error_type {
            ErrorType::NotFound => {
                Self::not_found(text("specific_message"), text("how_to_resolve"), text("correct_format"))
            }
            ErrorType::InvalidInput => {
                Self::invalid_input(text("field"), text("received_value"), text("expected_format"))
            }
            ErrorType::RateLimited => Self::rate_limited(seconds(text("seconds"))?),
        };
        Ok(message.with_code(text("error_code")))
    }

    /// The message as JSON, with two blanks of indentation.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts and a number: there is nothing that cannot be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The message as the result of an MCP tool call: JSON with the message as its one text, and `isError` true.
    ///
    /// ```
    /// use tdqs_authoring::ErrorMessage;
    ///
    /// let result = ErrorMessage::not_found("No crate C-99", "Look it up with list_crates", "C-17").to_tool_result();
    /// assert!(result.starts_with(r#"{"content":[{"type":"text","text":"{\n  \"error\": \"NOT_FOUND\","#));
    /// assert!(result.ends_with(r#"}],"isError":true}"#));
    /// ```
    #[must_use]
    pub fn to_tool_result(&self) -> String {
        let content = [Content { content_type: "text", text: self.to_json() }];
        serde_json::to_string(&ToolResult { content, is_error: true }).unwrap_or_default()
    }
}

/// The result of a tool call, as far as an error needs it.
#[derive(Serialize)]
struct ToolResult {
    content: [Content; 1],
    #[serde(rename = "isError")]
    is_error: bool,
}

#[derive(Serialize)]
struct Content {
    #[serde(rename = "type")]
    content_type: &'static str,
    text: String,
}

/// Digits and nothing else: Rust would read a plus sign as well.
fn seconds(text: &str) -> Result<u64, ErrorMessageError> {
    let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    number.ok_or_else(|| ErrorMessageError::BadContext {
        field: "seconds",
        found: text.to_owned(),
        expected: "a whole number of seconds, 0 or more",
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn generate(error_type: &str, context: &[(&str, &str)]) -> Result<String, ErrorMessageError> {
        let context = context.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        ErrorMessage::generate(error_type, &context).map(|message| message.to_json())
    }

    #[test]
    fn an_unknown_type_is_no_other_type() {
        for found in ["TEAPOT", "not_found", ""] {
            let error = generate(found, &[]).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("`{found}` is no error type; use one of NOT_FOUND, INVALID_INPUT, RATE_LIMITED")
            );
            assert_eq!((error.code(), error.fields()), ("unknown-error-type", vec![]));
        }
    }

    #[test]
    fn everything_that_lacks_is_named_in_the_order_of_the_table() {
        let error = generate("INVALID_INPUT", &[("received_value", ""), ("unknown", "x")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the context of INVALID_INPUT lacks `field`, `expected_format`; add it"
        );
        assert_eq!((error.code(), error.fields()), ("missing-context", vec!["field", "expected_format"]));
    }

    #[test]
    fn seconds_are_a_whole_number() {
        for (text, expected) in [("0", Some(0)), ("30", Some(30)), ("007", Some(7))] {
            assert_eq!(seconds(text).ok(), expected);
        }
        for text in ["", "-1", "+1", "1.0", " 1", "soon", "99999999999999999999"] {
            let error = generate("RATE_LIMITED", &[("seconds", text)]).unwrap_err();
            assert_eq!((error.code(), error.fields()), ("bad-context", vec!["seconds"]), "{text}");
        }
    }

    #[test]
    fn a_type_stands_in_for_a_blank_code() {
        for (code, expected) in [("", "RATE_LIMITED"), (" ", "RATE_LIMITED"), ("SLOW", "SLOW")] {
            let message = ErrorMessage::rate_limited(1).with_code(code);
            assert_eq!(message.code, expected);
            let json = generate("RATE_LIMITED", &[("seconds", "1"), ("error_code", code)]).unwrap();
            assert_eq!(json, message.to_json());
        }
    }

    proptest! {
        #[test]
        fn every_text_gives_json_with_that_text(a in any::<String>(), b in any::<String>(), c in any::<String>(), seconds in any::<u64>()) {
            for message in [
                ErrorMessage::not_found(&*a, &*b, &*c),
                ErrorMessage::invalid_input(&a, &b, &*c).with_code(&*a),
                ErrorMessage::rate_limited(seconds).with_code(&*b),
            ] {
                let read: serde_json::Value = serde_json::from_str(&message.to_json()).unwrap();
                prop_assert_eq!(read["error"].as_str(), Some(&*message.code));
                prop_assert_eq!(read["message"].as_str(), Some(&*message.message));
                prop_assert_eq!(read["resolution"].as_str(), Some(&*message.resolution));
                prop_assert_eq!(read["example"].as_str(), message.example.as_deref());
                prop_assert_eq!(read["expected_format"].as_str(), message.expected_format.as_deref());
                prop_assert_eq!(read["retry_after"].as_u64(), message.retry_after);
                let result: serde_json::Value = serde_json::from_str(&message.to_tool_result()).unwrap();
                prop_assert_eq!(&result["isError"], true);
                prop_assert_eq!(result["content"][0]["text"].as_str(), Some(&*message.to_json()));
            }
        }
    }
}
