//! The walk as the specification tells it: recursion and nothing else. The tests hold the real one
//! against it. Never call it on a schema that could be large.

use std::collections::HashMap;

use crate::SpecVersion;

type Schema = serde_json::Value;

/// `[required fields, depth, union choices]`
pub(super) fn walk(root: &Schema, edition: SpecVersion) -> [u32; 3] {
    let top = if edition == SpecVersion::V1_1Draft {
        resolve_chain(root, root, &mut Vec::new())
    } else {
        Some(root)
    };
    if !top.is_some_and(has_properties) {
        return [0; 3];
    }
    visit(root, root, 0, &[], edition)
}

fn has_properties(schema: &Schema) -> bool {
    schema["properties"].as_object().is_some_and(|properties| !properties.is_empty())
}

fn resolve<'s>(root: &'s Schema, reference: &str) -> Option<&'s Schema> {
    let (container, name) = reference.strip_prefix("#/")?.split_once('/')?;
    if !["$defs", "definitions"].contains(&container) {
        return None;
    }
    root.get(container)?.get(name).filter(|schema| schema.is_object())
}

fn resolve_chain<'s>(root: &'s Schema, schema: &'s Schema, path: &mut Vec<String>) -> Option<&'s Schema> {
    let Some(reference) = schema["$ref"].as_str() else { return Some(schema) };
    if path.iter().any(|seen| seen == reference) {
        return None;
    }
    path.push(reference.to_owned());
    resolve_chain(root, resolve(root, reference)?, path)
}

fn visit(root: &Schema, schema: &Schema, depth: u32, path: &[String], edition: SpecVersion) -> [u32; 3] {
    let nothing = [0, depth, 0];
    if !schema.is_object() {
        return nothing;
    }
    let mut path = path.to_vec();
    let schema = if edition == SpecVersion::V1_1Draft {
        match resolve_chain(root, schema, &mut path) {
            Some(schema) => schema,
            None => return nothing,
        }
    } else if let Some(reference) = schema["$ref"].as_str() {
        if path.iter().any(|seen| seen == reference) {
            return nothing;
        }
        path.push(reference.to_owned());
        match resolve(root, reference) {
            Some(schema) => schema,
            None => return nothing,
        }
    } else {
        schema
    };
    let visit = |schema: &Schema, depth| visit(root, schema, depth, &path, edition);
    let [mut fields, mut deepest, mut unions] = nothing;
    let mut add = |visited: [u32; 3]| {
        fields += visited[0];
        deepest = deepest.max(visited[1]);
        unions += visited[2];
    };
    if has_properties(schema) && depth < 10 {
        add([0, depth + 1, 0]);
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Schema::as_str) {
            add([1, 0, 0]);
            if let Some(property) = schema["properties"].get(name) {
                add(visit(property, depth + 1));
            }
        }
    }
    add(visit(&schema["items"], depth));
    for part in schema["allOf"].as_array().into_iter().flatten() {
        add(visit(part, depth));
    }
    add([0, visit(&schema["not"], depth)[1], 0]);
    for keyword in ["oneOf", "anyOf"] {
        let branches: Vec<&Schema> =
            schema[keyword].as_array().into_iter().flatten().filter(|b| !is_null(b)).collect();
        let visits: Vec<[u32; 3]> = branches.iter().map(|branch| visit(branch, depth)).collect();
        let mut widest: Option<[u32; 3]> = None;
        for visited in &visits {
            if widest.is_none_or(|widest| visited[0] > widest[0]) {
                widest = Some(*visited);
            }
            add([0, visited[1], if edition == SpecVersion::V1_1Draft { visited[2] } else { 0 }]);
        }
        if let Some(widest) = widest {
            add([widest[0], 0, if edition == SpecVersion::V1_1Draft { 0 } else { widest[2] }]);
        }
        add([0, 0, u32::try_from(branches.len()).unwrap().saturating_sub(1)]);
    }
    [fields, deepest, unions]
}

fn is_null(schema: &Schema) -> bool {
    schema["type"] == "null" || schema["type"] == serde_json::json!(["null"])
}

mod properties {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::json::Json;
    use crate::required_subtree;

    const NAMES: [&str; 4] = ["a", "b", "c", "ghost"];

    /// A schema a few levels deep whose references go to `D0` to `D3` of the root, or nowhere.
    fn schema() -> impl Strategy<Value = Schema> {
        let leaf = prop_oneof![
            4 => Just(json!({"type": "string"})),
            2 => Just(json!({"type": "null"})),
            1 => Just(json!(true)),
            1 => Just(json!({"type": ["null"]})),
            1 => Just(json!({"required": ["a"], "properties": {}})),
            6 => (0..5_u8).prop_map(|n| json!({"$ref": format!("#/$defs/D{n}")})),
            1 => Just(json!({"$ref": "#/$defs/D1", "properties": {"a": {}}, "required": ["a"]})),
        ];
        leaf.prop_recursive(4, 16, 4, |inner| {
            let object = (
                proptest::collection::vec(inner.clone(), 0..4),
                proptest::collection::vec(0..NAMES.len(), 0..5),
            )
                .prop_map(|(schemas, required)| {
                    let properties: HashMap<&str, Schema> = NAMES.into_iter().zip(schemas).collect();
                    let required: Vec<&str> = required.into_iter().map(|name| NAMES[name]).collect();
                    json!({"properties": properties, "required": required})
                });
            let keyword = (
                prop::sample::select(vec!["oneOf", "anyOf", "allOf"]),
                proptest::collection::vec(inner.clone(), 0..4),
            )
                .prop_map(|(keyword, schemas)| json!({keyword: schemas}));
            let single = (prop::sample::select(vec!["items", "not"]), inner.clone())
                .prop_map(|(keyword, schema)| json!({keyword: schema}));
            prop_oneof![
                object.clone(),
                keyword.clone(),
                single,
                (object, keyword).prop_map(|(mut left, right)| {
                    left.as_object_mut().unwrap().extend(right.as_object().unwrap().clone());
                    left
                })
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 1_500 } else { 20_000 }))]

        #[test]
        fn the_walk_gives_the_numbers_of_plain_recursion(
            root in schema(),
            definitions in proptest::collection::vec(schema(), 4),
        ) {
            let mut root = root;
            if let Some(object) = root.as_object_mut() {
                let definitions: serde_json::Map<String, Schema> =
                    definitions.into_iter().enumerate().map(|(n, schema)| (format!("D{n}"), schema)).collect();
                object.insert("$defs".to_owned(), definitions.into());
            }
            let json = Json::try_from(&root).unwrap();
            for edition in SpecVersion::ALL {
                let found = required_subtree(Some(json.value()), edition);
                let found = [found.required_field_count, found.schema_depth, found.union_choice_count];
                prop_assert_eq!(found, walk(&root, edition), "{} of {}", edition, root);
            }
        }
    }
}
