//! Real captures: every one must give signals, prompts and an offline report, by the program as it ships.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tdqs_lint::credit::contract::{self, Options, Tier, Tool};

use crate::command::{build_tdqs, output};

/// # Errors
///
/// When a capture gives an error or a report that lacks something, or there is none.
pub(crate) fn run(folder: &Path) -> Result<()> {
    let tdqs = build_tdqs()?;
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    // The list of the captures is not one itself.
    files.retain(|path| {
        path.extension().is_some_and(|ending| ending == "json") && !path.ends_with("index.json")
    });
    files.sort();
    let mut tools = 0;
    for path in &files {
        let found = check(&tdqs, path).with_context(|| path.display().to_string())?;
        check_credit(path, found).with_context(|| path.display().to_string())?;
        tools += found;
    }
    println!(
        "{} captures with {tools} tools gave signals, prompts, a report in every edition, and a credit score",
        files.len()
    );
    if files.is_empty() {
        bail!("{} holds no capture", folder.display());
    }
    Ok(())
}

fn check(tdqs: &Path, path: &Path) -> Result<usize> {
    let mut tools = 0;
    for edition in ["1.1-draft", "1.2", "1.3"] {
        let run = |arguments: &[&str]| -> Result<String> {
            let path = path.to_string_lossy();
            let all = arguments.iter().copied().chain(["--spec", edition, &path]);
            let output = output(tdqs, all)?;
            if !output.status.success() {
                bail!("tdqs {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
            }
            Ok(String::from_utf8(output.stdout)?)
        };
        let signals: Value = serde_json::from_str(&run(&["signals", "--format", "json"])?)?;
        let report: Value = serde_json::from_str(&run(&["score", "--format", "json"])?)?;
        let prompts = run(&["prompt", "--tool", "*"])?;
        tools = signals["tools"].as_array().map_or(0, Vec::len);
        let scored = report["tools"].as_array().map_or(0, Vec::len);
        if tools == 0 || scored != tools || report["failures"] != serde_json::json!([]) {
            bail!("{tools} tools have signals and {scored} a score; failures: {}", report["failures"]);
        }
        if !report["serverScore"]["overallScore"].is_number() {
            bail!("the report has no overall score");
        }
        let messages = prompts.matches("\n===== user: ").count();
        if messages != tools {
            bail!("{messages} messages for {tools} tools");
        }
        run(&["score", "--format", "text"])?;
        run(&["score", "--format", "markdown"])?;
        run(&["prompt"])?;
    }
    Ok(tools)
}

/// The Tool Credit Score reads as many tools as the rest of the program, and its fixer keeps its laws on them.
fn check_credit(path: &Path, tools: usize) -> Result<()> {
    let json = contract::parse(fs::read_to_string(path)?)?;
    let listing = contract::read(json.value())?;
    if listing.tools.len() != tools {
        bail!("{} tools have a credit score, and {tools} have signals", listing.tools.len());
    }
    let options = Options::default();
    for tool in &listing.tools {
        for tier in [Tier::Safe, Tier::Tighten] {
            let fixed = contract::fix(tool, tier, &options);
            if fixed.after.score < fixed.before.score {
                bail!("{}: the score falls by its {tier} fix", tool.pointer());
            }
            let again = fixed.tool.map(|json| contract::fix(&Tool::of(json.value()), tier, &options).changes);
            if again.is_some_and(|changes| !changes.is_empty()) {
                bail!("{}: its {tier} fix is not finished after one pass", tool.pointer());
            }
        }
    }
    Ok(())
}
