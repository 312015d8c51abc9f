//! `tdqs status`

use std::fmt::Write;

use anyhow::Result;
use serde::Serialize;
use tdqs_store::{Counts, Registry, Yardsticks};

use super::{clock, counted, moment, open_to_read, wait, yardstick};
use crate::arguments::{Status, StoreFormat};
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
}

pub(crate) fn run(arguments: &Status) -> Result<Outcome> {
    let store = open_to_read(&arguments.store)?;
    let chosen = wait(yardstick::choose(&store, &arguments.by))??;
    let is_scored = chosen.is_some();
    // Before the first verdict everything is stale by any judge.
    let by = chosen.unwrap_or_else(|| Yardsticks::of(&tdqs::llm::JudgeIdentity::new(""), arguments.by.spec));
    let counts = wait(store.counts(&by, clock()?.now()))??;
    let judge = is_scored.then_some(by.tools.judge.as_str());
    let text = match arguments.format {
        StoreFormat::Json => {
            let report = Report { spec_version: by.tools.edition, judge, counts: &counts };
            format!("{}\n", visible::json(&serde_json::to_string_pretty(&report)?))
        }
        StoreFormat::Text => text(&counts, judge, &by),
    };
    Destination::Standard.write(&text)?;
    Ok(Outcome::default())
}

fn text(counts: &Counts, judge: Option<&str>, by: &Yardsticks) -> String {
    let mut out = match judge {
        Some(judge) => format!("Edition {}, judged by {}\n", by.tools.edition, visible::line(judge)),
        None => format!("Edition {}, not judged yet\n", by.tools.edition),
    };
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
    out
}
