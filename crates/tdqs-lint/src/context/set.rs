//! What is known of the tools of one server together.

use std::cell::OnceCell;

use tdqs_coherence::{CostedTool, ShadowCandidate, shadow_candidates};
use tdqs_signals::SpecVersion;

use super::ToolContext;

/// The tools of one server.
#[derive(Debug)]
pub struct SetContext<'a> {
    server_name: &'a str,
    edition: SpecVersion,
    tools: Vec<ToolContext<'a>>,
    shadow_candidates: OnceCell<Vec<ShadowCandidate>>,
}

impl<'a> SetContext<'a> {
    pub(crate) fn new(server_name: &'a str, edition: SpecVersion, tools: Vec<ToolContext<'a>>) -> Self {
        Self { server_name, edition, tools, shadow_candidates: OnceCell::new() }
    }

    /// The server's name.
    #[must_use]
    pub fn server_name(&self) -> &str {
        self.server_name
    }

    /// The tools, in the server's order.
    #[must_use]
    pub fn tools(&self) -> &[ToolContext<'a>] {
        &self.tools
    }

    /// Pairs in which a cheap tool may shadow a dear one (specification: "Shadowed tools", step 1).
    #[must_use]
    pub fn shadow_candidates(&self) -> &[ShadowCandidate] {
        self.shadow_candidates.get_or_init(|| {
            let costed: Vec<CostedTool<'_>> = self
                .tools
                .iter()
                .map(|tool| CostedTool { name: tool.name(), invocation_cost: tool.signals().invocation_cost })
                .collect();
            shadow_candidates(&costed, self.edition)
        })
    }
}
