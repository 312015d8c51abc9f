//! A judge that says what a test wrote down for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tdqs_rubric::{
    CoherenceAnswer, Justified, PerCoherenceDimension, PerDimension, Score, ShadowCandidate, ToolAnswer,
};
use tdqs_signals::{SpecVersion, ToolDefinition};

use super::lock;
use crate::foreign_text::one_line;
use crate::{Judge, JudgeError, JudgeIdentity, ServerQuestion, ToolQuestion, Usage, Verdict};

/// A judge with scripted answers, by tool name and by server name, that remembers what it was asked.
/// Clones share the memory, so a test keeps one and gives the other away.
///
/// ```
/// use tdqs_llm::{JudgeError, MockJudge};
/// use tdqs_rubric::Score;
///
/// let judge = MockJudge::scoring(Score::MAX).with_tool_error("flaky", JudgeError::new("no verdict"));
/// let handle = judge.clone();
/// // … run the code under test with `judge`, then:
/// assert_eq!(handle.asked(), []);
/// ```
#[derive(Debug, Clone)]
pub struct MockJudge {
    identity: JudgeIdentity,
    cost: Usage,
    tools: BTreeMap<String, Result<ToolAnswer, JudgeError>>,
    any_tool: Option<ToolAnswer>,
    servers: BTreeMap<String, Result<CoherenceAnswer, JudgeError>>,
    any_server: Option<CoherenceAnswer>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

/// A question that a [`MockJudge`] was asked.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Asked {
    /// About a tool.
    #[non_exhaustive]
    Tool {
        /// The definition.
        tool: ToolDefinition,
        /// The names of the server's other tools.
        siblings: Vec<String>,
        /// The edition of the specification.
        edition: SpecVersion,
        /// The user message of the question.
        message: String,
    },
    /// About a server's tool set.
    #[non_exhaustive]
    Server {
        /// The server's name.
        server_name: String,
        /// The names of its tools.
        tools: Vec<String>,
        /// The pairs to confirm or reject.
        candidates: Vec<ShadowCandidate>,
        /// The edition of the specification.
        edition: SpecVersion,
        /// The user message of the question.
        message: String,
    },
}

impl Asked {
    /// The name of the tool or server that was asked about.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Tool { tool, .. } => &tool.name,
            Self::Server { server_name, .. } => server_name,
        }
    }
}

impl MockJudge {
    /// A judge without a script: every question is an error.
    #[must_use]
    pub fn new() -> Self {
        Self {
            identity: JudgeIdentity::new("mock-1"),
            cost: Usage::default(),
            tools: BTreeMap::new(),
            any_tool: None,
            servers: BTreeMap::new(),
            any_server: None,
            asked: Arc::default(),
        }
    }

    /// A judge that gives every dimension of everything the same score and confirms no candidate.
    #[must_use]
    pub fn scoring(score: Score) -> Self {
        let justified = Justified { score, justification: format!("The script says {score}.") };
        Self {
            any_tool: Some(ToolAnswer {
                scores: PerDimension::from_fn(|_| justified.clone()),
                annotation_contradiction: false,
                summary: String::new(),
            }),
            any_server: Some(CoherenceAnswer {
                scores: PerCoherenceDimension::from_fn(|_| justified.clone()),
                shadowing_risks: Vec::new(),
                summary: String::new(),
            }),
            ..Self::new()
        }
    }

    /// Sets who the judge says it is.
    #[must_use]
    pub fn with_identity(mut self, identity: JudgeIdentity) -> Self {
        self.identity = identity;
        self
    }

    /// Sets what each answer costs.
    #[must_use]
    pub fn with_cost(mut self, cost: Usage) -> Self {
        self.cost = cost;
        self
    }

    /// Sets the answer about a tool.
    #[must_use]
    pub fn with_tool(mut self, name: impl Into<String>, answer: ToolAnswer) -> Self {
        self.tools.insert(name.into(), Ok(answer));
        self
    }

    /// Makes questions about a tool fail.
    #[must_use]
    pub fn with_tool_error(mut self, name: impl Into<String>, error: JudgeError) -> Self {
        self.tools.insert(name.into(), Err(error));
        self
    }

    /// Sets the answer about every tool that has none of its own.
    #[must_use]
    pub fn with_any_tool(mut self, answer: ToolAnswer) -> Self {
        self.any_tool = Some(answer);
        self
    }

    /// Sets the answer about a server.
    #[must_use]
    pub fn with_server(mut self, name: impl Into<String>, answer: CoherenceAnswer) -> Self {
        self.servers.insert(name.into(), Ok(answer));
        self
    }

    /// Makes questions about a server fail.
    #[must_use]
    pub fn with_server_error(mut self, name: impl Into<String>, error: JudgeError) -> Self {
        self.servers.insert(name.into(), Err(error));
        self
    }

    /// Sets the answer about every server that has none of its own.
    #[must_use]
    pub fn with_any_server(mut self, answer: CoherenceAnswer) -> Self {
        self.any_server = Some(answer);
        self
    }

    /// The questions so far, in the order they came.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.asked).clone()
    }
}

impl Default for MockJudge {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait::async_trait]
impl Judge for MockJudge {
    fn identity(&self) -> JudgeIdentity {
        self.identity.clone()
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let name = &question.tool.name;
        lock(&self.asked).push(Asked::Tool {
            tool: question.tool.clone(),
            siblings: question.siblings.iter().map(|sibling| (*sibling).to_owned()).collect(),
            edition: question.edition,
            message: question.message(),
        });
        let answer = match (self.tools.get(name), &self.any_tool) {
            (Some(scripted), _) => scripted.clone()?,
            (None, Some(answer)) => answer.clone(),
            (None, None) => return Err(no_answer("tool", name)),
        };
        Ok(Verdict { answer, usage: self.cost })
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        let name = question.server_name;
        lock(&self.asked).push(Asked::Server {
            server_name: name.to_owned(),
            tools: question.tools.iter().map(|tool| tool.name.to_owned()).collect(),
            candidates: question.candidates.to_vec(),
            edition: question.edition,
            message: question.message(),
        });
        let answer = match (self.servers.get(name), &self.any_server) {
            (Some(scripted), _) => scripted.clone()?,
            (None, Some(answer)) => answer.clone(),
            (None, None) => return Err(no_answer("server", name)),
        };
        Ok(Verdict { answer, usage: self.cost })
    }
}

fn no_answer(what: &str, name: &str) -> JudgeError {
    JudgeError::new(format!("the script of the mock has no answer about {what} `{}`", one_line(name)))
}

#[cfg(test)]
mod tests {
    use tdqs_signals::ContextSignals;

    use super::*;

    async fn score_of(judge: &MockJudge, name: &str) -> Result<u8, String> {
        let tool = ToolDefinition::new(name).with_description("d");
        let signals = ContextSignals::of(&tool, SpecVersion::V1_2);
        let question = ToolQuestion {
            tool: &tool,
            signals: &signals,
            siblings: &["other"],
            edition: SpecVersion::V1_2,
            run: 0,
        };
        let verdict = judge.judge_tool(&question).await;
        verdict
            .map(|verdict| verdict.answer.scores.purpose_clarity.score.get())
            .map_err(|error| error.message)
    }

    #[tokio::test]
    async fn scripted_answers_come_before_the_general_one() {
        let low = MockJudge::scoring(Score::MIN).any_tool.unwrap();
        let judge = MockJudge::scoring(Score::MAX)
            .with_tool("low", low)
            .with_tool_error("broken", JudgeError::new("no verdict after 4 attempts: busy"));
        assert_eq!(score_of(&judge, "low").await, Ok(1));
        assert_eq!(score_of(&judge, "any").await, Ok(5));
        assert_eq!(score_of(&judge, "broken").await, Err("no verdict after 4 attempts: busy".to_owned()));
        assert_eq!(
            score_of(&MockJudge::new(), "a\nb").await,
            Err("the script of the mock has no answer about tool `a b`".to_owned())
        );
    }

    #[tokio::test]
    async fn clones_share_what_was_asked() {
        let judge = MockJudge::scoring(Score::MAX).with_cost(Usage::new(1, 10, 20));
        let handle = judge.clone();
        score_of(&judge, "first").await.unwrap();
        let question = ServerQuestion {
            server_name: "srv",
            tools: &[],
            candidates: &[],
            edition: SpecVersion::V1_2,
            mean_tdqs: None,
        };
        assert_eq!(judge.judge_server(&question).await.unwrap().usage, Usage::new(1, 10, 20));
        let asked = handle.asked();
        assert_eq!(asked.iter().map(Asked::name).collect::<Vec<_>>(), ["first", "srv"]);
        let Asked::Tool { siblings, message, .. } = &asked[0] else { panic!("{asked:?}") };
        assert_eq!(siblings, &["other"]);
        assert!(message.starts_with("TOOL NAME: first\n"), "{message}");
    }
}
