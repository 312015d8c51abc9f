//! How the file is laid out: a tool on three lines, whatever a `serde` writer would do.

use std::fmt::{self, Display, Formatter};
use std::io;

use serde::Serialize;

use super::{Lock, LockedServer, LockedTool};

impl Display for Lock {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{{\n  \"formatVersion\": {},", self.format_version)?;
        writeln!(f, "  \"specVersion\": {},", inline(&self.spec_version)?)?;
        writeln!(f, "  \"judge\": {},", inline(&self.judge)?)?;
        f.write_str("  \"servers\": [")?;
        for (at, server) in self.servers.iter().enumerate() {
            f.write_str(if at == 0 { "\n" } else { ",\n" })?;
            write_server(f, server)?;
        }
        f.write_str(if self.servers.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" })
    }
}

fn write_server(f: &mut Formatter<'_>, server: &LockedServer) -> fmt::Result {
    let LockedServer { name, tool_count, rollup, coherence, tools } = server;
    writeln!(f, "    {{\n      \"name\": {},\n      \"toolCount\": {tool_count},", inline(name)?)?;
    writeln!(f, "      \"rollup\": {},", inline(rollup)?)?;
    match coherence {
        None => f.write_str("      \"coherence\": null,\n")?,
        Some(coherence) => {
            writeln!(
                f,
                "      \"coherence\": {{\n        \"toolSetSha256\": {},\n        \"scores\": {},\n        \
                 \"shadowingRisks\": {}\n      }},",
                inline(&coherence.tool_set_sha256)?,
                inline(&coherence.scores)?,
                inline(&coherence.shadowing_risks)?,
            )?;
        }
    }
    f.write_str("      \"tools\": [")?;
    for (at, tool) in tools.iter().enumerate() {
        f.write_str(if at == 0 { "\n" } else { ",\n" })?;
        write_tool(f, tool)?;
    }
    f.write_str(if tools.is_empty() { "]\n    }" } else { "\n      ]\n    }" })
}

fn write_tool(f: &mut Formatter<'_>, tool: &LockedTool) -> fmt::Result {
    let LockedTool { name, input_hash, tdqs, scores, flags } = tool;
    write!(
        f,
        "        {{\"name\": {}, \"inputHash\": {}, \"tdqs\": {},\n         \"scores\": {},\n         \"flags\": {}}}",
        inline(name)?,
        inline(input_hash)?,
        inline(tdqs)?,
        inline(scores)?,
        inline(flags)?,
    )
}

/// A value on one line, with spaces where people put them.
fn inline(value: &impl Serialize) -> Result<String, fmt::Error> {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Spaced);
    value.serialize(&mut serializer).map_err(|_| fmt::Error)?;
    String::from_utf8(out).map_err(|_| fmt::Error)
}

struct Spaced;

impl serde_json::ser::Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
