//! House rules that no lint knows.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::twelve_faults;

/// Names that answer no question.
const EMPTY_NAMES: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];

/// # Errors
///
/// When a rule is broken; the message names each place.
pub(crate) fn run() -> Result<()> {
    let mut faults = Vec::new();
    let mut crates = 0;
    for entry in fs::read_dir("crates").context("cannot read crates")? {
        let folder = entry?.path();
        crates += 1;
        check_manifest(&folder, &mut faults)?;
        let lib = folder.join("src/lib.rs");
        if lib.is_file() && !fs::read_to_string(&lib)?.contains("include_str!(\"../README.md\")") {
            faults.push(format!("{}: the front page is not the crate's README", lib.display()));
        }
    }
    let mut files = Vec::new();
    rust_files(Path::new("crates"), &mut files)?;
    rust_files(Path::new("xtask"), &mut files)?;
    rust_files(Path::new("fuzz"), &mut files)?;
    for path in &files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if EMPTY_NAMES.contains(&stem.as_ref()) {
            faults.push(format!("{}: the name answers no question", path.display()));
        }
        let text = fs::read_to_string(path)?;
        let opens =
            text.lines().next().is_some_and(|line| line.starts_with("//!") || line.starts_with("#!["));
        let is_test = path.components().any(|part| part.as_os_str() == "tests") || stem == "tests";
        if !opens && !is_test {
            faults.push(format!("{}: does not begin with the question it answers", path.display()));
        }
    }
    twelve_faults::check(&files, &mut faults)?;
    let version = env!("CARGO_PKG_VERSION");
    if !fs::read_to_string("CHANGELOG.md")?.contains(&format!("## {version}")) {
        faults.push(format!("CHANGELOG.md: has no section for {version}"));
    }
    if !faults.is_empty() {
        bail!("{} faults:\n{}", faults.len(), faults.join("\n"));
    }
    println!("{crates} crates and {} files are tidy", files.len());
    Ok(())
}

fn check_manifest(folder: &Path, faults: &mut Vec<String>) -> Result<()> {
    let path = folder.join("Cargo.toml");
    let manifest = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let wanted =
        ["description = ", "keywords = ", "categories = ", "readme = ", "rust-version.workspace", "[lints]"];
    for key in wanted {
        if !manifest.contains(key) {
            faults.push(format!("{}: has no {}", path.display(), key.trim_end_matches(" = ")));
        }
    }
    if !folder.join("README.md").is_file() {
        faults.push(format!("{}: has no README.md", folder.display()));
    }
    Ok(())
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            // Cargo puts what it makes of `fuzz` there, and that answers to nobody.
            if path.ends_with("target") {
                continue;
            }
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}
