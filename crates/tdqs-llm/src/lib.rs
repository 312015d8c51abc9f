#![doc = include_str!("../README.md")]

mod chat;
mod chat_error;
mod foreign_text;
mod identity;
mod judge;
mod llm_judge;
mod mock;
#[cfg(feature = "http")]
mod openai;
mod questioner;
mod recorded;
mod retry;
mod timer;
mod usage;

pub use chat::{AnswerContract, ChatMessage, ChatModel, ChatReply, ChatRequest, Role};
pub use chat_error::{ChatError, ChatErrorKind};
pub use identity::JudgeIdentity;
pub use judge::{Judge, JudgeError, ServerQuestion, ToolQuestion, Verdict};
pub use llm_judge::LlmJudge;
pub use mock::{Asked, MockChatModel, MockJudge, MockTimer};
#[cfg(feature = "http")]
pub use openai::{ApiKey, OpenAiClient, OpenAiClientBuilder, OpenAiClientError, ResponseFormat};
pub use questioner::{NoAnswer, Questioner, Rejected, Retry};
pub use recorded::{RecordedAnswers, RecordingJudge, ReplayJudge};
pub use retry::{GiveUp, RetryPolicy};
pub use timer::Timer;
#[cfg(feature = "http")]
pub use timer::TokioTimer;
pub use usage::Usage;
