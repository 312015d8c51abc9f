//! By what a verdict was given.

use tdqs::SpecVersion;
use tdqs::llm::JudgeIdentity;
use tdqs::rubric::PromptHash;

/// The edition, the judge and the system prompt: a verdict compares with those of the same yardstick, and only those
/// are taken over.
///
/// The prompts for tools and for tool sets are yardsticks of their own, so that a changed coherence prompt leaves the
/// tools' verdicts standing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct Yardstick {
    /// The edition, which decides what a judge is shown.
    pub edition: SpecVersion,
    /// The judge's name, with its version where it has one.
    pub judge: String,
    /// SHA-256 of the system prompt; `None` for a judge that reads none.
    pub prompt: Option<PromptHash>,
}

/// The yardsticks of one judge.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Yardsticks {
    /// For tools.
    pub tools: Yardstick,
    /// For tool sets.
    pub sets: Yardstick,
}

impl Yardsticks {
    /// A yardstick for tools and one for tool sets.
    #[must_use]
    pub fn new(tools: Yardstick, sets: Yardstick) -> Self {
        Self { tools, sets }
    }

    /// What a judge measures by in an edition.
    #[must_use]
    pub fn of(judge: &JudgeIdentity, edition: SpecVersion) -> Self {
        let yardstick = |prompt: Option<&PromptHash>| Yardstick {
            edition,
            judge: judge.name.clone(),
            prompt: prompt.cloned(),
        };
        let rubric = judge.rubric.as_ref();
        Self {
            tools: yardstick(rubric.map(|rubric| &rubric.tool_prompt_sha256)),
            sets: yardstick(rubric.map(|rubric| &rubric.coherence_prompt_sha256)),
        }
    }
}
