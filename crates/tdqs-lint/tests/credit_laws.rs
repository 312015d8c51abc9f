//! What holds of both profiles whatever the tool, and of the fixer of profile `contract` above all: the laws at the
//! end of section 8 of the Tool Credit Score.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tdqs_lint::credit::contract::{self, Change, Options, Tier, Tool};
use tdqs_lint::credit::{Finding, Rule, studio};
use tdqs_signals::json::{Json, canonical};

fn one_of(values: &'static [&'static str]) -> BoxedStrategy<Value> {
    prop::sample::select(values).prop_map(Value::from).boxed()
}

fn anything() -> BoxedStrategy<Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i8..100).prop_map(Value::from),
        one_of(&["", "  ", "string", "object", "C-1", "foo", "<x>", "example_a", "Default: 5."]),
        Just(json!([])),
        Just(json!({})),
        Just(json!(["a", "b"])),
        Just(json!({"a": 1})),
    ]
    .boxed()
}

/// An object that has some of these members.
fn some_of(members: Vec<(&'static str, BoxedStrategy<Value>)>) -> BoxedStrategy<Value> {
    let members: Vec<_> = members
        .into_iter()
        .map(|(key, value)| proptest::option::of(value).prop_map(move |value| (key, value)))
        .collect();
    members
        .prop_map(|members| {
            let present = members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
            Value::Object(present.collect::<Map<_, _>>())
        })
        .boxed()
}

fn parameter() -> BoxedStrategy<Value> {
    let plain = some_of(vec![
        ("type", one_of(&["string", "integer", "array", ""])),
        ("description", one_of(&["A label.", " ", "Omit to list all."])),
        ("pattern", one_of(&["^C", "["])),
        ("minimum", (0_i8..9).prop_map(Value::from).boxed()),
    ]);
    let with_values = some_of(vec![
        ("minLength", Just(json!(2)).boxed()),
        ("default", anything()),
        ("examples", Just(json!(["C-1"])).boxed()),
        ("enum", Just(json!(["foo", null])).boxed()),
    ]);
    let leaf = prop_oneof![
        6 => plain,
        2 => with_values,
        1 => Just(json!({"$ref": "#/$defs/D"})),
        1 => Just(json!({"$ref": "#"})),
        1 => Just(json!({"const": 1})),
        1 => anything(),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            some_of(vec![("a", inner.clone().boxed()), ("b", inner.clone().boxed())])
                .prop_map(|properties| json!({ "properties": properties })),
            inner.clone().prop_map(|items| json!({ "items": items })),
            prop::collection::vec(inner, 1..3).prop_map(|branches| json!({ "anyOf": branches })),
        ]
    })
    .boxed()
}

fn schema() -> BoxedStrategy<Value> {
    let properties =
        some_of(vec![("a", parameter()), ("b", parameter()), ("input", parameter()), ("c/d", parameter())]);
    let required = prop_oneof![
        3 => Just(json!(["a"])),
        1 => Just(json!([])),
        1 => Just(json!(["a", "b", "nope"])),
        1 => anything(),
    ];
    some_of(vec![
        ("properties", prop_oneof![9 => properties.clone(), 1 => anything()].boxed()),
        ("type", prop_oneof![3 => Just(json!("object")), 1 => anything()].boxed()),
        ("required", required.boxed()),
        ("$defs", parameter().prop_map(|schema| json!({ "D": schema })).boxed()),
        ("allOf", properties.prop_map(|properties| json!([{ "properties": properties }])).boxed()),
        ("additionalProperties", anything()),
    ])
}

fn examples() -> BoxedStrategy<Value> {
    let example = some_of(vec![
        ("a", anything()),
        ("b", anything()),
        ("input", prop_oneof![Just(json!({"a": "C-1"})), anything()].boxed()),
        ("extra", anything()),
    ]);
    prop_oneof![4 => prop::collection::vec(example, 0..3).prop_map(Value::from), 1 => anything()].boxed()
}

fn tools() -> BoxedStrategy<Value> {
    let names = one_of(&["seal_crate", "getCrate", "delete-crate", "___", "x!"]);
    let descriptions = one_of(&[
        "seals a crate.",
        "Seals a crate. Use it when the crate is full; never use it twice. Returns the crate or an error.",
        "  élan of a crate",
        "ıx of a crate",
        "ß",
        "get_crate seals",
        "todo",
        "在庫数を返します",
        "",
    ]);
    let annotations =
        some_of(vec![("readOnlyHint", anything()), ("destructiveHint", anything()), ("title", anything())]);
    let schema = prop_oneof![5 => schema(), 1 => anything()].boxed();
    some_of(vec![
        ("name", prop_oneof![4 => names, 1 => anything()].boxed()),
        ("description", prop_oneof![5 => descriptions, 1 => anything()].boxed()),
        ("inputSchema", schema.clone()),
        ("input_schema", schema.clone()),
        ("parameters", schema),
        ("examples", examples()),
        ("annotations", annotations),
        ("_meta", anything()),
    ])
}

fn json_of(value: &Value) -> Json {
    Json::parse(value.to_string()).unwrap()
}

fn tree_of(json: &Json) -> Value {
    serde_json::to_value(json.value()).unwrap()
}

/// Whether the schema of a tool accepts a call, as a validator says that knows nothing of tools.
fn accepts(tool: &Json, call: &Value) -> Option<bool> {
    let tool = tree_of(tool);
    let keys = ["inputSchema", "input_schema", "parameters"];
    let schema = keys.into_iter().map(|key| &tool[key]).find(|schema| schema.is_object())?;
    Some(jsonschema::draft202012::new(schema).ok()?.is_valid(call))
}

fn keys(json: &Json) -> Vec<String> {
    json.value().as_object().unwrap().iter().map(|(key, _)| key.text().into_owned()).collect()
}

/// Takes a change back, by its own account.
fn undo(tool: &mut Value, change: &Change) {
    let (around, key) = change.pointer.rsplit_once('/').unwrap();
    let around = tool.pointer_mut(around).unwrap();
    if let Some(elements) = around.as_array_mut() {
        elements[key.parse::<usize>().unwrap()] = tree_of(change.before.as_ref().unwrap());
        return;
    }
    let around = around.as_object_mut().unwrap();
    let after = around.remove(&key.replace("~1", "/").replace("~0", "~")).unwrap();
    if let Some(before) = &change.before {
        around.insert(key.to_owned(), tree_of(before));
    }
    if let Some(from) = &change.moved_from {
        around.insert(from.trim_start_matches('/').to_owned(), after);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn fixing_keeps_its_laws(tool in tools(), calls in prop::collection::vec(examples(), 2)) {
        let original = json_of(&tool);
        let options = Options::default();
        for tier in [Tier::Safe, Tier::Tighten] {
            let fixed = contract::fix(&Tool::of(original.value()), tier, &options);

            // The score never falls, and is the score of what came out.
            prop_assert!(fixed.after.score >= fixed.before.score && fixed.after.uncapped >= fixed.before.uncapped);
            prop_assert_eq!(&fixed.before, &contract::score(&Tool::of(original.value()), &options));
            let Some(result) = fixed.tool else {
                prop_assert!(fixed.changes.is_empty());
                continue;
            };
            prop_assert_eq!(&fixed.after, &contract::score(&Tool::of(result.value()), &options));

            // Fixing twice is fixing once.
            let again = contract::fix(&Tool::of(result.value()), tier, &options);
            prop_assert!(again.tool.is_none(), "{:?}", again.changes);

            // Each change changes something, and with all of them taken back everything is as it was, to the byte of
            // the canonical form.
            let mut undone = tree_of(&result);
            for change in fixed.changes.iter().rev() {
                prop_assert_ne!(change.before.as_ref(), Some(&change.after));
                prop_assert!(change.tier <= tier);
                undo(&mut undone, change);
            }
            prop_assert_eq!(canonical::to_string(json_of(&undone).value()), canonical::to_string(original.value()));

            // Keys keep their order, but for one that moved.
            let moved = fixed.changes.iter().find_map(|change| change.moved_from.as_deref());
            let stays = |key: &String| moved.is_none_or(|from| from != format!("/{key}") && key != "inputSchema");
            let before: Vec<String> = keys(&original).into_iter().filter(stays).collect();
            let after: Vec<String> = keys(&result).into_iter().filter(stays).collect();
            prop_assert_eq!(after, before);

            // What was accepted still is, unless narrowing was asked for. A call is an object.
            let calls = calls.iter().filter_map(Value::as_array).flatten().filter(|call| call.is_object());
            for call in calls.filter(|_| tier == Tier::Safe) {
                if accepts(&original, call) == Some(true) {
                    prop_assert_eq!(accepts(&result, call), Some(true), "{}", call);
                }
            }
        }
    }

    #[test]
    fn scores_agree_with_their_findings(tool in tools()) {
        let json = json_of(&tool);
        let score = contract::score(&Tool::of(json.value()), &Options::default());
        prop_assert!(score.score <= score.uncapped && score.uncapped <= 100);
        prop_assert_eq!(score.uncapped == 100, score.findings.iter().all(|finding| finding.deduction == 0));
        prop_assert!(!score.has_errors() || score.score <= 79);
        for finding in &score.findings {
            prop_assert!(finding.deduction <= finding.deduction_before_cap || finding.index.is_some());
            prop_assert!(finding.places.first().is_none_or(|place| *place == finding.pointer));
            // A pointer leads to the place, or, where something is missing, from what it is missed in.
            let around = finding.pointer.rsplit_once('/').map_or("", |(around, _)| around);
            prop_assert!(json.value().pointer(around).is_some(), "{} {}", finding.rule, finding.pointer);
        }
        prop_assert!(score.findings.is_sorted_by_key(Finding::category));
    }

    #[test]
    fn the_studio_scores_or_says_where_it_stumbles(tool in tools()) {
        let json = json_of(&tool);
        match studio::score(&studio::Found::of(json.value())) {
            Ok(score) => prop_assert_eq!(score.score, score.uncapped),
            Err(crash) => prop_assert!(json.value().pointer(&crash.pointer).is_some(), "{}", crash),
        }
        if let Ok(fixed) = studio::fix(json.value()) {
            prop_assert!(studio::score(&studio::Found::of(fixed.tool.value())).is_ok());
        }
    }
}

#[test]
fn tightening_is_taken_back_where_an_example_would_suffer() {
    let tool = json_of(&json!({
        "name": "list_crates",
        "inputSchema": {
            "type": "object",
            "properties": {"label": {"pattern": "^C", "description": "A label."}, "count": {"minimum": 1}},
        },
        "examples": [{"label": 5, "count": 2, "more": true}],
    }));
    let fixed = contract::fix(&Tool::of(tool.value()), Tier::Tighten, &Options::default());
    let pointers: Vec<&str> = fixed.changes.iter().map(|change| change.pointer.as_str()).collect();
    assert_eq!(pointers, ["/inputSchema/properties/count/type"]);
}

#[test]
fn tightening_types_what_one_type_alone_explains() {
    let types = json!({
        "a": {"pattern": "^C"}, "b": {"multipleOf": 2, "default": 4}, "c": {"items": {}}, "d": {"required": ["x"]},
        "none": {}, "two": {"pattern": "x", "minimum": 1}, "value": {"pattern": "x", "default": 5},
        "listed": {"pattern": "x", "enum": ["x"]}, "other": {"minItems": 1}, "mixed": {"maxLength": 3, "minItems": 1},
    });
    let tool = json_of(&json!({"name": "list_crates", "inputSchema": {"properties": types}}));
    let fixed = contract::fix(&Tool::of(tool.value()), Tier::Tighten, &Options::default());
    let changes: Vec<String> =
        fixed.changes.iter().map(|change| format!("{} {:?}", change.pointer, change.after)).collect();
    assert_eq!(
        changes,
        [
            "/inputSchema/type \"object\"",
            "/inputSchema/properties/a/type \"string\"",
            "/inputSchema/properties/b/type \"number\"",
            "/inputSchema/properties/c/type \"array\"",
            "/inputSchema/properties/d/type \"object\"",
            "/inputSchema/additionalProperties false",
        ]
    );
    assert!(fixed.changes.iter().all(|change| change.rule != Rule::SchemaKey));
}

#[test]
fn what_asks_for_members_that_it_does_not_declare_is_not_closed() {
    for (more, is_closed) in [
        (json!({"required": ["a"]}), true),
        (json!({"required": ["a", "b"]}), false),
        (json!({"dependentRequired": {"a": ["b"]}}), false),
        (json!({"dependentRequired": {"a": ["a"]}}), true),
        (json!({"dependentSchemas": {"a": {"required": ["b"]}}}), false),
        (json!({"minProperties": 2}), false),
        (json!({"minProperties": 1}), true),
    ] {
        let mut schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let tool = json_of(&json!({"name": "list_crates", "inputSchema": schema}));
        let fixed = contract::fix(&Tool::of(tool.value()), Tier::Tighten, &Options::default());
        assert_eq!(!fixed.changes.is_empty(), is_closed, "{schema}");
    }
}

#[test]
fn what_a_chat_api_wraps_keeps_its_key() {
    let text = r#"[{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}]"#;
    let json = contract::parse(text).unwrap();
    let listing = contract::read(json.value()).unwrap();
    assert!(contract::fix(&listing.tools[0], Tier::Safe, &Options::default()).changes.is_empty());
}

#[test]
fn a_thousand_levels_are_scored_and_fixed() {
    let deep = |open: &str, close: &str| {
        let levels = 990 / open.matches(['{', '[']).count();
        format!("{}{{}}{}", open.repeat(levels), close.repeat(levels))
    };
    for schema in [
        deep(r#"{"properties":{"a":"#, "}}"),
        deep(r#"{"items":"#, "}"),
        deep(r#"{"anyOf":["#, "]}"),
        deep(r#"{"allOf":["#, "]}"),
    ] {
        let text = format!(
            r#"{{"name":"a","parameters":{schema},"examples":[{schema}],"annotations":{schema},"inputSchema":1}}"#
        );
        let json = Json::parse(text).unwrap();
        let fixed = contract::fix(&Tool::of(json.value()), Tier::Tighten, &Options::default());
        assert!(!fixed.changes.is_empty());
        assert!(studio::score(&studio::Found::of(json.value())).is_ok());
        let own = json.source_text().replace(r#","inputSchema":1"#, "");
        assert!(studio::fix(Json::parse(own).unwrap().value()).is_ok());
    }
}
