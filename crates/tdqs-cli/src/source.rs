//! From the files of the command line to servers.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use globset::{Glob, GlobMatcher};
use tdqs::ToolSet;
use tdqs::signals::Shape;
use tdqs::signals::tool_set::utf8;

use crate::arguments::Input;
use crate::counted::counted;
use crate::visible;

/// A server that was read.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) name: String,
    pub(crate) set: ToolSet,
    /// Where it was read from, as the user named it.
    origin: String,
    /// From which good tool on it was read from which file.
    files: Vec<(usize, PathBuf)>,
}

/// What was read, and what could not be.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) servers: Vec<Server>,
    /// A message for each file that gave nothing.
    pub(crate) errors: Vec<String>,
}

/// How much was read of what, for the first line of every output.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (set, origin) = (&self.set, &self.origin);
        f.write_str(&head(&self.name, origin, set.shape, set.tools().len(), set.rejected.len()))
    }
}

/// How much was read of a server, and from where.
pub(crate) fn head(name: &str, origin: &str, shape: Shape, tools: usize, rejected: usize) -> String {
    let (name, origin) = (visible::line(name), visible::line(origin));
    let read = format!("Read {} of server `{name}` from {origin}: {shape}", counted(tools, "tool"));
    match rejected {
        0 => read,
        1 => read + "; 1 entry of it is no tool",
        more => format!("{read}; {more} entries of it are no tools"),
    }
}

impl Sources {
    /// Reads every file. One that cannot be read does not keep the others from being read.
    ///
    /// # Errors
    ///
    /// When one name was given for several servers.
    pub(crate) fn read(input: &Input) -> Result<Self> {
        Self::read_files(&input.files, input.server_name.as_ref())
    }

    /// Reads every file, as [`read`](Self::read) does, for a command without the other options of an input.
    ///
    /// # Errors
    ///
    /// When one name was given for several servers.
    pub(crate) fn read_files(files: &[PathBuf], server_name: Option<&String>) -> Result<Self> {
        Self::of(files, server_name, files.iter().map(|path| read_file(path)))
    }

    /// Takes what the files hold, in their order.
    ///
    /// # Errors
    ///
    /// When one name was given for several servers.
    pub(crate) fn of(
        files: &[PathBuf],
        server_name: Option<&String>,
        contents: impl IntoIterator<Item = Result<Vec<u8>>>,
    ) -> Result<Self> {
        let mut sources = Self::default();
        for (path, bytes) in files.iter().zip(contents) {
            sources.add_bytes(path, bytes);
        }
        if let Some(name) = server_name {
            sources.name_the_one(name)?;
        }
        Ok(sources)
    }

    /// Gives the server that was read another name.
    ///
    /// # Errors
    ///
    /// When there are several.
    pub(crate) fn name_the_one(&mut self, name: &str) -> Result<()> {
        match self.servers.as_mut_slice() {
            [] => {}
            [server] => name.clone_into(&mut server.name),
            several => bail!("--server-name names one server, and there are {}", several.len()),
        }
        Ok(())
    }

    /// Names that more than one server has.
    pub(crate) fn shared_names(&self) -> BTreeSet<String> {
        let mut seen = HashSet::with_capacity(self.servers.len());
        let again = self.servers.iter().filter(|server| !seen.insert(server.name.as_str()));
        again.map(|server| server.name.clone()).collect()
    }

    /// Reads one more file.
    pub(crate) fn read_file(&mut self, path: &Path) {
        self.add_bytes(path, read_file(path));
    }

    fn add_bytes(&mut self, path: &Path, bytes: Result<Vec<u8>>) {
        let sets = bytes.and_then(|bytes| Ok(ToolSet::parse_servers(utf8(&bytes)?)?));
        match sets {
            Ok(sets) => self.add(path, sets),
            Err(error) => self.errors.push(format!("{}: {error:#}", shown(path))),
        }
    }

    /// Puts the tools of one server together that stood apart in one file.
    pub(crate) fn merge_by_name(&mut self) {
        let mut places: HashMap<(String, String), usize> = HashMap::with_capacity(self.servers.len());
        let mut merged: Vec<Server> = Vec::with_capacity(self.servers.len());
        for server in std::mem::take(&mut self.servers) {
            match places.entry((server.origin.clone(), server.name.clone())) {
                Entry::Occupied(place) => merged[*place.get()].set.append(server.set),
                Entry::Vacant(place) => {
                    place.insert(merged.len());
                    merged.push(server);
                }
            }
        }
        self.servers = merged;
    }

    fn add(&mut self, path: &Path, sets: Vec<ToolSet>) {
        for set in sets {
            if set.is_empty() {
                let name = set.server_name.as_deref().unwrap_or("without a name");
                self.errors.push(format!("{}: the server {name} has no tools", shown(path)));
                continue;
            }
            if let Some(last) = self.servers.last_mut().filter(|last| last.is_continued_by(&set)) {
                last.files.push((last.set.tools().len(), path.to_owned()));
                last.set.append(set);
                last.origin = format!("{}, {}", last.origin, shown(path));
                continue;
            }
            let name = set.server_name.clone().unwrap_or_else(|| stem(path));
            self.servers.push(Server { name, set, origin: shown(path), files: vec![(0, path.to_owned())] });
        }
    }

    /// The tools to look at. Servers without one are left out.
    ///
    /// # Errors
    ///
    /// When the glob is none, or matches no tool: a typing error must not look like a clean result.
    pub(crate) fn select(&mut self, glob: Option<&str>) -> Result<Option<GlobMatcher>> {
        let Some(glob) = glob else { return Ok(None) };
        let matcher = matcher(glob)?;
        let names = || self.servers.iter().flat_map(|server| server.set.tools()).map(|tool| &tool.name);
        if !self.servers.is_empty() && !names().any(|name| matcher.is_match(name)) {
            return Err(no_match(glob, names().map(String::as_str)));
        }
        self.servers.retain(|server| server.set.tools().iter().any(|tool| matcher.is_match(&tool.name)));
        Ok(Some(matcher))
    }
}

impl Server {
    /// Where the server was read from, as the user named it.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// The file that a good tool was read from.
    pub(crate) fn file_of(&self, tool: usize) -> &Path {
        let last = self.files.iter().rev().find(|(first, _)| *first <= tool);
        last.map_or(Path::new("-"), |(_, path)| path.as_path())
    }

    fn is_continued_by(&self, next: &ToolSet) -> bool {
        let same_name = next.server_name.is_none() || next.server_name == self.set.server_name;
        self.set.is_incomplete() && same_name
    }
}

/// The glob of `--tool`.
///
/// # Errors
///
/// When it is none.
pub(crate) fn matcher(glob: &str) -> Result<GlobMatcher> {
    Ok(Glob::new(glob).with_context(|| format!("`{glob}` is no glob"))?.compile_matcher())
}

/// How many names are told when a glob matches none.
pub(crate) const NAMES_TOLD: usize = 5;

/// Says that a glob matches none of the names.
pub(crate) fn no_match<'n>(glob: &str, names: impl IntoIterator<Item = &'n str>) -> anyhow::Error {
    let mut names = names.into_iter();
    let some: Vec<String> =
        names.by_ref().take(NAMES_TOLD).map(|name| format!("`{}`", visible::line(name))).collect();
    let more = if names.next().is_some() { ", …" } else { "" };
    anyhow::anyhow!("no tool matches `{glob}`; there are {}{more}", some.join(", "))
}

/// Opens a file, or standard input for `-`.
///
/// # Errors
///
/// When it cannot be opened.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    if path.is_dir() {
        bail!("is a folder; name the file in it");
    }
    Ok(Box::new(File::open(path).context("cannot be read")?))
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
///
/// When it cannot be read.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).context("cannot be read")?;
    Ok(bytes)
}

pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// The file's name without its ending, for a server without a name.
pub(crate) fn stem(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "unnamed".to_owned();
    }
    path.file_stem().map_or_else(|| "unnamed".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
