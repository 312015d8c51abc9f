//! All rules, in the order of their codes.

use crate::Rule;
use crate::rules::{gates, language, portability, safety, schema, suppressions};

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
    // The schemas, whoever reads them.
    &schema::unresolved_reference::RULE,
    &schema::external_reference::RULE,
    &schema::endless_recursion::RULE,
    &schema::root_reference::RULE,
    &schema::input_root_is_no_object::RULE,
    &schema::output_root_is_no_object::RULE,
    &schema::keyword_of_wrong_kind::RULE,
    &schema::unknown_type_name::RULE,
    &schema::missing_type::RULE,
    &schema::array_without_items::RULE,
    &schema::openapi_nullable::RULE,
    &schema::boolean_exclusive_bound::RULE,
    &schema::required_in_property::RULE,
    &schema::tuple_items::RULE,
    &schema::conflicting_bounds::RULE,
    &schema::value_contradicts_type::RULE,
    &schema::empty_choice::RULE,
    &schema::repeated_enum_value::RULE,
    &schema::invalid_default::RULE,
    &schema::invalid_example::RULE,
    &schema::unknown_required_name::RULE,
    &schema::repeated_required_name::RULE,
    &schema::mixed_property_case::RULE,
    &schema::invalid_pattern::RULE,
    &schema::unsafe_integer::RULE,
    &schema::deep_nesting::RULE,
    &schema::forbidden_property::RULE,
    &schema::annotation_of_wrong_type::RULE,
    &schema::read_only_and_destructive::RULE,
    &schema::integer_like_key::RULE,
    &schema::property_outside_properties::RULE,
    &schema::keyword_without_effect::RULE,
    &schema::unknown_dialect::RULE,
    // What is hidden in definitions, and what talks to the model.
    &safety::hidden_characters::RULE,
    &safety::control_characters::RULE,
    &safety::instruction_override::RULE,
    &safety::speaks_to_grader::RULE,
    &safety::demand_to_be_called::RULE,
    &safety::hidden_from_user::RULE,
    &safety::data_collection::RULE,
    &safety::remote_instructions::RULE,
    &safety::prompt_delimiter::RULE,
    &safety::leaked_secret::RULE,
    &safety::internal_host::RULE,
    &safety::localhost_default::RULE,
    &safety::credentials_in_url::RULE,
    &safety::read_only_contradiction::RULE,
    &safety::destructive_contradiction::RULE,
    // How the texts are written.
    &language::vague_words::RULE,
    &language::pronoun_without_referent::RULE,
    &language::pronoun_opens_sentence::RULE,
    &language::passive_filler::RULE,
    &language::marketing::RULE,
    &language::first_person::RULE,
    &language::cut_off::RULE,
    &language::mixed_languages::RULE,
    &language::html_left_in::RULE,
    &language::markdown_noise::RULE,
    &language::placeholder_text::RULE,
    &language::stray_blanks::RULE,
    &language::double_blanks::RULE,
    &language::indented_text::RULE,
    &language::shouting::RULE,
    &language::long_sentence::RULE,
    // What some clients and models refuse.
    &portability::name_refused_by_model_apis::RULE,
    &portability::long_prefixed_name::RULE,
    &portability::property_name_refused::RULE,
    &portability::root_union_refused::RULE,
    &portability::boolean_subschema_refused::RULE,
    &portability::tuple_refused::RULE,
    &portability::outside_openai_strict_mode::RULE,
    &portability::beyond_openai_limits::RULE,
    &portability::outside_gemini_subset::RULE,
    &portability::format_refused::RULE,
    &portability::recursive_schema::RULE,
    &portability::reference_outside_definitions::RULE,
    &portability::nested_beyond_parsers::RULE,
    &portability::dialect_refused::RULE,
    &portability::long_description_refused::RULE,
    &portability::absent_properties_refused::RULE,
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
