#![doc = include_str!("../README.md")]

mod aspect;
mod baseline;
pub mod context;
mod date;
mod finding;
mod findings;
mod fix;
mod linter;
mod positions;
mod profile;
mod rates;
mod registry;
mod report;
mod rule;
mod rules;
pub mod schema;
mod selector;
mod settings;
mod severity;
mod suppression;
pub mod text;

pub use aspect::Aspect;
pub use baseline::{Baseline, BaselineEntry, BaselineError, Compared, fingerprints};
pub use date::{Date, InvalidDate};
pub use finding::{Finding, Location, Related, Span};
pub use findings::{Findings, Reported};
pub use fix::{Applicability, Edit, Fix};
pub use linter::Linter;
pub use rates::MEASURED;
pub use registry::{Group, RULES, rule};
pub use report::{LintReport, Suppressed};
pub use rule::{Check, Measured, Mending, Rule};
pub use selector::{Selector, UnknownSelector};
pub use settings::{FailOn, Override, Settings, SettingsError};
pub use severity::{Severity, UnknownSeverity};
