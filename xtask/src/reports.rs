//! Inputs distilled from public bug reports: what must be said of reading, hashing, signals and prompts.
//!
//! What a case says of findings is a linter's business and not looked at here. Each case is held against
//! the libraries, and the inputs go through the whole offline pipeline.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tdqs::{OfflineJudge, Scorer, SpecVersion, ToolSet};
use tdqs_rubric::{HardGates, ToolAnswer, ToolFlag};
use tdqs_signals::json::Json;
use tdqs_signals::{ContextSignals, InputHash, ToolDefinition, canonical_definition};

type Outcome = Result<(), String>;

macro_rules! must {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

/// # Errors
///
/// When an expectation does not hold, a case is unknown, or there is none.
pub(crate) fn run(folder: &Path) -> Result<()> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let mut failed = 0;
    for path in &files {
        let text = fs::read_to_string(path)?;
        // Our own reader: the cases hold texts that serde_json refuses.
        let case = serde_json::to_value(Json::parse(text).with_context(|| path.display().to_string())?)?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if let Err(difference) = check(&id, &case) {
            failed += 1;
            println!("{id}: {difference}");
        }
    }
    println!("{} cases ran, {failed} failed", files.len());
    if failed > 0 || files.is_empty() {
        bail!("{failed} of {} cases failed", files.len());
    }
    Ok(())
}

fn check(id: &str, case: &Value) -> Outcome {
    let input = &case["input"];
    let files = files(input);
    for (name, text) in &files {
        whole_pipeline(text).map_err(|difference| format!("{name}: {difference}"))?;
    }
    let number = id.split('-').next().unwrap_or_default();
    let text = |name: &str| -> Result<&str, String> {
        files
            .iter()
            .find(|(file, _)| file == name)
            .map(|(_, text)| text.as_str())
            .ok_or(format!("no file {name}"))
    };
    match number {
        "01" | "02" | "03" | "09" => every_tool_is_read(input, text("document")?),
        "04" => boolean_subschemas(text("document")?),
        "05" => roots(text("document")?),
        "06" => containers(text("document")?),
        "07" => numbers(text("tools.json")?, text("tools-one-less.json")?, text("tools-overflow.json")?),
        "08" => key_order(input, text("a.json")?, text("b.json")?, text("c.json")?),
        "10" => blank_descriptions(text("document")?),
        "11" => pages(text("page1.json")?, text("page2.json")?, text("error.json")?, text("both.jsonl")?),
        "12" => replies(input),
        "25" => deep(text("deep-70.json")?),
        // How waits are read from headers is tested where the client is, against a server on loopback.
        "26" => Ok(()),
        "27" => annotations(text("document")?),
        "28" => keyword_names(text("document")?),
        _ => Err("no check for this case".to_owned()),
    }
}

/// The documents of a case, by name.
fn files(input: &Value) -> Vec<(String, String)> {
    match input["kind"].as_str() {
        Some("tools") => vec![("document".to_owned(), input["document"].to_string())],
        Some("files") => input["files"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|file| {
                let text = file["text"].as_str().map_or_else(|| file["json"].to_string(), str::to_owned);
                (file["name"].as_str().unwrap_or_default().to_owned(), text)
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn read(text: &str) -> Result<ToolSet, String> {
    ToolSet::parse(text).map_err(|error| error.to_string())
}

fn tool<'s>(set: &'s ToolSet, name: &str) -> Result<&'s ToolDefinition, String> {
    set.tools().iter().find(|tool| tool.name == name).ok_or_else(|| format!("{name} was not read"))
}

fn signals(set: &ToolSet, name: &str) -> Result<ContextSignals, String> {
    Ok(ContextSignals::of(tool(set, name)?, SpecVersion::V1_2))
}

/// Whatever is read also gets its signals, its messages and an offline report, in every edition.
fn whole_pipeline(text: &str) -> Outcome {
    let Ok(set) = ToolSet::parse(text) else { return Ok(()) };
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
    for edition in SpecVersion::ALL {
        let scorer = Scorer::new(OfflineJudge::default()).with_edition(edition);
        let report = runtime.block_on(scorer.score_server("case", &set));
        must!(
            report.tools.len() == set.tools().len(),
            "{} of {} tools scored",
            report.tools.len(),
            set.tools().len()
        );
        must!(report.failures.len() == set.rejected.len(), "failures: {:?}", report.failures);
        must!(report.server.tool_count == set.len(), "the report counts {} tools", report.server.tool_count);
    }
    Ok(())
}

fn every_tool_is_read(input: &Value, text: &str) -> Outcome {
    let set = read(text)?;
    let expected: Vec<&str> = input["document"]["tools"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let found: Vec<&str> = set.tools().iter().map(|tool| tool.name.as_str()).collect();
    must!(expected == found && !found.is_empty(), "expected {expected:?}, found {found:?}");
    Ok(())
}

fn boolean_subschemas(text: &str) -> Outcome {
    let signals = signals(&read(text)?, "ingest")?;
    must!(signals.param_count == 5, "{} parameters", signals.param_count);
    must!(signals.required_param_count == 1, "{} required", signals.required_param_count);
    must!(signals.params_with_descriptions == 3, "{} described", signals.params_with_descriptions);
    Ok(())
}

/// Eight of the nine are definitions; a schema that is `true` refuses its tool, by name and in its place.
fn roots(text: &str) -> Outcome {
    let set = read(text)?;
    must!(set.len() == 9 && set.rejected.len() == 1, "{} entries, {:?}", set.len(), set.rejected);
    let refused = &set.rejected[0];
    must!(refused.index == 2 && refused.name.as_deref() == Some("c_true"), "refused {refused}");
    must!(refused.pointer == "/inputSchema", "refused at {}", refused.pointer);
    for tool in set.tools() {
        let count = ContextSignals::of(tool, SpecVersion::V1_2).param_count;
        must!(count == 0, "{} has {count} parameters", tool.name);
    }
    Ok(())
}

fn containers(text: &str) -> Outcome {
    let set = read(text)?;
    must!(set.tools().len() == 4, "{} tools", set.tools().len());
    for (name, params, required) in [("status", 0, 0), ("ping", 0, 0), ("lookup", 2, 1), ("fine", 0, 0)] {
        let signals = signals(&set, name)?;
        must!(
            (signals.param_count, signals.required_param_count) == (params, required),
            "{name}: {} parameters, {} required",
            signals.param_count,
            signals.required_param_count
        );
    }
    Ok(())
}

fn numbers(text: &str, one_less: &str, overflow: &str) -> Outcome {
    let set = read(text)?;
    must!(signals(&set, "set_price")?.param_count == 3, "parameters are missing");
    // Hashes compare doubles, as RFC 8785 has it, and the documentation says so.
    let hash = |set: &ToolSet| tool(set, "set_price").map(InputHash::of);
    must!(hash(&set)? == hash(&read(one_less)?)?, "RFC 8785 cannot tell these two apart");
    let set = read(overflow)?;
    must!(tool(&set, "other").is_ok(), "the other tool is lost");
    let message = set.rejected.first().map(ToString::to_string).unwrap_or_default();
    must!(message.contains("1e400") && message.contains("line 1, column"), "refused with: {message}");
    Ok(())
}

fn key_order(input: &Value, a: &str, b: &str, c: &str) -> Outcome {
    let (a, b, c) = (read(a)?, read(b)?, read(c)?);
    let hash = |set: &ToolSet| tool(set, "pick").map(InputHash::of);
    must!(hash(&a)? == hash(&b)?, "a and b hash differently");
    must!(hash(&a)? != hash(&c)?, "the order of an array is part of a value");
    // The case gives the form of the three fields alone; ours has the absent ones as null.
    let expected = input["canonical_if_rfc8785"]["text"].as_str().unwrap_or_default();
    let ours = canonical_definition(tool(&a, "pick")?);
    let fields = ours.replacen("{\"annotations\":null,", "{", 1).replacen(
        ",\"outputSchema\":null,\"title\":null}",
        "}",
        1,
    );
    must!(fields == expected, "canonical form: {ours}");
    Ok(())
}

/// A description of zero-width characters is none of these: the specification trims what ECMAScript trims.
fn blank_descriptions(text: &str) -> Outcome {
    let set = read(text)?;
    for name in ["empty", "spaces", "nbsp", "null_desc", "absent"] {
        let flag = HardGates::of(tool(&set, name)?).flag();
        must!(flag == Some(ToolFlag::NoDescription), "{name}: {flag:?}");
    }
    for (name, flag) in
        [("dot", None), ("same_as_name", Some(ToolFlag::TautologicalDescription)), ("fine", None)]
    {
        must!(HardGates::of(tool(&set, name)?).flag() == flag, "{name} is not {flag:?}");
    }
    let refused = set.rejected.first().map(ToString::to_string).unwrap_or_default();
    must!(refused.contains("`number_desc`") && refused.contains("expected a string"), "refused: {refused}");
    must!(signals(&set, "fine")?.params_with_descriptions == 0, "a blank parameter counts as described");
    Ok(())
}

fn pages(first: &str, second: &str, error: &str, both: &str) -> Outcome {
    let mut set = read(first)?;
    must!(set.tools().len() == 2 && set.is_incomplete(), "page 1: {:?}", set.warnings);
    set.append(read(second)?);
    must!(set.tools().len() == 3 && !set.is_incomplete(), "both pages: {:?}", set.warnings);
    let refusal = read(error).err().unwrap_or_default();
    must!(refusal.contains("-32601") && refusal.contains("Method not found"), "error answer: {refusal}");
    let set = read(both)?;
    must!(set.tools().len() == 2 && !set.is_incomplete(), "lines: {:?}", set.warnings);
    Ok(())
}

/// The case asks for one score and a reason. Ours has six of them, so each object is put in six times over.
fn replies(input: &Value) -> Outcome {
    let expected = |label: &str| match label {
        "think-only" | "echoed-example-then-answer" => None,
        _ => Some(4),
    };
    let mut ran = 0;
    for reply in input["replies"].as_array().into_iter().flatten() {
        let label = reply["label"].as_str().unwrap_or_default();
        let content = &reply["body"]["choices"][0]["message"]["content"];
        let content = content.as_str().or_else(|| content[0]["text"].as_str()).unwrap_or_default();
        let found = ToolAnswer::parse(&with_six_scores(content)).ok();
        let score = found.as_ref().map(|answer| answer.scores.purpose_clarity.score.get());
        must!(score == expected(label), "{label}: {score:?}");
        if label == "word-think-in-string" {
            let reason = found.map(|answer| answer.scores.purpose_clarity.justification).unwrap_or_default();
            must!(reason.contains("<think> and </think>"), "{label}: the reason became {reason}");
        }
        ran += 1;
    }
    must!(ran == 10, "{ran} replies ran");
    Ok(())
}

/// Replaces `{"score": 4, "reason": "…"}` by our contract's object with that score six times.
fn with_six_scores(content: &str) -> String {
    let mut out = String::new();
    let mut rest = content;
    while let Some(start) = rest.find("{\"score\"") {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let Some(Ok(object)) = values.next() else {
            out.push('{');
            rest = &rest[1..];
            continue;
        };
        rest = &rest[values.byte_offset()..];
        let justified = serde_json::json!({"score": object["score"], "justification": object["reason"]});
        let scores: serde_json::Map<String, Value> = tdqs_rubric::Dimension::ALL
            .map(|dimension| (dimension.to_string(), justified.clone()))
            .into_iter()
            .collect();
        out.push_str(
            &serde_json::json!({"scores": scores, "annotation_contradiction": false, "summary": ""})
                .to_string(),
        );
    }
    out.push_str(rest);
    out
}

fn deep(seventy: &str) -> Outcome {
    let set = read(seventy)?;
    must!(
        set.rejected.is_empty() && tool(&set, "deep").is_ok(),
        "71 schema levels are refused: {:?}",
        set.rejected
    );
    for levels in [5_000, 100_000] {
        let schema = format!("{}{{}}{}", "{\"properties\":{\"p\":".repeat(levels), "}}".repeat(levels));
        let text = format!("[{{\"name\":\"deep\",\"inputSchema\":{schema}}},{{\"name\":\"flat\"}}]");
        let set = read(&text)?;
        must!(tool(&set, "flat").is_ok(), "the flat tool is lost");
        let refused = set.rejected.first().map(ToString::to_string).unwrap_or_default();
        must!(refused.contains("`deep`") && refused.contains("1000 levels"), "refused: {refused}");
    }
    Ok(())
}

fn annotations(text: &str) -> Outcome {
    let set = read(text)?;
    must!(set.rejected.len() == 1 && set.rejected[0].name.as_deref() == Some("d_list"), "{:?}", set.rejected);
    let hints = |name: &str| signals(&set, name).map(|signals| signals.annotation_values);
    must!(hints("b_string")?.read_only.is_none(), "a string was read as a boolean");
    must!(
        hints("c_number")?.destructive.is_none() && hints("c_number")?.idempotent.is_none(),
        "a number was read"
    );
    must!(!signals(&set, "e_empty")?.has_annotations, "empty annotations count");
    must!(hints("f_contradiction")?.destructive == Some(true), "a hint is lost");
    must!(canonical_definition(tool(&set, "g_extra")?).contains("x-team"), "an unknown key is lost");
    Ok(())
}

fn keyword_names(text: &str) -> Outcome {
    let set = read(text)?;
    must!(signals(&set, "define")?.param_count == 10, "define has not ten parameters");
    let literals = signals(&set, "literals")?;
    must!((literals.param_count, literals.params_with_descriptions) == (3, 3), "literals: {literals:?}");
    Ok(())
}
