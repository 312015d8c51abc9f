//! The Python reference implementation, as a reader of our reports.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::command::{build_tdqs, output};

const PACKAGE: &str = "tdqs==0.1.0";

/// Reads each report by the reference's own model, and writes it again, so that nothing was only skipped.
const READER: &str = "
import sys
from tdqs.score_report import ScoreReport
for path in sys.argv[1:]:
    report = ScoreReport.model_validate_json(open(path, encoding='utf-8').read())
    print(path, report.server.name, report.server_score.overall_score, len(report.tools))
";

/// # Errors
///
/// When the package cannot be installed, or does not accept a report.
fn read_all(python: &Path, reports: &[PathBuf]) -> Result<()> {
    let arguments = ["-c", READER].into_iter().map(PathBuf::from).chain(reports.iter().cloned());
    let read = output(python, arguments)?;
    print!("{}", String::from_utf8_lossy(&read.stdout));
    if !read.status.success() {
        bail!("the reference refuses a report: {}", String::from_utf8_lossy(&read.stderr));
    }
    let lines = read.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
    if lines != reports.len() || lines == 0 {
        bail!("the reference read {lines} of {} reports", reports.len());
    }
    Ok(())
}

const FOLDER: &str = "target/reference";

/// Installs the reference in a virtual environment and gives the Python in it.
///
/// # Errors
///
/// When there is no Python, or the package cannot be installed.
pub(crate) fn install() -> Result<PathBuf> {
    let folder = Path::new(FOLDER);
    fs::create_dir_all(folder)?;
    let python = folder.join("venv/bin/python");
    if !python.is_file() {
        let venv = folder.join("venv");
        crate::command::run("python3", &["-m", "venv", &venv.to_string_lossy()], &[])
            .context("the reference needs Python 3 with venv")?;
    }
    crate::command::run(
        &python.to_string_lossy(),
        &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE],
        &[],
    )?;
    Ok(python)
}

/// # Errors
///
/// When a step fails.
pub(crate) fn run(captures: &[PathBuf]) -> Result<()> {
    let tdqs = build_tdqs()?;
    let python = install()?;
    let folder = Path::new(FOLDER);
    let mut reports = Vec::new();
    for capture in [PathBuf::from("testdata/dock.json")].iter().chain(captures) {
        for edition in ["1.1-draft", "1.2", "1.3"] {
            let stem = capture.file_stem().unwrap_or_default().to_string_lossy();
            let report = folder.join(format!("{stem}-{edition}.json"));
            let arguments = ["score", "--spec", edition, "--format", "json", "--output"].map(PathBuf::from);
            let scored = output(&tdqs, arguments.iter().chain([&report, capture]))?;
            if !scored.status.success() {
                bail!("scoring {} failed: {}", capture.display(), String::from_utf8_lossy(&scored.stderr));
            }
            reports.push(report);
        }
    }
    read_all(&python, &reports)?;
    println!("the reference accepts {} reports", reports.len());
    Ok(())
}
