//! Servers and tools as they stand now.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Row, params};
use tdqs::coherence::confirm;
use tdqs::llm::Verdict;
use tdqs::rubric::{
    CoherenceAnswer, MeanTdqs, PerDimension, Score, ServerFlag, ShadowCandidate, Tenths, ToolScore,
};
use tdqs::signals::InputHash;

use super::captures::{outline, seconds};
use super::row::{json, json_or_null, parsed, signed, unreadable, unsigned, yardstick_id, yardstick_ids};
use super::verdicts::coherence_verdict;
use crate::{CoherenceRecord, KeptVerdict, ServerRecord, ToolRecord, ToolStanding, Yardstick, Yardsticks};

/// Scores of definitions by hash, each with how often it counts.
pub(super) fn standings(
    connection: &Connection,
    by: &Yardstick,
    superseded: bool,
    after: Option<InputHash>,
    limit: usize,
) -> rusqlite::Result<Vec<(InputHash, u64, ToolStanding)>> {
    let by = yardstick_id(connection, by)?;
    let mut read = connection.prepare_cached(
        "SELECT z.input_hash, (SELECT count(*) FROM capture_tools t JOIN servers s USING (capture_id) \
         WHERE t.input_hash = z.input_hash) AS listed, z.tdqs, z.flags, z.purpose_clarity, \
         z.usage_guidelines, z.behavioral_transparency, z.parameter_semantics, z.conciseness_structure, \
         z.contextual_completeness FROM tool_scores z \
         WHERE z.yardstick_id = ?1 AND z.input_hash > ?2 ORDER BY z.input_hash LIMIT ?3",
    )?;
    let after = after.map_or_else(String::new, |hash| hash.to_string());
    let rows = read.query_map(params![by, after, signed(limit)], |row| {
        let listed: u64 = unsigned(row.get(1)?);
        let times = if superseded { listed.max(1) } else { listed };
        Ok((parsed(row, 0)?, times, standing(row)?))
    })?;
    rows.collect()
}

fn standing(row: &Row<'_>) -> rusqlite::Result<ToolStanding> {
    let mut columns = 4..;
    let mut failure = None;
    let scores = PerDimension::from_fn(|_| {
        let column = columns.next().unwrap_or_default();
        let score = row
            .get::<_, u8>(column)
            .and_then(|score| Score::try_from(score).map_err(|error| unreadable(column, error)));
        score.unwrap_or_else(|error| {
            failure = Some(error);
            Score::MIN
        })
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(ToolStanding { scores, tdqs: Tenths::new(row.get(2)?), flags: json(row, 3)? }),
    }
}

/// TDQS of the scored tools of a capture, in the server's order, and how many tools it lists.
pub(super) fn scores_of(
    connection: &Connection,
    capture: i64,
    tools_by: i64,
) -> rusqlite::Result<(Vec<Tenths>, usize)> {
    let mut read = connection.prepare_cached(
        "SELECT z.tdqs FROM capture_tools t LEFT JOIN tool_scores z ON z.yardstick_id = ?2 \
         AND z.input_hash = t.input_hash WHERE t.capture_id = ?1",
    )?;
    let rows = read.query_map(params![capture, tools_by], |row| row.get::<_, Option<u32>>(0))?;
    let scores: Vec<Option<u32>> = rows.collect::<rusqlite::Result<_>>()?;
    let listed = scores.len();
    Ok((scores.into_iter().flatten().map(Tenths::new).collect(), listed))
}

/// The verdict on a tool set with the mean of these scores.
pub(super) fn coherence_of(
    connection: &Connection,
    sets_by: i64,
    server: &str,
    tool_set_hash: &str,
    tdqs: &[Tenths],
) -> rusqlite::Result<Option<KeptVerdict<CoherenceAnswer>>> {
    coherence_verdict(connection, sets_by, server, tool_set_hash, MeanTdqs::of(tdqs.iter().copied()))
}

pub(super) fn server_records(
    connection: &Connection,
    by: &Yardsticks,
    after: Option<&str>,
    limit: usize,
) -> rusqlite::Result<Vec<ServerRecord>> {
    let (tools_by, sets_by) = yardstick_ids(connection, by)?;
    let mut read = connection.prepare_cached(
        "SELECT s.server_id, s.name, s.capture_id, c.origin, c.captured_at, c.rejected, f.tool_set_hash, f.candidates \
         FROM servers s JOIN captures c USING (capture_id) LEFT JOIN server_facts f ON f.server_id = s.server_id \
         AND f.edition = ?1 AND f.capture_id = s.capture_id WHERE ?2 IS NULL OR s.name > ?2 ORDER BY s.name LIMIT ?3",
    )?;
    let mut rows = read.query(params![by.tools.edition.as_str(), after, signed(limit)])?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, name, capture): (i64, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let rejected: Vec<String> = json(row, 5)?;
        let candidates: Vec<ShadowCandidate> = json_or_null(row, 7)?.unwrap_or_default();
        let (tdqs, listed) = scores_of(connection, capture, tools_by)?;
        let coherence = match row.get::<_, Option<String>>(6)? {
            Some(hash) => coherence_of(connection, sets_by, &name, &hash, &tdqs)?,
            None => None,
        };
        let coherence = match coherence {
            Some(KeptVerdict { verdict: Verdict { answer, .. }, at }) => {
                let tools = outline(connection, id)?;
                let names = tools.iter().map(|(name, _)| name.as_str());
                let shadowing_risks = confirm(&answer.shadowing_risks, names, &candidates).risks;
                Some(CoherenceRecord { answer, shadowing_risks, judged_at_unix_seconds: at.unix_seconds() })
            }
            None => None,
        };
        let server = ServerRecord::new(name, row.get(3)?, seconds(row.get(4)?), listed, tdqs, rejected);
        records.push(server.with_coherence(coherence).with_shadow_candidates(candidates));
    }
    Ok(records)
}

/// The candidate pairs of a server's present tools.
fn candidates(
    connection: &Connection,
    by: &Yardsticks,
    server: &str,
) -> rusqlite::Result<Vec<ShadowCandidate>> {
    let mut read = connection.prepare_cached(
        "SELECT f.candidates FROM servers s JOIN server_facts f ON f.server_id = s.server_id \
         AND f.capture_id = s.capture_id WHERE s.name = ?1 AND f.edition = ?2",
    )?;
    let found = read.query_row(params![server, by.tools.edition.as_str()], |row| json(row, 0)).optional()?;
    Ok(found.unwrap_or_default())
}

pub(super) fn tool_records(
    connection: &Connection,
    by: &Yardsticks,
    server: &str,
) -> rusqlite::Result<Vec<ToolRecord>> {
    let (tools_by, sets_by) = yardstick_ids(connection, by)?;
    // A flag outlives the verdict that gave it until there is another one, but not the pair that it is about.
    let shadowed: BTreeSet<String> =
        candidates(connection, by, server)?.into_iter().map(|pair| pair.tool).collect();
    let mut read = connection.prepare_cached(
        "SELECT t.position, d.name, t.input_hash, z.score, z.scored_at, f.server_flags, g.signals FROM servers s \
         JOIN capture_tools t USING (capture_id) JOIN definitions d USING (input_hash) \
         LEFT JOIN tool_scores z ON z.yardstick_id = ?2 AND z.input_hash = t.input_hash \
         LEFT JOIN server_flags f ON f.yardstick_id = ?3 AND f.server_id = s.server_id AND f.tool = d.name \
         LEFT JOIN signals g ON g.edition = ?4 AND g.input_hash = t.input_hash \
         WHERE s.name = ?1 ORDER BY t.position",
    )?;
    let values = params![server, tools_by, sets_by, by.tools.edition.as_str()];
    let rows = read.query_map(values, |row| {
        let (name, mut score): (String, Option<ToolScore>) = (row.get(1)?, json_or_null(row, 3)?);
        if let Some(score) = &mut score {
            score.server_flags = json_or_null(row, 5)?.unwrap_or_default();
            score.server_flags.retain(|flag| *flag != ServerFlag::ShadowingRisk || shadowed.contains(&name));
            if let Some(signals) = json_or_null(row, 6)? {
                score.context_signals = signals;
            }
        }
        Ok(ToolRecord {
            server: server.to_owned(),
            position: unsigned(row.get(0)?),
            name,
            input_hash: parsed(row, 2)?,
            score,
            scored_at_unix_seconds: row.get::<_, Option<i64>>(4)?.map(seconds),
        })
    })?;
    rows.collect()
}
