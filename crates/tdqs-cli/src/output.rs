//! Where results are written.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use crate::arguments::Output;
use crate::interrupt::remove_on_ctrl_c;

const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// A place that was checked before any work began.
#[derive(Debug)]
pub(crate) enum Destination {
    /// Standard output.
    Standard,
    /// A file that is replaced as a whole.
    File(PathBuf),
    /// Something else that has a path, such as a pipe or a device: written to in place.
    Special(PathBuf),
}

impl Destination {
    /// Checks that the output can be written, so that no call is paid for in vain.
    pub(crate) fn check(output: &Output) -> Result<Self> {
        output.output.as_ref().map_or(Ok(Self::Standard), Self::check_path)
    }

    /// The same for an output that is made of files, none of which it may replace.
    pub(crate) fn check_beside(
        output: &Output,
        used: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<Self> {
        let destination = Self::check(output)?;
        destination.expect_other_than(used)?;
        Ok(destination)
    }

    /// Checks that what is written replaces none of the files that are in use.
    pub(crate) fn expect_other_than(&self, used: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<()> {
        let Self::File(here) = self else { return Ok(()) };
        let here = place_of(here);
        for path in used {
            let path = path.as_ref();
            if here == fs::canonicalize(path).unwrap_or_else(|_| place_of(path)) {
                bail!("the output would replace {}, which is in use; name another file", path.display());
            }
        }
        Ok(())
    }

    /// Checks that a path can be written to.
    pub(crate) fn check_path(path: &PathBuf) -> Result<Self> {
        if path.is_dir() {
            bail!("the output {} is a folder; name a file in it", path.display());
        }
        // These name what is already open: replacing the file behind it would lose what stands there. Not all of `/dev`
        // does; `/dev/shm` is a folder of files like any other.
        if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
            return Ok(Self::Standard);
        }
        if path == Path::new("/dev/stderr") || path.starts_with("/dev/fd") || path.starts_with("/proc") {
            return Ok(Self::Special(path.clone()));
        }
        // Through a link, the file it leads to is replaced, and not the link.
        let path = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(_) if path.is_symlink() => bail!("the output {} is a link to nothing", path.display()),
            Err(_) => path.clone(),
        };
        if path.exists() && !path.is_file() {
            return Ok(Self::Special(path));
        }
        let folder = folder_of(&path);
        if !folder.is_dir() {
            bail!("the output folder {} does not exist; create it first", folder.display());
        }
        NamedTempFile::new_in(folder).with_context(|| format!("cannot write into {}", folder.display()))?;
        Ok(Self::File(path))
    }

    /// Whether what is written goes to standard output.
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self, Self::Standard)
    }

    /// Whether what is written here and there would replace each other, however both were named.
    pub(crate) fn is_same_place(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Standard, Self::Standard) => true,
            (Self::File(here), Self::File(there)) | (Self::Special(here), Self::Special(there)) => {
                place_of(here) == place_of(there)
            }
            _ => false,
        }
    }

    /// Whether somebody sees what is written as it is written.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_standard() && io::stdout().is_terminal()
    }

    /// Writes a text with styles, which are kept only where standard output shows them.
    pub(crate) fn write_styled(&self, text: &str) -> Result<()> {
        match self {
            Self::Standard => standard(&mut anstream::stdout().lock(), text.as_bytes()).map(|_| ()),
            Self::File(_) | Self::Special(_) => self.write(&anstream::adapter::strip_str(text).to_string()),
        }
    }

    /// Writes a text to the byte.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        let mut sink = self.open()?;
        sink.write(text.as_bytes())?;
        sink.finish()
    }

    /// Writes texts, a line each, of which no more than a part is held at a time.
    pub(crate) fn write_lines(&self, lines: impl IntoIterator<Item = Result<String>>) -> Result<()> {
        const PART: usize = 64 << 10;
        let mut sink = self.open()?;
        let mut part = String::new();
        for line in lines {
            part.push_str(&line?);
            part.push('\n');
            if part.len() >= PART {
                if !sink.write(part.as_bytes())? {
                    return Ok(());
                }
                part.clear();
            }
        }
        sink.write(part.as_bytes())?;
        sink.finish()
    }

    /// Begins an output that is written bit by bit.
    pub(crate) fn open(&self) -> Result<Sink<'_>> {
        Ok(match self {
            Self::Standard => Sink::Standard { is_closed: false },
            // Beside the file, to be renamed, so that a full disk leaves no half of a report.
            Self::File(path) => Sink::File {
                file: NamedTempFile::new_in(folder_of(path))
                    .with_context(|| format!("cannot write {}", path.display()))?,
                path,
            },
            Self::Special(path) => Sink::Special {
                file: File::options()
                    .append(true)
                    .open(path)
                    .with_context(|| format!("cannot write to {}", path.display()))?,
                path,
            },
        })
    }

    /// The same for work that takes long: when Ctrl-C ends it, what was begun goes as well.
    pub(crate) fn open_for_long(&self) -> Result<Sink<'_>> {
        let sink = self.open()?;
        if let Sink::File { file, .. } = &sink {
            remove_on_ctrl_c(file.path().to_owned())?;
        }
        Ok(sink)
    }
}

/// An output that is being written.
#[derive(Debug)]
pub(crate) enum Sink<'p> {
    Standard {
        /// Whoever reads has seen enough, as `head` does.
        is_closed: bool,
    },
    File {
        file: NamedTempFile,
        path: &'p Path,
    },
    Special {
        file: File,
        path: &'p Path,
    },
}

impl Sink<'_> {
    /// Writes some bytes. After `false` nobody reads any more.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<bool> {
        match self {
            Self::Standard { is_closed } => {
                *is_closed = *is_closed || !standard(&mut io::stdout().lock(), bytes)?;
            }
            Self::File { file, path } => {
                file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
            }
            Self::Special { file, path } => {
                file.write_all(bytes).with_context(|| format!("cannot write to {}", path.display()))?;
            }
        }
        Ok(!matches!(self, Self::Standard { is_closed: true }))
    }

    /// Puts the file where it belongs.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Self::Standard { .. } | Self::Special { .. } => Ok(()),
            Self::File { file, path } => {
                persist(file, path).with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

/// Writes and flushes. `false` when nobody reads any more.
fn standard(out: &mut impl Write, bytes: &[u8]) -> Result<bool> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        result => result.map(|()| true).context("cannot write to standard output"),
    }
}

fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary file is private; a report keeps the permissions it had, or gets the usual ones.
        let mode = fs::metadata(path).map_or(0o644, |metadata| metadata.permissions().mode());
        file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The same for every way to name a file. That need not exist yet; its folder does.
fn place_of(path: &Path) -> PathBuf {
    match (fs::canonicalize(folder_of(path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
