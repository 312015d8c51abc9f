//! What a coherence verdict was given on, as one hash.
//!
//! The verdict goes with what the judge was shown of the set, and with the mean TDQS: when that drifts from the stored
//! one, the server's scores are due again.
//!
//! Specification: Appendix B; "Running TDQS at scale" ("Aggregates follow tool scores").

use tdqs_rubric::{PromptHash, Tenths};

use crate::PreparedServer;

pub(super) fn tool_set_hash(server: &PreparedServer<'_>, mean_tdqs: Option<Tenths>) -> PromptHash {
    let mean = mean_tdqs.map_or_else(|| "none".to_owned(), |mean| mean.to_string());
    PromptHash::of(&format!("mean TDQS {mean}, tool set {}", server.tool_set_hash()))
}
