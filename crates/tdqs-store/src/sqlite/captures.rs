//! Servers and their definitions.

use rusqlite::{Connection, OptionalExtension, params};
use tdqs::SpecVersion;
use tdqs::signals::InputHash;

use super::difference::{Outline, changes};
use super::row::{parsed, server_id, signed, written};
use crate::{Captured, CapturedServer, CapturedTool, Moment, ServerFacts};

/// Makes a server's definitions the present ones.
pub(super) fn capture(
    connection: &Connection,
    server: &CapturedServer,
    facts: &ServerFacts,
) -> rusqlite::Result<Captured> {
    let known = server_id(connection, &server.name)?;
    let id = match known {
        Some(id) => id,
        None => {
            connection.execute("INSERT INTO servers (name) VALUES (?1)", params![server.name])?;
            connection.last_insert_rowid()
        }
    };
    let before = outline(connection, id)?;
    let now: Vec<(String, InputHash)> =
        server.tools.iter().map(|tool| (tool.name.clone(), tool.input_hash)).collect();
    let captured = difference(known.is_none(), &before, &now);
    if !is_same(connection, id, &before, server)? {
        insert(connection, id, server)?;
        // What kept an earlier set from being judged says nothing of this one.
        super::work::forget_server(connection, id)?;
    }
    keep_facts(connection, id, facts)?;
    Ok(captured)
}

/// Leaves a server without present definitions. Says whether it had some.
pub(super) fn forget(connection: &Connection, server: &str) -> rusqlite::Result<bool> {
    let Some(id) = server_id(connection, server)? else { return Ok(false) };
    super::work::forget_server(connection, id)?;
    let sql = "UPDATE servers SET capture_id = NULL WHERE server_id = ?1 AND capture_id IS NOT NULL";
    Ok(connection.execute(sql, params![id])? > 0)
}

/// Whether the present capture already says what this one says.
fn is_same(
    connection: &Connection,
    id: i64,
    before: &[(String, InputHash)],
    server: &CapturedServer,
) -> rusqlite::Result<bool> {
    let mut find = connection.prepare_cached(
        "SELECT rejected FROM servers JOIN captures USING (capture_id) WHERE servers.server_id = ?1",
    )?;
    let rejected: Option<String> = find.query_row(params![id], |row| row.get(0)).optional()?;
    let hashes = before.iter().map(|(_, hash)| *hash);
    let is_same_list = hashes.eq(server.tools.iter().map(|tool| tool.input_hash));
    Ok(is_same_list && rejected == Some(written(&server.rejected)?))
}

fn insert(connection: &Connection, id: i64, server: &CapturedServer) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO captures (server_id, origin, rejected, captured_at) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![id, server.origin, written(&server.rejected)?, server.at.0])?;
    let capture = connection.last_insert_rowid();
    let mut definition = connection.prepare_cached(
        "INSERT INTO definitions (input_hash, name, definition, captured_at) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT DO NOTHING",
    )?;
    let mut listed = connection
        .prepare_cached("INSERT INTO capture_tools (capture_id, position, input_hash) VALUES (?1, ?2, ?3)")?;
    for (position, tool) in server.tools.iter().enumerate() {
        let hash = tool.input_hash.to_string();
        definition.execute(params![hash, tool.name, tool.definition, server.at.0])?;
        listed.execute(params![capture, signed(position), hash])?;
    }
    connection
        .prepare_cached("UPDATE servers SET capture_id = ?2 WHERE server_id = ?1")?
        .execute(params![id, capture])?;
    Ok(())
}

fn difference(is_new: bool, before: &Outline, now: &Outline) -> Captured {
    let mut captured = Captured { is_new, ..Captured::default() };
    for change in changes(before, now) {
        match (change.before, change.now) {
            (None, _) => captured.added += 1,
            (_, None) => captured.removed += 1,
            _ => captured.changed += 1,
        }
    }
    captured.unchanged = now.len() - captured.added - captured.changed;
    captured
}

/// The names and hashes of a server's present tools, in its order. Leaves the definitions where they are.
pub(super) fn outline(connection: &Connection, server: i64) -> rusqlite::Result<Vec<(String, InputHash)>> {
    let mut read = connection.prepare_cached(
        "SELECT d.name, d.input_hash FROM servers s JOIN capture_tools t USING (capture_id) \
         JOIN definitions d USING (input_hash) WHERE s.server_id = ?1 ORDER BY t.position",
    )?;
    let rows = read.query_map(params![server], |row| Ok((row.get(0)?, parsed(row, 1)?)))?;
    rows.collect()
}

/// The present definitions of a server, in its order.
pub(super) fn present(connection: &Connection, server: i64) -> rusqlite::Result<Vec<CapturedTool>> {
    let mut find = connection.prepare_cached("SELECT capture_id FROM servers WHERE server_id = ?1")?;
    let capture: Option<i64> = find.query_row(params![server], |row| row.get(0)).optional()?.flatten();
    capture.map_or_else(|| Ok(Vec::new()), |capture| listed(connection, capture))
}

/// The definitions of a capture, in the server's order.
pub(super) fn listed(connection: &Connection, capture: i64) -> rusqlite::Result<Vec<CapturedTool>> {
    let mut read = connection.prepare_cached(
        "SELECT d.name, d.input_hash, d.definition FROM capture_tools t JOIN definitions d USING (input_hash) \
         WHERE t.capture_id = ?1 ORDER BY t.position",
    )?;
    let rows = read.query_map(params![capture], |row| {
        Ok(CapturedTool { name: row.get(0)?, input_hash: parsed(row, 1)?, definition: row.get(2)? })
    })?;
    rows.collect()
}

/// Replaces the facts about a server; says how many signals, and whether the set as a judge sees it, are other than
/// before.
pub(super) fn keep_facts(
    connection: &Connection,
    server: i64,
    facts: &ServerFacts,
) -> rusqlite::Result<(usize, bool)> {
    let edition = facts.edition.as_str();
    let mut keep = connection.prepare_cached(
        "INSERT INTO signals (edition, input_hash, signals) VALUES (?1, ?2, ?3) \
         ON CONFLICT DO UPDATE SET signals = excluded.signals WHERE signals IS NOT excluded.signals",
    )?;
    let mut changed = 0;
    for (hash, signals) in &facts.signals {
        changed += keep.execute(params![edition, hash.to_string(), written(signals)?])?;
    }
    let mut find = connection
        .prepare_cached("SELECT tool_set_hash FROM server_facts WHERE server_id = ?1 AND edition = ?2")?;
    let before: Option<String> = find.query_row(params![server, edition], |row| row.get(0)).optional()?;
    let now = facts.tool_set_hash.to_string();
    connection
        .prepare_cached(
            "INSERT INTO server_facts (server_id, edition, capture_id, tool_set_hash, candidates) \
             SELECT server_id, ?2, capture_id, ?3, ?4 FROM servers WHERE server_id = ?1 \
             ON CONFLICT DO UPDATE SET capture_id = excluded.capture_id, tool_set_hash = excluded.tool_set_hash, \
             candidates = excluded.candidates",
        )?
        .execute(params![server, edition, now, written(&facts.candidates)?])?;
    Ok((changed, before.as_deref() != Some(&now)))
}

/// Present definitions of servers by name.
pub(super) fn definitions(
    connection: &Connection,
    edition: SpecVersion,
    lacking_facts: bool,
    after: Option<&str>,
    limit: usize,
) -> rusqlite::Result<Vec<(String, Vec<CapturedTool>)>> {
    let mut find = connection.prepare_cached(
        "SELECT s.server_id, s.name FROM servers s WHERE s.capture_id IS NOT NULL \
         AND (?1 IS NULL OR s.name > ?1) AND (NOT ?2 OR NOT EXISTS (SELECT 1 FROM server_facts f \
         WHERE f.server_id = s.server_id AND f.edition = ?3 AND f.capture_id = s.capture_id)) \
         ORDER BY s.name LIMIT ?4",
    )?;
    let values = params![after, lacking_facts, edition.as_str(), signed(limit)];
    let servers = find.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let servers: Vec<(i64, String)> = servers.collect::<rusqlite::Result<_>>()?;
    servers.into_iter().map(|(id, name)| Ok((name, present(connection, id)?))).collect()
}

/// Moments as records have them.
pub(super) fn seconds(milliseconds: i64) -> u64 {
    Moment(milliseconds).unix_seconds()
}
