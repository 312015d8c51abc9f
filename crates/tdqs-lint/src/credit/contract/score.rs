//! The scorer: five categories, then the caps (section 7).

use super::facts::Facts;
use super::{Listing, Tool, best_practices, description, examples, naming, parameters};
use crate::credit::{Finding, ListingScore, Profile, Severity, ToolScore};
use crate::text::Prose;

/// What scoring may be told about a server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Words that names open with before the verb, such as the name of the server.
    pub namespaces: Vec<String>,
}

impl Options {
    /// Skips a namespace at the beginning of names.
    #[must_use]
    pub fn with_namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespaces.push(namespace.into());
        self
    }
}

/// Scores one tool.
#[must_use]
pub fn score(tool: &Tool<'_>, options: &Options) -> ToolScore {
    let facts = Facts::of(tool, options);
    let mut findings = Vec::new();
    naming::check(&facts, &mut findings);
    let prose = facts.description.as_deref().map(Prose::of);
    description::check(&facts, prose.as_ref(), &mut findings);
    parameters::check(&facts, &mut findings);
    examples::check(&facts, &mut findings);
    best_practices::check(&facts, prose.as_ref(), &mut findings);
    let cap = cap_of(&findings);
    ToolScore::of(Profile::Contract, facts.name.as_deref(), tool.pointer(), findings, |score| score.min(cap))
}

/// Any error caps a score below a B, and what makes a tool unusable caps it further.
fn cap_of(findings: &[Finding]) -> u8 {
    match findings.iter().filter(|finding| finding.rule.is_fatal()).count() {
        0 if findings.iter().any(|finding| finding.severity == Severity::Error) => 79,
        0 => 100,
        1 => 59,
        2 => 39,
        _ => 0,
    }
}

/// Scores every tool of a listing, and the listing by them (section 10).
#[must_use]
pub fn score_listing(listing: &Listing<'_>, options: &Options) -> ListingScore {
    let tools = listing.tools.iter().map(|tool| score(tool, options)).collect();
    let mut scored = ListingScore::of(Profile::Contract, listing.shape.to_string(), tools);
    scored.not_tools.clone_from(&listing.not_tools);
    scored.warnings = listing.warnings.iter().map(ToString::to_string).collect();
    scored
}
