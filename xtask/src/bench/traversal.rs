//! Schemas on which the plain walk takes exponential time: how long does ours?

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tdqs_signals::json::Json;
use tdqs_signals::{SpecVersion, required_subtree};

use super::fastest;

/// What one schema may cost, however it is made.
const BOUND: Duration = Duration::from_millis(50);

/// # Errors
///
/// When a schema takes longer than the bound.
pub(super) fn run() -> Result<()> {
    println!("required subtree of one schema, bound {BOUND:?}:");
    println!("{:<48} {:>9} {:>10} {:>9}  result", "schema", "edition", "time", "of bound");
    let mut slow = Vec::new();
    for (name, schema) in hostile_schemas() {
        let schema = Json::try_from(&schema).context("a schema of the bench is not JSON")?;
        for edition in [SpecVersion::V1_1Draft, SpecVersion::V1_2] {
            let subtree = required_subtree(Some(schema.value()), edition);
            let time = fastest(5, || {
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
