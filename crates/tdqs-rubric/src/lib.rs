#![doc = include_str!("../README.md")]

#[macro_use]
mod named;

pub mod answer;
mod coherence_dimension;
mod dimension;
mod flag;
mod gate;
mod mean;
pub mod message;
mod per_dimension;
mod rubric;
mod score;
mod tier;
mod tool_score;
mod tool_set_hash;

pub use answer::{AnswerError, CoherenceAnswer, Justified, ShadowingAnswer, ToolAnswer};
pub use coherence_dimension::CoherenceDimension;
pub use dimension::Dimension;
pub use flag::{ServerFlag, ToolFlag};
pub use gate::HardGates;
pub use mean::MeanTdqs;
pub use message::{ListedTool, ShadowCandidate};
pub use named::UnknownName;
pub use per_dimension::{PerCoherenceDimension, PerDimension};
pub use rubric::{KNOWN_PROMPTS, PromptHash, Rubric, RubricError, RubricIdentity};
pub use score::{InvalidScore, Score, Tenths};
pub use tier::Tier;
pub use tool_score::{Gain, ToolScore, tdqs};
pub use tool_set_hash::{InvalidToolSetHash, ToolSetHash};
