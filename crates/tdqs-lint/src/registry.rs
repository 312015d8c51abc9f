//! All rules, in the order of their codes.

use crate::Rule;
use crate::rules::{contract, gates, language, portability, safety, schema, servers, set, suppressions};

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
    // What a definition promises its caller.
    &contract::name_missing::RULE,
    &contract::name_illegal_characters::RULE,
    &contract::name_not_snake_case::RULE,
    &contract::name_no_verb::RULE,
    &contract::name_too_long::RULE,
    &contract::name_too_short::RULE,
    &contract::description_placeholder::RULE,
    &contract::description_too_short::RULE,
    &contract::description_too_long::RULE,
    &contract::description_not_capitalised::RULE,
    &contract::description_no_action_verb::RULE,
    &contract::description_restates_name::RULE,
    &contract::description_language_unchecked::RULE,
    &contract::description_no_when::RULE,
    &contract::description_no_when_not::RULE,
    &contract::parameter_description_missing::RULE,
    &contract::required_missing::RULE,
    &contract::required_empty::RULE,
    &contract::optional_unexplained::RULE,
    &contract::required_has_default::RULE,
    &contract::examples_missing::RULE,
    &contract::example_not_object::RULE,
    &contract::example_invalid::RULE,
    &contract::example_placeholder::RULE,
    &contract::annotations_incomplete::RULE,
    &contract::additional_properties_open::RULE,
    &contract::returns_undocumented::RULE,
    &contract::errors_undocumented::RULE,
    &contract::version_suffix_in_name::RULE,
    &contract::internal_word_in_name::RULE,
    &contract::enum_in_prose::RULE,
    &contract::format_in_prose::RULE,
    &contract::error_code_without_remedy::RULE,
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
    &set::over_merged_tool::RULE,
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
    // The servers of a client beside each other.
    &servers::visible_name_taken::RULE,
    &servers::name_taken_by_another_server::RULE,
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
            start: "TDQS8",
            title: "Several servers",
            about: "What only shows when the servers of one client stand beside each other. Off by default: files that \
                    are given together need not be of one client.",
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
