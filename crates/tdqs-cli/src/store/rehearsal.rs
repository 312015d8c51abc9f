//! A run that asks nobody and keeps nothing: what a store leaves to be asked.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tdqs::llm::{Asked, Judge, MockJudge};
use tdqs::rubric::{CoherenceAnswer, Score, ToolAnswer};
use tdqs::{Estimate, estimated_tokens};
use tdqs_store::{CoherenceKey, KeptVerdict, SqliteStore, StoreError, ToolKey, VerdictStore};

/// Asks nobody, with answers that nobody sees, and remembers what it was asked.
pub(crate) fn instead_of(judge: &dyn Judge) -> MockJudge {
    MockJudge::scoring(Score::MIN).with_identity(judge.identity())
}

/// What it was asked.
pub(crate) fn asked(judge: &MockJudge) -> Estimate {
    let mut estimate = Estimate::default();
    for asked in judge.asked() {
        let message = match &asked {
            Asked::Tool { message, .. } => {
                estimate.tool_calls += 1;
                message
            }
            Asked::Server { message, .. } => {
                estimate.server_calls += 1;
                message
            }
            _ => continue,
        };
        estimate.message_tokens += estimated_tokens(message);
    }
    estimate
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
