//! The Tool Credit Score: one tool definition in; a whole number from 0 to 100, a letter, five category scores and
//! a list of findings out. No model, no network, no clock.
//!
//! Two [profiles](Profile) share categories and weights. [`contract`] is what is recommended; [`studio`] gives the
//! numbers of the linter that the score is modelled on, for people who have them on file. Scores of different
//! profiles are never compared.
//!
//! ```
//! use tdqs_lint::credit::{Rule, contract};
//!
//! let json = contract::parse(r#"{"tools": [{"name": "get_crate", "description": "Gets one crate."}]}"#)?;
//! let listing = contract::read(json.value())?;
//! let report = contract::score_listing(&listing, &contract::Options::default());
//! let tool = &report.tools[0];
//! assert!(tool.score < 60);
//! assert!(tool.findings.iter().any(|finding| finding.rule == Rule::SchemaMissing));
//! # Ok::<(), contract::ReadError>(())
//! ```

mod category;
pub mod contract;
mod finding;
mod grade;
mod lint_rules;
mod profile;
mod quoted;
pub mod rewrite;
mod rollup;
mod rule;
pub mod studio;
mod tool_score;

pub use category::{Category, CategoryScores};
pub use finding::{Finding, Severity};
pub use grade::Grade;
pub use profile::Profile;
pub use rollup::{ListingScore, Lowest, RuleCount, SeverityCounts, Unscored};
pub use rule::Rule;
pub(crate) use rule::Rules;
pub use tool_score::ToolScore;
