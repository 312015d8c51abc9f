//! What the two rules about undescribed parameters have in common: who is described, and who is not.

use crate::Findings;
use crate::context::{Node, ToolContext};

/// Places that a finding names.
const NAMED: usize = 5;

/// Reports the parameters without a description, if their share lies within the bounds of a rule.
///
/// Counted is as the signals count (specification: "Stage 1: Context signals", row `schemaDescriptionCoverage`).
pub(super) fn report(
    tool: &ToolContext<'_>,
    findings: &mut Findings<'_>,
    is_in_bounds: fn(u8) -> bool,
    consequence: &str,
) {
    let signals = tool.unhashed_signals();
    if signals.param_count == 0 || !is_in_bounds(signals.schema_description_coverage) {
        return;
    }
    let is_described = |parameter: &Node<'_>| {
        let description = parameter.get("description").and_then(Node::as_str);
        description.is_some_and(|description| !description.is_empty())
    };
    let bare: Vec<Node<'_>> = tool.parameters().filter(|parameter| !is_described(parameter)).collect();
    let Some(map) = bare.first().and_then(|parameter| parameter.parent()) else { return };
    let name = |parameter: &Node<'_>| format!("`{}`", parameter.key().unwrap_or_default());
    let mut names: Vec<String> = bare.iter().take(NAMED).map(name).collect();
    if let Some(more) = bare.len().checked_sub(NAMED).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    let message = format!(
        "{} of {} parameters have a description ({}%), {consequence}; give one to {}",
        signals.params_with_descriptions,
        signals.param_count,
        signals.schema_description_coverage,
        names.join(", ")
    );
    let mut reported = findings.report(&map.place(), message);
    for parameter in bare.iter().take(NAMED) {
        reported.relate(&parameter.key_place(), "this parameter has no description");
    }
}
