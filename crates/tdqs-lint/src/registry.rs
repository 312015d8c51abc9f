//! All rules, in the order of their codes.

use crate::Rule;
use crate::rules::{gates, safety, set, suppressions};

/// All rules, in the order of their codes.
pub static RULES: &[&Rule] = &[
    // The gates, and the checklist of the specification.
    &gates::no_description::RULE,
    &gates::tautological_description::RULE,
    &gates::missing_annotations::RULE,
    &gates::few_described_parameters::RULE,
    &gates::undescribed_parameters::RULE,
    &gates::no_output_schema::RULE,
    &gates::shadow_candidate::RULE,
    &gates::description_repeats_schema::RULE,
    &gates::meaningless_title::RULE,
    // The tools of a server beside each other.
    &set::duplicate_name::RULE,
    &set::colliding_visible_names::RULE,
    &set::names_collide_when_cut::RULE,
    &set::long_visible_name::RULE,
    &set::near_duplicate_descriptions::RULE,
    &set::near_duplicate_names::RULE,
    &set::mixed_name_styles::RULE,
    &set::mixed_word_order::RULE,
    &set::mixed_verbs::RULE,
    &set::too_many_tools::RULE,
    &set::heavy_tool_set::RULE,
    &set::more_tools_than_a_request_holds::RULE,
    &set::too_few_tools::RULE,
    &set::pairs_to_tell_apart::RULE,
    &set::handoff_missing::RULE,
    &set::handoff_dangling::RULE,
    &set::handoff_oneway::RULE,
    &set::incomplete_lifecycle::RULE,
    &set::unreviewed_surface::RULE,
    &set::tool_over_token_budget::RULE,
    &set::set_over_token_budget::RULE,
    // What is hidden in definitions, and what talks to the model.
    &safety::hidden_characters::RULE,
    // Suppressions.
    &suppressions::unused_suppression::RULE,
    &suppressions::expired_suppression::RULE,
    &suppressions::unknown_rule_in_suppression::RULE,
    &suppressions::malformed_suppression::RULE,
];

/// The rule with this code or name.
///
/// ```
/// let rule = tdqs_lint::rule("no-description").unwrap();
/// assert_eq!(rule.code, "TDQS101");
/// ```
#[must_use]
pub fn rule(code_or_name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code == code_or_name || rule.name == code_or_name)
}

/// What rules with one first digit have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// What their codes begin with, such as `TDQS1`.
    pub start: &'static str,
    /// What they are about.
    pub title: &'static str,
    /// The same in a sentence or two.
    pub about: &'static str,
}

impl Group {
    /// Every group, in the order of the codes.
    pub const ALL: &'static [Self] = &[
        Self {
            start: "TDQS1",
            title: "Gates and checklist",
            about: "What the specification settles without a judge, and what its checklist asks for first.",
        },
        Self {
            start: "TDQS2",
            title: "Contract",
            about: "What a definition promises its caller: when to use it, what it does, what it returns and how it fails.",
        },
        Self {
            start: "TDQS3",
            title: "Schema",
            about: "What the schemas say, and what they leave an agent to guess.",
        },
        Self {
            start: "TDQS4",
            title: "Tool set",
            about: "What only shows when the tools of a server stand beside each other.",
        },
        Self {
            start: "TDQS5",
            title: "Safety",
            about: "What is hidden in a definition, and what speaks to the model instead of describing a tool.",
        },
        Self { start: "TDQS6", title: "Language", about: "How the texts are written." },
        Self {
            start: "TDQS7",
            title: "Portability",
            about: "What one client or model takes and another does not. Off by default.",
        },
        Self {
            start: "TDQS9",
            title: "Suppressions",
            about: "What stands in `_meta` to keep findings quiet, and does not do so.",
        },
    ];

    /// The rules of the group.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        let start = self.start;
        RULES.iter().copied().filter(move |rule| rule.code.starts_with(start))
    }
}
