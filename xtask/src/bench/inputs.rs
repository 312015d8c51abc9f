//! What is measured: the tools of real captures, repeated, each time with other names.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A captured server.
pub(super) struct Capture {
    pub(super) name: String,
    /// Each tool's name and its text, in which the name stands once at the beginning.
    pub(super) tools: Vec<Tool>,
}

/// A tool's text around its name.
pub(super) struct Tool {
    name: String,
    before: String,
    after: String,
}

impl Tool {
    fn of(text: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Named<'n> {
            #[serde(borrow)]
            name: &'n RawValue,
        }
        let named: Named<'_> = serde_json::from_str(text).ok()?;
        let token = named.name.get();
        let start = token.as_ptr().addr() - text.as_ptr().addr();
        let name = token.strip_prefix('"')?.strip_suffix('"')?;
        Some(Self {
            name: name.to_owned(),
            before: text[..=start].to_owned(),
            after: text[start + token.len() - 1..].to_owned(),
        })
    }

    fn write(&self, round: usize, out: &mut impl Write) -> Result<()> {
        Ok(write!(out, "{}{}_{round}{}", self.before, self.name, self.after)?)
    }
}

/// Reads the captures of a folder, a server a file.
///
/// # Errors
///
/// When the folder cannot be read or holds no tools.
pub(super) fn captures(folder: &Path) -> Result<Vec<Capture>> {
    #[derive(Deserialize)]
    struct Page<'p> {
        #[serde(rename = "serverName")]
        server_name: String,
        #[serde(borrow)]
        tools: Vec<&'p RawValue>,
    }
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    paths.sort();
    let mut captures = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path)?;
        // The list of the captures is not one itself.
        let Ok(page) = serde_json::from_str::<Page<'_>>(&text) else { continue };
        let tools: Vec<Tool> = page.tools.iter().filter_map(|tool| Tool::of(tool.get())).collect();
        captures.push(Capture { name: page.server_name, tools });
    }
    if captures.iter().all(|capture| capture.tools.is_empty()) {
        bail!("{} holds no tools", folder.display());
    }
    Ok(captures)
}

/// How the tools are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// JSON Lines: a server a line.
    Servers,
    /// JSON Lines: a tool a line.
    Tools,
    /// One array in one object.
    List,
}

impl Layout {
    pub(super) const fn description(self) -> &'static str {
        match self {
            Self::Servers => "JSON Lines, a server a line",
            Self::Tools => "JSON Lines, a tool a line",
            Self::List => "one `tools` array",
        }
    }
}

/// Writes the captures again and again until there are so many tools. Gives how many there are.
pub(super) fn write(
    captures: &[Capture],
    count: usize,
    layout: Layout,
    out: &mut impl Write,
) -> Result<usize> {
    let mut written = 0;
    if layout == Layout::List {
        write!(out, "{{\"serverName\":\"all\",\"tools\":[")?;
    }
    for round in 0.. {
        for capture in captures {
            let tools = &capture.tools[..capture.tools.len().min(count - written)];
            if layout == Layout::Servers && !tools.is_empty() {
                write!(out, "{{\"serverName\":\"{}_{round}\",\"tools\":[", capture.name)?;
            }
            for (place, tool) in tools.iter().enumerate() {
                if layout != Layout::Tools && (place > 0 || (layout == Layout::List && written > 0)) {
                    out.write_all(b",")?;
                }
                tool.write(round, out)?;
                written += usize::from(layout != Layout::Servers);
                if layout == Layout::Tools {
                    out.write_all(b"\n")?;
                }
            }
            if layout == Layout::Servers && !tools.is_empty() {
                out.write_all(b"]}\n")?;
                written += tools.len();
            }
        }
        if written >= count {
            break;
        }
    }
    if layout == Layout::List {
        out.write_all(b"]}\n")?;
    }
    Ok(written)
}

/// Writes them to a file below `target`.
pub(super) fn file(captures: &[Capture], count: usize, layout: Layout, name: &str) -> Result<PathBuf> {
    let folder = Path::new("target/bench");
    fs::create_dir_all(folder)?;
    let path = folder.join(name);
    let mut out = BufWriter::new(File::create(&path)?);
    write(captures, count, layout, &mut out)?;
    out.flush()?;
    Ok(path)
}

/// Writes them to memory.
pub(super) fn text(captures: &[Capture], count: usize, layout: Layout) -> Result<String> {
    let mut out = Vec::new();
    write(captures, count, layout, &mut out)?;
    Ok(String::from_utf8(out)?)
}
