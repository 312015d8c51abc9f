//! How much there is, and how much of it is done.

use rusqlite::{Connection, params};

use super::captures::seconds;
use super::records::{coherence_of, scores_of};
use super::row::{signed, unsigned, yardstick, yardstick_ids};
use crate::{Counts, Failing, Moment, WaitingWork, Yardsticks};

/// Names that are given for a reason of failure.
const EXAMPLES: usize = 3;

/// Failed work on what is still there.
const FAILED: &str = "w.failures > 0 AND (w.subject LIKE 'server:%' OR EXISTS \
     (SELECT 1 FROM capture_tools t JOIN servers s USING (capture_id) WHERE t.input_hash = w.subject))";

pub(super) fn counts(
    connection: &Connection,
    by: &Yardsticks,
    runs: u32,
    now: Moment,
) -> rusqlite::Result<Counts> {
    let (tools_by, sets_by) = yardstick_ids(connection, by)?;
    let mut counts = connection.query_row(
        "SELECT (SELECT count(*) FROM servers WHERE capture_id IS NOT NULL), count(*), count(DISTINCT t.input_hash), \
         (SELECT count(*) FROM definitions), count(z.tdqs), \
         (SELECT ifnull(sum(json_array_length(c.rejected)), 0) FROM servers s JOIN captures c USING (capture_id)), \
         (SELECT count(*) FROM work w WHERE w.yardstick_id IN (?1, ?2) AND w.owner IS NOT NULL AND w.leased_until > ?3) \
         FROM servers s JOIN capture_tools t USING (capture_id) \
         LEFT JOIN tool_scores z ON z.yardstick_id = ?1 AND z.input_hash = t.input_hash AND z.runs >= ?4",
        params![tools_by, sets_by, now.0, runs],
        |row| {
            let number = |column| row.get(column).map(unsigned::<u64>);
            Ok(Counts {
                servers: number(0)?,
                tools: number(1)?,
                definitions: number(2)?,
                definitions_ever: number(3)?,
                scored_tools: number(4)?,
                rejected: number(5)?,
                held: number(6)?,
                ..Counts::default()
            })
        },
    )?;
    counts.stale_tools = counts.tools - counts.scored_tools;
    counts.judged_servers = judged_servers(connection, by)?;
    counts.stale_servers = counts.servers - counts.judged_servers;
    counts.waiting = waiting(connection, tools_by, sets_by)?;
    Ok(counts)
}

fn judged_servers(connection: &Connection, by: &Yardsticks) -> rusqlite::Result<u64> {
    let (tools_by, sets_by) = yardstick_ids(connection, by)?;
    let mut read = connection.prepare_cached(
        "SELECT s.name, s.capture_id, f.tool_set_hash FROM servers s JOIN server_facts f \
         ON f.server_id = s.server_id AND f.edition = ?1 AND f.capture_id = s.capture_id",
    )?;
    let mut rows = read.query(params![by.sets.edition.as_str()])?;
    let mut judged = 0;
    while let Some(row) = rows.next()? {
        let (name, capture, hash): (String, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (tdqs, _) = scores_of(connection, capture, tools_by)?;
        judged += u64::from(coherence_of(connection, sets_by, &name, &hash, &tdqs)?.is_some());
    }
    Ok(judged)
}

/// What failed, by yardstick.
pub(super) fn failing(connection: &Connection) -> rusqlite::Result<Vec<Failing>> {
    let mut read = connection.prepare(&format!(
        "SELECT y.edition, y.judge, y.prompt, count(CASE WHEN w.subject NOT LIKE 'server:%' THEN 1 END), \
         count(CASE WHEN w.subject LIKE 'server:%' THEN 1 END) FROM work w JOIN yardsticks y USING (yardstick_id) \
         WHERE {FAILED} GROUP BY y.yardstick_id ORDER BY y.edition, y.judge, y.prompt"
    ))?;
    let rows = read.query_map([], |row| {
        let (tools, sets) = (unsigned(row.get(3)?), unsigned(row.get(4)?));
        Ok(Failing { yardstick: yardstick(row)?, tools, sets })
    })?;
    rows.collect()
}

fn waiting(connection: &Connection, tools_by: i64, sets_by: i64) -> rusqlite::Result<Vec<WaitingWork>> {
    let mut read = connection.prepare_cached(&format!(
        "SELECT w.reason, count(*), max(w.failures), min(w.due_at) FROM work w \
         WHERE w.yardstick_id IN (?1, ?2) AND {FAILED} GROUP BY w.reason ORDER BY count(*) DESC, w.reason"
    ))?;
    let mut names = connection.prepare_cached(
        "SELECT ifnull(d.name, s.name) FROM work w LEFT JOIN definitions d ON d.input_hash = w.subject \
         LEFT JOIN servers s ON w.subject = 'server:' || s.server_id \
         WHERE w.yardstick_id IN (?1, ?2) AND w.failures > 0 AND w.reason IS ?3 ORDER BY 1 LIMIT ?4",
    )?;
    let mut rows = read.query(params![tools_by, sets_by])?;
    let mut waiting = Vec::new();
    while let Some(row) = rows.next()? {
        let reason: String = row.get::<_, Option<String>>(0)?.unwrap_or_default();
        let examples =
            names.query_map(params![tools_by, sets_by, reason, signed(EXAMPLES)], |row| row.get(0))?;
        waiting.push(WaitingWork {
            examples: examples.collect::<rusqlite::Result<_>>()?,
            reason,
            count: unsigned(row.get(1)?),
            failures: unsigned(row.get(2)?),
            next_due_unix_seconds: seconds(row.get(3)?),
        });
    }
    Ok(waiting)
}
