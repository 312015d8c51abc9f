//! `tdqs history`

use std::fmt::Write;

use anyhow::{Context, Result, bail};
use tdqs::rubric::Tenths;
use tdqs_store::{History, HistoryTool, Registry};

use super::{moment, open_to_read, wait, yardstick};
use crate::arguments::{ServerHistory, StoreFormat};
use crate::outcome::Outcome;
use crate::output::Destination;
use crate::visible;

pub(crate) fn run(arguments: &ServerHistory) -> Result<Outcome> {
    let store = open_to_read(&arguments.store)?;
    let by = wait(yardstick::choose(&store, &arguments.by))??.with_context(|| {
        format!("nothing is scored in edition {}; `tdqs sweep` does it", arguments.by.spec)
    })?;
    let Some(history) = wait(store.history(&by, &arguments.server))?? else {
        bail!("no server is called `{}` in the store {}", arguments.server, store.path().display());
    };
    let text = match arguments.format {
        StoreFormat::Json => format!("{}\n", visible::json(&serde_json::to_string_pretty(&history)?)),
        StoreFormat::Text => text(&history),
    };
    Destination::Standard.write(&text)?;
    Ok(Outcome::default())
}

fn text(history: &History) -> String {
    let mut out = format!("Server {}\n", visible::line(&history.server));
    for entry in &history.captures {
        _ = writeln!(
            out,
            "{}  {} tools  mean {}  description quality {}  overall {}",
            moment(entry.captured_at_unix_seconds),
            entry.tool_count,
            shown(entry.mean_tdqs),
            shown(entry.description_quality_score),
            shown(entry.overall_score)
        );
        for tool in &entry.tools {
            _ = writeln!(out, "  {}", change(tool));
        }
    }
    out
}

fn change(tool: &HistoryTool) -> String {
    let name = visible::line(&tool.name);
    match (tool.before, tool.now) {
        (None, Some(now)) => format!("+ {name} {now}: {}", shown(tool.tdqs_now)),
        (Some(before), None) => format!("- {name} {before}: {}", shown(tool.tdqs_before)),
        (before, now) => {
            let hash = |hash: Option<_>| {
                hash.map_or_else(String::new, |hash: tdqs::signals::InputHash| hash.to_string())
            };
            format!(
                "~ {name} {} to {}: {} to {}",
                hash(before),
                hash(now),
                shown(tool.tdqs_before),
                shown(tool.tdqs_now)
            )
        }
    }
}

fn shown(score: Option<Tenths>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| score.to_string())
}
