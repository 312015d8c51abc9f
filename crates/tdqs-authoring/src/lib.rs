#![doc = include_str!("../README.md")]

mod builder;
mod check;

mod definition;
mod error_message;
pub mod evaluate;
mod fault;
mod json_text;
mod json_type;
pub mod legacy;
mod markdown;
mod read;
mod render;
mod spec;
pub mod text;

pub use builder::ToolBuilder;
pub use error_message::{ErrorMessage, ErrorMessageError, ErrorType};
#[doc(inline)]
pub use evaluate::{Criterion, Evaluation, Evaluator, UnknownCriterion, evaluate};
pub use fault::{FaultKind, SpecFault, SpecFaults};
pub use json_type::JsonType;
pub use read::ReadSpecError;
pub use render::{render, usage};
pub use spec::{ErrorCondition, Example, Parameter, Returns, ToolSpec};
