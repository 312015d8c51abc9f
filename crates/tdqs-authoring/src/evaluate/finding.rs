//! What points are lost for.

use std::ops::Range;

use serde::Serialize;

use super::Criterion;

/// Something that was found, with what it costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The criterion it belongs to.
    pub criterion: Criterion,
    /// What kind of finding it is, such as `vague-word`.
    pub rule: &'static str,
    /// Points that it takes from the criterion. 0 where the most that can be lost was lost before.
    pub points: u8,
    /// What was found and what to do about it.
    pub message: String,
    /// The text it is about: of the description where `span` is there, else of the spec or what is expected.
    pub text: String,
    /// Byte range in the description, where the finding is about something that stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Range<usize>>,
    /// JSON pointer into the spec, where the finding is about something that stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
}

/// A criterion's findings and what is left of its hundred points.
#[derive(Debug)]
pub(super) struct Deductions {
    criterion: Criterion,
    left: u8,
    findings: Vec<Finding>,
}

impl Deductions {
    pub(super) const fn new(criterion: Criterion) -> Self {
        Self { criterion, left: 100, findings: Vec::new() }
    }

    /// Takes up to `points`, as far as there are any left.
    pub(super) fn take(
        &mut self,
        points: u8,
        rule: &'static str,
        text: impl Into<String>,
        message: String,
    ) -> &mut Finding {
        let points = points.min(self.left);
        self.left -= points;
        let at = self.findings.len();
        self.findings.push(Finding {
            criterion: self.criterion,
            rule,
            points,
            message,
            text: text.into(),
            span: None,
            pointer: None,
        });
        // Just pushed.
        &mut self.findings[at]
    }

    pub(super) const fn score(&self) -> u8 {
        self.left
    }

    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}

impl Finding {
    pub(super) fn at(&mut self, span: Range<usize>) -> &mut Self {
        self.span = Some(span);
        self
    }

    pub(super) fn of(&mut self, pointer: impl Into<String>) -> &mut Self {
        self.pointer = Some(pointer.into());
        self
    }
}
