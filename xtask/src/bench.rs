//! Speed, as ratios against something named that is measured in the same run.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tdqs_coherence::{CostedTool, shadow_candidates};
use tdqs_rubric::HardGates;
use tdqs_signals::json::Json;
use tdqs_signals::{ContextSignals, Scratch, SpecVersion, ToolSet, required_subtree};

/// What one schema may cost, however it is made.
const BOUND: Duration = Duration::from_millis(50);

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// # Errors
///
/// When a schema takes longer than the bound, or captures cannot be read.
pub(crate) fn run(captures: Option<&Path>) -> Result<()> {
    traversal()?;
    match captures {
        Some(folder) => deterministic_pass(folder),
        None => Ok(()),
    }
}

fn fastest(mut work: impl FnMut()) -> Duration {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Schemas on which the plain walk takes exponential time.
fn traversal() -> Result<()> {
    println!("required subtree of one schema, bound {BOUND:?}:");
    println!("{:<48} {:>9} {:>10} {:>9}  result", "schema", "edition", "time", "of bound");
    let mut slow = Vec::new();
    for (name, schema) in hostile_schemas() {
        let schema = Json::try_from(&schema).context("a schema of the bench is not JSON")?;
        for edition in [SpecVersion::V1_1Draft, SpecVersion::V1_2] {
            let subtree = required_subtree(Some(schema.value()), edition);
            let time = fastest(|| {
                black_box(required_subtree(Some(schema.value()), edition));
            });
            println!(
                "{name:<48} {edition:>9} {time:>10.2?} {:>8.1}%  fields {}, depth {}, unions {}{}",
                100.0 * time.as_secs_f64() / BOUND.as_secs_f64(),
                subtree.required_field_count,
                subtree.schema_depth,
                subtree.union_choice_count,
                if subtree.truncated { ", truncated" } else { "" }
            );
            if time > BOUND {
                slow.push(name);
            }
        }
    }
    if slow.is_empty() { Ok(()) } else { bail!("over the bound: {slow:?}") }
}

fn hostile_schemas() -> Vec<(&'static str, Value)> {
    let reference = |number: usize| json!({"$ref": format!("#/$defs/D{number}")});
    let chain = |keyword: &str| {
        let definitions: serde_json::Map<String, Value> = (0..60)
            .map(|number| {
                (format!("D{number}"), json!({keyword: [reference(number + 1), reference(number + 1)]}))
            })
            .chain([("D60".to_owned(), json!({"properties": {"x": {}}, "required": ["x"]}))])
            .collect();
        json!({"properties": {"a": reference(0)}, "required": ["a"], "$defs": definitions})
    };
    let twelve: Vec<String> = (0..12).map(|name| format!("p{name}")).collect();
    let levels: serde_json::Map<String, Value> = (0..10)
        .map(|level| {
            let properties: serde_json::Map<String, Value> =
                twelve.iter().map(|name| (name.clone(), reference(level + 1))).collect();
            (format!("D{level}"), json!({"properties": properties, "required": twelve}))
        })
        .chain([("D10".to_owned(), json!({"type": "string"}))])
        .collect();
    let complete = |keyword: &str| {
        let definitions: serde_json::Map<String, Value> = (0..40)
            .map(|number| {
                let others: Vec<Value> = (0..40).filter(|other| *other != number).map(reference).collect();
                (format!("D{number}"), json!({keyword: others}))
            })
            .collect();
        json!({"properties": {"a": reference(0)}, "required": ["a"], "$defs": definitions})
    };
    let complete_objects: serde_json::Map<String, Value> = (0..40)
        .map(|number| {
            let names: Vec<String> =
                (0..40).filter(|other| *other != number).map(|other| format!("p{other}")).collect();
            let properties: serde_json::Map<String, Value> = (0..40)
                .filter(|other| *other != number)
                .map(|other| (format!("p{other}"), reference(other)))
                .collect();
            (format!("D{number}"), json!({"properties": properties, "required": names}))
        })
        .collect();
    let repeated = (0..10).fold(
        json!({"type": "string"}),
        |inner, _| json!({"properties": {"a": inner}, "required": ["a", "a", "a", "a", "a"]}),
    );
    vec![
        ("sixty definitions, each anyOf the next twice", chain("anyOf")),
        ("sixty definitions, each allOf the next twice", chain("allOf")),
        (
            "ten levels of objects, twelve references each",
            json!({"properties": {"a": reference(0)}, "required": ["a"], "$defs": levels}),
        ),
        ("a complete graph of forty definitions, anyOf", complete("anyOf")),
        ("a complete graph of forty definitions, allOf", complete("allOf")),
        (
            "a complete graph of forty objects",
            json!({"properties": {"a": reference(0)}, "required": ["a"], "$defs": complete_objects}),
        ),
        ("ten levels, one name required five times", repeated),
    ]
}

/// Reading, signals, gates, hashes and the prefilter over real captures, on one thread.
fn deterministic_pass(folder: &Path) -> Result<()> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "json") && !path.ends_with("index.json") {
            texts.push(fs::read_to_string(&path)?);
        }
    }
    texts.sort();
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut tools = 0;
    let ours = fastest(|| {
        tools = 0;
        let mut scratch = Scratch::default();
        for text in &texts {
            let Ok(set) = ToolSet::parse(text) else { continue };
            let signals: Vec<ContextSignals> = set
                .tools()
                .iter()
                .map(|tool| ContextSignals::of_with_scratch(&tool.into(), SpecVersion::V1_2, &mut scratch))
                .collect();
            let costed: Vec<CostedTool<'_>> = set
                .tools()
                .iter()
                .zip(&signals)
                .map(|(tool, signals)| CostedTool {
                    name: &tool.name,
                    invocation_cost: signals.invocation_cost,
                })
                .collect();
            for tool in set.tools() {
                black_box(HardGates::of(tool));
            }
            black_box(shadow_candidates(&costed, SpecVersion::V1_2));
            tools += set.tools().len();
        }
    });
    let baseline = fastest(|| {
        for text in &texts {
            black_box(serde_json::from_str::<Value>(text).ok());
            black_box(Sha256::digest(text));
        }
    });
    if tools == 0 {
        bail!("{} holds no tools", folder.display());
    }
    #[expect(clippy::cast_precision_loss, reason = "sizes of a bench are far below 2^52")]
    let rate = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!("\ndeterministic pass over {tools} tools, {bytes} bytes, one thread, fastest of {RUNS}:");
    println!("  tdqs: parse, signals, gates, hash, prefilter   {ours:>9.2?}  {:>6.0} MB/s", rate(ours));
    println!(
        "  baseline: serde_json::Value and SHA-256        {baseline:>9.2?}  {:>6.0} MB/s",
        rate(baseline)
    );
    println!("  ratio {:.2}", ours.as_secs_f64() / baseline.as_secs_f64());
    Ok(())
}
