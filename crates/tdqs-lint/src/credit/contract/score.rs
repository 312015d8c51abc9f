//! The scorer: five categories, then the caps (section 7).

use super::facts::Facts;
use super::{Listing, Tool, best_practices, description, examples, naming, parameters};
use crate::credit::Rules;
use crate::credit::{Finding, ListingScore, Profile, Severity, ToolScore};

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
    let facts = Facts::of(tool, options, Rules::ALL);
    let findings = findings_of(&facts);
    let cap = cap_of(&findings);
    ToolScore::of(Profile::Contract, facts.name.as_deref(), tool.pointer(), findings, |score| score.min(cap))
}

/// What the rules find in one tool that somebody wants to know the findings of; those of others may be among them.
pub(crate) fn findings(tool: &Tool<'_>, wanted: Rules) -> Vec<Finding> {
    findings_of(&Facts::of(tool, &Options::default(), wanted))
}

fn findings_of(facts: &Facts<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    naming::check(facts, &mut findings);
    description::check(facts, &mut findings);
    parameters::check(facts, &mut findings);
    examples::check(facts, &mut findings);
    best_practices::check(facts, &mut findings);
    findings
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credit::Rule;
    use tdqs_signals::json::Document;

    /// Tools in which every rule finds something.
    const TOOLS: [&str; 6] = [
        r#"{"name":"é","description":"todo","annotations":{}}"#,
        r#"{"description":"it","annotations":{"title":"x"},"inputSchema":{"properties":5},"examples":[5,{"a":"foo"}]}"#,
        r#"{"name":"getCrate","description":"crate gets","annotations":{"readOnlyHint":true,"destructiveHint":true},
            "inputSchema":{"type":"object","properties":{"a":{},"b":{"default":1},"c":null},"required":["b","x",1]},
            "examples":[{"b":"<b>"},{"c":"foo"}]}"#,
        r#"{"name":"crates","description":"Crate.","annotations":{"readOnlyHint":false,"idempotentHint":"x"},
            "inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":[]}}"#,
        r#"{"name":"get_a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_q_r_s_t_u_v_w_x_y_z_of_the_crates","description":"在庫数を返します。",
            "inputSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"null"}}}}"#,
        r#"{"name":"get","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}},"examples":[{"a":1}]}"#,
    ];

    #[test]
    fn a_rule_finds_the_same_when_nobody_asks_for_others() {
        let long = format!(r#"{{"name":"get","description":"{}"}}"#, "Words ".repeat(201));
        let mut fired = Vec::new();
        for text in TOOLS.into_iter().chain([long.as_str()]) {
            let document = Document::parse(text).unwrap();
            let tool = Tool::of(document.root());
            let all = score(&tool, &Options::default()).findings;
            for rule in Rule::ALL {
                let of_rule = |findings: Vec<Finding>| -> Vec<Finding> {
                    findings.into_iter().filter(|finding| finding.rule == rule).collect()
                };
                let alone = findings(&tool, Rules::that(|wanted| wanted == rule));
                assert_eq!(of_rule(alone), of_rule(all.clone()), "{rule}: {text}");
            }
            fired.extend(all.iter().map(|finding| finding.rule));
        }
        let silent: Vec<Rule> = Rule::ALL.into_iter().filter(|rule| !fired.contains(rule)).collect();
        // These are of fixes, or of the other profile.
        assert_eq!(
            silent,
            [
                Rule::SchemaKey,
                Rule::NoParameters,
                Rule::AnnotationsNonstandard,
                Rule::AdditionalPropertiesUnset,
                Rule::DescriptionNoOutcome
            ]
        );
    }
}
