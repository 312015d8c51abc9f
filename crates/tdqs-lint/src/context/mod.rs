//! What rules look at: facts about a tool and a tool set, each found once and shared by all of them.

mod escaped;
mod keywords;
mod marks;
mod mentions;
mod naming;
mod node;
mod nodes;
mod phrase;
mod place;
mod references;
mod role;
mod servers;
mod set;
mod text;
mod tool;
mod types;

pub(crate) use keywords::{ByKeyword, Keyword, Kinds};
pub(crate) use marks::Marks;
pub(crate) use mentions::{Identifier, can_be_found, identifiers, is_of_name};
#[cfg(test)]
pub(crate) use naming::name_parts;
pub(crate) use naming::{CLOSING_VERBS, NameParts, Words, act_of, is_version, singular};
pub use node::Node;
pub use phrase::PhraseMatch;
pub(crate) use phrase::Phrases;
pub use place::Place;
pub use references::Target;
pub use role::{Part, Role};
pub(crate) use servers::Named;
pub use servers::{NamedTool, ServerNames, ServersContext};
pub use set::SetContext;
pub use text::{Text, TextKind};
pub use tool::ToolContext;
pub(crate) use types::{NAMES_OF_TYPES, Types};
