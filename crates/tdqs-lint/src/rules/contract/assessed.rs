//! What the Tool Credit Score found, as findings of lint rules: the same defect is looked for once.

use crate::context::ToolContext;
use crate::{Findings, Reported, Rule, credit};

/// Places beside the first one that a finding names.
const NAMED: usize = 5;

/// The rules of the score whose findings are reported by lint rules that are on. Lint rules of other groups look for
/// themselves, and at most ask besides what a rule of this group reports; so does the one about parameters without a
/// description, which wants their places and not what they are called in a report.
pub(crate) fn asked_for(is_on: impl Fn(&Rule) -> bool) -> credit::Rules {
    credit::Rules::that(|of_score| {
        let codes = of_score.lint_rules();
        of_score != credit::Rule::ParameterDescriptionMissing
            && codes.iter().any(|code| code.starts_with("TDQS2"))
            && codes.iter().filter_map(|code| crate::rule(code)).any(&is_on)
    })
}

/// Reports what the profile `contract` finds by one of its rules.
pub(super) fn report(tool: &ToolContext<'_>, findings: &mut Findings<'_>, rule: credit::Rule) {
    for finding in tool.credit_findings(rule) {
        report_one(tool, findings, finding);
    }
}

/// Reports one finding: what was found, then what to do.
pub(super) fn report_one<'f>(
    tool: &ToolContext<'_>,
    findings: &'f mut Findings<'_>,
    finding: &credit::Finding,
) -> Reported<'f> {
    let message = format!("{}; {}", finding.message, clause(finding.advice));
    let mut reported = findings.report(&tool.place_at(&finding.pointer), message);
    for pointer in finding.places.iter().skip(1).take(NAMED) {
        reported.relate(&tool.place_at(pointer), "the same here");
    }
    reported
}

/// A sentence as the end of another.
pub(super) fn clause(sentence: &str) -> String {
    let mut letters = sentence.trim_end_matches('.').chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_ends_a_message() {
        assert_eq!(clause("Open with a capital letter."), "open with a capital letter");
        assert_eq!(clause(""), "");
    }
}
