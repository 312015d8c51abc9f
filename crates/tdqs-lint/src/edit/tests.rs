//! Edits in texts of any layout, against a plain second implementation over a tree.

use std::fmt::Write;

use proptest::prelude::*;
use serde_json::{Value, json};
use tdqs_signals::json::{Array, Json, Object, escape_pointer_segment};

use super::{EditErrorKind, apply, splice};
use crate::Edit;

fn set(pointer: &str, value: Value) -> Edit {
    Edit::Set { pointer: pointer.to_owned(), value }
}

fn insert(pointer: &str, value: Value) -> Edit {
    Edit::Insert { pointer: pointer.to_owned(), value }
}

fn remove(pointer: &str) -> Edit {
    Edit::Remove { pointer: pointer.to_owned() }
}

fn moved(from: &str, to: &str) -> Edit {
    Edit::Move { from: from.to_owned(), to: to.to_owned() }
}

fn rename(pointer: &str, key: &str) -> Edit {
    Edit::Rename { pointer: pointer.to_owned(), key: key.to_owned() }
}

fn edited(text: &str, edits: &[Edit]) -> Result<String, (usize, String, EditErrorKind)> {
    apply(&Json::parse(text).unwrap(), edits).map_err(|error| (error.edit, error.pointer, error.kind))
}

/// The tool that begins at the second brace of a file.
fn edited_in_file(file: &str, edits: &[Edit]) -> String {
    let start = file.match_indices('{').nth(1).unwrap().0;
    let (tool, _) = Json::parse_prefix(&file.into(), start).unwrap();
    splice(file, [(tool.value().span(), apply(&tool, edits).unwrap())])
}

#[test]
fn one_line_stays_one_line() {
    for (text, edit, expected) in [
        (r#"{"a":1}"#, insert("/b", json!({"y": [], "x": [1, 2]})), r#"{"a":1,"b":{"x":[1,2],"y":[]}}"#),
        (r#"{"a": 1}"#, insert("/b", json!({"x": [1, 2]})), r#"{"a": 1, "b": {"x": [1, 2]}}"#),
        (r#"{ "a": 1 }"#, insert("/b", json!({"x": 1})), r#"{ "a": 1, "b": { "x": 1 } }"#),
        (r#"{ "a" :1 , "c" :2 }"#, insert("/b", json!(3)), r#"{ "a" :1 , "c" :2 , "b" :3 }"#),
        (r#"{"a": {}}"#, insert("/a/b", json!(3)), r#"{"a": {"b": 3}}"#),
        (r#"{ "a": {} }"#, insert("/a/b", json!(3)), r#"{ "a": { "b": 3 } }"#),
        (r#"{"a": []}"#, insert("/a/0", json!("x")), r#"{"a": ["x"]}"#),
        (r#"{"a": [1]}"#, insert("/a/0", json!("x")), r#"{"a": ["x", 1]}"#),
        (r#"{"a": [1 ,2]}"#, insert("/a/2", json!("x")), r#"{"a": [1 ,2 ,"x"]}"#),
        (r#"{"a": [1 ,2]}"#, insert("/a/-", json!("x")), r#"{"a": [1 ,2 ,"x"]}"#),
        (r#"{"a": 1.50, "b" : 2}"#, set("/a", json!([1])), r#"{"a": [1], "b" : 2}"#),
        (r#"{"a": 1, "b": 2, "c": 3}"#, remove("/b"), r#"{"a": 1, "c": 3}"#),
        (r#"{"a": 1, "b": 2, "c": 3 }"#, remove("/c"), r#"{"a": 1, "b": 2 }"#),
        (r#"{"a": 1, "b": 2, "a": 3, "a": 4}"#, remove("/a"), r#"{"b": 2}"#),
        (r#"{"a": 1, "b": 2, "a": 3}"#, set("/a", json!(5)), r#"{"a": 1, "b": 2, "a": 5}"#),
        (r#"{ "a": 1 }"#, remove("/a"), "{}"),
        (r#"{"a": [1, 2 ]}"#, remove("/a/0"), r#"{"a": [2 ]}"#),
        (r#"{"a" : 1,"b":2}"#, rename("/a", "é"), r#"{"é" : 1,"b":2}"#),
        (r#"{"\u00e9" : 1}"#, rename("/é", "éü"), r#"{"\u00e9\u00fc" : 1}"#),
        (r#"{"a": {"b": 1e0}, "c": []}"#, moved("/a/b", "/c/0"), r#"{"a": {}, "c": [1e0]}"#),
        (r#"{"a": [1.0 , 2]}"#, set("/a", json!([1, 2])), r#"{"a": [1.0 , 2]}"#),
        (r#"{"a": "x\/y"}"#, set("/a", json!("x/z")), r#"{"a": "x\/z"}"#),
        (r#"{"a": 1}"#, set("", json!(true)), "true"),
    ] {
        assert_eq!(edited(text, std::slice::from_ref(&edit)).as_deref(), Ok(expected), "{text} {edit:?}");
    }
}

#[test]
fn lines_stay_lines() {
    let text = "{\n\t\"a\": {\n\t\t\"b\": 1\n\t},\n\t\"c\": [1, 2],\n\t\"d\": {}\n}";
    for (edit, expected) in [
        (insert("/a/x", json!(true)), text.replace("\"b\": 1", "\"b\": 1,\n\t\t\"x\": true")),
        (
            insert("/x", json!({"k": [], "j": {"i": 1}})),
            text.replace(
                "{}\n}",
                "{},\n\t\"x\": {\n\t\t\"j\": {\n\t\t\t\"i\": 1\n\t\t},\n\t\t\"k\": []\n\t}\n}",
            ),
        ),
        (insert("/x", json!([1])), text.replace("{}\n}", "{},\n\t\"x\": [1]\n}")),
        (insert("/d/x", json!(1)), text.replace("{}", "{\n\t\t\"x\": 1\n\t}")),
        (remove("/c"), text.replace("\n\t\"c\": [1, 2],", "")),
        (remove("/d"), text.replace(",\n\t\"d\": {}", "")),
        (remove("/a/b"), text.replace("{\n\t\t\"b\": 1\n\t}", "{}")),
        (set("/a", json!({"z": null})), text.replace("\"b\": 1", "\"z\": null")),
        (set("/c", json!([])), text.replace("[1, 2]", "[]")),
        (
            moved("/a", "/d/e"),
            "{\n\t\"c\": [1, 2],\n\t\"d\": {\n\t\t\"e\": {\n\t\t\t\"b\": 1\n\t\t}\n\t}\n}".to_owned(),
        ),
    ] {
        assert_eq!(edited(text, std::slice::from_ref(&edit)), Ok(expected), "{edit:?}");
        let windows = text.replace('\n', "\r\n");
        let expected = edited(text, std::slice::from_ref(&edit)).unwrap().replace('\n', "\r\n");
        assert_eq!(edited(&windows, std::slice::from_ref(&edit)), Ok(expected), "{edit:?}");
    }
}

#[test]
fn a_comma_stands_where_the_author_puts_it() {
    let text = "{\n  \"a\": 1\n, \"b\": 2\n}";
    let expected = "{\n  \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}";
    assert_eq!(edited(text, &[insert("/c", json!(3))]).as_deref(), Ok(expected));
}

#[test]
fn a_tool_within_a_file_takes_the_indentation_around_it() {
    let file = "\u{feff}{\n    \"tools\": [\n        {\"name\": \"a\", \"b\": {\n            \"c\": 1\n        }}\n    ]\n}\n";
    let expected = file.replace("\"c\": 1", "\"c\": 1,\n            \"d\": 2");
    assert_eq!(edited_in_file(file, &[insert("/b/d", json!(2))]), expected);
    let file = "{\"tools\": [\r\n  {\r\n    \"b\": {}\r\n  }\r\n]}";
    let expected = file.replace("{}", "{\r\n      \"c\": \"\u{e9}\"\r\n    }");
    assert_eq!(edited_in_file(file, &[insert("/b/c", json!("é"))]), expected);
    let file = r#"{"é\u00e9": [{"b": "\u00e9"}]}"#;
    assert_eq!(edited_in_file(file, &[set("/b", json!("éü"))]), r#"{"é\u00e9": [{"b": "\u00e9ü"}]}"#);
    let file = r#"{"\u00e9": [{"b": "x"}]}"#;
    assert_eq!(edited_in_file(file, &[set("/b", json!("xü"))]), r#"{"\u00e9": [{"b": "x\u00fc"}]}"#);
}

#[test]
fn an_edit_that_cannot_be_made_says_why_and_nothing_is_made() {
    let text = r#"{"a": [1], "b": {"c": 1, "c": 2}, "d": 1}"#;
    for (edit, pointer, kind) in [
        (set("a", json!(1)), "a", EditErrorKind::NotAPointer),
        (set("/x", json!(1)), "/x", EditErrorKind::NotFound),
        (set("/a/1", json!(1)), "/a/1", EditErrorKind::NotFound),
        (insert("/x/y", json!(1)), "/x/y", EditErrorKind::NotFound),
        (insert("/d/y", json!(1)), "/d/y", EditErrorKind::NotAContainer),
        (insert("/d", json!(1)), "/d", EditErrorKind::KeyTaken),
        (insert("/a/2", json!(1)), "/a/2", EditErrorKind::NoSuchIndex),
        (insert("/a/x", json!(1)), "/a/x", EditErrorKind::NoSuchIndex),
        (insert("", json!(1)), "", EditErrorKind::WholeTool),
        (remove(""), "", EditErrorKind::WholeTool),
        (remove("/a/1"), "/a/1", EditErrorKind::NotFound),
        (rename("", "x"), "", EditErrorKind::NotAMember),
        (rename("/a/0", "x"), "/a/0", EditErrorKind::NotAMember),
        (rename("/a", "d"), "/a", EditErrorKind::KeyTaken),
        (rename("/b/c", "x"), "/b/c", EditErrorKind::RepeatedKey),
        (moved("/x", "/y"), "/x", EditErrorKind::NotFound),
        (moved("/b", "/b/x"), "/b/x", EditErrorKind::NotFound),
        (moved("/a", "/d"), "/d", EditErrorKind::KeyTaken),
    ] {
        let edits = [set("/d", json!(2)), edit];
        assert_eq!(edited(text, &edits), Err((1, pointer.to_owned(), kind)), "{edits:?}");
    }
}

#[test]
fn a_thousand_levels_are_edited_without_recursion() {
    let text = format!("{{\"a\": {}1{}}}", "[".repeat(900), "]".repeat(900));
    let pointer = format!("/a{}", "/0".repeat(900));
    let expected = text.replace('1', "2");
    assert_eq!(edited(&text, &[set(&pointer, json!(2))]), Ok(expected));
    let mut deep = json!(1);
    for _ in 0..300 {
        deep = Value::Array(vec![deep]);
    }
    let written = edited("{\"a\": 1}", &[set("/a", deep.clone())]);
    assert_eq!(written, Ok(format!("{{\"a\": {}1{}}}", "[".repeat(300), "]".repeat(300))));
    // Dropping a tree recurses.
    while let Value::Array(mut elements) = deep {
        deep = elements.pop().unwrap_or_default();
    }
}

/// The same edits on a tree.
mod plain {
    use serde_json::Value;

    use crate::Edit;

    fn inside(pointer: &str) -> Option<(&str, String)> {
        let (container, last) = pointer.rsplit_once('/')?;
        Some((container, last.replace("~1", "/").replace("~0", "~")))
    }

    fn insert(tool: &mut Value, pointer: &str, value: Value) -> Option<()> {
        let (container, last) = inside(pointer)?;
        match tool.pointer_mut(container)? {
            Value::Object(members) if !members.contains_key(&last) => {
                members.insert(last, value);
            }
            Value::Array(elements) => {
                let index = if last == "-" { elements.len() } else { last.parse().ok()? };
                (index <= elements.len()).then(|| elements.insert(index, value))?;
            }
            _ => return None,
        }
        Some(())
    }

    fn remove(tool: &mut Value, pointer: &str) -> Option<Value> {
        let (container, last) = inside(pointer)?;
        match tool.pointer_mut(container)? {
            Value::Object(members) => members.remove(&last),
            Value::Array(elements) => {
                let index: usize = last.parse().ok()?;
                (index < elements.len()).then(|| elements.remove(index))
            }
            _ => None,
        }
    }

    pub(super) fn apply(tool: &mut Value, edit: &Edit) -> Option<()> {
        match edit {
            Edit::Set { pointer, value } => value.clone_into(tool.pointer_mut(pointer)?),
            Edit::Insert { pointer, value } => insert(tool, pointer, value.clone())?,
            Edit::Remove { pointer } => drop(remove(tool, pointer)?),
            Edit::Move { from, to } => {
                let value = remove(tool, from)?;
                insert(tool, to, value)?;
            }
            Edit::Rename { pointer, key } => {
                let (container, last) = inside(pointer)?;
                let Value::Object(members) = tool.pointer_mut(container)? else { return None };
                if *key != last && members.contains_key(key) {
                    return None;
                }
                let value = members.remove(&last)?;
                members.insert(key.clone(), value);
            }
        }
        Some(())
    }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i16>().prop_map(|number| f64::from(number).into()),
        "[a-cé😀\"\\\\\n/:, {}\\[\\]]{0,4}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            proptest::collection::btree_map("[a-c~/é:,}]{0,2}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn tools() -> impl Strategy<Value = Value> {
    proptest::collection::btree_map("[a-c~/é:,}]{0,2}", values(), 1..5)
        .prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// Choices, taken one after the other and over again.
struct Choices<'c>(std::iter::Cycle<std::slice::Iter<'c, u8>>);

impl Choices<'_> {
    fn next(&mut self, below: u8) -> u8 {
        self.0.next().copied().unwrap_or_default() % below
    }
}

/// A value in some layout: blanks, line ends and escapes wherever JSON lets them stand.
fn laid_out(value: &Value, choices: &mut Choices<'_>, depth: usize, out: &mut String) {
    let blank = |choices: &mut Choices<'_>| ["", "", " ", "\n  ", "\r\n\t"][usize::from(choices.next(5))];
    let entries: Vec<(Option<&String>, &Value)> = match value {
        Value::Array(elements) => elements.iter().map(|it| (None, it)).collect(),
        Value::Object(members) => members.iter().map(|(key, it)| (Some(key), it)).collect(),
        Value::String(text) => return string_out(text, choices, out),
        Value::Number(number) if choices.next(3) == 0 => {
            return *out += &[number.to_string().as_str(), "e0"].concat();
        }
        scalar => return *out += &scalar.to_string(),
    };
    let lines = choices.next(2) == 0;
    let line = |depth: usize| format!("\n{}", "    ".repeat(depth));
    out.push(if value.is_array() { '[' } else { '{' });
    for (at, (key, value)) in entries.iter().enumerate() {
        if at > 0 {
            *out += blank(choices);
            out.push(',');
        }
        *out += &if lines { line(depth + 1) } else { blank(choices).to_owned() };
        if let Some(key) = key {
            string_out(key, choices, out);
            *out += blank(choices);
            out.push(':');
            *out += blank(choices);
        }
        laid_out(value, choices, depth + 1, out);
    }
    *out += &if lines { line(depth) } else { blank(choices).to_owned() };
    out.push(if value.is_array() { ']' } else { '}' });
}

fn string_out(text: &str, choices: &mut Choices<'_>, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '/' if choices.next(2) == 0 => *out += "\\/",
            '"' => *out += "\\\"",
            '\\' => *out += "\\\\",
            '\n' => *out += "\\n",
            _ if choices.next(4) == 0 => {
                character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .for_each(|unit| write!(out, "\\u{unit:04X}").unwrap());
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

/// Every pointer of a value.
fn pointers(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), value)];
    while let Some((pointer, value)) = waiting.pop() {
        let of = |segment: &str| format!("{pointer}/{}", escape_pointer_segment(segment));
        match value {
            Value::Object(members) => waiting.extend(members.iter().map(|(key, it)| (of(key), it))),
            Value::Array(elements) => {
                waiting.extend(elements.iter().enumerate().map(|(index, it)| (of(&index.to_string()), it)));
            }
            _ => {}
        }
        found.push(pointer);
    }
    found
}

type Draw = (u8, prop::sample::Index, prop::sample::Index, Value);

/// An edit of the tool as it is now; one in some that cannot be made.
fn drawn((kind, at, other, value): &Draw, tool: &Value) -> Edit {
    let all = pointers(tool);
    let (at, other) = (&all[at.index(all.len())], &all[other.index(all.len())]);
    let new = |container: &str| match tool.pointer(container) {
        Some(Value::Array(elements)) => format!("{container}/{}", elements.len() / 2),
        _ => format!("{container}/new"),
    };
    match kind % 7 {
        0 | 1 => set(at, value.clone()),
        2 | 3 => insert(&new(at), value.clone()),
        4 => remove(at),
        5 => moved(at, &new(other)),
        _ => rename(at, "renamed"),
    }
}

fn draws() -> impl Strategy<Value = Vec<Draw>> {
    proptest::collection::vec(
        (any::<u8>(), any::<prop::sample::Index>(), any::<prop::sample::Index>(), values()),
        1..6,
    )
}

fn text_of(tool: &Value, choices: &[u8]) -> String {
    let mut text = String::new();
    laid_out(tool, &mut Choices(choices.iter().cycle()), 0, &mut text);
    assert_eq!(&serde_json::from_str::<Value>(&text).unwrap(), tool);
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Edits in the text are the edits in the tree.
    #[test]
    fn a_text_and_a_tree_are_edited_alike(
        tool in tools(), choices in proptest::collection::vec(any::<u8>(), 1..40), draws in draws(),
    ) {
        let text = text_of(&tool, &choices);
        let (mut expected, mut edits) = (tool, Vec::new());
        let mut failed = None;
        for (number, draw) in draws.iter().enumerate() {
            let edit = drawn(draw, &expected);
            let mut next = expected.clone();
            let made = plain::apply(&mut next, &edit);
            edits.push(edit);
            if made.is_none() {
                failed = Some(number);
                break;
            }
            expected = next;
        }
        match (edited(&text, &edits), failed) {
            (Ok(written), None) => {
                let read: Value = serde_json::from_str(&written).unwrap();
                prop_assert_eq!(read, expected, "{}\n{}\n{:?}", text, written, edits);
            }
            (Err((number, ..)), Some(expected)) => prop_assert_eq!(number, expected),
            (found, failed) => prop_assert!(false, "{:?} {:?}\n{}\n{:?}", found, failed, text, edits),
        }
    }

    /// What an edit does not name keeps its bytes.
    #[test]
    fn nothing_else_is_touched(
        tool in tools(), choices in proptest::collection::vec(any::<u8>(), 1..40), draw in draws(),
    ) {
        let text = text_of(&tool, &choices);
        let edit = drawn(&draw[0], &tool);
        let Ok(written) = edited(&text, std::slice::from_ref(&edit)) else { return Ok(()) };
        let json = Json::parse(text.as_str()).unwrap();
        let shared = |left: &mut dyn Iterator<Item = u8>, right: &mut dyn Iterator<Item = u8>| {
            left.zip(right).take_while(|(left, right)| left == right).count()
        };
        let before = shared(&mut text.bytes(), &mut written.bytes());
        let behind = shared(&mut text.bytes().rev(), &mut written.bytes().rev());
        match &edit {
            Edit::Set { pointer, .. } => {
                let place = json.value().pointer(pointer).unwrap().span();
                prop_assert!(before >= place.start && behind >= text.len() - place.end);
                prop_assert_eq!(edited(&written, std::slice::from_ref(&edit)).unwrap(), written);
            }
            Edit::Insert { pointer, .. } => {
                let (container, _) = pointer.rsplit_once('/').unwrap();
                let container = json.value().pointer(container).unwrap();
                let undone = edited(&written, &[remove(pointer)]).unwrap();
                let is_empty = container.as_object().is_none_or(Object::is_empty)
                    && container.as_array().is_none_or(Array::is_empty);
                if is_empty {
                    let brackets = container.literal().replace([' ', '\n', '\r', '\t'], "");
                    prop_assert_eq!(undone, splice(&text, [(container.span(), brackets)]));
                } else {
                    prop_assert_eq!(undone, text);
                }
            }
            Edit::Remove { .. } => prop_assert!(before + behind >= written.len() && written.len() < text.len()),
            Edit::Rename { pointer, .. } => {
                let (container, last) = pointer.rsplit_once('/').unwrap();
                let key = last.replace("~1", "/").replace("~0", "~");
                let place = json.value().pointer(container).unwrap().as_object().unwrap()
                    .iter().find(|(own, _)| own.is(&key)).unwrap().0.span();
                prop_assert!(before >= place.start && behind >= text.len() - place.end);
            }
            Edit::Move { from, .. } => {
                let literal = json.value().pointer(from).unwrap().literal();
                let plain = |text: &str| text.replace([' ', '\n', '\r', '\t'], "");
                prop_assert!(plain(&written).contains(&plain(literal)));
            }
        }
    }
}
