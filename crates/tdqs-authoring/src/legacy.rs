//! The numbers and texts of the Python module that these pieces come from, faults included.
//!
//! For people who have its texts and scores on file. New work uses the functions at the root of the crate, which do
//! not share its faults; scores of the two are never compared. Specs are JSON as the module's dictionaries are, and
//! nothing in them is checked before it is used.
//!
//! Error messages have no place here: every call of the module's generator fails.
//!
//! Authoring pieces: sections 1, 2 and 4.

mod builder;
mod error;
mod evaluate;
mod python_text;
mod render;

pub use builder::SchemaBuilder;
pub use error::LegacyError;
pub use evaluate::{Scores, evaluate};
pub use python_text::python_text;
pub use render::{render, usage};

/// The rules by which these texts and scores are made, for reports that hold several.
pub const PROFILE: &str = "legacy";
