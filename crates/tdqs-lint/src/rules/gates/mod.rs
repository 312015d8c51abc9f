//! TDQS1: the gates, and the checklist of the specification.

pub(crate) mod description_repeats_schema;
pub(crate) mod few_described_parameters;
pub(crate) mod meaningless_title;
pub(crate) mod missing_annotations;
pub(crate) mod no_description;
pub(crate) mod no_output_schema;
mod parameters;
pub(crate) mod shadow_candidate;
pub(crate) mod tautological_description;
pub(crate) mod undescribed_parameters;
