//! One check for each kind of vector. The formats are those of the vectors' own description.

use serde_json::{Value, json};
use tdqs::PreparedServer;
use tdqs_coherence::{CostedTool, Rollup, confirm, shadow_candidates};
use tdqs_rubric::message::tool_message;
use tdqs_rubric::{
    CoherenceAnswer, CoherenceDimension, HardGates, PerCoherenceDimension, Score, Tenths, Tier, ToolAnswer,
    ToolScore,
};
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition, ToolSet, canonical_definition};

type Outcome = Result<(), String>;

fn same(what: &str, expected: &Value, found: &Value) -> Outcome {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
}

fn text_of(case: &Value) -> Result<&str, String> {
    case["input_json"].as_str().ok_or_else(|| "the case has no input_json".to_owned())
}

fn read(case: &Value) -> Result<ToolSet, String> {
    ToolSet::parse(text_of(case)?).map_err(|error| format!("not read: {error}"))
}

fn only_tool(case: &Value) -> Result<ToolDefinition, String> {
    let set = read(case)?;
    match (set.tools().first(), set.rejected.first()) {
        (Some(tool), _) => Ok(tool.clone()),
        (None, Some(rejected)) => Err(format!("refused: {rejected}")),
        (None, None) => Err("no tool".to_owned()),
    }
}

/// What is expected under a key: ECMAScript's answer where it differs from the reference's. Prompts give
/// it as the text itself.
fn expected<'c>(case: &'c Value, key: &str) -> &'c Value {
    match &case["ecmascript"] {
        text @ Value::String(_) => text,
        answers => answers.get(key).unwrap_or(&case[key]),
    }
}

fn is_refused(case: &Value) -> Outcome {
    match ToolSet::parse(text_of(case)?) {
        Ok(set) if set.rejected.is_empty() => Err("expected to be refused, and was read".to_owned()),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// `tools_shaped.jsonl`, `tools_random.jsonl`
pub(super) fn tool(case: &Value, edition: SpecVersion) -> Outcome {
    let ours = case["ours"].as_str();
    if ours == Some("refused") || (ours.is_none() && case.get("rejected").is_some()) {
        return is_refused(case);
    }
    let set = read(case)?;
    let tool = only_tool(case)?;
    let is_repaired = ours == Some("repaired");
    if is_repaired && set.warnings.is_empty() {
        return Err("repaired without a warning".to_owned());
    }
    let mut found =
        serde_json::to_value(ContextSignals::of(&tool, edition)).map_err(|error| error.to_string())?;
    let mut signals = case["signals"].clone();
    for key in ["inputHash", "definitionBytes"] {
        if is_repaired {
            // The hash was taken after the repair.
            found.as_object_mut().map(|object| object.remove(key));
            signals.as_object_mut().map(|object| object.remove(key));
        } else if let (Some(changed), true) = (case["ecmascript"].get(key), signals.get(key).is_some()) {
            signals[key] = changed.clone();
        }
    }
    if case.get("signals").is_some() {
        same("signals", &signals, &found)?;
    }
    // Where ECMAScript's hash is another, the canonical text beside it is the reference's; the hash says all.
    let has_other_canonical = case["ecmascript"].get("inputHash").is_some();
    if case.get("canonical").is_some() && !is_repaired && !has_other_canonical {
        same("canonical", expected(case, "canonical"), &canonical_definition(&tool).into())?;
    }
    if case.get("flags").is_some() {
        let flags: Vec<_> = HardGates::of(&tool).flag().into_iter().collect();
        same("flags", expected(case, "flags"), &json!(flags))?;
    }
    Ok(())
}

/// `inputs.jsonl`. What the reference refuses may be read here, so those cases only must not be a clean
/// set of nothing.
pub(super) fn input(case: &Value, _: SpecVersion) -> Outcome {
    if case.get("rejected").is_some() {
        return match ToolSet::parse(text_of(case)?) {
            Ok(set) if set.is_empty() => Err("read as an empty set".to_owned()),
            Ok(set) if case["ours"] == "refused" && set.rejected.is_empty() => {
                Err("was not refused".to_owned())
            }
            Ok(_) | Err(_) => Ok(()),
        };
    }
    let set = read(case)?;
    same("serverName", &case["serverName"], &json!(set.server_name))?;
    let names: Vec<&str> = set.tools().iter().map(|tool| tool.name.as_str()).collect();
    let found = if case["names"].is_number() { json!(names.len()) } else { json!(names) };
    same("names", &case["names"], &found)
}

fn costed(case: &Value) -> Vec<CostedTool<'_>> {
    let tools = case["tools"].as_array().into_iter().flatten();
    tools
        .filter_map(|tool| {
            let invocation_cost = u32::try_from(tool[1].as_u64()?).ok()?;
            Some(CostedTool { name: tool[0].as_str()?, invocation_cost })
        })
        .collect()
}

/// `shadow_costs.jsonl`
pub(super) fn shadow_costs(case: &Value, edition: SpecVersion) -> Outcome {
    let pairs = shadow_candidates(&costed(case), edition);
    let found: Vec<_> = pairs.iter().map(|pair| json!([pair.tool, pair.cheaper_sibling])).collect();
    same("candidates", &case["candidates"], &found.into())
}

/// `servers.jsonl`. Its findings are those of a linter and are not looked at here.
pub(super) fn server(case: &Value, edition: SpecVersion) -> Outcome {
    let set = read(case)?;
    let server = PreparedServer::new("", &set, edition);
    let costs: Vec<u32> = server.tools().iter().map(|tool| tool.signals.invocation_cost).collect();
    same("costs", &case["costs"], &json!(costs))?;
    let pairs = server.candidates().iter().map(|pair| {
        json!([pair.tool, pair.cheaper_sibling, pair.invocation_cost, pair.cheaper_sibling_invocation_cost])
    });
    same("candidates", &case["candidates"], &pairs.collect())
}

/// `tool_prompts.jsonl`
pub(super) fn tool_prompt(case: &Value, edition: SpecVersion) -> Outcome {
    if case["ours"] == "refused" {
        return is_refused(case);
    }
    let tool = only_tool(case)?;
    let siblings = case["siblings"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let message = tool_message(&tool, &ContextSignals::of(&tool, edition), siblings, edition);
    same("prompt", expected(case, "prompt"), &message.into())
}

/// `coherence_prompts.jsonl`
pub(super) fn coherence_prompt(case: &Value, edition: SpecVersion) -> Outcome {
    let set = read(case)?;
    let server_name = case["server_name"].as_str().unwrap_or_default();
    let message = PreparedServer::new(server_name, &set, edition).message();
    same("prompt", expected(case, "prompt"), &message.into())
}

fn score(value: &Value) -> Score {
    Score::clamped(value.as_i64().and_then(|score| i32::try_from(score).ok()).unwrap_or_default())
}

/// `rollups.jsonl`
pub(super) fn rollup(case: &Value, _: SpecVersion) -> Outcome {
    let tenths =
        |value: &Value| value.as_u64().and_then(|tenths| u32::try_from(tenths).ok()).map(Tenths::new);
    let tdqs: Vec<Tenths> = case["tdqs"].as_array().into_iter().flatten().filter_map(tenths).collect();
    let mut scores = case["coherence"].as_array().into_iter().flatten().map(score);
    let coherence =
        PerCoherenceDimension::from_fn(|_: CoherenceDimension| scores.next().unwrap_or(Score::MIN));
    let rollup = Rollup::of(&tdqs, tdqs.len(), Some(&coherence));
    let count = |score: Option<Tenths>| json!(score.map(Tenths::count));
    let with_tier = |score: Option<Tenths>| json!(score.map(|score| json!([score.count(), Tier::of(score)])));
    same("mean", &case["mean"], &count(rollup.mean_tdqs))?;
    same("min", &case["min"], &count(rollup.min_tdqs))?;
    same("quality", &case["quality"], &with_tier(rollup.description_quality_score))?;
    same("coherence_score", &case["coherence_score"], &with_tier(rollup.coherence_score))?;
    same("overall", &case["overall"], &with_tier(rollup.overall_score))
}

/// `stage4.jsonl`. Two texts are our own: the capped justification and the summary without a description.
pub(super) fn stage4(case: &Value, edition: SpecVersion) -> Outcome {
    let tool = only_tool(case)?;
    let gates = HardGates::of(&tool);
    let signals = ContextSignals::of(&tool, edition);
    let score = if gates.settles_the_score() {
        ToolScore::without_description(&tool.name, signals)
    } else {
        let answer = ToolAnswer::parse(&case["answer"].to_string()).map_err(|error| error.to_string())?;
        ToolScore::from_answer(&tool.name, gates, signals, answer)
    };
    let found = serde_json::to_value(&score).map_err(|error| error.to_string())?;
    let expected = snake_case_keys(&case["score"]);
    for key in ["name", "scores", "tdqs", "tier", "smells", "flags", "serverFlags"] {
        same(key, &expected[key], &found[key])?;
    }
    if !gates.settles_the_score() {
        same("summary", &expected["summary"], &found["summary"])?;
    }
    for (dimension, justified) in score.justifications.iter() {
        let expected = &expected["justifications"][dimension.as_str()];
        same("justified score", &expected["score"], &json!(justified.score))?;
        let is_ours = gates != HardGates::Open;
        if !is_ours {
            same("justification", &expected["justification"], &json!(justified.justification))?;
        }
    }
    Ok(())
}

/// The reference writes dimension keys in camel case here; the specification has them in snake case.
fn snake_case_keys(score: &Value) -> Value {
    let snake = |key: &str| -> String {
        key.chars()
            .flat_map(|character| {
                let underscore = character.is_ascii_uppercase().then_some('_');
                underscore.into_iter().chain([character.to_ascii_lowercase()])
            })
            .collect()
    };
    let mut score = score.clone();
    for table in ["scores", "justifications"] {
        let entries = score[table].as_object().cloned().unwrap_or_default();
        score[table] = entries
            .into_iter()
            .map(|(key, value)| (snake(&key), value))
            .collect::<serde_json::Map<_, _>>()
            .into();
    }
    score
}

/// `shadow_answers.jsonl`
pub(super) fn shadow_answer(case: &Value, edition: SpecVersion) -> Outcome {
    let set = read(case)?;
    let server = PreparedServer::new("", &set, edition);
    let answer = CoherenceAnswer::parse(&case["answer"].to_string()).map_err(|error| error.to_string())?;
    let names = set.tools().iter().map(|tool| tool.name.as_str());
    let found: Vec<_> = confirm(&answer.shadowing_risks, names, server.candidates())
        .risks
        .into_iter()
        .map(|risk| {
            json!([
                risk.tool,
                risk.cheaper_sibling,
                risk.invocation_cost,
                risk.cheaper_sibling_invocation_cost,
                risk.justification
            ])
        })
        .collect();
    same("kept", &case["kept"], &found.into())
}

/// `replies.jsonl`
pub(super) fn reply(case: &Value, _: SpecVersion) -> Outcome {
    let content = case["content"].as_str().unwrap_or_default();
    let expected = case["ours"].as_bool().or(case["accepted"].as_bool()).unwrap_or_default();
    let (found, contradiction) = if case["contract"] == "tool" {
        let answer = ToolAnswer::parse(content);
        let contradiction = answer.as_ref().ok().map(|answer| answer.annotation_contradiction);
        (answer.map(drop), contradiction)
    } else {
        (CoherenceAnswer::parse(content).map(drop), None)
    };
    match found {
        Ok(()) if !expected => return Err("accepted, expected to be refused".to_owned()),
        Err(error) if expected => return Err(format!("refused: {error}")),
        Ok(()) | Err(_) => {}
    }
    match (case.get("contradiction"), contradiction) {
        (Some(expected), Some(found)) => same("contradiction", expected, &found.into()),
        _ => Ok(()),
    }
}
