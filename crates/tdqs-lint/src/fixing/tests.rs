//! Fixes of whole texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use tdqs_signals::ToolSet;
use tdqs_signals::json::Value;

use super::tool::{credit_tool, sources};
use super::{FixOptions, FixTier, FixedText, fix_text};
use crate::credit::contract::{Options, score};
use crate::edit::{apply, splice};
use crate::{Edit, Linter, Settings};

fn fixed(text: &str, options: FixOptions) -> FixedText {
    fix_text(text, "dock", &Linter::default(), options).unwrap()
}

#[test]
fn what_is_safe_is_done_in_place_and_once() {
    let text = "[\r\n\t{\r\n\t\t\"name\": \"moveCrate\",\r\n\t\t\"description\": \"moves a crate\\/box.\",\r\n\t\t\"inputSchema\": {\r\n\t\t\t\"properties\": {\"n\": {\"maximum\": 1e1}}\r\n\t\t}\r\n\t}\r\n]";
    let safe = fixed(text, FixOptions::default());
    assert!(safe.is_settled && safe.rounds == 2, "{safe:?}");
    let expected = text.replace("moves", "Moves").replace("1e1}}", "1e1}},\r\n\t\t\t\"type\": \"object\"");
    assert_eq!(safe.text, expected);
    let changes: Vec<(&str, &str, FixTier)> =
        safe.changes.iter().map(|it| (it.rule.as_str(), it.pointer.as_str(), it.tier)).collect();
    assert_eq!(
        changes,
        [
            ("description-not-capitalised", "/description", FixTier::Safe),
            ("schema-not-object", "/inputSchema/type", FixTier::Safe),
        ]
    );
    let again = fixed(&safe.text, FixOptions::default());
    assert!(again.changes.is_empty() && again.text == safe.text && again.rounds == 1);
}

#[test]
fn what_narrows_is_done_on_request() {
    let text = r#"{"name": "move_crate", "description": "Moves a crate.", "inputSchema": {"type": "object", "properties": {"n": {"maximum": 1e1}}}}"#;
    assert_eq!(fixed(text, FixOptions::default()).text, text);
    let tightened = fixed(text, FixOptions::default().with_tighten(true));
    let expected = text
        .replace("1e1}", "1e1, \"type\": \"number\"}")
        .replace("}}}}", "}}, \"additionalProperties\": false}}");
    assert_eq!(tightened.text, expected);
    assert!(tightened.changes.iter().all(|change| change.tier == FixTier::Tighten));
}

#[test]
fn a_chat_function_is_fixed_where_it_is_wrapped() {
    let text = r#"[{"type": "function", "function": {"name": "sealCrate", "description": "seals it", "parameters": {}}}]"#;
    let done = fixed(text, FixOptions::default().with_rename(true));
    let expected = text
        .replace("sealCrate", "seal_crate")
        .replace("\"seals", "\"Seals")
        .replace("{}}", "{\"type\": \"object\"}}");
    assert_eq!(done.text, expected);
}

#[test]
fn the_safe_fixes_of_rules_are_made_and_those_of_rules_that_are_off_are_not() {
    let text = r#"{"name": "get_crate", "description": "Return one \u200bcrate\/box.", "inputSchema": {"type": "object"}}"#;
    let done = fixed(text, FixOptions::default());
    assert_eq!(done.text, text.replace("\\u200b", ""));
    assert_eq!(done.changes[0].rule, "TDQS501");
    let off: Settings = serde_json::from_str(r#"{"ignore": ["hidden-characters"]}"#).unwrap();
    let linter = Linter::new([&off]).unwrap();
    assert_eq!(fix_text(text, "dock", &linter, FixOptions::default()).unwrap().text, text);
}

#[test]
fn a_rename_comes_with_its_map_and_is_refused_where_it_would_collide() {
    let text = r#"{"tools": [
        {"name": "getCrate", "inputSchema": {}},
        {"name": "sealCrate", "description": "Use getCrate first.", "inputSchema": {"properties": {"a": {"description": "as `getCrate` says"}}}},
        {"name": "seal_crate", "inputSchema": {}}
    ]}"#;
    let done = fixed(text, FixOptions::default().with_rename(true));
    let [renaming] = done.renamings.as_slice() else { panic!("{:?}", done.renamings) };
    let renamed: Vec<(&str, &str)> =
        renaming.renamed.iter().map(|it| (it.from.as_str(), it.to.as_str())).collect();
    assert_eq!((renaming.server.as_str(), renamed), ("dock", vec![("getCrate", "get_crate")]));
    let refused: Vec<(&str, &str)> =
        renaming.refused.iter().map(|it| (it.from.as_str(), it.why.as_str())).collect();
    assert_eq!(refused, [("sealCrate", "taken")]);
    let mentions: Vec<(&str, &str)> =
        renaming.mentions.iter().map(|it| (it.tool.as_str(), it.pointer.as_str())).collect();
    assert_eq!(
        mentions,
        [("sealCrate", "/description"), ("sealCrate", "/inputSchema/properties/a/description"),]
    );
    assert!(done.text.contains(r#"{"name": "get_crate""#) && done.text.contains("Use getCrate first."));
    assert!(!fixed(text, FixOptions::default()).text.contains("\"get_crate\""));
}

#[test]
fn servers_and_broken_entries_stay_apart() {
    let text = "{\"serverName\": \"a\", \"tools\": [{\"name\": \"x\", \"description\": \"runs\", \"inputSchema\": {\"type\": \"object\"}}, 5]}\n{\"serverName\": \"b\", \"tools\": [{\"name\": \"x\", \"description\": \"runs\", \"inputSchema\": {\"type\": \"object\"}}]}\n";
    let done = fixed(text, FixOptions::default());
    assert_eq!(done.text, text.replace("\"runs\"", "\"Runs\""));
    let servers: Vec<&str> = done.changes.iter().map(|it| it.server.as_str()).collect();
    assert_eq!(servers, ["a", "b"]);
    assert!(fix_text("{}", "dock", &Linter::default(), FixOptions::default()).is_err());
}

fn scores(sets: &[ToolSet]) -> Vec<(String, u8)> {
    let of = |set: &ToolSet| -> Vec<(String, u8)> {
        let tools = sources(set).map(|(place, json)| (place, credit_tool(json.value(), place)));
        tools
            .map(|(place, tool)| (set.tools()[place].name.clone(), score(&tool, &Options::default()).score))
            .collect()
    };
    sets.iter().flat_map(of).collect()
}

/// Calls a function with every so manieth listing of the corpus, and says how many that are; none where there is no
/// corpus.
fn each_listing(step: usize, mut look: impl FnMut(&str, &[ToolSet])) -> usize {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(files) = std::fs::read_dir(folder) else { return 0 };
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let mut count = 0;
    for path in paths.into_iter().step_by(step) {
        let text = std::fs::read_to_string(&path).unwrap();
        let Ok(sets) = ToolSet::parse_servers(&text) else { continue };
        look(&text, &sets);
        count += 1;
    }
    count
}

/// Every fix of every file: it is read again, has the tools that it had, scores no less, and needs no fix any more.
fn fix_the_corpus(step: usize, prepared: impl Fn(&str) -> String, options: FixOptions, at_least: usize) {
    let mut changes = 0;
    let texts = each_listing(step, |text, _| {
        let text = prepared(text);
        let before = ToolSet::parse_servers(&text).unwrap();
        let done = fixed(&text, options);
        assert!(done.is_settled);
        let after = ToolSet::parse_servers(&done.text).unwrap();
        let (old, new) = (scores(&before), scores(&after));
        assert_eq!(old.len(), new.len());
        for ((old_name, old), (new_name, new)) in old.iter().zip(&new) {
            assert_eq!(old_name, new_name);
            assert!(new >= old, "{old_name} {old} {new}");
        }
        // Where nothing was changed, a second fix has nothing else to look at.
        if done.text != text {
            let again = fixed(&done.text, options);
            assert!(again.changes.is_empty() && again.text == done.text);
        }
        changes += done.changes.len();
    });
    assert!(texts == 0 || (texts * step > 50 && changes >= at_least), "{texts} texts, {changes} changes");
}

#[test]
fn whole_listings_are_better_after_safe_fixes_or_the_same() {
    fix_the_corpus(1, str::to_owned, FixOptions::default(), 0);
}

#[test]
fn whole_listings_with_what_is_mended_safely_lose_it() {
    fix_the_corpus(4, spoiled, FixOptions::default(), 1_000);
}

#[test]
fn listings_that_are_laid_out_over_lines_are_tightened_as_well() {
    let laid_out = |text: &str| {
        let listing: serde_json::Value = serde_json::from_str(text).unwrap();
        serde_json::to_string_pretty(&listing).unwrap()
    };
    fix_the_corpus(4, laid_out, FixOptions::default().with_tighten(true), 200);
}

#[test]
fn a_value_is_laid_out_as_its_siblings_whatever_they_say() {
    let text = "[{\n  \"name\": \"get_crate\",\n  \"description\": \"Get a crate.\",\n  \"inputSchema\": {\n    \"title\": \"a: b, [c\",\n    \"properties\": {}\n  }\n}]";
    let expected = text.replace("{}\n", "{},\n    \"type\": \"object\"\n");
    assert_eq!(fixed(text, FixOptions::default()).text, expected);
}

/// A listing whose tools have small first letters, and their schemas under another key and without a type.
fn spoiled(text: &str) -> String {
    let small = |description: &str| {
        let mut letters = description.chars();
        letters.next().map(|first| first.to_lowercase().chain(letters).collect::<String>())
    };
    let sets = ToolSet::parse_servers(text).unwrap();
    let tools = sets.iter().flat_map(|set| sources(set).map(|(_, json)| json));
    splice(
        text,
        tools.map(|json| {
            let tool = json.value();
            let description = tool.get("description").and_then(Value::as_str);
            let description = description.and_then(|description| small(&description));
            let edits = [
                description.map(|text| Edit::Set { pointer: "/description".into(), value: text.into() }),
                tool.pointer("/inputSchema/type")
                    .map(|_| Edit::Remove { pointer: "/inputSchema/type".into() }),
                tool.get("inputSchema")
                    .map(|_| Edit::Rename { pointer: "/inputSchema".into(), key: "input_schema".into() }),
            ];
            let edits: Vec<Edit> = edits.into_iter().flatten().collect();
            (tool.span(), apply(json, &edits).unwrap())
        }),
    )
}

#[test]
fn whole_listings_are_better_after_tightening_or_the_same() {
    fix_the_corpus(1, str::to_owned, FixOptions::default().with_tighten(true), 1_000);
}

#[test]
fn renames_of_whole_listings_lose_no_tool() {
    let nothing: Settings = serde_json::from_str(r#"{"ignore": ["ALL"]}"#).unwrap();
    let linter = Linter::new([&nothing]).unwrap();
    let names = |sets: &[ToolSet]| -> Vec<String> {
        sets.iter().flat_map(ToolSet::tools).map(|tool| tool.name.clone()).collect()
    };
    let distinct = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len();
    let mut count = 0;
    let texts = each_listing(1, |text, before| {
        let done = fix_text(text, "dock", &linter, FixOptions::default().with_rename(true)).unwrap();
        let (old, new) = (names(before), names(&ToolSet::parse_servers(&done.text).unwrap()));
        let all: BTreeMap<&str, &str> = done
            .renamings
            .iter()
            .flat_map(|renaming| &renaming.renamed)
            .map(|renamed| (renamed.from.as_str(), renamed.to.as_str()))
            .collect();
        let expected: Vec<&str> =
            old.iter().map(|name| *all.get(name.as_str()).unwrap_or(&name.as_str())).collect();
        assert_eq!(new, expected);
        assert_eq!(distinct(&new), distinct(&old));
        count += all.len();
    });
    assert!(texts == 0 || count > 100, "{count}");
}

#[test]
fn what_is_turned_off_is_not_mended() {
    let text = |meta: &str| {
        format!(
            r#"{{"name": "list_crates", "description": "list crates.", "parameters": {{"properties": {{"n": {{"type": "string"}}}}}}{meta}}}"#
        )
    };
    let rules = |text: &str, settings: &str| -> Vec<String> {
        let settings: Settings = serde_json::from_str(settings).unwrap();
        let linter = Linter::new([&settings]).unwrap();
        let done = fix_text(text, "dock", &linter, FixOptions::default().with_tighten(true)).unwrap();
        done.changes.into_iter().map(|change| change.rule).collect()
    };
    let (capital, key, kind, open) =
        ("description-not-capitalised", "schema-key", "schema-not-object", "additional-properties-open");
    for (meta, settings, expected) in [
        ("", "{}", &[key, capital, kind, open][..]),
        ("", r#"{"ignore": ["TDQS210"]}"#, &[key, kind, open]),
        ("", r#"{"ignore": ["additional-properties-open"]}"#, &[key, capital, kind]),
        ("", r#"{"ignore": ["TDQS305"]}"#, &["TDQS210"]),
        ("", r#"{"ignore": ["ALL"]}"#, &[]),
        ("", r#"{"select": ["TDQS226", "TDQS305"]}"#, &[key, kind, open]),
        (r#", "_meta": {"tdqs/ignore": ["TDQS210", "TDQS226"]}"#, "{}", &[key, kind]),
        ("", r#"{"overrides": [{"tool": ["list_*"], "ignore": ["TDQS2"]}]}"#, &[key, kind]),
    ] {
        assert_eq!(rules(&text(meta), settings), expected, "{meta} {settings}");
    }
}
