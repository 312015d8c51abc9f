//! Where results are written.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::arguments::Output;

/// A place that was checked before any work began.
#[derive(Debug)]
pub(crate) enum Destination {
    /// Standard output.
    Standard,
    /// A file.
    File(PathBuf),
}

impl Destination {
    /// Checks that the output can be written, so that no call is paid for in vain.
    pub(crate) fn check(output: &Output) -> Result<Self> {
        let Some(path) = &output.output else { return Ok(Self::Standard) };
        if path.is_dir() {
            bail!("the output {} is a folder; name a file in it", path.display());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("the output folder {} does not exist; create it first", folder.display());
        }
        let probe = partial(path);
        std::fs::File::create(&probe).with_context(|| format!("cannot write {}", path.display()))?;
        _ = std::fs::remove_file(&probe);
        Ok(Self::File(path.clone()))
    }

    /// Whether what is written goes to a terminal or a pipe rather than into a file.
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self, Self::Standard)
    }

    /// Writes the whole text. Styles are kept only where standard output shows them.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        match self {
            Self::Standard => {
                let mut out = anstream::stdout().lock();
                match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                    // Whoever reads has seen enough, as `head` does.
                    Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
                    result => result.context("cannot write to standard output"),
                }
            }
            Self::File(path) => {
                let plain = anstream::adapter::strip_str(text).to_string();
                let partial = partial(path);
                std::fs::write(&partial, plain)
                    .and_then(|()| std::fs::rename(&partial, path))
                    .with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

/// Reports are written beside their place and renamed, so that a full disk leaves no half of one.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}
