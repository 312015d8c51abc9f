//! Runs conformance vectors that independent implementations made.
//!
//! Each line of a vector file is one case; what kind it is, the file's name says. Prints how many ran and
//! failed in each file and the first differences. A file of which nothing ran is a failure, because a
//! check that checks nothing must not look like one that passed.

mod authoring;
mod cases;
mod credit;
mod score_table;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tdqs_signals::SpecVersion;
use tdqs_signals::json::{self, Document};

/// Differences that are printed for a file.
const SHOWN: usize = 3;

/// A kind of vector file: its name, and the check for a line of it.
type Check = fn(&Value, SpecVersion) -> Result<(), String>;

const KINDS: [(&str, Check); 11] = [
    ("tools_shaped.jsonl", cases::tool),
    ("tools_random.jsonl", cases::tool),
    ("inputs.jsonl", cases::input),
    ("shadow_costs.jsonl", cases::shadow_costs),
    ("servers.jsonl", cases::server),
    ("tool_prompts.jsonl", cases::tool_prompt),
    ("coherence_prompts.jsonl", cases::coherence_prompt),
    ("rollups.jsonl", cases::rollup),
    ("stage4.jsonl", cases::stage4),
    ("shadow_answers.jsonl", cases::shadow_answer),
    ("replies.jsonl", cases::reply),
];

/// A kind of vector file of the Tool Credit Score, which knows no editions. Its cases are looked at as they are
/// written, because the order of keys shows in the answers.
type CreditCheck = fn(json::Value<'_>) -> Result<(), String>;

const CREDIT_KINDS: [(&str, CreditCheck); 3] = [
    ("score-fix.jsonl", credit::score_and_fix),
    ("parse.jsonl", credit::parse),
    ("faults.jsonl", credit::fault),
];

/// Files whose answers do not depend on the edition, or are the same in 1.3 as in 1.2.
const SHARED_WITH_1_3: [&str; 5] = [
    "tools_shaped.jsonl",
    "tools_random.jsonl",
    "shadow_costs.jsonl",
    "servers.jsonl",
    "coherence_prompts.jsonl",
];

#[derive(Default)]
struct Tally {
    ran: usize,
    failed: usize,
}

/// Runs every vector file below the folders.
///
/// # Errors
///
/// When a case fails, nothing ran below one of the folders, or a file cannot be read.
pub(crate) fn run(folders: &[PathBuf]) -> Result<()> {
    let mut total = Tally::default();
    for folder in folders {
        let ran_before = total.ran;
        for path in files_below(folder)? {
            let edition = edition_of(&path);
            run_file(&path, edition, &mut total)?;
        }
        for path in files_of_1_2_for_1_3(folder)? {
            run_file(&path, SpecVersion::V1_3, &mut total)?;
        }
        if total.ran == ran_before {
            bail!("no vector ran below {}", folder.display());
        }
    }
    println!("{} ran, {} failed", total.ran, total.failed);
    if total.failed > 0 {
        bail!("{} of {} vectors failed", total.failed, total.ran);
    }
    Ok(())
}

fn run_file(path: &Path, edition: SpecVersion, total: &mut Tally) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = || fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    let credit = CREDIT_KINDS.iter().find(|(kind, _)| *kind == name);
    let (ran, differences) = if name == "score_vectors.txt" {
        score_table::check(&text()?)
    } else if name == "score_vectors.sha256" {
        score_table::check_digest(&text()?)
    } else if name == authoring::FILE {
        authoring::check(&text()?)?
    } else if let Some((_, check)) = KINDS.iter().find(|(kind, _)| *kind == name) {
        check_lines(&text()?, |case| {
            // Our own reader: some expected texts hold lone surrogates, which serde_json refuses.
            let case = serde_json::to_value(case).map_err(|error| error.to_string())?;
            check(&case, edition)
        })?
    } else if let Some((_, check)) = credit {
        check_lines(&text()?, check)?
    } else {
        println!("{}: not a kind of vector that this program runs", path.display());
        return Ok(());
    };
    let has_edition = credit.is_none() && name != authoring::FILE;
    let edition = if has_edition { format!(" as {edition}") } else { String::new() };
    println!("{}{edition}: {ran} ran, {} failed", path.display(), differences.len());
    for difference in differences.iter().take(SHOWN) {
        println!("  {difference}");
    }
    if ran == 0 {
        bail!("{} holds no vector", path.display());
    }
    total.ran += ran;
    total.failed += differences.len();
    Ok(())
}

fn check_lines(
    text: &str,
    check: impl Fn(json::Value<'_>) -> Result<(), String>,
) -> Result<(usize, Vec<String>)> {
    let mut ran = 0;
    let mut differences = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let document = Document::parse(line).context("a line of the vector file is not JSON")?;
        let case = document.root();
        ran += 1;
        if let Err(difference) = check(case) {
            let id = case.get("id").and_then(json::Value::as_str).unwrap_or("?".into());
            differences.push(format!("{id}: {difference}"));
        }
    }
    Ok((ran, differences))
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension != "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The edition that a folder's name gives; the default where none does.
fn edition_of(path: &Path) -> SpecVersion {
    let folders: Vec<_> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let named = |name: &str| folders.iter().any(|folder| folder == name);
    if named("v1_2") {
        SpecVersion::V1_2
    } else if named("v1_3") {
        SpecVersion::V1_3
    } else {
        SpecVersion::V1_1Draft
    }
}

/// The numbers of 1.3 are those of 1.2, so its folder holds only what differs.
fn files_of_1_2_for_1_3(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_1_3 = folder.file_name().is_some_and(|name| name == "v1_3");
    let sibling = if is_1_3 { folder.with_file_name("v1_2") } else { folder.join("v1_2") };
    if !sibling.is_dir() || !(is_1_3 || folder.join("v1_3").is_dir()) {
        return Ok(Vec::new());
    }
    let mut files = files_below(&sibling)?;
    files.retain(|path| {
        path.file_name().is_some_and(|name| SHARED_WITH_1_3.iter().any(|shared| name == *shared))
    });
    Ok(files)
}
