//! Profile `contract`: the corrected reading, rules, and fixer (sections 6 to 8 and 10).
//!
//! ```
//! use tdqs_lint::credit::contract;
//!
//! let json = contract::parse(r#"{"name": "purge_crates", "annotations": {"readOnlyHint": true}}"#)?;
//! let listing = contract::read(json.value())?;
//! let score = contract::score(&listing.tools[0], &contract::Options::default());
//! let ids: Vec<&str> = score.findings.iter().map(|finding| finding.rule.as_str()).collect();
//! assert!(ids.contains(&"annotations-contradict"));
//! # Ok::<(), contract::ReadError>(())
//! ```

mod best_practices;
mod description;
mod examples;
mod facts;
mod fix;
mod naming;
mod parameters;
mod read;
mod rename;
mod score;
mod suggest;
mod tool;
mod validation;

pub use fix::{Change, Fixed, Tier, fix};
pub use read::{Listing, ReadError, ReadErrorKind, Shape, Warning, parse, read};
pub use rename::{Mention, RefusedRename, Rename, Renames, Why, proposed_name, renames};
pub(crate) use score::findings;
pub use score::{Options, score, score_listing};
pub use suggest::{Suggestion, suggest};
pub use tool::Tool;
pub(crate) use validation::Held;
