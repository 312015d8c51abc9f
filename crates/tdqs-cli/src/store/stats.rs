//! `tdqs stats`

use anyhow::{Result, bail};
use schemars::JsonSchema;
use serde::Serialize;
use tdqs::signals::InputHash;
use tdqs::statistics::{ServerFigures, Statistics, StatisticsReport, ToolFigures};
use tdqs_store::{Registry, ServerRecord, SqliteStore, Yardsticks};

use super::{PAGE, open_to_read, wait, yardstick};
use crate::arguments::{Stats, StoreFormat};
use crate::outcome::Outcome;
use crate::output::Destination;
use crate::report;
use crate::visible;

/// Scores that are read from the store at a time.
const SCORES: usize = 5_000;

/// The output of `tdqs stats --format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatisticsRecord<'r> {
    /// The edition of the specification.
    spec_version: tdqs::SpecVersion,
    /// The judge; `null` when nothing is scored in the edition.
    judge: Option<&'r str>,
    /// The figures.
    #[serde(flatten)]
    figures: StatisticsReport,
}

pub(crate) fn run(arguments: &Stats) -> Result<Outcome> {
    let store = open_to_read(&arguments.store)?;
    let destination = Destination::check_beside(&arguments.output, store.files())?;
    let chosen = wait(yardstick::choose(&store, &arguments.by))??;
    let is_judged = chosen.is_some();
    // What can be told without a judge is told: how much there is, and the shadow candidates.
    let by = chosen.unwrap_or_else(|| yardstick::of_nobody(arguments.by.spec));
    if !is_judged && !wait(store.definitions(arguments.by.spec, true, None, 1))??.is_empty() {
        bail!(
            "nothing is scored in edition {0}, and its signals are not computed; `tdqs sweep --spec {0}` does both, \
             `tdqs recompute --spec {0}` the signals",
            arguments.by.spec
        );
    }
    let mut statistics = Statistics::default();
    add_tools(&mut statistics, &store, &by, arguments.superseded)?;
    add_servers(&mut statistics, &store, &by)?;
    let figures = statistics.report();
    match arguments.format {
        StoreFormat::Json => {
            let judge = is_judged.then_some(by.tools.judge.as_str());
            let report = StatisticsRecord { spec_version: by.tools.edition, judge, figures };
            destination.write(&format!("{}\n", visible::json(&serde_json::to_string_pretty(&report)?)))?;
        }
        StoreFormat::Text => {
            let head = yardstick::head(&by, is_judged);
            destination.write_styled(&format!("{head}{}", report::statistics(&figures)))?;
        }
    }
    Ok(Outcome::default())
}

/// A definition counts once for every place it is listed at, as the specification counts tools.
fn add_tools(
    statistics: &mut Statistics,
    store: &SqliteStore,
    by: &Yardsticks,
    superseded: bool,
) -> Result<()> {
    let mut after: Option<InputHash> = None;
    loop {
        let page = wait(store.standings(&by.tools, superseded, after, SCORES))??;
        let Some((last, ..)) = page.last() else { return Ok(()) };
        after = Some(*last);
        for (_, times, standing) in &page {
            for _ in 0..*times {
                statistics.add_tool(ToolFigures { scores: standing.scores, flags: &standing.flags });
            }
        }
    }
}

fn add_servers(statistics: &mut Statistics, store: &SqliteStore, by: &Yardsticks) -> Result<()> {
    let mut after: Option<String> = None;
    loop {
        let page = wait(store.server_records(by, after.as_deref(), PAGE))??;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.name.clone());
        statistics.extend(page.iter().map(figures));
    }
}

fn figures(server: &ServerRecord) -> ServerFigures {
    let coherence = server.coherence.as_ref();
    let scores = coherence.map(|record| record.answer.scores.map(|justified| justified.score));
    ServerFigures::of(&server.tool_tdqs, server.tool_count, scores.as_ref())
        .with_shadow_candidate(!server.shadow_candidates.is_empty())
        .with_shadowing_risk(coherence.is_some_and(|record| !record.shadowing_risks.is_empty()))
}
