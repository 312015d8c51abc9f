//! A model that says what a test wrote down for it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::lock;
use crate::{ChatError, ChatErrorKind, ChatModel, ChatReply, ChatRequest};

/// A model that gives its replies in the order they were scripted, and remembers the requests. Clones
/// share script and memory, so a test keeps one and gives the other away.
///
/// ```
/// use tdqs_llm::{ChatError, ChatErrorKind, MockChatModel};
///
/// let model = MockChatModel::new("mock-1")
///     .with_error(ChatError::new(ChatErrorKind::Status(503), "busy"))
///     .with_text("{}");
/// assert!(model.requests().is_empty());
/// ```
#[derive(Debug, Clone)]
pub struct MockChatModel {
    name: String,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    script: VecDeque<Result<ChatReply, ChatError>>,
    afterwards: Option<ChatReply>,
    requests: Vec<ChatRequest>,
}

impl MockChatModel {
    /// A model without a script: every request is an error.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), state: Arc::default() }
    }

    /// Adds a whole answer to the script.
    #[must_use]
    pub fn with_text(self, text: impl Into<String>) -> Self {
        self.with_reply(ChatReply::new(text))
    }

    /// Adds a reply to the script.
    #[must_use]
    pub fn with_reply(self, reply: ChatReply) -> Self {
        lock(&self.state).script.push_back(Ok(reply));
        self
    }

    /// Adds a failure to the script.
    #[must_use]
    pub fn with_error(self, error: ChatError) -> Self {
        lock(&self.state).script.push_back(Err(error));
        self
    }

    /// Sets what is said to every request once the script has ended.
    #[must_use]
    pub fn then_always(self, text: impl Into<String>) -> Self {
        lock(&self.state).afterwards = Some(ChatReply::new(text));
        self
    }

    /// The requests so far, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<ChatRequest> {
        lock(&self.state).requests.clone()
    }
}

#[async_trait::async_trait]
impl ChatModel for MockChatModel {
    fn name(&self) -> &str {
        &self.name
    }

    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ChatError> {
        let mut state = lock(&self.state);
        state.requests.push(request.clone());
        if let Some(scripted) = state.script.pop_front() {
            return scripted;
        }
        let detail = format!("the script of the mock has no reply to request {}", state.requests.len());
        state.afterwards.clone().ok_or_else(|| ChatError::new(ChatErrorKind::Other, detail))
    }
}
