//! How servers and tools stand, and how they came to.

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, OptionalExtension, Row, params};
use tdqs::coherence::{Rollup, confirm};
use tdqs::rubric::{
    CoherenceAnswer, MeanTdqs, PerDimension, Score, ServerFlag, ShadowCandidate, Tenths, ToolFlag, ToolScore,
};
use tdqs::signals::InputHash;

use super::SqliteStore;
use super::captures::{self, seconds};
use super::row::{
    json, json_or_null, new_yardstick_id, parsed, server_id, signed, unsigned, written, yardstick_id,
    yardstick_ids,
};
use super::verdicts::mean;
use crate::{
    Captured, CapturedServer, CapturedTool, CoherenceKey, CoherenceRecord, Counts, History, HistoryEntry,
    HistoryTool, Moment, Registry, ServerFacts, ServerRecord, StoreError, ToolRecord, ToolStanding,
    WaitingWork, Yardstick, Yardsticks,
};

/// Names that are given for a reason of failure.
const EXAMPLES: usize = 3;

#[async_trait::async_trait]
impl Registry for SqliteStore {
    async fn capture(&self, server: CapturedServer, facts: ServerFacts) -> Result<Captured, StoreError> {
        self.actor.write(move |connection| captures::capture(connection, &server, &facts)).await
    }

    async fn keep_tool_scores(
        &self,
        yardstick: &Yardstick,
        scores: Vec<ToolScore>,
        at: Moment,
    ) -> Result<(), StoreError> {
        let yardstick = yardstick.clone();
        self.actor
            .write(move |connection| {
                let by = new_yardstick_id(connection, &yardstick)?;
                scores.iter().try_for_each(|score| keep_tool_score(connection, by, score, at))
            })
            .await
    }

    async fn keep_server_flags(
        &self,
        verdict: &CoherenceKey,
        flags: Vec<(String, Vec<ServerFlag>)>,
    ) -> Result<(), StoreError> {
        let verdict = verdict.clone();
        self.actor.write(move |connection| keep_server_flags(connection, &verdict, &flags)).await
    }

    async fn definitions(
        &self,
        edition: tdqs::SpecVersion,
        lacking_facts: bool,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<CapturedTool>)>, StoreError> {
        let after = after.map(str::to_owned);
        self.actor
            .read(move |connection| {
                captures::definitions(connection, edition, lacking_facts, after.as_deref(), limit)
            })
            .await
    }

    async fn keep_facts(&self, server: &str, facts: ServerFacts) -> Result<(usize, bool), StoreError> {
        let server = server.to_owned();
        self.actor
            .write(move |connection| match server_id(connection, &server)? {
                Some(id) => captures::keep_facts(connection, id, &facts),
                None => Ok((0, false)),
            })
            .await
    }

    async fn yardsticks(&self) -> Result<(Vec<Yardstick>, Vec<Yardstick>), StoreError> {
        self.actor
            .read(|connection| {
                let used_in = |table: &str| -> rusqlite::Result<Vec<Yardstick>> {
                    let mut read = connection.prepare(&format!(
                        "SELECT edition, judge, prompt FROM yardsticks y WHERE EXISTS \
                         (SELECT 1 FROM {table} u WHERE u.yardstick_id = y.yardstick_id) \
                         ORDER BY edition, judge, prompt"
                    ))?;
                    let rows = read.query_map([], |row| {
                        let prompt: String = row.get(2)?;
                        Ok(Yardstick {
                            edition: parsed(row, 0)?,
                            judge: row.get(1)?,
                            prompt: if prompt.is_empty() { None } else { Some(json_prompt(&prompt)?) },
                        })
                    })?;
                    rows.collect()
                };
                Ok((used_in("tool_scores")?, used_in("coherence_verdicts")?))
            })
            .await
    }

    async fn server_records(
        &self,
        by: &Yardsticks,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ServerRecord>, StoreError> {
        let (by, after) = (by.clone(), after.map(str::to_owned));
        self.actor.read(move |connection| server_records(connection, &by, after.as_deref(), limit)).await
    }

    async fn tool_records(&self, by: &Yardsticks, server: &str) -> Result<Vec<ToolRecord>, StoreError> {
        let (by, server) = (by.clone(), server.to_owned());
        self.actor.read(move |connection| tool_records(connection, &by, &server)).await
    }

    async fn standings(
        &self,
        by: &Yardstick,
        superseded: bool,
        after: Option<InputHash>,
        limit: usize,
    ) -> Result<Vec<(InputHash, u64, ToolStanding)>, StoreError> {
        let by = by.clone();
        self.actor
            .read(move |connection| {
                let by = yardstick_id(connection, &by)?;
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
            })
            .await
    }

    async fn history(&self, by: &Yardsticks, server: &str) -> Result<Option<History>, StoreError> {
        let (by, server) = (by.clone(), server.to_owned());
        self.actor.read(move |connection| history(connection, &by, server)).await
    }

    async fn counts(&self, by: &Yardsticks, now: Moment) -> Result<Counts, StoreError> {
        let by = by.clone();
        self.actor.read(move |connection| counts(connection, &by, now)).await
    }
}

fn json_prompt(prompt: &str) -> rusqlite::Result<tdqs::rubric::PromptHash> {
    serde_json::from_value(prompt.into()).map_err(|error| super::row::unreadable(2, error))
}

fn keep_tool_score(connection: &Connection, by: i64, score: &ToolScore, at: Moment) -> rusqlite::Result<()> {
    let hash = score.context_signals.input_hash.to_string();
    let [purpose, usage, behavior, parameters, conciseness, completeness] =
        tdqs::rubric::Dimension::ALL.map(|dimension| score.scores.get(dimension).get());
    connection
        .prepare_cached(
            "INSERT INTO tool_scores (yardstick_id, input_hash, runs, tdqs, purpose_clarity, usage_guidelines, \
             behavioral_transparency, parameter_semantics, conciseness_structure, contextual_completeness, flags, \
             score, scored_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) \
             ON CONFLICT DO UPDATE SET runs = excluded.runs, tdqs = excluded.tdqs, \
             purpose_clarity = excluded.purpose_clarity, usage_guidelines = excluded.usage_guidelines, \
             behavioral_transparency = excluded.behavioral_transparency, \
             parameter_semantics = excluded.parameter_semantics, \
             conciseness_structure = excluded.conciseness_structure, \
             contextual_completeness = excluded.contextual_completeness, flags = excluded.flags, \
             score = excluded.score, scored_at = excluded.scored_at WHERE excluded.runs >= runs",
        )?
        .execute(params![
            by,
            hash,
            runs(score),
            score.tdqs.count(),
            purpose,
            usage,
            behavior,
            parameters,
            conciseness,
            completeness,
            written(&score.flags)?,
            written(score)?,
            at.0,
        ])?;
    super::work::finish_tool(connection, by, &hash)
}

fn keep_server_flags(
    connection: &Connection,
    verdict: &CoherenceKey,
    flags: &[(String, Vec<ServerFlag>)],
) -> rusqlite::Result<()> {
    let Some(id) = server_id(connection, &verdict.server)? else { return Ok(()) };
    let by = new_yardstick_id(connection, &verdict.yardstick)?;
    let mut keep = connection.prepare_cached(
        "INSERT INTO server_flags (yardstick_id, server_id, tool, server_flags) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT DO UPDATE SET server_flags = excluded.server_flags",
    )?;
    for (tool, flags) in flags {
        keep.execute(params![by, id, tool, written(flags)?])?;
    }
    let (tenths, tools) = mean(verdict.mean_tdqs);
    connection
        .prepare_cached(
            "INSERT INTO judged_servers (yardstick_id, server_id, tool_set_hash, mean_tenths, mean_tools) \
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET tool_set_hash = excluded.tool_set_hash, \
             mean_tenths = excluded.mean_tenths, mean_tools = excluded.mean_tools",
        )?
        .execute(params![by, id, verdict.tool_set_hash.to_string(), tenths, tools])?;
    super::work::finish_server(connection, by, id)
}

/// Of how many answers a score is the median. What the gates settle takes none and is as good as of any number.
fn runs(score: &ToolScore) -> i64 {
    let is_settled = score.flags.contains(&ToolFlag::NoDescription);
    if is_settled { i64::from(u32::MAX) } else { signed(score.runs.len().max(1)) }
}

fn standing(row: &Row<'_>) -> rusqlite::Result<ToolStanding> {
    let mut columns = 4..;
    let mut failure = None;
    let scores = PerDimension::from_fn(|_| {
        let column = columns.next().unwrap_or_default();
        let score = row
            .get::<_, u8>(column)
            .and_then(|score| Score::try_from(score).map_err(|error| super::row::unreadable(column, error)));
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

/// TDQS of the scored tools of a capture, how many it lists, and how many entries are no tools.
fn scores_of(connection: &Connection, capture: i64, tools_by: i64) -> rusqlite::Result<(Vec<Tenths>, usize)> {
    let mut read = connection.prepare_cached(
        "SELECT z.tdqs FROM capture_tools t LEFT JOIN tool_scores z ON z.yardstick_id = ?2 \
         AND z.input_hash = t.input_hash WHERE t.capture_id = ?1",
    )?;
    let rows = read.query_map(params![capture, tools_by], |row| row.get::<_, Option<u32>>(0))?;
    let scores: Vec<Option<u32>> = rows.collect::<rusqlite::Result<_>>()?;
    let listed = scores.len();
    Ok((scores.into_iter().flatten().map(Tenths::new).collect(), listed))
}

fn coherence_of(
    connection: &Connection,
    sets_by: i64,
    server: &str,
    tool_set_hash: &str,
    tdqs: &[Tenths],
) -> rusqlite::Result<Option<(CoherenceAnswer, i64)>> {
    let (tenths, tools) = mean(MeanTdqs::of(tdqs.iter().copied()));
    connection
        .prepare_cached(
            "SELECT answer, judged_at FROM coherence_verdicts WHERE yardstick_id = ?1 AND server = ?2 \
             AND tool_set_hash = ?3 AND mean_tenths = ?4 AND mean_tools = ?5",
        )?
        .query_row(params![sets_by, server, tool_set_hash, tenths, tools], |row| {
            Ok((json(row, 0)?, row.get(1)?))
        })
        .optional()
}

fn server_records(
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
            Some((answer, judged_at)) => {
                let present = captures::present(connection, id)?;
                let names = present.iter().map(|tool| tool.name.as_str());
                let shadowing_risks = confirm(&answer.shadowing_risks, names, &candidates).risks;
                Some(CoherenceRecord { answer, shadowing_risks, judged_at_unix_seconds: seconds(judged_at) })
            }
            None => None,
        };
        let head = (name, row.get(3)?, seconds(row.get(4)?));
        let tool_count = listed + rejected.len();
        records.push(ServerRecord::new(head, tdqs, tool_count, coherence, candidates, rejected));
    }
    Ok(records)
}

fn tool_records(connection: &Connection, by: &Yardsticks, server: &str) -> rusqlite::Result<Vec<ToolRecord>> {
    let (tools_by, sets_by) = yardstick_ids(connection, by)?;
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
        let mut score: Option<ToolScore> = json_or_null(row, 3)?;
        if let Some(score) = &mut score {
            score.server_flags = json_or_null(row, 5)?.unwrap_or_default();
            if let Some(signals) = json_or_null(row, 6)? {
                score.context_signals = signals;
            }
        }
        Ok(ToolRecord {
            server: server.to_owned(),
            position: unsigned(row.get(0)?),
            name: row.get(1)?,
            input_hash: parsed(row, 2)?,
            score,
            scored_at_unix_seconds: row.get::<_, Option<i64>>(4)?.map(seconds),
        })
    })?;
    rows.collect()
}

fn history(connection: &Connection, by: &Yardsticks, server: String) -> rusqlite::Result<Option<History>> {
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
        let scores = coherence.map(|(answer, _)| answer.scores.map(|justified| justified.score));
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

fn listed(connection: &Connection, capture: i64) -> rusqlite::Result<Vec<CapturedTool>> {
    let mut read = connection.prepare_cached(
        "SELECT d.name, d.input_hash, d.definition FROM capture_tools t JOIN definitions d USING (input_hash) \
         WHERE t.capture_id = ?1 ORDER BY t.position",
    )?;
    let rows = read.query_map(params![capture], |row| {
        Ok(CapturedTool { name: row.get(0)?, input_hash: parsed(row, 1)?, definition: row.get(2)? })
    })?;
    rows.collect()
}

/// What a judge was shown of an earlier set; the facts are kept of the present one alone.
fn set_hash(by: &Yardsticks, tools: &[CapturedTool]) -> String {
    let set = crate::sweep::tool_set("", tools);
    tdqs::PreparedServer::new("", &set, by.sets.edition).tool_set_hash().to_string()
}

/// The tools that differ between two lists, by name; of several with one name, in their order.
fn moved(
    connection: &Connection,
    tools_by: i64,
    before: &[(String, InputHash)],
    now: &[(String, InputHash)],
) -> rusqlite::Result<Vec<HistoryTool>> {
    let mut find = connection
        .prepare_cached("SELECT tdqs FROM tool_scores WHERE yardstick_id = ?1 AND input_hash = ?2")?;
    let mut tdqs = |hash: Option<InputHash>| -> rusqlite::Result<Option<Tenths>> {
        let Some(hash) = hash else { return Ok(None) };
        let found = find.query_row(params![tools_by, hash.to_string()], |row| row.get(0)).optional()?;
        Ok(found.map(Tenths::new))
    };
    let mut pairs: BTreeMap<(&str, usize), (Option<InputHash>, Option<InputHash>)> = BTreeMap::new();
    for (place, tools) in [before, now].into_iter().enumerate() {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (name, hash) in tools {
            let nth = seen.entry(name).or_default();
            let pair = pairs.entry((name, *nth)).or_default();
            if place == 0 {
                pair.0 = Some(*hash)
            } else {
                pair.1 = Some(*hash)
            }
            *nth += 1;
        }
    }
    let differing = pairs.into_iter().filter(|(_, (before, now))| before != now);
    differing
        .map(|((name, _), (before, now))| {
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

fn counts(connection: &Connection, by: &Yardsticks, now: Moment) -> rusqlite::Result<Counts> {
    let (tools_by, sets_by) = yardstick_ids(connection, by)?;
    let mut counts = connection.query_row(
        "SELECT (SELECT count(*) FROM servers WHERE capture_id IS NOT NULL), count(*), count(DISTINCT t.input_hash), \
         (SELECT count(*) FROM definitions), count(z.tdqs), \
         (SELECT ifnull(sum(json_array_length(c.rejected)), 0) FROM servers s JOIN captures c USING (capture_id)), \
         (SELECT count(*) FROM work w WHERE w.yardstick_id IN (?1, ?2) AND w.owner IS NOT NULL AND w.leased_until > ?3) \
         FROM servers s JOIN capture_tools t USING (capture_id) \
         LEFT JOIN tool_scores z ON z.yardstick_id = ?1 AND z.input_hash = t.input_hash",
        params![tools_by, sets_by, now.0],
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

fn waiting(connection: &Connection, tools_by: i64, sets_by: i64) -> rusqlite::Result<Vec<WaitingWork>> {
    let mut read = connection.prepare_cached(
        "SELECT w.reason, count(*), max(w.failures), min(w.due_at) FROM work w \
         WHERE w.yardstick_id IN (?1, ?2) AND w.failures > 0 AND (w.subject LIKE 'server:%' OR EXISTS \
         (SELECT 1 FROM capture_tools t JOIN servers s USING (capture_id) WHERE t.input_hash = w.subject)) GROUP BY w.reason ORDER BY count(*) DESC, w.reason",
    )?;
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
