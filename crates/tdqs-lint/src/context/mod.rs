//! What rules look at: facts about a tool and a tool set, each found once and shared by all of them.

mod escaped;
mod keywords;
mod node;
mod nodes;
mod phrase;
mod place;
mod references;
mod role;
mod set;
mod text;
mod tool;

pub use node::Node;
pub use phrase::PhraseMatch;
pub(crate) use phrase::Phrases;
pub use place::Place;
pub use references::Target;
pub use role::{Part, Role};
pub use set::SetContext;
pub use text::{Text, TextKind};
pub use tool::ToolContext;
