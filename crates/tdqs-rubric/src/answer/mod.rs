//! What a model has to answer, and whether it did.
//!
//! A model's text is read in two steps: the JSON objects that may be the answer are found, whatever
//! stands around them, and the contract says of each whether it fits, and if not, where.
//! Nothing is guessed and nothing is mended: a text that does not hold exactly one answer is an error
//! that tells the model, and whoever reads the log, what to change.
//!
//! Specification: "LLM output contract", Appendix A and B. Decisions: "Model answers".

mod contract;
mod extract;

use std::fmt;

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::{Deserialize, Serialize};

use crate::{PerCoherenceDimension, PerDimension, Score};

/// A score and the evidence for it.
///
/// Deserialising it asks for less than the contract, a justification that is not blank, and for more: `4`,
/// never `4.0`. A model's text goes through [`ToolAnswer::parse`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::exhaustive_structs, reason = "the contract closes the list of fields")]
pub struct Justified {
    /// The score, 1 to 5.
    pub score: Score,
    /// Two or three sentences that cite evidence. Not blank in an answer that was accepted.
    #[schemars(regex(pattern = r"\S"))]
    pub justification: String,
}

/// The answer about one tool (Appendix A).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::exhaustive_structs, reason = "the contract closes the list of fields")]
pub struct ToolAnswer {
    /// A score with its justification for each dimension.
    pub scores: PerDimension<Justified>,
    /// Whether the description contradicts the annotations.
    pub annotation_contradiction: bool,
    /// Two or three sentences about the definition as a whole. May be blank.
    pub summary: String,
}

/// The answer about a server's tool set (Appendix B).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::exhaustive_structs, reason = "the contract closes the list of fields")]
pub struct CoherenceAnswer {
    /// A score with its justification for each dimension.
    pub scores: PerCoherenceDimension<Justified>,
    /// The candidate pairs that the judge confirms. Not yet held against what was asked.
    #[serde(default)]
    pub shadowing_risks: Vec<ShadowingAnswer>,
    /// Two or three sentences about the set as a whole. May be blank.
    pub summary: String,
}

/// A pair that the judge confirms.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::exhaustive_structs, reason = "the contract closes the list of fields")]
pub struct ShadowingAnswer {
    /// The dearer tool.
    pub tool: String,
    /// The sibling that covers its purpose.
    pub cheaper_sibling: String,
    /// Why.
    pub justification: String,
}

/// Why a model's text could not be read as an answer (specification: "LLM output contract").
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// There is no JSON object in the text.
    #[error("the answer holds no JSON object")]
    NoObject,
    /// What was meant as the answer is not JSON.
    #[error("the answer is not JSON: {0}")]
    NotJson(String),
    /// The text ends inside an object, or inside the model's reasoning.
    #[error("the answer is cut short: {0}")]
    CutShort(&'static str),
    /// An object does not fit the contract.
    #[error("{}{message}", at(pointer))]
    Mismatch {
        /// JSON pointer within the object.
        pointer: String,
        /// What was expected there and what was found.
        message: String,
    },
    /// Several objects fit the contract and say different things.
    #[error("the answer holds {0} different objects that fit; give exactly one")]
    Ambiguous(usize),
}

fn at(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!("at {pointer}: ") }
}

impl AnswerError {
    pub(crate) fn mismatch(pointer: impl Into<String>, message: impl fmt::Display) -> Self {
        Self::Mismatch { pointer: pointer.into(), message: message.to_string() }
    }
}

macro_rules! contract {
    ($answer:ident) => {
        impl $answer {
            /// Reads a model's text: the one outermost JSON object in it that fits the contract.
            ///
            /// # Errors
            ///
            /// When no object fits, or several that differ do.
            pub fn parse(text: &str) -> Result<Self, AnswerError> {
                contract::parse(text)
            }

            /// The JSON Schema of the contract, for endpoints that take one: every property required and
            /// none beside them, no reference and no `default`.
            #[must_use]
            pub fn json_schema() -> Schema {
                let settings = SchemaSettings::draft2020_12().with(|settings| {
                    settings.inline_subschemas = true;
                    settings.meta_schema = None;
                });
                let mut schema = settings.into_generator().into_root_schema_for::<Self>();
                contract::close_objects(schema.ensure_object());
                schema
            }
        }
    };
}

contract!(ToolAnswer);
contract!(CoherenceAnswer);

#[cfg(test)]
mod tests;
