//! New names for the tools of a server: only on request, and never one that another tool has.

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_signals::ToolSet;

use super::tool::{credit_tool, sources};
use crate::Edit;
use crate::credit::contract::{Listing, Shape, Why, renames};

/// The new names of a server's tools, what was refused, and which descriptions mention an old name.
///
/// Whoever calls a tool by its old name is broken by the new one; descriptions stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Renaming {
    /// The server's name.
    pub server: String,
    /// Old names and new, in the order of the tools.
    pub renamed: Vec<RenamedTool>,
    /// Names that stay, because the new one is taken or several tools would have it.
    pub refused: Vec<RenameRefusal>,
    /// Descriptions that mention an old name.
    pub mentions: Vec<RenameMention>,
}

/// A tool that is called otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RenamedTool {
    /// The old name.
    pub from: String,
    /// The new name.
    pub to: String,
}

/// A tool that keeps its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RenameRefusal {
    /// The name.
    pub from: String,
    /// The one that it would have had.
    pub to: String,
    /// Why not: `taken` by another tool, or `wanted` by several.
    pub why: Why,
}

/// A description that mentions an old name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RenameMention {
    /// The tool that it belongs to, by its old name.
    pub tool: String,
    /// JSON pointer of the description within the tool.
    pub pointer: String,
    /// The old name that it mentions.
    pub mentions: String,
}

/// The renames of a set, and the edit for each tool that has one, by its place.
pub(super) fn renaming(server: &str, set: &ToolSet) -> (Renaming, Vec<(usize, Edit)>) {
    let tools: Vec<_> = sources(set).map(|(place, json)| credit_tool(json.value(), place)).collect();
    let listing = Listing { shape: Shape::Array, tools, not_tools: Vec::new(), warnings: Vec::new() };
    let found = renames(&listing);
    let edits = found.renames.iter().filter(|rename| !rename.is_key).filter_map(|rename| {
        let (place, pointer) = split(&rename.pointer)?;
        Some((place, Edit::Set { pointer: pointer.to_owned(), value: rename.to.as_str().into() }))
    });
    let mention = |mention: &crate::credit::contract::Mention| {
        let (place, pointer) = split(&mention.pointer)?;
        let tool = set.tools().get(place)?.name.clone();
        Some(RenameMention { tool, pointer: pointer.to_owned(), mentions: mention.name.clone() })
    };
    let refused = found.refused.iter().map(|refused| RenameRefusal {
        from: refused.rename.from.clone(),
        to: refused.rename.to.clone(),
        why: refused.why,
    });
    let renamed =
        found.renames.iter().map(|rename| RenamedTool { from: rename.from.clone(), to: rename.to.clone() });
    let renaming = Renaming {
        server: server.to_owned(),
        renamed: renamed.collect(),
        refused: refused.collect(),
        mentions: found.mentions.iter().filter_map(mention).collect(),
    };
    (renaming, edits.collect())
}

/// The place of a tool, and the pointer within it.
fn split(pointer: &str) -> Option<(usize, &str)> {
    let rest = pointer.strip_prefix('/')?;
    let end = rest.find('/').unwrap_or(rest.len());
    Some((rest[..end].parse().ok()?, &rest[end..]))
}
