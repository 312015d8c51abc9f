//! How the rules spread over real definitions, and how far they are from scores published elsewhere.
//!
//! ```text
//! cargo run --release -p tdqs-offline --example survey -- captures/ [published.jsonl] [part of a name]
//! ```
//!
//! The first argument is a folder of `tools/list` captures. The second, optional, is a file with one JSON
//! object a line: `tool`, `description`, `annotations`, `params` (`name`, `description`), `hasOutputSchema`
//! and `scores` by dimension, where a score that is not known is `null`. With a third, the answers about
//! tools whose names contain it are shown as well.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use ask::{ask, ask_set};
use serde_json::{Value, json};
use tdqs_rubric::{CoherenceAnswer, Dimension};
use tdqs_signals::{ToolDefinition, ToolSet};

#[path = "../tests/ask/mod.rs"]
mod ask;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("give a folder of captures")?;
    let published = arguments.next();
    let shown = arguments.next();
    survey(Path::new(&folder), shown.as_deref())?;
    published.map_or(Ok(()), |path| compare(&std::fs::read_to_string(path)?))
}

fn scores_of(answer: &CoherenceAnswer) -> String {
    let scores: Vec<String> =
        answer.scores.iter().map(|(dimension, given)| format!("{dimension} {}", given.score)).collect();
    format!("{}, {} shadowed", scores.join(", "), answer.shadowing_risks.len())
}

fn survey(folder: &Path, shown: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut spread: BTreeMap<Dimension, [usize; 5]> = BTreeMap::new();
    let mut contradictions = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name == "index.json") {
            continue; // What the captures are of, not one of them.
        }
        let Ok(set) = ToolSet::parse_bytes(&std::fs::read(path)?) else { continue };
        let server = ask_set(set.server_name.as_deref().unwrap_or("?"), set.tools());
        println!(
            "{} ({} tools): {}",
            set.server_name.as_deref().unwrap_or("?"),
            set.tools().len(),
            scores_of(&server)
        );
        if shown.is_some_and(|shown| set.server_name.as_deref().is_some_and(|name| name.contains(shown))) {
            println!("{}", serde_json::to_string_pretty(&server)?);
        }
        for (at, tool) in set.tools().iter().enumerate().filter(|(_, tool)| tool.description.is_some()) {
            let answer = ask(tool, &set.sibling_names(at));
            count += 1;
            for (dimension, given) in answer.scores.iter() {
                spread.entry(dimension).or_default()[usize::from(given.score.get()) - 1] += 1;
            }
            if answer.annotation_contradiction {
                contradictions
                    .push((tool.name.clone(), answer.scores.behavioral_transparency.justification.clone()));
            }
            if shown.is_some_and(|shown| tool.name.contains(shown)) {
                println!("{}", serde_json::to_string_pretty(&answer)?);
            }
        }
    }
    println!("{count} tools");
    for (dimension, counts) in spread {
        let sum: usize = counts.iter().enumerate().map(|(at, count)| (at + 1) * count).sum();
        println!("{dimension:24} {counts:?} mean {}", sum * 100 / count.max(1));
    }
    println!("{} contradictions", contradictions.len());
    for (name, explanation) in contradictions {
        println!("  {name}: {explanation}");
    }
    Ok(())
}

fn compare(lines: &str) -> Result<(), Box<dyn Error>> {
    // By dimension: how many, the sum of distances, the sum of ours less theirs.
    let mut errors: BTreeMap<Dimension, (i64, i64, i64)> = BTreeMap::new();
    let mut siblings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let rows: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let server = |row: &Value| row["server"].as_str().unwrap_or_default().to_owned();
    for row in &rows {
        siblings.entry(server(row)).or_default().push(row["tool"].as_str().unwrap_or_default().to_owned());
    }
    for row in &rows {
        let Ok(tool) = ToolDefinition::from_json(&definition(row).to_string()) else { continue };
        let names: Vec<&str> =
            siblings[&server(row)].iter().map(String::as_str).filter(|name| *name != tool.name).collect();
        let answer = ask(&tool, &names);
        for (dimension, given) in answer.scores.iter() {
            let Some(theirs) = row["scores"][dimension.as_str()].as_i64() else { continue };
            let off = i64::from(given.score.get()) - theirs;
            let error = errors.entry(dimension).or_default();
            *error = (error.0 + 1, error.1 + off.abs(), error.2 + off);
        }
    }
    for (dimension, (count, distance, off)) in errors {
        println!(
            "{dimension:24} {count} published, mean distance 0.{:02}, mean lead {}/100",
            distance * 100 / count,
            off * 100 / count
        );
    }
    Ok(())
}

fn definition(row: &Value) -> Value {
    let properties: serde_json::Map<String, Value> = row["params"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|parameter| {
            let description = parameter["description"].as_str().unwrap_or_default();
            (parameter["name"].as_str().unwrap_or_default().to_owned(), json!({ "description": description }))
        })
        .collect();
    let output = if row["hasOutputSchema"] == true { json!({ "type": "object" }) } else { Value::Null };
    json!({
        "name": row["tool"], "description": row["description"], "annotations": row["annotations"],
        "inputSchema": { "type": "object", "properties": properties }, "outputSchema": output,
    })
}
