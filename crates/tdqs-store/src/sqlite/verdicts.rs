//! Verdicts by what they were given on.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;
use tdqs::llm::{Usage, Verdict};
use tdqs::rubric::{CoherenceAnswer, MeanTdqs, ToolAnswer};

use super::SqliteStore;
use super::row::{json, new_yardstick_id, signed, unsigned, written, yardstick_id};
use crate::{CoherenceKey, KeptVerdict, Moment, StoreError, ToolKey, VerdictStore};

#[async_trait::async_trait]
impl VerdictStore for SqliteStore {
    async fn tool_verdict(&self, key: &ToolKey) -> Result<Option<KeptVerdict<ToolAnswer>>, StoreError> {
        let key = key.clone();
        let find = "SELECT answer, requests, prompt_tokens, completion_tokens, judged_at FROM tool_verdicts \
                    WHERE yardstick_id = ?1 AND input_hash = ?2 AND run = ?3";
        self.actor
            .read(move |connection| {
                let by = yardstick_id(connection, &key.yardstick)?;
                let values = params![by, key.input_hash.to_string(), key.run];
                connection.prepare_cached(find)?.query_row(values, kept).optional()
            })
            .await
    }

    async fn keep_tool_verdict(
        &self,
        key: &ToolKey,
        verdict: &KeptVerdict<ToolAnswer>,
    ) -> Result<(), StoreError> {
        let (key, verdict) = (key.clone(), verdict.clone());
        let keep = "INSERT INTO tool_verdicts (yardstick_id, input_hash, run, answer, requests, prompt_tokens, \
                    completion_tokens, judged_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
                    ON CONFLICT DO UPDATE SET answer = excluded.answer, requests = excluded.requests, \
                    prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, \
                    judged_at = excluded.judged_at";
        self.actor
            .write(move |connection| {
                let by = new_yardstick_id(connection, &key.yardstick)?;
                let (requests, prompt, completion) = usage(&verdict.verdict.usage);
                connection.prepare_cached(keep)?.execute(params![
                    by,
                    key.input_hash.to_string(),
                    key.run,
                    written(&verdict.verdict.answer)?,
                    requests,
                    prompt,
                    completion,
                    verdict.at.0,
                ])?;
                Ok(())
            })
            .await
    }

    async fn coherence_verdict(
        &self,
        key: &CoherenceKey,
    ) -> Result<Option<KeptVerdict<CoherenceAnswer>>, StoreError> {
        let key = key.clone();
        self.actor
            .read(move |connection| {
                let by = yardstick_id(connection, &key.yardstick)?;
                let hash = key.tool_set_hash.to_string();
                coherence_verdict(connection, by, &key.server, &hash, key.mean_tdqs)
            })
            .await
    }

    async fn keep_coherence_verdict(
        &self,
        key: &CoherenceKey,
        verdict: &KeptVerdict<CoherenceAnswer>,
    ) -> Result<(), StoreError> {
        let (key, verdict) = (key.clone(), verdict.clone());
        let keep = "INSERT INTO coherence_verdicts (yardstick_id, server, tool_set_hash, mean_tenths, mean_tools, \
                    answer, requests, prompt_tokens, completion_tokens, judged_at) \
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) \
                    ON CONFLICT DO UPDATE SET answer = excluded.answer, requests = excluded.requests, \
                    prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, \
                    judged_at = excluded.judged_at";
        self.actor
            .write(move |connection| {
                let by = new_yardstick_id(connection, &key.yardstick)?;
                let (tenths, tools) = mean(key.mean_tdqs);
                let (requests, prompt, completion) = usage(&verdict.verdict.usage);
                connection.prepare_cached(keep)?.execute(params![
                    by,
                    key.server,
                    key.tool_set_hash.to_string(),
                    tenths,
                    tools,
                    written(&verdict.verdict.answer)?,
                    requests,
                    prompt,
                    completion,
                    verdict.at.0,
                ])?;
                Ok(())
            })
            .await
    }
}

/// The verdict on a tool set, if there is one.
pub(super) fn coherence_verdict(
    connection: &Connection,
    by: i64,
    server: &str,
    tool_set_hash: &str,
    mean_tdqs: Option<MeanTdqs>,
) -> rusqlite::Result<Option<KeptVerdict<CoherenceAnswer>>> {
    let (tenths, tools) = mean(mean_tdqs);
    connection
        .prepare_cached(
            "SELECT answer, requests, prompt_tokens, completion_tokens, judged_at FROM coherence_verdicts \
             WHERE yardstick_id = ?1 AND server = ?2 AND tool_set_hash = ?3 AND mean_tenths = ?4 \
             AND mean_tools = ?5",
        )?
        .query_row(params![by, server, tool_set_hash, tenths, tools], kept)
        .optional()
}

fn kept<A: DeserializeOwned>(row: &Row<'_>) -> rusqlite::Result<KeptVerdict<A>> {
    let usage = Usage::new(unsigned(row.get(1)?), unsigned(row.get(2)?), unsigned(row.get(3)?));
    Ok(KeptVerdict { verdict: Verdict { answer: json(row, 0)?, usage }, at: Moment(row.get(4)?) })
}

fn usage(usage: &Usage) -> (i64, i64, i64) {
    (signed(usage.requests), signed(usage.prompt_tokens), signed(usage.completion_tokens))
}

/// A mean as its key has it; no mean is a fraction that none is.
pub(super) fn mean(mean: Option<MeanTdqs>) -> (i64, i64) {
    mean.map_or((0, 0), |mean| {
        let (tenths, tools) = mean.as_fraction();
        (signed(tenths), signed(tools))
    })
}
