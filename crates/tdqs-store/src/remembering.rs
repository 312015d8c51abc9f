//! A judge that asks another one only what the store cannot answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tdqs::llm::{Judge, JudgeError, JudgeIdentity, ServerQuestion, ToolQuestion, Usage, Verdict};
use tdqs::rubric::{CoherenceAnswer, ToolAnswer};
use tdqs::signals::InputHash;

use crate::{Clock, CoherenceKey, KeptVerdict, StoreError, ToolKey, VerdictStore, Yardsticks};

/// Takes verdicts over from a store and keeps new ones in it, each before it is passed on.
///
/// A verdict is taken over when it was given on the same definition (or tool set and mean) by the same yardstick. It
/// costs nothing then. What fails is not kept. Of two questions at once about one definition the second waits for the
/// verdict of the first: a definition has one score, whichever servers list it.
///
/// When the store fails, a verdict in hand is still passed on: it is paid for. The first failure can be
/// [taken](Self::take_fault); a run that must not pay for what it cannot keep [ends](Self::ending_run_on_fault) there.
#[derive(Debug)]
pub struct RememberingJudge<J, S> {
    judge: J,
    store: S,
    clock: Clock,
    ends_run_on_fault: bool,
    remembered: Mutex<Remembered>,
    fault: Mutex<Option<StoreError>>,
    /// Definitions that are asked about at this moment.
    under_way: Mutex<HashMap<ToolKey, Arc<tokio::sync::Mutex<()>>>>,
}

/// How often a judge was asked, and how often it need not be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remembered {
    /// Questions that went to the judge.
    pub asked: u64,
    /// Questions that the store answered.
    pub taken_over: u64,
    /// What the judge cost.
    pub usage: Usage,
}

impl Remembered {
    /// What came to it since an earlier look.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            asked: self.asked.saturating_sub(earlier.asked),
            taken_over: self.taken_over.saturating_sub(earlier.taken_over),
            usage: Usage::new(
                self.usage.requests.saturating_sub(earlier.usage.requests),
                self.usage.prompt_tokens.saturating_sub(earlier.usage.prompt_tokens),
                self.usage.completion_tokens.saturating_sub(earlier.usage.completion_tokens),
            ),
        }
    }
}

impl<J: Judge, S: VerdictStore> RememberingJudge<J, S> {
    /// A judge in front of which a store stands.
    #[must_use]
    pub fn new(judge: J, store: S, clock: Clock) -> Self {
        Self {
            judge,
            store,
            clock,
            ends_run_on_fault: false,
            remembered: Mutex::default(),
            fault: Mutex::new(None),
            under_way: Mutex::default(),
        }
    }

    /// Ends the run when the store fails.
    #[must_use]
    pub fn ending_run_on_fault(mut self) -> Self {
        self.ends_run_on_fault = true;
        self
    }

    /// The judge behind the store.
    #[must_use]
    pub fn judge(&self) -> &J {
        &self.judge
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &S {
        &self.store
    }

    /// How many questions were asked and saved so far.
    #[must_use]
    pub fn remembered(&self) -> Remembered {
        *lock(&self.remembered)
    }

    /// Gives out the first failure of the store, once.
    #[must_use]
    pub fn take_fault(&self) -> Option<StoreError> {
        lock(&self.fault).take()
    }

    /// Notes a failure of the store, which stands for nothing found; it is an error where the run ends with it.
    fn note<T: Default>(&self, result: Result<T, StoreError>) -> Result<T, JudgeError> {
        result.or_else(|error| {
            let message = error.to_string();
            lock(&self.fault).get_or_insert(error);
            if self.ends_run_on_fault { Err(JudgeError::ending_run(message)) } else { Ok(T::default()) }
        })
    }

    fn known<A>(&self, found: Option<KeptVerdict<A>>) -> Option<Verdict<A>> {
        let kept = found?;
        lock(&self.remembered).taken_over += 1;
        Some(Verdict::free(kept.verdict.answer))
    }

    /// Counts a question to the judge from the moment on at which it is asked: a run may end before the answer.
    async fn count<A>(
        &self,
        question: impl Future<Output = Result<Verdict<A>, JudgeError>>,
    ) -> Result<Verdict<A>, JudgeError> {
        lock(&self.remembered).asked += 1;
        let result = question.await;
        let usage = result.as_ref().map_or_else(|error| error.usage, |verdict| verdict.usage);
        lock(&self.remembered).usage += usage;
        result
    }

    /// What the store holds about a definition, or what the judge says now.
    async fn tool_verdict(
        &self,
        key: &ToolKey,
        question: &ToolQuestion<'_>,
    ) -> Result<Verdict<ToolAnswer>, JudgeError> {
        if let Some(verdict) = self.known(self.note(self.store.tool_verdict(key).await)?) {
            return Ok(verdict);
        }
        let verdict = self.count(self.judge.judge_tool(question)).await?;
        let kept = self.store.keep_tool_verdict(key, &self.new_verdict(&verdict)).await;
        self.note(kept).map_err(|error| error.with_usage(verdict.usage))?;
        Ok(verdict)
    }

    fn new_verdict<A: Clone>(&self, verdict: &Verdict<A>) -> KeptVerdict<A> {
        KeptVerdict { verdict: verdict.clone(), at: self.clock.stamp() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is held is whole at every moment, so a thread that panicked leaves nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait::async_trait]
impl<J: Judge, S: VerdictStore> Judge for RememberingJudge<J, S> {
    fn identity(&self) -> JudgeIdentity {
        self.judge.identity()
    }

    fn waits_for_mean(&self) -> bool {
        true
    }

    async fn judge_tool(&self, question: &ToolQuestion<'_>) -> Result<Verdict<ToolAnswer>, JudgeError> {
        let key = ToolKey {
            yardstick: Yardsticks::of(&self.judge.identity(), question.edition).tools,
            input_hash: InputHash::of(question.tool),
            run: question.run,
        };
        let alone = Arc::clone(lock(&self.under_way).entry(key.clone()).or_default());
        let verdict = {
            let _turn = alone.lock().await;
            self.tool_verdict(&key, question).await
        };
        drop(alone);
        let mut under_way = lock(&self.under_way);
        // Whoever still waits has a hold of it.
        if under_way.get(&key).is_some_and(|alone| Arc::strong_count(alone) == 1) {
            under_way.remove(&key);
        }
        verdict
    }

    async fn judge_server(
        &self,
        question: &ServerQuestion<'_>,
    ) -> Result<Verdict<CoherenceAnswer>, JudgeError> {
        let yardstick = Yardsticks::of(&self.judge.identity(), question.edition).sets;
        let key = CoherenceKey::of(yardstick, question);
        if let Some(verdict) = self.known(self.note(self.store.coherence_verdict(&key).await)?) {
            return Ok(verdict);
        }
        let verdict = self.count(self.judge.judge_server(question)).await?;
        let kept = self.store.keep_coherence_verdict(&key, &self.new_verdict(&verdict)).await;
        self.note(kept).map_err(|error| error.with_usage(verdict.usage))?;
        Ok(verdict)
    }
}
