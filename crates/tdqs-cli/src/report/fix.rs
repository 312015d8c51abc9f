//! What `tdqs fix` did.

use std::fmt::Write;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use tdqs_lint::fixing::{FixTier, MadeChange, RefusedChange, Renaming};
use tdqs_lint::tokens::Tokenizer;

use crate::counted::counted;
use crate::fix::FixedFile;
use crate::visible;

/// What `tdqs fix --format json` writes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FixOutput<'f> {
    /// What counted the tokens.
    tokenizer: &'static str,
    /// The files, in the order in which they were named.
    files: Vec<Record<'f>>,
    /// Files that could not be read.
    failures: Vec<String>,
}

/// One file.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Record<'f> {
    /// The file, as it was named.
    file: &'f str,
    /// Whether its text changes.
    changed: bool,
    /// Whether no fix is left to be made.
    settled: bool,
    /// The changes, in the order in which they are made.
    changes: &'f [MadeChange],
    /// Changes that a rule proposes and that are not made.
    refused: &'f [RefusedChange],
    /// Old names and new, for each server.
    renamings: &'f [Renaming],
}

pub(crate) fn json(files: &[FixedFile], failures: Vec<String>) -> Result<String> {
    let records = files.iter().map(|file| Record {
        file: &file.name,
        changed: file.has_changed(),
        settled: file.fixed.is_settled,
        changes: &file.fixed.changes,
        refused: &file.fixed.refused,
        renamings: &file.fixed.renamings,
    });
    let tokenizer = Tokenizer::most_exact().as_str();
    let output = FixOutput { tokenizer, files: records.collect(), failures };
    Ok(visible::json(&(serde_json::to_string_pretty(&output)? + "\n")).into_owned())
}

/// A line for each change, and one that sums up; `is_written` says whether it was done.
///
/// Nothing at all when no file could be read: that must not look like a clean result.
pub(crate) fn text(files: &[FixedFile], is_written: bool) -> String {
    let mut out = String::new();
    if files.is_empty() {
        return out;
    }
    for file in files {
        let fixed = &file.fixed;
        for change in &fixed.changes {
            let tokens = change.tokens.filter(|tokens| *tokens != 0);
            let tokens = tokens.map_or(String::new(), |tokens| format!("  {tokens:+} tokens"));
            _ = writeln!(out, "{}: {}{tokens}", visible::line(&file.name), line(change));
        }
        for refused in &fixed.refused {
            let reason = visible::line(&refused.reason);
            _ = writeln!(out, "{}: {}: not done, {reason}", visible::line(&file.name), line(&refused.change));
        }
        for renaming in &fixed.renamings {
            write_renaming(renaming, &mut out);
        }
    }
    let changes: usize = files.iter().map(|file| file.fixed.changes.len()).sum();
    let files_changed = files.iter().filter(|file| file.has_changed()).count();
    let (made, places) = (counted(changes, "change"), counted(files_changed, "file"));
    let tokens = tokens(files);
    _ = match (files_changed, is_written) {
        (0, _) => writeln!(out, "Nothing to fix in {}", counted(files.len(), "file")),
        (_, true) => writeln!(out, "Made {made} in {places}{tokens}"),
        (_, false) => writeln!(out, "Would make {made} in {places}{tokens}"),
    };
    out
}

/// What all changes add or save, of what every conversation pays; nothing when that is nothing.
fn tokens(files: &[FixedFile]) -> String {
    let changes = files.iter().flat_map(|file| &file.fixed.changes);
    match changes.filter_map(|change| change.tokens).sum::<i64>() {
        0 => String::new(),
        sum => format!(", {sum:+} tokens ({})", Tokenizer::most_exact()),
    }
}

fn line(change: &MadeChange) -> String {
    let tier = match change.tier {
        FixTier::Safe => "",
        FixTier::Tighten => "  (tightens)",
        FixTier::Rename => "  (renames)",
        _ => "  (on request)",
    };
    let tool = visible::line(&change.tool);
    format!(
        "{tool} {}: {}  [{}]{tier}",
        visible::line(&change.pointer),
        visible::line(&change.title),
        change.rule
    )
}

fn write_renaming(renaming: &Renaming, out: &mut String) {
    if !renaming.renamed.is_empty() {
        _ = writeln!(
            out,
            "New names of `{}`; whoever calls a tool by its old one has to change",
            visible::line(&renaming.server)
        );
    }
    for renamed in &renaming.renamed {
        _ = writeln!(out, "  {} -> {}", visible::line(&renamed.from), visible::line(&renamed.to));
    }
    for refused in &renaming.refused {
        let (from, to) = (visible::line(&refused.from), visible::line(&refused.to));
        _ = writeln!(out, "  {from} stays: the name {to} is {} by another tool", refused.why);
    }
    for mention in &renaming.mentions {
        let (tool, pointer) = (visible::line(&mention.tool), visible::line(&mention.pointer));
        _ = writeln!(out, "  {tool} {pointer} still mentions {}", visible::line(&mention.mentions));
    }
}
