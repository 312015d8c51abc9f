//! What a coherence verdict was given on, as one hash.
//!
//! The verdict goes with the question: the server's name, the names, descriptions and costs of its tools, and the
//! shadow candidates. So the question itself is hashed, with tools and pairs sorted, because a server may list its tools
//! in another order each time. The mean TDQS comes on top: when it drifts from the stored one, the server's scores are
//! due again.
//!
//! Specification: Appendix B; "Running TDQS at scale" ("Aggregates follow tool scores").

use tdqs_rubric::message::coherence_message;
use tdqs_rubric::{PromptHash, Tenths};

use crate::PreparedServer;

pub(super) fn tool_set_hash(server: &PreparedServer<'_>, mean_tdqs: Option<Tenths>) -> PromptHash {
    let mut tools = server.listed();
    tools.sort_by(|left, right| {
        let place = |tool: &tdqs_rubric::ListedTool<'_>| tool.signals.input_hash;
        left.name.cmp(right.name).then_with(|| place(left).cmp(&place(right)))
    });
    let mut candidates = server.candidates().to_vec();
    candidates.sort_by(|left, right| {
        (&left.tool, left.invocation_cost, &left.cheaper_sibling).cmp(&(
            &right.tool,
            right.invocation_cost,
            &right.cheaper_sibling,
        ))
    });
    let mean = mean_tdqs.map_or_else(|| "none".to_owned(), |mean| mean.to_string());
    let question = coherence_message(server.name(), &tools, &candidates, server.edition());
    PromptHash::of(&format!("MEAN TDQS: {mean}\n{question}"))
}
