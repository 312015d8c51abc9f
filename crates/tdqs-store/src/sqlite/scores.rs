//! Scores and flags, each written by the job that finds them.

use rusqlite::{Connection, params};
use tdqs::rubric::{ServerFlag, ToolFlag, ToolScore};

use super::row::{new_yardstick_id, server_id, signed, written};
use super::verdicts::mean;
use crate::{CoherenceKey, Moment};

pub(super) fn keep_tool_score(
    connection: &Connection,
    by: i64,
    score: &ToolScore,
    at: Moment,
) -> rusqlite::Result<()> {
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

pub(super) fn keep_server_flags(
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
