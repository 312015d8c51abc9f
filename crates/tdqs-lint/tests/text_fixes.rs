//! The fixes of the rules about texts: what they leave has nothing left to mend, and is the same tool.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use tdqs_lint::{Applicability, Edit, Linter, Mending, RULES, Rule, Settings};
use tdqs_signals::ToolSet;

/// More rounds than any text needs: a fix may lay open what another rule finds.
const ROUNDS: usize = 6;

fn linter(rules: &[&'static Rule]) -> Linter {
    let mut settings = Settings::default();
    settings.select = Some(rules.iter().map(|rule| (*rule).into()).collect());
    Linter::new([&settings]).unwrap()
}

/// The rules about texts that mend by themselves.
fn mending() -> Vec<&'static Rule> {
    let is_about_texts = |rule: &&Rule| rule.code.starts_with("TDQS5") || rule.code.starts_with("TDQS6");
    RULES.iter().copied().filter(is_about_texts).filter(|rule| rule.mending == Mending::Safe).collect()
}

/// Makes the safe fixes, one for each place, until there are none; says how many were made.
fn mend(linter: &Linter, tools: &mut [Value]) -> usize {
    let mut made = 0;
    for _ in 0..ROUNDS {
        let set = ToolSet::parse(&Value::from(tools.to_vec()).to_string()).unwrap();
        let report = linter.lint("dock", &set);
        let mut places = BTreeSet::new();
        for finding in &report.findings {
            let Some(fix) = finding.fix.as_ref().filter(|fix| fix.applicability == Applicability::Safe)
            else {
                continue;
            };
            for edit in &fix.edits {
                let Edit::Set { pointer, value } = edit else { panic!("{edit:?}") };
                if places.insert((finding.location.tool_index, pointer.clone())) {
                    let tool = &mut tools[finding.location.tool_index];
                    let place = tool.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}"));
                    assert_ne!(place, value, "{}: a fix that changes nothing", finding.code);
                    *place = value.clone();
                    made += 1;
                }
            }
        }
        if places.is_empty() {
            return made;
        }
    }
    panic!("the fixes come to no end");
}

fn tools_of(text: &str) -> Vec<Value> {
    match serde_json::from_str(text).unwrap() {
        Value::Array(tools) => tools,
        tool => vec![tool],
    }
}

#[test]
fn what_was_mended_is_found_no_more() {
    let rules = mending();
    assert!(rules.len() >= 5, "{}", rules.len());
    for rule in rules {
        let linter = linter(&[rule]);
        let made: usize = rule.bad.iter().map(|example| mend(&linter, &mut tools_of(example))).sum();
        assert!(made > 0, "{} mends none of its examples", rule.code);
    }
}

#[test]
fn tools_of_real_servers_stay_what_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&folder) else { return };
    let linter = linter(&mending());
    let (mut files, mut made) = (0, 0);
    for entry in entries {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(value) = serde_json::from_str::<Value>(&text) else { continue };
        let list = value.get("tools").or_else(|| value.pointer("/result/tools")).unwrap_or(&value);
        let Some(before) =
            list.as_array().filter(|tools| tools.iter().all(|tool| tool.get("name").is_some()))
        else {
            continue;
        };
        let mut after = before.clone();
        made += mend(&linter, &mut after);
        files += 1;
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(shape(before), shape(after), "{}", path.display());
        }
    }
    assert!(files > 0 && made > 0, "{files} files, {made} fixes");
}

/// All of a value but its titles and descriptions, and these without white space and what nobody sees.
fn shape(value: &Value) -> Vec<String> {
    let mut shape = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((key, value)) = open.pop() {
        match value {
            Value::Object(members) => {
                shape.push(format!("{key}{{"));
                open.extend(members.iter().map(|(key, value)| (key.clone(), value)));
            }
            Value::Array(elements) => {
                shape.push(format!("{key}["));
                open.extend(elements.iter().map(|element| (key.clone(), element)));
            }
            Value::String(text) if ["title", "description", "$comment"].contains(&key.as_str()) => {
                let seen = |character: &char| !character.is_whitespace() && !character.is_control();
                let is_shown = |character: &char| !tdqs_signals::invisible::is_invisible(*character);
                let text: String = text.chars().filter(seen).filter(is_shown).collect();
                shape.push(format!("{key}: {text}"));
            }
            other => shape.push(format!("{key}: {other}")),
        }
    }
    shape
}
