//! `tdqs export`

use anyhow::{Context, Result};
use schemars::JsonSchema;
use serde::Serialize;
use tdqs::rubric::PromptHash;
use tdqs_store::{Registry, ServerRecord, SqliteStore, ToolRecord, Yardsticks};

use super::{PAGE, open_to_read, wait, yardstick};
use crate::arguments::Export;
use crate::outcome::Outcome;
use crate::output::{Destination, Sink};
use crate::visible;

/// A line of `tdqs export`. After the first one, each server stands before its tools.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "record", rename_all = "camelCase")]
pub(crate) enum ExportRecord<'l> {
    /// By what everything below was scored; the first line.
    #[serde(rename_all = "camelCase")]
    Yardstick {
        /// The edition of the specification.
        spec_version: tdqs::SpecVersion,
        /// The judge.
        judge: &'l str,
        /// SHA-256 of the system prompt for tools; `null` for a judge that reads none.
        tool_prompt_sha256: Option<&'l str>,
        /// SHA-256 of the system prompt for tool sets; `null` for a judge that reads none.
        coherence_prompt_sha256: Option<&'l str>,
    },
    /// A server.
    Server(&'l ServerRecord),
    /// A tool of the server above.
    Tool(&'l ToolRecord),
}

pub(crate) fn run(arguments: &Export) -> Result<Outcome> {
    let store = open_to_read(&arguments.store)?;
    let destination = Destination::check_beside(&arguments.output, store.files())?;
    let by = wait(yardstick::choose(&store, &arguments.by))??.with_context(|| {
        format!("nothing is scored in edition {}; `tdqs sweep` does it", arguments.by.spec)
    })?;
    let mut out = destination.open_for_long()?;
    write(&store, &by, &mut out)?;
    out.finish()?;
    Ok(Outcome::default())
}

fn write(store: &SqliteStore, by: &Yardsticks, out: &mut Sink<'_>) -> Result<()> {
    let mut lines = String::new();
    put(
        &mut lines,
        &ExportRecord::Yardstick {
            spec_version: by.tools.edition,
            judge: &by.tools.judge,
            tool_prompt_sha256: by.tools.prompt.as_ref().map(PromptHash::as_str),
            coherence_prompt_sha256: by.sets.prompt.as_ref().map(PromptHash::as_str),
        },
    )?;
    let mut after: Option<String> = None;
    loop {
        let page = wait(store.server_records(by, after.as_deref(), PAGE))??;
        for server in &page {
            put(&mut lines, &ExportRecord::Server(server))?;
            for tool in wait(store.tool_records(by, &server.name))?? {
                put(&mut lines, &ExportRecord::Tool(&tool))?;
            }
        }
        if !out.write(std::mem::take(&mut lines).as_bytes())? {
            return Ok(());
        }
        match page.last() {
            Some(last) => after = Some(last.name.clone()),
            None => return Ok(()),
        }
    }
}

fn put(lines: &mut String, record: &ExportRecord<'_>) -> Result<()> {
    let text = serde_json::to_string(record)?;
    lines.push_str(&visible::json(&text));
    lines.push('\n');
    Ok(())
}
