//! How a server came to stand as it does.

use rusqlite::{Connection, OptionalExtension, params};
use tdqs::coherence::Rollup;
use tdqs::rubric::Tenths;
use tdqs::signals::InputHash;

use super::captures::{listed, seconds};
use super::difference::{Change, Outline, changes};
use super::records::{coherence_of, scores_of};
use super::row::{json, server_id, yardstick_ids};
use crate::{CapturedTool, History, HistoryEntry, HistoryTool, Yardsticks};

pub(super) fn history(
    connection: &Connection,
    by: &Yardsticks,
    server: String,
) -> rusqlite::Result<Option<History>> {
    let Some(id) = server_id(connection, &server)? else { return Ok(None) };
    let (tools_by, sets_by) = yardstick_ids(connection, by)?;
    let mut read = connection.prepare_cached(
        "SELECT capture_id, captured_at, rejected FROM captures WHERE server_id = ?1 ORDER BY capture_id",
    )?;
    let mut rows = read.query(params![id])?;
    let mut before: Vec<(String, InputHash)> = Vec::new();
    let mut captures = Vec::new();
    while let Some(row) = rows.next()? {
        let (capture, captured_at): (i64, i64) = (row.get(0)?, row.get(1)?);
        let rejected: Vec<String> = json(row, 2)?;
        let tools = listed(connection, capture)?;
        let (tdqs, count) = scores_of(connection, capture, tools_by)?;
        let set = set_hash(by, &tools);
        let coherence = coherence_of(connection, sets_by, &server, &set, &tdqs)?;
        let scores = coherence.map(|kept| kept.verdict.answer.scores.map(|justified| justified.score));
        let rollup = Rollup::of(&tdqs, count + rejected.len(), scores.as_ref());
        let now: Vec<(String, InputHash)> =
            tools.iter().map(|tool| (tool.name.clone(), tool.input_hash)).collect();
        captures.push(HistoryEntry {
            captured_at_unix_seconds: seconds(captured_at),
            tool_count: rollup.tool_count,
            mean_tdqs: rollup.mean_tdqs,
            description_quality_score: rollup.description_quality_score,
            overall_score: rollup.overall_score,
            tools: moved(connection, tools_by, &before, &now)?,
        });
        before = now;
    }
    Ok(Some(History { server, captures }))
}

/// What a judge was shown of an earlier set; the facts are kept of the present one alone.
fn set_hash(by: &Yardsticks, tools: &[CapturedTool]) -> String {
    let set = crate::sweep::tool_set("", tools);
    tdqs::PreparedServer::new("", &set, by.sets.edition).tool_set_hash().to_string()
}

/// The tools that differ between two lists, with their scores.
fn moved(
    connection: &Connection,
    tools_by: i64,
    before: &Outline,
    now: &Outline,
) -> rusqlite::Result<Vec<HistoryTool>> {
    let mut find = connection
        .prepare_cached("SELECT tdqs FROM tool_scores WHERE yardstick_id = ?1 AND input_hash = ?2")?;
    let mut tdqs = |hash: Option<InputHash>| -> rusqlite::Result<Option<Tenths>> {
        let Some(hash) = hash else { return Ok(None) };
        let found = find.query_row(params![tools_by, hash.to_string()], |row| row.get(0)).optional()?;
        Ok(found.map(Tenths::new))
    };
    changes(before, now)
        .into_iter()
        .map(|Change { name, before, now }| {
            Ok(HistoryTool {
                name: name.to_owned(),
                before,
                now,
                tdqs_before: tdqs(before)?,
                tdqs_now: tdqs(now)?,
            })
        })
        .collect()
}
