//! Vectors of the Tool Credit Score: both profiles, by the formats of the vectors' own description.

use serde_json::{Value as Tree, json};
use tdqs_lint::credit::{ToolScore, contract, studio};
use tdqs_signals::json::{Array, Value, canonical};

type Outcome = Result<(), String>;

fn same(what: &str, expected: &Tree, found: &Tree) -> Outcome {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
}

fn same_value(what: &str, expected: Value<'_>, found: Value<'_>) -> Outcome {
    let (expected, found) = (canonical::to_string(expected), canonical::to_string(found));
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
}

fn tree(value: Value<'_>) -> Result<Tree, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

fn member<'a>(value: Value<'a>, key: &str) -> Result<Value<'a>, String> {
    value.get(key).ok_or_else(|| format!("the case has no {key}"))
}

fn elements<'a>(value: Value<'a>, key: &str) -> Result<Vec<Value<'a>>, String> {
    let array = member(value, key)?.as_array().ok_or_else(|| format!("{key} is no array"))?;
    Ok(Array::iter(array).collect())
}

fn text(value: Value<'_>, key: &str) -> Result<String, String> {
    Ok(member(value, key)?.as_str().ok_or_else(|| format!("{key} is no text"))?.into_owned())
}

/// A score as the vectors have it. `cost` adds what only profile `contract` has.
fn scored(score: &ToolScore, cost: bool) -> Tree {
    let issues: Vec<Tree> = score
        .findings
        .iter()
        .map(|finding| {
            let mut issue = json!({
                "category": finding.category(), "severity": finding.severity, "rule": finding.rule,
            });
            for (key, number) in [("count", finding.count), ("index", finding.index)] {
                if let Some(number) = number {
                    issue[key] = json!(number);
                }
            }
            if cost {
                issue["deduction"] = json!(finding.deduction);
            }
            issue
        })
        .collect();
    let mut found = json!({
        "overall": score.score, "grade": score.grade, "categories": score.categories, "issues": issues,
    });
    if cost {
        found["uncapped"] = json!(score.uncapped);
    }
    found
}

fn studio_score(tool: Value<'_>) -> Tree {
    studio::score(&studio::Found::of(tool))
        .map_or_else(|_| json!({"crash": true}), |score| scored(&score, false))
}

fn studio_changes(fixed: &studio::Fixed) -> Tree {
    json!(fixed.changes)
}

/// `score-fix.jsonl`
pub(super) fn score_and_fix(case: Value<'_>) -> Outcome {
    let tool = member(case, "tool")?;
    same("score", &tree(member(case, "score")?)?, &studio_score(tool))?;
    let expected = member(case, "fix")?;
    let fixed = match studio::fix(tool) {
        Ok(fixed) => fixed,
        Err(crash) if expected.get("crash").is_none() => return Err(format!("the fixer: {crash}")),
        Err(_) => return Ok(()),
    };
    if expected.get("crash").is_some() {
        return Err("the fixer did not crash".to_owned());
    }
    same_value("fixed tool", member(expected, "tool")?, fixed.tool.value())?;
    same("changes", &tree(member(expected, "changes")?)?, &studio_changes(&fixed))?;
    let after = studio::score(&studio::Found::of(fixed.tool.value())).map_err(|crash| crash.to_string())?;
    let after = json!({"overall": after.score, "grade": after.grade});
    same("score after", &tree(member(expected, "score_after")?)?, &after)?;
    let again = studio::fix(fixed.tool.value()).map_err(|crash| crash.to_string())?;
    let second_pass = match (again.tool == fixed.tool, again.changes.is_empty()) {
        (true, true) => "same",
        (true, false) => "same-tool-with-changes",
        (false, _) => "differs",
    };
    same("second pass", &tree(member(expected, "second_pass")?)?, &second_pass.into())
}

/// `parse.jsonl`
pub(super) fn parse(case: Value<'_>) -> Outcome {
    let input = text(case, "input")?;
    same("studio", &tree(member(case, "studio")?)?, &parsed_by_studio(&input))?;
    same("contract", &tree(member(case, "contract")?)?, &parsed_by_contract(&input))
}

fn parsed_by_studio(input: &str) -> Tree {
    let failure = |error: studio::ReadError| json!({"ok": false, "error": error.kind});
    let json = match studio::parse(input) {
        Ok(json) => json,
        Err(error) => return failure(error),
    };
    match studio::read(json.value()) {
        Ok(tools) => {
            let names: Vec<_> = tools.iter().map(|tool| tool.value.get("name")).collect();
            json!({"ok": true, "tools": names})
        }
        Err(error) => failure(error),
    }
}

fn parsed_by_contract(input: &str) -> Tree {
    let failure = |error: contract::ReadError| {
        let mut failure = json!({"ok": false, "error": error.kind});
        if let Some(shape) = error.shape {
            failure["shape"] = json!(shape.to_string());
            failure["not_tools"] = json!(error.not_tools);
        }
        if !error.candidates.is_empty() {
            failure["candidates"] = json!(error.candidates);
        }
        failure
    };
    let json = match contract::parse(input) {
        Ok(json) => json,
        Err(error) => return failure(error),
    };
    match contract::read(json.value()) {
        Ok(listing) => {
            let names: Vec<_> = listing.tools.iter().map(contract::Tool::name).collect();
            let warnings: Vec<&str> = listing.warnings.iter().map(contract::Warning::as_str).collect();
            json!({
                "ok": true, "shape": listing.shape.to_string(), "tools": names, "not_tools": listing.not_tools,
                "warnings": warnings,
            })
        }
        Err(error) => failure(error),
    }
}

/// `faults.jsonl`
pub(super) fn fault(case: Value<'_>) -> Outcome {
    match text(case, "kind")?.as_str() {
        "parse" => parse(case),
        "score" => {
            let tool = member(case, "tool")?;
            same("studio", &tree(member(case, "studio")?)?, &studio_score(tool))?;
            let score = contract::score(&contract::Tool::of(tool), &contract::Options::default());
            same("contract", &tree(member(case, "contract")?)?, &scored(&score, true))
        }
        "fix" => {
            let tools = elements(case, "tools")?;
            let (studio, contract) = (elements(case, "studio")?, elements(case, "contract")?);
            if (tools.len(), tools.len()) != (studio.len(), contract.len()) {
                return Err("not one answer a tool".to_owned());
            }
            for (tool, (studio, contract)) in tools.into_iter().zip(studio.into_iter().zip(contract)) {
                fixed_by_studio(tool, studio)?;
                fixed_by_contract(tool, contract)?;
            }
            Ok(())
        }
        other => Err(format!("the kind {other} is not known")),
    }
}

fn fixed_by_studio(tool: Value<'_>, expected: Value<'_>) -> Outcome {
    let score = studio::score(&studio::Found::of(tool)).ok().map(|score| score.score);
    same("studio score", &tree(member(expected, "score")?)?, &json!(score))?;
    match studio::fix(tool) {
        Ok(fixed) => {
            same_value("studio tool", member(expected, "tool")?, fixed.tool.value())?;
            same("studio changes", &tree(member(expected, "changes")?)?, &studio_changes(&fixed))?;
            let after =
                studio::score(&studio::Found::of(fixed.tool.value())).map_err(|crash| crash.to_string())?;
            same("studio score after", &tree(member(expected, "score_after")?)?, &after.score.into())?;
            same("studio grade after", &tree(member(expected, "grade_after")?)?, &json!(after.grade))
        }
        Err(_) if expected.get("crash").is_some() => Ok(()),
        Err(crash) => Err(crash.to_string()),
    }
}

fn fixed_by_contract(tool: Value<'_>, expected: Value<'_>) -> Outcome {
    let original = contract::Tool::of(tool);
    let fixed = contract::fix(&original, contract::Tier::Safe, &contract::Options::default());
    same("contract score", &tree(member(expected, "score")?)?, &fixed.before.score.into())?;
    same("contract score after", &tree(member(expected, "score_after")?)?, &fixed.after.score.into())?;
    let value = fixed.tool.as_ref().map_or(tool, |json| json.value());
    same_value("contract tool", member(expected, "tool")?, value)?;
    let of = |changes: Vec<(Tree, Tree, Tree, Tree)>| -> Tree {
        changes
            .into_iter()
            .map(|(path, rule, before, after)| {
                // What a move says of itself is free text.
                let is_move = rule == "schema-key";
                if is_move { json!([path, rule]) } else { json!([path, rule, before, after]) }
            })
            .collect()
    };
    let mut stated = Vec::new();
    for change in elements(expected, "changes")? {
        let part = |key: &str| member(change, key).and_then(tree);
        stated.push((part("path")?, part("rule")?, part("before")?, part("after")?));
    }
    let made = fixed
        .changes
        .iter()
        .map(|change| (json!(change.pointer), json!(change.rule), json!(change.before), json!(change.after)))
        .collect();
    same("contract changes", &of(stated), &of(made))
}
