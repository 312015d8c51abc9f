//! One thing that a score lost points for.

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_rubric::named;

use super::{Category, Rule};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification has these and no others")]
pub enum Severity {
    /// Calls go wrong.
    Error,
    /// Calls may go wrong.
    Warning,
    /// Worth knowing.
    Info,
}

named!(Severity, "severity", { Error => "error", Warning => "warning", Info => "info" });

/// Places of one finding that a report lists. The count counts them all.
pub(super) const PLACES_LISTED: usize = 20;

/// One rule that fired on a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Finding {
    /// The category that loses the points.
    category: Category,
    /// The rule.
    pub rule: Rule,
    /// The codes of the lint rules that find the same and show its place, the nearest first.
    pub lint_rules: &'static [&'static str],
    /// How bad it is.
    pub severity: Severity,
    /// Points that the category loses, after the rule's own cap. Advice costs none.
    pub deduction: u32,
    /// Points before that cap.
    pub deduction_before_cap: u32,
    /// How many places the finding sums, where the rule sums places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The example, from 0 through every place where examples stand, where the finding is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// JSON pointer of the place, within the tool; of the first place where there are several. Of something that is
    /// missing, the place where it is missed.
    pub pointer: String,
    /// The places that the finding sums, at most 20 of them, each once.
    pub places: Vec<String>,
    /// What was found.
    pub message: String,
    /// What to do.
    pub advice: &'static str,
}

impl Finding {
    pub(super) fn new(
        rule: Rule,
        severity: Severity,
        deduction: u32,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            category: rule.category(),
            rule,
            lint_rules: rule.lint_rules(),
            severity,
            deduction,
            deduction_before_cap: deduction,
            count: None,
            index: None,
            pointer: pointer.into(),
            places: Vec::new(),
            message: message.into(),
            advice: rule.advice(),
        }
    }

    /// One finding for several places, each of which costs `each` until they have cost `max`. `places` may be fewer
    /// than `count`.
    pub(super) fn summed(
        rule: Rule,
        severity: Severity,
        (each, max): (u32, u32),
        count: usize,
        places: Vec<String>,
        message: impl Into<String>,
    ) -> Self {
        let before_cap = u32::try_from(count).unwrap_or(u32::MAX).saturating_mul(each);
        let pointer = places.first().cloned().unwrap_or_default();
        Self {
            deduction: before_cap.min(max),
            deduction_before_cap: before_cap,
            count: Some(count),
            places,
            ..Self::new(rule, severity, 0, pointer, message)
        }
    }

    pub(super) fn of_example(self, index: usize) -> Self {
        Self { index: Some(index), ..self }
    }

    /// The category that loses the points.
    #[must_use]
    pub const fn category(&self) -> Category {
        self.category
    }
}
