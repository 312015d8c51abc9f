#![doc = include_str!("../README.md")]

mod definition;
mod edition;
pub mod hash;
pub mod invisible;
pub mod json;
#[cfg(feature = "rmcp")]
mod rmcp;
mod signals;
mod subtree;
pub mod tool_set;
mod view;
pub mod whitespace;

pub use definition::{DefinitionError, FromJsonError, ToolDefinition};
pub use edition::{SpecVersion, UnknownSpecVersion};
pub use hash::{InputHash, InvalidInputHash, canonical_definition};
pub use signals::{AnnotationValues, ContextSignals, Scratch, UnhashedSignals};
pub use subtree::{MAX_SCHEMA_DEPTH, NODE_BUDGET, RequiredSubtree, required_subtree};
pub use tool_set::{ReadError, RejectedTool, Shape, ToolSet, Warning, WarningKind};
pub use view::ToolView;
