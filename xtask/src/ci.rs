//! Everything a change has to pass, in the order in which failures are cheapest to find.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::command::run;
use crate::{captures, drill, fuzz, reference, reports, rules, schemas, tidy, vectors};

/// Vectors, captures and cases that are not part of the project lie beside the checkout, where they do.
const BESIDE: &str = "../shared";

/// How long the fuzz targets run, in all.
const FUZZ_SECONDS: u64 = 60;

/// # Errors
///
/// At the first step that fails.
pub(crate) fn run_all() -> Result<()> {
    let deny_warnings = [("RUSTDOCFLAGS", "-D warnings")];
    run("cargo", &["fmt", "--all", "--check"], &[])?;
    run("cargo", &["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"], &[])?;
    tidy::run()?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    run("cargo", &clippy, &[])?;
    run("cargo", &["clippy", "--package", "tdqs", "--no-default-features", "--", "-D", "warnings"], &[])?;
    fuzz::clippy()?;
    without_a_runtime()?;
    run("cargo", &["doc", "--workspace", "--no-deps", "--all-features"], &deny_warnings)?;
    let dependencies = ["check", "bans", "licenses", "sources"];
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let what = ["deny", "--manifest-path", manifest, "--config", "deny.toml"];
        run("cargo", &[&what[..], &dependencies].concat(), &[])?;
    }
    schemas::run(true)?;
    rules::run(true)?;
    vectors::run(&[PathBuf::from("testdata/vectors")])?;
    let beside = Path::new(BESIDE);
    let mut conformance: Vec<PathBuf> = ["v1_1_draft", "v1_2", "v1_3", "authoring", "credit"]
        .map(|folder| beside.join("conformance").join(folder))
        .into();
    conformance.retain(|folder| folder.is_dir());
    if !conformance.is_empty() {
        vectors::run(&conformance)?;
    }
    if beside.join("corpus").is_dir() {
        captures::run(&beside.join("corpus"))?;
    }
    if beside.join("cases").is_dir() {
        reports::run(&beside.join("cases"))?;
    }
    drill::quick()?;
    reference::run(&[])?;
    fuzz::run(&[], FUZZ_SECONDS)?;
    packages()
}

/// Every crate builds from what its package holds.
///
/// Cargo keeps the packages of one target folder as it keeps published ones, which never change: in the same folder
/// the crates above would be built on what an earlier run left of those below. So each run has a folder of its own.
fn packages() -> Result<()> {
    let folder = tempfile::Builder::new().prefix("packages-").tempdir_in("target")?;
    let Some(target) = folder.path().to_str() else { anyhow::bail!("the workspace's path is not UTF-8") };
    run("cargo", &["package", "--workspace", "--allow-dirty", "--target-dir", target], &[])
}

/// The promise of the facade's features: without them no async runtime and no TLS come along.
fn without_a_runtime() -> Result<()> {
    let arguments =
        ["tree", "--package", "tdqs", "--no-default-features", "--edges", "normal", "--prefix", "none"];
    let tree = std::process::Command::new("cargo").args(arguments).output()?;
    let tree = String::from_utf8_lossy(&tree.stdout);
    for unwanted in ["tokio ", "reqwest ", "rustls ", "hyper "] {
        anyhow::ensure!(
            !tree.lines().any(|line| line.starts_with(unwanted)),
            "tdqs without features depends on {unwanted}"
        );
    }
    anyhow::ensure!(tree.lines().count() > 5, "cargo tree gave no dependencies to look at");
    Ok(())
}
