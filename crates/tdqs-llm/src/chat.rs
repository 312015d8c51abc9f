//! The trait that speaks the wire: messages in, text and token usage out.
//!
//! One call is one attempt. Reading the text, asking again and waiting are the business of
//! [`LlmJudge`](crate::LlmJudge), so that every backend gets them from one place.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tdqs_signals::whitespace::trim;

use crate::foreign_text::Ellipsis;
use crate::{ChatError, Usage};

/// A language model that continues a conversation. Whoever has a gateway of their own implements this.
///
/// An implementor tries once, bounds its own waits, and keeps secrets out of its errors and its answers, which
/// end up in reports. A dropped future leaves nothing behind.
///
/// ```
/// use tdqs_llm::{ChatError, ChatErrorKind, ChatModel, ChatReply, ChatRequest};
///
/// struct Gateway;
///
/// #[async_trait::async_trait]
/// impl ChatModel for Gateway {
///     fn name(&self) -> &str {
///         "house-model-2"
///     }
///
///     async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ChatError> {
///         match request.messages.last() {
///             Some(question) => Ok(ChatReply::new(format!("You asked: {}", question.content))),
///             None => Err(ChatError::new(ChatErrorKind::Other, "the conversation is empty")),
///         }
///     }
/// }
/// ```
#[async_trait::async_trait]
pub trait ChatModel: Send + Sync {
    /// The model's name, as reports give it.
    fn name(&self) -> &str;

    /// Returns the model's answer unread.
    ///
    /// # Errors
    ///
    /// When there is no answer; the error says whether trying again may help.
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ChatError>;
}

const _: fn(&dyn ChatModel) = |_| {}; // callers choose the backend at run time

macro_rules! forward_to_inner {
    ($($pointer:ty),+) => {$(
        #[async_trait::async_trait]
        impl<M: ChatModel + ?Sized> ChatModel for $pointer {
            fn name(&self) -> &str {
                (**self).name()
            }

            async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ChatError> {
                (**self).complete(request).await
            }
        }
    )+};
}

forward_to_inner!(Box<M>, Arc<M>);

/// A conversation to continue.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ChatRequest {
    /// What was said so far, the question last.
    pub messages: Vec<ChatMessage>,
    /// What the answer has to look like, for endpoints that can be told. The system prompt tells it too.
    pub contract: Arc<AnswerContract>,
}

impl ChatRequest {
    /// A conversation that begins with a system prompt and a question.
    #[must_use]
    pub fn new(
        system: impl Into<String>,
        question: impl Into<String>,
        contract: Arc<AnswerContract>,
    ) -> Self {
        let messages = vec![ChatMessage::new(Role::System, system), ChatMessage::new(Role::User, question)];
        Self { messages, contract }
    }

    /// Adds an answer that cannot be used, and what the model is told about it.
    ///
    /// At temperature 0 the bare question would bring the same answer again. An answer that ran away is shortened. A
    /// blank one adds nothing: it gives the model nothing to look at, and endpoints refuse a turn without content.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tdqs_llm::{AnswerContract, ChatRequest};
    ///
    /// let contract = Arc::new(AnswerContract::new("colour", true));
    /// let mut request = ChatRequest::new("Answer with a colour.", "What is the sky like?", contract);
    /// request.push_correction(" ".to_owned(), "This is no colour.");
    /// assert_eq!(request.messages.len(), 2);
    /// request.push_correction("Far.".to_owned(), "This is no colour.");
    /// assert_eq!(request.messages[3].content, "This is no colour.");
    /// ```
    pub fn push_correction(&mut self, answer: String, correction: impl Into<String>) {
        if trim(&answer).is_empty() {
            return;
        }
        self.messages.push(ChatMessage::new(Role::Assistant, answer.shortened(QUOTED_ANSWER_LENGTH)));
        self.messages.push(ChatMessage::new(Role::User, correction));
    }
}

/// Enough to hold any answer that fits. What is longer ran away, and sending it back costs tokens.
pub(crate) const QUOTED_ANSWER_LENGTH: usize = 8_000;

/// One turn of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(clippy::exhaustive_structs, reason = "a turn is who spoke and what was said")]
pub struct ChatMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: String,
}

impl ChatMessage {
    /// A turn.
    #[must_use]
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self { role, content: content.into() }
    }
}

/// Who speaks in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "a conversation about an answer has these three")]
pub enum Role {
    /// The rubric.
    System,
    /// The question, and what was wrong with an answer.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// The spelling on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// What an answer has to look like, as a JSON Schema with a name.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AnswerContract {
    /// Letters, digits and underscores, as endpoints ask.
    pub name: &'static str,
    /// Every property required and none beside them.
    pub schema: Value,
}

impl AnswerContract {
    /// A contract.
    #[must_use]
    pub fn new(name: &'static str, schema: impl Into<Value>) -> Self {
        let mut schema = schema.into();
        // Endpoints that enforce a schema make the model write its properties in the schema's order. Left
        // to `serde_json`, that order would hang on a feature any other crate in the build can switch on.
        schema.sort_all_objects();
        Self { name, schema }
    }
}

/// What a model said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChatReply {
    /// The text of the answer; hidden reasoning is no part of it.
    pub text: String,
    /// Whether the text ends because a limit on tokens was met.
    pub cut_short: bool,
    /// What the attempt cost.
    pub usage: Usage,
}

impl ChatReply {
    /// A whole answer that took one request.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), cut_short: false, usage: Usage::new(1, 0, 0) }
    }

    /// Marks the text as one that ends because a limit on tokens was met.
    #[must_use]
    pub fn cut_short(mut self) -> Self {
        self.cut_short = true;
        self
    }

    /// Replaces what the attempt cost.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }
}
