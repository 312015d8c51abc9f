//! How is a tool written in a line of `--format jsonl`?
//!
//! In two parts: the server's name is known last when the input is read in pieces.

use anyhow::Result;
use tdqs::rubric::ToolFlag;
use tdqs::signals::ContextSignals;

use crate::visible;

/// The beginning of every line of a server.
pub(super) fn head(server_name: &str) -> Result<Vec<u8>> {
    let name = serde_json::to_string(server_name)?;
    Ok(format!("{{\"serverName\":{},", visible::json(&name)).into_bytes())
}

/// Appends the rest of a line.
pub(super) fn write_tool(
    out: &mut Vec<u8>,
    name: &str,
    flags: &[ToolFlag],
    signals: &ContextSignals,
) -> Result<()> {
    out.extend_from_slice(b"\"name\":");
    let begin = out.len();
    serde_json::to_writer(&mut *out, name)?;
    // Only a name holds what a stranger wrote, and hardly ever anything but plain letters.
    if !out[begin..].iter().all(|byte| matches!(byte, b' '..=b'~')) {
        let name = String::from_utf8(out.split_off(begin))?;
        out.extend_from_slice(visible::json(&name).as_bytes());
    }
    out.extend_from_slice(b",\"flags\":");
    serde_json::to_writer(&mut *out, flags)?;
    out.extend_from_slice(b",\"contextSignals\":");
    serde_json::to_writer(&mut *out, signals)?;
    out.extend_from_slice(b"}\n");
    Ok(())
}
