//! Does the walk give the numbers of plain recursion?

use std::collections::HashMap;

use proptest::prelude::*;
use serde_json::json;

use super::plain::walk;
use super::required_subtree;
use crate::SpecVersion;
use crate::json::Json;

type Schema = serde_json::Value;

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
        let object =
            (proptest::collection::vec(inner.clone(), 0..4), proptest::collection::vec(0..NAMES.len(), 0..5))
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
            prop_assert_eq!(found, walk(&root, edition, u32::MAX).unwrap(), "{} of {}", edition, root);
        }
    }
}
