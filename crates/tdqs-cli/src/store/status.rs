//! `tdqs status`

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use serde::Serialize;
use tdqs_store::{Counts, Failing, Registry, Yardstick, Yardsticks};

use super::{clock, counted, moment, open_to_read, wait, yardstick};
use crate::arguments::{Status, StoreFormat, YardstickChoice};
use crate::outcome::Outcome;
use crate::output::Destination;
use crate::visible;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'r> {
    spec_version: tdqs::SpecVersion,
    judge: Option<&'r str>,
    #[serde(flatten)]
    counts: &'r Counts,
    /// Failed questions of other judges, by judge.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    failed_by_others: &'r BTreeMap<String, u64>,
}

pub(crate) fn run(arguments: &Status) -> Result<Outcome> {
    let store = open_to_read(&arguments.store)?;
    let failing = wait(store.failing())??;
    let chosen = wait(yardstick::choose_or_failing(&store, &arguments.by, &failing))??;
    let is_chosen = chosen.is_some();
    // Before the first verdict everything is stale by any judge.
    let by = chosen.unwrap_or_else(|| yardstick::of_nobody(arguments.by.spec));
    let counts = wait(store.counts(&by, arguments.runs.into(), clock()?.now()))??;
    let judge = is_chosen.then_some(by.tools.judge.as_str());
    let others = failed_by_others(&failing, &arguments.by, judge);
    let text = match arguments.format {
        StoreFormat::Json => {
            let report =
                Report { spec_version: by.tools.edition, judge, counts: &counts, failed_by_others: &others };
            format!("{}\n", visible::json(&serde_json::to_string_pretty(&report)?))
        }
        StoreFormat::Text => text(&counts, judge, &by, &others),
    };
    Destination::Standard.write(&text)?;
    Ok(Outcome::default())
}

/// How many questions of judges failed that are not the one whose counts are told. Whoever names a judge asks of no
/// other.
fn failed_by_others(
    failing: &[Failing],
    choice: &YardstickChoice,
    judge: Option<&str>,
) -> BTreeMap<String, u64> {
    let mut others = BTreeMap::new();
    let is_other = |yardstick: &Yardstick| {
        choice.scored_by.is_none() && yardstick.edition == choice.spec && judge != Some(&yardstick.judge)
    };
    for Failing { yardstick, tools, sets, .. } in
        failing.iter().filter(|failing| is_other(&failing.yardstick))
    {
        *others.entry(yardstick.judge.clone()).or_default() += tools + sets;
    }
    others
}

fn text(
    counts: &Counts,
    judge: Option<&str>,
    by: &Yardsticks,
    failed_by_others: &BTreeMap<String, u64>,
) -> String {
    let mut out = yardstick::head(by, judge.is_some());
    let percent = |part: u64, whole: u64| match whole {
        0 => "none".to_owned(),
        _ => {
            let tenths = (u128::from(part) * 2_000 + u128::from(whole)) / (2 * u128::from(whole));
            format!("{}.{}%", tenths / 10, tenths % 10)
        }
    };
    let Counts { servers, tools, scored_tools, judged_servers, .. } = counts;
    _ = writeln!(
        out,
        "tools    {tools:>8}   scored {scored_tools:>8} ({})   stale {:>8}",
        percent(*scored_tools, *tools),
        counts.stale_tools
    );
    _ = writeln!(
        out,
        "servers  {servers:>8}   judged {judged_servers:>8} ({})   stale {:>8}",
        percent(*judged_servers, *servers),
        counts.stale_servers
    );
    _ = writeln!(
        out,
        "{} listed, {} ever captured",
        counted(counts.definitions, "different definition"),
        counts.definitions_ever
    );
    if counts.rejected > 0 {
        let entries = if counts.rejected == 1 { "entry is no tool" } else { "entries are no tools" };
        _ = writeln!(out, "{} {entries}", counts.rejected);
    }
    if counts.held > 0 {
        _ = writeln!(out, "{} held by a sweep", counts.held);
    }
    for waiting in &counts.waiting {
        let names: Vec<String> = waiting.examples.iter().map(|name| visible::line(name)).collect();
        _ = writeln!(
            out,
            "failed: {} ({}; up to {}, due {})\n    {}",
            counted(waiting.count, "question"),
            names.join(", "),
            counted(waiting.failures, "time"),
            moment(waiting.next_due_unix_seconds),
            visible::line(&waiting.reason)
        );
    }
    for (judge, questions) in failed_by_others {
        let (questions, judge) = (counted(*questions, "question"), visible::line(judge));
        _ = writeln!(out, "failed: {questions} by {judge}; `--scored-by {judge}` shows them");
    }
    out
}
