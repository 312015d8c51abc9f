//! Other programs, run from the workspace's root.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};

pub(crate) fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// Runs a program whose output the reader sees.
///
/// # Errors
///
/// When it cannot be started, or says that it failed.
pub(crate) fn run(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    println!("$ {program} {}", arguments.join(" "));
    let status = Command::new(program)
        .args(arguments)
        .envs(environment.iter().copied())
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    if status.success() { Ok(()) } else { bail!("{program} {} failed: {status}", arguments.join(" ")) }
}

/// Builds the `tdqs` program for release and says where it is.
///
/// # Errors
///
/// When it does not build.
pub(crate) fn build_tdqs() -> Result<PathBuf> {
    run("cargo", &["build", "--quiet", "--release", "--package", "tdqs-cli"], &[])?;
    Ok(target_folder().join("release").join("tdqs"))
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace_root().join("target"), PathBuf::from)
}

/// Runs a program and takes its output.
///
/// # Errors
///
/// When it cannot be started.
pub(crate) fn output<S: AsRef<OsStr>>(
    program: &Path,
    arguments: impl IntoIterator<Item = S>,
) -> Result<Output> {
    Command::new(program)
        .args(arguments)
        .env("SOURCE_DATE_EPOCH", "0")
        .output()
        .with_context(|| format!("cannot start {}", program.display()))
}
