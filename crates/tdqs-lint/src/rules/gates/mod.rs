//! TDQS1: the gates, and the checklist of the specification.

pub(crate) mod missing_annotations;
pub(crate) mod no_description;
