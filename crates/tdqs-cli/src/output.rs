//! Where results are written.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use crate::arguments::Output;

const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// A place that was checked before any work began.
#[derive(Debug, PartialEq, Eq)]
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

    /// Checks that a path can be written to.
    pub(crate) fn check_path(path: &PathBuf) -> Result<Self> {
        if path.is_dir() {
            bail!("the output {} is a folder; name a file in it", path.display());
        }
        // These name what is already open: replacing the file behind it would lose what stands there.
        if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
            return Ok(Self::Standard);
        }
        if path.starts_with("/dev") || path.starts_with("/proc") {
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

    /// Whether somebody sees what is written as it is written.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_standard() && io::stdout().is_terminal()
    }

    /// Writes a text with styles, which are kept only where standard output shows them.
    pub(crate) fn write_styled(&self, text: &str) -> Result<()> {
        match self {
            Self::Standard => standard(&mut anstream::stdout().lock(), text),
            Self::File(_) | Self::Special(_) => self.write(&anstream::adapter::strip_str(text).to_string()),
        }
    }

    /// Lets a function write piece by piece. A file is replaced when all is written, and not before.
    pub(crate) fn write_with(&self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        match self {
            Self::Standard => {
                let mut out = BufWriter::new(io::stdout().lock());
                let result = write(&mut out).and_then(|()| Ok(out.flush()?));
                // Whoever reads has seen enough, as `head` does.
                result.or_else(|error| match error.downcast_ref::<io::Error>() {
                    Some(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    _ => Err(error.context("cannot write to standard output")),
                })
            }
            Self::File(path) => {
                let context = || format!("cannot write {}", path.display());
                let mut out = BufWriter::new(NamedTempFile::new_in(folder_of(path)).with_context(context)?);
                write(&mut out).with_context(context)?;
                let file = out.into_inner().map_err(io::IntoInnerError::into_error).with_context(context)?;
                put_in_place(file, path).with_context(context)
            }
            Self::Special(path) => {
                let context = || format!("cannot write to {}", path.display());
                let file = File::options().append(true).open(path).with_context(context)?;
                let mut out = BufWriter::new(file);
                write(&mut out).and_then(|()| Ok(out.flush()?)).with_context(context)
            }
        }
    }

    /// Writes a text to the byte.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        match self {
            Self::Standard => standard(&mut io::stdout().lock(), text),
            Self::File(path) => {
                replace(path, text).with_context(|| format!("cannot write {}", path.display()))
            }
            Self::Special(path) => File::options()
                .append(true)
                .open(path)
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .with_context(|| format!("cannot write to {}", path.display())),
        }
    }
}

fn standard(out: &mut impl Write, text: &str) -> Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads has seen enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// Writes beside the file and renames, so that a full disk leaves no half of a report.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder_of(path))?;
    file.write_all(text.as_bytes())?;
    put_in_place(file, path)
}

fn put_in_place(file: NamedTempFile, path: &Path) -> io::Result<()> {
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

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
