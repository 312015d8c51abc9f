//! The JSON Schemas in docs/schemas, which the program itself writes.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::command::{build_tdqs, output};

const SCHEMAS: [&str; 12] = [
    "score-report",
    "lock",
    "check-report",
    "credit-report",
    "lint-report",
    "fix-report",
    "polish-report",
    "signals-report",
    "export-record",
    "statistics-report",
    "tool-answer",
    "coherence-answer",
];

/// # Errors
///
/// With `check`, when a schema is stale; else when one cannot be written.
pub(crate) fn run(check: bool) -> Result<()> {
    let tdqs = build_tdqs()?;
    let folder = Path::new("docs/schemas");
    fs::create_dir_all(folder)?;
    for name in SCHEMAS {
        let schema = output(&tdqs, ["schema", name])?;
        if !schema.status.success() || schema.stdout.is_empty() {
            bail!("`tdqs schema {name}` failed: {}", String::from_utf8_lossy(&schema.stderr));
        }
        let path = folder.join(format!("{name}.json"));
        if !check {
            fs::write(&path, &schema.stdout).with_context(|| format!("cannot write {}", path.display()))?;
        } else if fs::read(&path).unwrap_or_default() != schema.stdout {
            bail!("{} is stale; write it with `cargo xtask schemas`", path.display());
        }
    }
    println!("{} schemas {}", SCHEMAS.len(), if check { "are up to date" } else { "written" });
    Ok(())
}
