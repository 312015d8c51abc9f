//! Who is at work on what, and what failed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, params};
use tdqs::rubric::MeanTdqs;

use super::SqliteStore;
use super::captures::{outline, present};
use super::row::{new_yardstick_id, parsed, server_id, unsigned};
use super::verdicts::mean;
use crate::{
    CapturedTool, Claim, Failure, Moment, StaleServer, StaleTool, StoreError, Subject, WorkPlace, WorkQueue,
    Yardstick,
};

/// A tool that failed so often no longer keeps its server from being judged as a whole.
const GIVEN_UP_AFTER: u32 = 3;

#[async_trait::async_trait]
impl WorkQueue for SqliteStore {
    async fn claim_tools(&self, claim: &Claim, after: WorkPlace) -> Result<Vec<StaleTool>, StoreError> {
        let claim = claim.clone();
        self.actor.write(move |connection| claim_tools(connection, &claim, after)).await
    }

    async fn claim_servers(&self, claim: &Claim, after: WorkPlace) -> Result<Vec<StaleServer>, StoreError> {
        let claim = claim.clone();
        self.actor.write(move |connection| claim_servers(connection, &claim, after)).await
    }

    async fn held_by_others(&self, claim: &Claim) -> Result<Option<Moment>, StoreError> {
        let claim = claim.clone();
        self.actor
            .write(move |connection| {
                let (tools_by, sets_by) = ids(connection, &claim)?;
                let first: Option<i64> = connection
                    .prepare_cached(
                        "SELECT min(leased_until) FROM work WHERE yardstick_id IN (?1, ?2) AND owner <> ?3 \
                         AND leased_until > ?4",
                    )?
                    .query_row(params![tools_by, sets_by, claim.owner, claim.now.0], |row| row.get(0))?;
                Ok(first.map(Moment))
            })
            .await
    }

    async fn renew(&self, owner: &str, until: Moment) -> Result<(), StoreError> {
        let owner = owner.to_owned();
        self.actor
            .write(move |connection| {
                let mut renew =
                    connection.prepare_cached("UPDATE work SET leased_until = ?2 WHERE owner = ?1")?;
                renew.execute(params![owner, until.0]).map(drop)
            })
            .await
    }

    async fn release(&self, owner: &str) -> Result<(), StoreError> {
        let owner = owner.to_owned();
        self.actor
            .write(move |connection| {
                connection.execute(
                    "DELETE FROM work WHERE (owner = ?1 OR failed_in = ?1) AND failures = 0",
                    params![owner],
                )?;
                connection.execute(
                    "UPDATE work SET owner = NULL, leased_until = 0 WHERE owner = ?1",
                    params![owner],
                )?;
                Ok(())
            })
            .await
    }

    async fn give_back(&self, claim: &Claim, subject: Subject) -> Result<(), StoreError> {
        let claim = claim.clone();
        self.actor
            .write(move |connection| {
                let Some((by, subject)) = row(connection, &claim, &subject)? else { return Ok(()) };
                let mut give_back = connection.prepare_cached(
                    "UPDATE work SET owner = NULL, leased_until = 0, failed_in = ?3 \
                     WHERE yardstick_id = ?1 AND subject = ?2 AND owner = ?3",
                )?;
                give_back.execute(params![by, subject, claim.owner]).map(drop)
            })
            .await
    }

    async fn fail(&self, claim: &Claim, failure: Failure) -> Result<(), StoreError> {
        let claim = claim.clone();
        self.actor
            .write(move |connection| {
                let Some((by, subject)) = row(connection, &claim, &failure.subject)? else { return Ok(()) };
                fail(connection, by, &subject, &claim.owner, &failure)
            })
            .await
    }
}

/// The row of a piece of work; `None` when the server is gone.
fn row(connection: &Connection, claim: &Claim, subject: &Subject) -> rusqlite::Result<Option<(i64, String)>> {
    Ok(match subject {
        Subject::Tool(hash) => Some((new_yardstick_id(connection, &claim.by.tools)?, hash.to_string())),
        Subject::Server(name) => match server_id(connection, name)? {
            Some(id) => Some((new_yardstick_id(connection, &claim.by.sets)?, server_subject(id))),
            None => None,
        },
    })
}

/// Notes a failure, but for work that has gone to another owner since: it is for that one to say what came of it.
fn fail(
    connection: &Connection,
    by: i64,
    subject: &str,
    owner: &str,
    failure: &Failure,
) -> rusqlite::Result<()> {
    let Failure { reason, at, backoff, wait, .. } = failure;
    let before: Option<u32> = connection
        .prepare_cached("SELECT failures FROM work WHERE yardstick_id = ?1 AND subject = ?2")?
        .query_row(params![by, subject], |row| row.get(0))
        .optional()?;
    let failures = before.unwrap_or_default().saturating_add(1);
    let due_at = at.after(backoff.wait(failures).max(wait.unwrap_or_default()));
    connection
        .prepare_cached(
            "INSERT INTO work (yardstick_id, subject, failures, reason, failed_in, due_at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO UPDATE SET owner = NULL, leased_until = 0, \
             failures = excluded.failures, reason = excluded.reason, failed_in = excluded.failed_in, \
             due_at = excluded.due_at WHERE owner IS NULL OR owner = excluded.failed_in",
        )?
        .execute(params![by, subject, failures, reason, owner, due_at.0])?;
    Ok(())
}

/// Takes a definition off the list of work.
pub(super) fn finish_tool(connection: &Connection, by: i64, input_hash: &str) -> rusqlite::Result<()> {
    let mut finish =
        connection.prepare_cached("DELETE FROM work WHERE yardstick_id = ?1 AND subject = ?2")?;
    finish.execute(params![by, input_hash]).map(drop)
}

/// Takes a server off the list of work.
pub(super) fn finish_server(connection: &Connection, by: i64, server: i64) -> rusqlite::Result<()> {
    finish_tool(connection, by, &server_subject(server))
}

/// Takes a server off everybody's list of work.
pub(super) fn forget_server(connection: &Connection, server: i64) -> rusqlite::Result<()> {
    let mut forget = connection.prepare_cached("DELETE FROM work WHERE subject = ?1")?;
    forget.execute(params![server_subject(server)]).map(drop)
}

fn server_subject(server: i64) -> String {
    format!("server:{server}")
}

fn ids(connection: &Connection, claim: &Claim) -> rusqlite::Result<(i64, i64)> {
    let id = |yardstick: &Yardstick| new_yardstick_id(connection, yardstick);
    Ok((id(&claim.by.tools)?, id(&claim.by.sets)?))
}

fn lease(connection: &Connection, by: i64, subject: &str, claim: &Claim) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO work (yardstick_id, subject, owner, leased_until) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT DO UPDATE SET owner = excluded.owner, leased_until = excluded.leased_until",
        )?
        .execute(params![by, subject, claim.owner, claim.until.0])?;
    Ok(())
}

/// Whether a piece of work is nobody's, due, and not one that this sweep has failed at.
fn is_free(connection: &Connection, by: i64, subject: &str, claim: &Claim) -> rusqlite::Result<bool> {
    let mut ask = connection.prepare_cached(
        "SELECT NOT EXISTS (SELECT 1 FROM work w WHERE w.yardstick_id = ?1 AND w.subject = ?2 \
         AND (w.leased_until > ?3 OR w.due_at > ?3 OR w.failed_in IS ?4))",
    )?;
    ask.query_row(params![by, subject, claim.now.0, claim.owner], |row| row.get(0))
}

fn claim_tools(
    connection: &Connection,
    claim: &Claim,
    WorkPlace(after_server, after_position): WorkPlace,
) -> rusqlite::Result<Vec<StaleTool>> {
    let (by, _) = ids(connection, claim)?;
    let mut find = connection.prepare_cached(
        "SELECT s.server_id, t.position, s.name, d.name, t.input_hash, d.definition FROM servers s \
         JOIN capture_tools t USING (capture_id) JOIN definitions d USING (input_hash) \
         WHERE s.server_id >= ?2 AND (s.server_id > ?2 OR t.position >= ?3) AND NOT EXISTS \
         (SELECT 1 FROM tool_scores z WHERE z.yardstick_id = ?1 AND z.input_hash = t.input_hash AND z.runs >= ?4) \
         ORDER BY s.server_id, t.position",
    )?;
    let mut rows = find.query(params![by, after_server, after_position, claim.runs])?;
    let mut servers: HashMap<i64, (Arc<str>, Arc<[String]>)> = HashMap::new();
    let mut claimed = Vec::new();
    while let Some(row) = rows.next()? {
        let hash: String = row.get(4)?;
        if !is_free(connection, by, &hash, claim)? {
            continue;
        }
        lease(connection, by, &hash, claim)?;
        let id: i64 = row.get(0)?;
        let (server, names) = match servers.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let names = outline(connection, id)?.into_iter().map(|(name, _)| name).collect();
                new.insert((row.get::<_, String>(2)?.into(), names))
            }
        };
        claimed.push(StaleTool {
            // Behind this tool.
            place: WorkPlace(id, row.get::<_, i64>(1)? + 1),
            tool: CapturedTool { name: row.get(3)?, input_hash: parsed(row, 4)?, definition: row.get(5)? },
            server: Arc::clone(server),
            names: Arc::clone(names),
        });
        if claimed.len() == claim.limit {
            break;
        }
    }
    Ok(claimed)
}

fn claim_servers(
    connection: &Connection,
    claim: &Claim,
    WorkPlace(after, _): WorkPlace,
) -> rusqlite::Result<Vec<StaleServer>> {
    let (tools_by, sets_by) = ids(connection, claim)?;
    let mut find = connection.prepare_cached(
        "SELECT s.server_id, s.name, f.tool_set_hash, count(z.tdqs), ifnull(sum(z.tdqs), 0), \
         count(CASE WHEN z.tdqs IS NULL AND ifnull(w.failures, 0) < ?4 THEN 1 END) \
         FROM servers s JOIN server_facts f ON f.server_id = s.server_id AND f.edition = ?3 \
         AND f.capture_id = s.capture_id \
         CROSS JOIN capture_tools t ON t.capture_id = s.capture_id \
         LEFT JOIN tool_scores z ON z.yardstick_id = ?1 AND z.input_hash = t.input_hash AND z.runs >= ?5 \
         LEFT JOIN work w ON w.yardstick_id = ?1 AND w.subject = t.input_hash \
         WHERE s.server_id > ?2 GROUP BY s.server_id ORDER BY s.server_id",
    )?;
    let edition = claim.by.sets.edition.as_str();
    let mut rows = find.query(params![tools_by, after, edition, GIVEN_UP_AFTER, claim.runs])?;
    let mut judged = connection.prepare_cached(
        "SELECT 1 FROM judged_servers WHERE yardstick_id = ?1 AND server_id = ?2 AND tool_set_hash = ?3 \
         AND mean_tenths = ?4 AND mean_tools = ?5",
    )?;
    let mut claimed = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, name, hash): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (scored, total): (i64, i64) = (row.get(3)?, row.get(4)?);
        let pending: i64 = row.get(5)?;
        let Some(mean_tdqs) = MeanTdqs::of_sum(unsigned(total), unsigned(scored)).filter(|_| pending == 0)
        else {
            continue;
        };
        let (tenths, tools) = mean(Some(mean_tdqs));
        let is_judged = judged.exists(params![sets_by, id, hash, tenths, tools])?;
        let subject = server_subject(id);
        if is_judged || !is_free(connection, sets_by, &subject, claim)? {
            continue;
        }
        lease(connection, sets_by, &subject, claim)?;
        claimed.push(StaleServer {
            place: WorkPlace(id, 0),
            name,
            tools: present(connection, id)?,
            mean_tdqs,
        });
        if claimed.len() == claim.limit {
            break;
        }
    }
    Ok(claimed)
}
