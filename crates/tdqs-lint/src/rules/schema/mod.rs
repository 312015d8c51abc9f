//! TDQS3: what schemas say.

pub(crate) mod annotation_of_wrong_type;
pub(crate) mod array_without_items;
pub(crate) mod boolean_exclusive_bound;
pub(crate) mod conflicting_bounds;
mod declared;
pub(crate) mod deep_nesting;
pub(crate) mod empty_choice;
pub(crate) mod endless_recursion;
pub(crate) mod external_reference;
pub(crate) mod forbidden_property;
pub(crate) mod input_root_is_no_object;
pub(crate) mod integer_like_key;
pub(crate) mod invalid_default;
pub(crate) mod invalid_example;
pub(crate) mod invalid_pattern;
pub(crate) mod keyword_of_wrong_kind;
pub(crate) mod keyword_without_effect;
pub(crate) mod levels;
pub(crate) mod missing_type;
pub(crate) mod mixed_property_case;
pub(crate) mod openapi_nullable;
pub(crate) mod output_root_is_no_object;
pub(crate) mod property_outside_properties;
pub(crate) mod read_only_and_destructive;
pub(crate) mod recursion;
mod refinement;
pub(crate) mod repeated_enum_value;
pub(crate) mod repeated_required_name;
pub(crate) mod required_in_property;
pub(crate) mod root_reference;
mod root_type;
pub(crate) mod subject;
pub(crate) mod tuple_items;
pub(crate) mod unknown_dialect;
pub(crate) mod unknown_required_name;
pub(crate) mod unknown_type_name;
pub(crate) mod unresolved_reference;
pub(crate) mod unsafe_integer;
mod validation;
pub(crate) mod value_contradicts_type;
mod values;
mod verdict;

#[cfg(test)]
mod tests;
