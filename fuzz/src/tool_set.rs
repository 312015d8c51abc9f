//! Do the tools that are read from any bytes keep what they are?
//!
//! - Reading the same bytes twice says the same, and reading servers apart gives the tools of reading them as
//!   one.
//! - Every entry of the input is a good tool or a refused one, and a good one has a name.
//! - A line that is no tool is refused, and takes nothing from the lines before it.
//! - A good tool has the hash and the signals of what it was read from, of its own printed form, of its
//!   canonical form, and of its line in a file of JSON Lines.

use tdqs_signals::tool_set::WarningKind;
use tdqs_signals::{ContextSignals, InputHash, SpecVersion, ToolDefinition, ToolSet, canonical_definition};

use crate::author::Author;

/// Checks one input.
///
/// # Panics
///
/// When a relation does not hold.
pub fn check(data: &[u8]) {
    match Author::of(data) {
        Some(mut author) => {
            let text = author.documents();
            check_bytes(author.handed_over(text).as_bytes());
        }
        None => check_bytes(data),
    }
}

fn check_bytes(bytes: &[u8]) {
    let read = ToolSet::parse_bytes(bytes);
    let again = ToolSet::parse_bytes(bytes);
    assert_eq!(
        format!("{read:?}"),
        format!("{again:?}"),
        "two readings of {:?} differ",
        String::from_utf8_lossy(bytes)
    );
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let servers = ToolSet::parse_servers(text);
    let set = match (&read, &servers) {
        (Ok(set), Ok(_)) => set,
        (Err(error), Err(other)) => {
            assert_eq!(error, other, "two readings of {text:?}");
            assert!(!error.to_string().is_empty());
            return;
        }
        _ => panic!("{text:?} read as one: {read:?}, apart: {servers:?}"),
    };
    check_set(set, text);
    let mut apart = Vec::new();
    for server in servers.iter().flatten() {
        check_set(server, text);
        apart.extend(hashes(server.tools()));
    }
    assert_eq!(hashes(set.tools()), apart, "servers of {text:?}, read apart");
    check_printed(set.tools());
    if set.rejected.is_empty() {
        check_with_stranger(set, text);
    }
}

/// What becomes of whole documents when a line follows that is none.
fn check_with_stranger(set: &ToolSet, text: &str) {
    let text = format!("{text}\n{{\"neither\":\"a tool nor a list\"}}\n");
    let with = ToolSet::parse(&text).expect("documents are read whatever follows");
    // A message of JSON-RPC that has a name is a tool when it stands alone, and none within a session.
    if with.warnings.iter().any(|warning| matches!(warning.kind, WarningKind::OtherMessages(_))) {
        return;
    }
    assert_eq!(hashes(with.tools()), hashes(set.tools()), "tools of {text:?}");
    assert_eq!(with.rejected.len(), 1, "{:?} of {text:?}", with.rejected);
}

/// What the set says of itself.
fn check_set(set: &ToolSet, text: &str) {
    let mut entries: Vec<usize> = (0..set.tools().len()).map(|tool| set.index_in_input(tool)).collect();
    assert!(entries.is_sorted(), "tools out of order: {entries:?} of {text:?}");
    entries.extend(set.rejected.iter().map(|rejected| rejected.index));
    entries.sort_unstable();
    assert!(entries.iter().copied().eq(0..set.len()), "entries {entries:?} of {text:?}");
    for rejected in &set.rejected {
        assert!(!rejected.message.is_empty() && !rejected.to_string().is_empty());
    }
    for warning in &set.warnings {
        assert!(!warning.to_string().is_empty());
        let Some((index, _)) = &warning.tool else { continue };
        let tool = (0..set.tools().len()).find(|tool| set.index_in_input(*tool) == *index);
        let Some(tool) = tool else { panic!("no good tool is what {warning} is about, of {text:?}") };
        if let (WarningKind::Repaired(_), Some(source)) = (&warning.kind, set.source(tool)) {
            assert!(
                source.value().pointer(&warning.pointer).is_some(),
                "{warning} points nowhere in {text:?}"
            );
        }
    }
    for (at, tool) in set.tools().iter().enumerate() {
        assert!(!tool.name.is_empty(), "a tool without a name in {text:?}");
        let source = set.source(at).expect("a tool that was read has a source");
        assert_eq!(
            ToolDefinition::from_value(source).as_ref(),
            Ok(tool),
            "a tool and its source in {text:?}"
        );
        assert!(!set.sibling_names(at).contains(&tool.name.as_str()), "siblings in {text:?}");
    }
}

/// What becomes of tools that are printed and read again.
fn check_printed(tools: &[ToolDefinition]) {
    let expected = hashes(tools);
    let mut lines = Vec::with_capacity(tools.len());
    for tool in tools {
        let printed = serde_json::to_string(tool).expect("a tool can be printed");
        let read = ToolDefinition::from_json(&printed).expect("a printed tool is read");
        assert_eq!(InputHash::of(&read), InputHash::of(tool), "hash of {printed}");
        let canonical = canonical_definition(tool);
        let from_canonical = ToolDefinition::from_json(&canonical).expect("a canonical tool is read");
        assert_eq!(canonical_definition(&from_canonical), canonical, "the canonical form moves");
        for edition in SpecVersion::ALL {
            let signals = ContextSignals::of(tool, edition);
            assert_eq!(ContextSignals::of(&read, edition), signals, "{edition} signals of {printed}");
            assert_eq!(
                ContextSignals::of(&from_canonical, edition),
                signals,
                "{edition} signals of {canonical}, from {printed}"
            );
        }
        lines.push(printed);
    }
    if lines.is_empty() {
        return;
    }
    for text in
        [lines.join("\n"), format!("{{\"tools\":[{}]}}", lines.join(",")), format!("[{}]", lines.join(","))]
    {
        let set = ToolSet::parse(&text).expect("printed tools are read");
        assert_eq!(hashes(set.tools()), expected, "hashes of {text}");
        assert!(set.rejected.is_empty(), "{:?} of {text}", set.rejected);
        let is_expected =
            |kind: &WarningKind| matches!(kind, WarningKind::DuplicateName { .. } | WarningKind::BareTool(_));
        assert!(
            set.warnings.iter().all(|warning| is_expected(&warning.kind)),
            "{:?} of {text}",
            set.warnings
        );
    }
}

fn hashes(tools: &[ToolDefinition]) -> Vec<InputHash> {
    tools.iter().map(InputHash::of).collect()
}
