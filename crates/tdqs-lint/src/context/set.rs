//! What is known of the tools of one server together.

use std::cell::OnceCell;

use tdqs_coherence::{CostedTool, ShadowCandidate, shadow_candidates};
use tdqs_signals::SpecVersion;

use super::ToolContext;
use super::mentions::identifiers;
use super::naming::{NameParts, name_parts};

/// The tools of one server.
#[derive(Debug)]
pub struct SetContext<'a> {
    server_name: &'a str,
    edition: SpecVersion,
    tools: Vec<ToolContext<'a>>,
    /// Places of tools, sorted by name.
    by_name: OnceCell<Vec<usize>>,
    shadow_candidates: OnceCell<Vec<ShadowCandidate>>,
    name_parts: OnceCell<Vec<NameParts>>,
    mentions: Vec<OnceCell<Vec<usize>>>,
    has_single_words: OnceCell<bool>,
    may_lack_tools: bool,
}

impl<'a> SetContext<'a> {
    pub(crate) fn new(server_name: &'a str, edition: SpecVersion, tools: Vec<ToolContext<'a>>) -> Self {
        Self {
            server_name,
            edition,
            mentions: tools.iter().map(|_| OnceCell::new()).collect(),
            tools,
            by_name: OnceCell::new(),
            shadow_candidates: OnceCell::new(),
            name_parts: OnceCell::new(),
            has_single_words: OnceCell::new(),
            may_lack_tools: false,
        }
    }

    /// Says whether the server has tools that are not here: on pages that were not given, or broken ones.
    pub(crate) fn that_may_lack_tools(self, may_lack_tools: bool) -> Self {
        Self { may_lack_tools, ..self }
    }

    /// Whether the server has tools that are not here.
    pub(crate) fn may_lack_tools(&self) -> bool {
        self.may_lack_tools
    }

    /// The names, taken apart, in the order of the tools.
    pub(crate) fn name_parts(&self) -> &[NameParts] {
        self.name_parts.get_or_init(|| name_parts(self.tools.iter().map(ToolContext::name)))
    }

    /// The places of the tools that the description of a tool names, sorted. The first of several with one name stands
    /// for all.
    pub(crate) fn mentions(&self, tool: &ToolContext<'_>) -> &[usize] {
        let Some(mentions) = self.mentions.get(tool.index()) else { return &[] };
        mentions.get_or_init(|| {
            // Looking up every word of prose takes longer than anything else here.
            let has_single_words = *self.has_single_words.get_or_init(|| {
                let mut names = self.tools.iter().flat_map(|tool| identifiers(tool.name()));
                names.any(|name| !name.is_no_word())
            });
            let mut named: Vec<usize> = identifiers(tool.description().unwrap_or_default())
                .filter(|name| has_single_words || name.is_no_word())
                .filter_map(|name| self.tool_named(name.text))
                .map(ToolContext::index)
                .filter(|named| *named != tool.index())
                .collect();
            named.sort_unstable();
            named.dedup();
            named
        })
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

    /// The first tool of a name.
    #[must_use]
    pub fn tool_named(&self, name: &str) -> Option<&ToolContext<'a>> {
        let by_name = self.by_name();
        let at = by_name.partition_point(|at| self.tools[*at].name() < name);
        let tool = by_name.get(at).and_then(|at| self.tools.get(*at))?;
        (tool.name() == name).then_some(tool)
    }

    /// Whether each name is that of one tool only.
    pub(crate) fn has_each_name_once(&self) -> bool {
        self.by_name().windows(2).all(|pair| self.tools[pair[0]].name() != self.tools[pair[1]].name())
    }

    fn by_name(&self) -> &[usize] {
        self.by_name.get_or_init(|| {
            let mut by_name: Vec<usize> = (0..self.tools.len()).collect();
            // Stable, so that the first of several stays the first.
            by_name.sort_by_key(|at| self.tools[*at].name());
            by_name
        })
    }

    /// Pairs in which a cheap tool may shadow a dear one (specification: "Shadowed tools", step 1).
    #[must_use]
    pub fn shadow_candidates(&self) -> &[ShadowCandidate] {
        self.shadow_candidates.get_or_init(|| {
            let costed: Vec<CostedTool<'_>> = self
                .tools
                .iter()
                .map(|tool| CostedTool {
                    name: tool.name(),
                    invocation_cost: tool.unhashed_signals().invocation_cost,
                })
                .collect();
            shadow_candidates(&costed, self.edition)
        })
    }
}
