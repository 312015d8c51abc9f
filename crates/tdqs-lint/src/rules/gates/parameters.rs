//! What the two rules about undescribed parameters have in common: who is described, and who is not.

use crate::Findings;
use crate::context::{Node, Target, ToolContext};

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
    let has_text = |schema: &Node<'_>| {
        let description = schema.get("description").and_then(Node::as_str);
        description.is_some_and(|description| !description.is_empty())
    };
    let mut bare: Vec<Node<'_>> = tool.parameters().filter(|parameter| !has_text(parameter)).collect();
    // The signals count what stands at the parameter itself. What a reference leads to is there for whoever reads on.
    let count = bare.len();
    bare.retain(|parameter| match tool.reference_of(*parameter) {
        Some(Target::Here(target)) => !has_text(&target),
        _ => true,
    });
    if bare.len() < count && !is_in_bounds(coverage(signals.param_count, bare.len())) {
        return;
    }
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

/// The parameters that are described in per cent, rounded half up as in the signals.
fn coverage(parameters: u32, bare: usize) -> u8 {
    let (all, bare) = (u64::from(parameters).max(1), bare as u64);
    u8::try_from((200 * all.saturating_sub(bare) + all) / (2 * all)).unwrap_or(100)
}
