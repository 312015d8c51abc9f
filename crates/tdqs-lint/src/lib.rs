#![doc = include_str!("../README.md")]

#[macro_use]
mod by_byte;

mod aspect;
mod baseline;
mod budget;
mod compact;
pub mod context;
pub mod credit;
mod criteria;
mod date;
pub mod edit;
mod finding;
mod findings;
mod fix;
pub mod fixing;
mod linter;
mod locate;
pub mod polish;
mod profile;
mod rates;
mod registry;
mod report;
mod rule;
mod rules;
pub mod schema;
mod selector;
mod servers;
mod settings;
mod severity;
mod suppression;
pub mod text;
pub mod tokens;
mod tool_drafts;

pub use aspect::Aspect;
pub use baseline::{Baseline, BaselineEntry, BaselineError, Compared, Fingerprints, fingerprints};
pub use budget::Budget;
pub use context::ServerNames;
pub use criteria::rules_of;
pub use date::{Date, InvalidDate};
pub use finding::{Finding, Location, OtherServer, Related, Span};
pub use findings::{Findings, Reported};
pub use fix::{Applicability, Edit, Fix};
pub use linter::Linter;
pub use rates::MEASURED;
pub use registry::{Group, RULES, rule};
pub use report::{LintReport, Suppressed};
pub use rule::{Check, Measured, Mending, Rule};
pub use selector::{Selector, UnknownSelector};
pub use servers::{ServersFindings, lint_servers};
pub use settings::{FailOn, Override, Settings, SettingsError};
pub use severity::{Severity, UnknownSeverity};
pub use tdqs_authoring::{Criterion, UnknownCriterion};
