//! Everything that is known of a server before a judge is asked.
//!
//! What a judge is asked, what `tdqs prompt` shows and what an estimate counts are the same questions, so
//! they are made here and nowhere else.

use tdqs_coherence::{CostedTool, shadow_candidates};
use tdqs_llm::{ServerQuestion, ToolQuestion};
use tdqs_rubric::{HardGates, ListedTool, MeanTdqs, ShadowCandidate, ToolSetHash};
use tdqs_signals::{ContextSignals, Scratch, SpecVersion, ToolDefinition, ToolSet};

/// A server with the signals and gates of its tools and the pairs that may shadow each other
/// (specification: stages 1 and 2, and "Shadowed tools", step 1).
///
/// ```
/// use tdqs::{PreparedServer, SpecVersion, ToolSet};
///
/// let set = ToolSet::parse(r#"[{"name": "find_crate", "description": "Find one crate."}]"#)?;
/// let server = PreparedServer::new("dock", &set, SpecVersion::V1_2);
/// assert!(server.tool_message(0).unwrap().starts_with("TOOL NAME: find_crate\n"));
/// assert!(server.message().starts_with("SERVER NAME: dock\nTOOL COUNT: 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PreparedServer<'s> {
    name: &'s str,
    set: &'s ToolSet,
    edition: SpecVersion,
    tools: Vec<PreparedTool<'s>>,
    candidates: Vec<ShadowCandidate>,
}

/// A tool with its signals and gates.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PreparedTool<'s> {
    /// The definition.
    pub definition: &'s ToolDefinition,
    /// What the hard gates found.
    pub gates: HardGates,
    /// The signals in the server's edition.
    pub signals: ContextSignals,
}

impl<'s> PreparedServer<'s> {
    /// Runs the deterministic stages over a tool set.
    #[must_use]
    pub fn new(name: &'s str, set: &'s ToolSet, edition: SpecVersion) -> Self {
        let mut scratch = Scratch::default();
        let tools: Vec<PreparedTool<'s>> = set
            .tools()
            .iter()
            .map(|definition| PreparedTool {
                definition,
                gates: HardGates::of(definition),
                signals: ContextSignals::of_with_scratch(&definition.into(), edition, &mut scratch),
            })
            .collect();
        let costed: Vec<CostedTool<'_>> = tools
            .iter()
            .map(|tool| CostedTool {
                name: &tool.definition.name,
                invocation_cost: tool.signals.invocation_cost,
            })
            .collect();
        let candidates = shadow_candidates(&costed, edition);
        Self { name, set, edition, tools, candidates }
    }

    /// The server's name.
    #[must_use]
    pub fn name(&self) -> &'s str {
        self.name
    }

    /// The tools as they were read.
    #[must_use]
    pub fn set(&self) -> &'s ToolSet {
        self.set
    }

    /// The edition of the signals and the messages.
    #[must_use]
    pub fn edition(&self) -> SpecVersion {
        self.edition
    }

    /// The good tools, in the server's order.
    #[must_use]
    pub fn tools(&self) -> &[PreparedTool<'s>] {
        &self.tools
    }

    /// Pairs in which a cheap tool may shadow a dear one.
    #[must_use]
    pub fn candidates(&self) -> &[ShadowCandidate] {
        &self.candidates
    }

    /// The message that asks about a tool, by its place among the good tools; `None` where there is none.
    #[must_use]
    pub fn tool_message(&self, at: usize) -> Option<String> {
        let tool = self.tools.get(at)?;
        Some(self.question(tool, &self.set.sibling_names(at)).message())
    }

    /// The message that asks about the tool set.
    #[must_use]
    pub fn message(&self) -> String {
        self.set_question(&self.listed(), None).message()
    }

    pub(crate) fn question<'q>(
        &self,
        tool: &'q PreparedTool<'q>,
        siblings: &'q [&'q str],
    ) -> ToolQuestion<'q> {
        ToolQuestion {
            tool: tool.definition,
            signals: &tool.signals,
            siblings,
            edition: self.edition,
            run: 0,
        }
    }

    /// The tools as the question about the set lists them.
    #[must_use]
    pub fn listed(&self) -> Vec<ListedTool<'_>> {
        self.tools
            .iter()
            .map(|tool| ListedTool {
                name: &tool.definition.name,
                description: tool.definition.description.as_deref(),
                signals: &tool.signals,
            })
            .collect()
    }

    /// The question about the set, over [`listed`](Self::listed) tools, with the mean TDQS where it is known.
    #[must_use]
    pub fn set_question<'q>(
        &'q self,
        listed: &'q [ListedTool<'q>],
        mean_tdqs: Option<MeanTdqs>,
    ) -> ServerQuestion<'q> {
        ServerQuestion {
            server_name: self.name,
            tools: listed,
            candidates: &self.candidates,
            edition: self.edition,
            mean_tdqs,
        }
    }

    /// What the question about the set shows, in one hash.
    #[must_use]
    pub fn tool_set_hash(&self) -> ToolSetHash {
        self.set_question(&self.listed(), None).tool_set_hash()
    }
}
