//! A judge for tests: its answers follow from the question, it fails where it is told to, and it remembers.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tdqs::llm::{Judge, JudgeError, JudgeIdentity, ServerQuestion, ToolQuestion, Verdict};
use tdqs::rubric::{CoherenceAnswer, Justified, PerCoherenceDimension, PerDimension, Score, ToolAnswer};
use tdqs::signals::InputHash;
use tokio::sync::{Barrier, OnceCell};

pub(crate) type Fault = Arc<dyn Fn() -> Option<JudgeError> + Send + Sync>;

#[derive(Clone, Default)]
pub(crate) struct Oracle {
    pub(crate) tools: Arc<Mutex<Vec<InputHash>>>,
    pub(crate) servers: Arc<Mutex<Vec<String>>>,
    pub(crate) failing: Arc<Mutex<HashSet<InputHash>>>,
    /// How questions fail.
    pub(crate) fails_by: Option<Fault>,
    pub(crate) delay: Duration,
    /// Where several sweeps wait for each other before the first answer.
    pub(crate) meeting: Option<Arc<Barrier>>,
    /// Whether this sweep has been there.
    pub(crate) met: Arc<OnceCell<()>>,
}

/// The score the oracle gives every dimension of a definition.
pub(crate) fn score_of(hash: InputHash) -> u8 {
    1 + hash.to_bytes()[7] % 5
}

fn justified(score: u8) -> Justified {
    Justified { score: Score::clamped(score.into()), justification: "So it is.".to_owned() }
}

#[async_trait::async_trait]
impl Judge for Oracle {
    fn identity(&self) -> JudgeIdentity {
        JudgeIdentity::new("oracle-1")
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let hash = InputHash::of(question.tool);
        self.tools.lock().unwrap().push(hash);
        if let Some(meeting) = &self.meeting {
            self.met.get_or_init(async || _ = meeting.wait().await).await;
        }
        tokio::time::sleep(self.delay).await;
        if let Some(error) = self.fails_by.as_ref().and_then(|fault| fault()) {
            return Err(error);
        }
        if self.failing.lock().unwrap().contains(&hash) {
            return Err(JudgeError::new("no verdict"));
        }
        Ok(Verdict::free(ToolAnswer {
            scores: PerDimension::from_fn(|_| justified(score_of(hash))),
            annotation_contradiction: false,
            summary: String::new(),
        }))
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        self.servers.lock().unwrap().push(question.server_name.to_owned());
        tokio::time::sleep(self.delay).await;
        let confirmed = question.candidates.iter().map(|pair| tdqs::rubric::ShadowingAnswer {
            tool: pair.tool.clone(),
            cheaper_sibling: pair.cheaper_sibling.clone(),
            justification: "The same answer.".to_owned(),
        });
        Ok(Verdict::free(CoherenceAnswer {
            scores: PerCoherenceDimension::from_fn(|_| justified(4)),
            shadowing_risks: confirmed.collect(),
            summary: String::new(),
        }))
    }
}
