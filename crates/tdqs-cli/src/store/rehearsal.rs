//! A run that asks nobody and keeps nothing: what a store leaves to be asked.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tdqs::llm::{Judge, JudgeError, JudgeIdentity, ServerQuestion, ToolQuestion, Verdict};
use tdqs::rubric::{CoherenceAnswer, Justified, PerCoherenceDimension, PerDimension, Score, ToolAnswer};
use tdqs::{Estimate, estimated_tokens};
use tdqs_store::{CoherenceKey, KeptVerdict, SqliteStore, StoreError, ToolKey, VerdictStore};

/// Counts what it is asked and gives an answer that nobody sees.
#[derive(Debug)]
pub(crate) struct Counting {
    identity: JudgeIdentity,
    asked: Mutex<Estimate>,
}

impl Counting {
    /// In the place of a judge.
    pub(crate) fn instead_of(judge: &dyn Judge) -> Self {
        Self { identity: judge.identity(), asked: Mutex::default() }
    }

    /// What it was asked so far.
    pub(crate) fn asked(&self) -> Estimate {
        *lock(&self.asked)
    }
}

#[async_trait::async_trait]
impl Judge for Counting {
    fn identity(&self) -> JudgeIdentity {
        self.identity.clone()
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let mut asked = lock(&self.asked);
        asked.tool_calls += 1;
        asked.message_tokens += estimated_tokens(&question.message());
        Ok(Verdict::free(ToolAnswer {
            scores: PerDimension::from_fn(|_| unseen()),
            annotation_contradiction: false,
            summary: String::new(),
        }))
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        let mut asked = lock(&self.asked);
        asked.server_calls += 1;
        asked.message_tokens += estimated_tokens(&question.message());
        Ok(Verdict::free(CoherenceAnswer {
            scores: PerCoherenceDimension::from_fn(|_| unseen()),
            shadowing_risks: Vec::new(),
            summary: String::new(),
        }))
    }
}

fn unseen() -> Justified {
    Justified { score: Score::MIN, justification: String::new() }
}

/// A store over which verdicts are kept in memory: one definition is asked about once here too.
#[derive(Debug)]
pub(crate) struct Overlay {
    store: SqliteStore,
    tools: Mutex<HashMap<ToolKey, KeptVerdict<ToolAnswer>>>,
}

impl Overlay {
    pub(crate) fn over(store: SqliteStore) -> Self {
        Self { store, tools: Mutex::default() }
    }
}

#[async_trait::async_trait]
impl VerdictStore for Overlay {
    async fn tool_verdict(&self, key: &ToolKey) -> Result<Option<KeptVerdict<ToolAnswer>>, StoreError> {
        let kept = lock(&self.tools).get(key).cloned();
        if kept.is_some() { Ok(kept) } else { self.store.tool_verdict(key).await }
    }

    async fn keep_tool_verdict(
        &self,
        key: &ToolKey,
        verdict: &KeptVerdict<ToolAnswer>,
    ) -> Result<(), StoreError> {
        lock(&self.tools).insert(key.clone(), verdict.clone());
        Ok(())
    }

    async fn coherence_verdict(
        &self,
        key: &CoherenceKey,
    ) -> Result<Option<KeptVerdict<CoherenceAnswer>>, StoreError> {
        self.store.coherence_verdict(key).await
    }

    async fn keep_coherence_verdict(
        &self,
        _: &CoherenceKey,
        _: &KeptVerdict<CoherenceAnswer>,
    ) -> Result<(), StoreError> {
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
