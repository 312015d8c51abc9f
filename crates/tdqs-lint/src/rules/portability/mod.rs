//! TDQS7: what one client or model takes and another does not.

pub(crate) mod absent_properties_refused;
pub(crate) mod beyond_openai_limits;
pub(crate) mod boolean_subschema_refused;
pub(crate) mod dialect_refused;
pub(crate) mod format_refused;
pub(crate) mod long_description_refused;
pub(crate) mod long_prefixed_name;
pub(crate) mod name_refused_by_model_apis;
pub(crate) mod nested_beyond_parsers;
pub(crate) mod outside_gemini_subset;
pub(crate) mod outside_openai_strict_mode;
pub(crate) mod property_name_refused;
pub(crate) mod recursive_schema;
pub(crate) mod reference_outside_definitions;
pub(crate) mod root_union_refused;
pub(crate) mod tuple_refused;
