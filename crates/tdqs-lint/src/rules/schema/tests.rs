//! The parts that rules of this group share.

use proptest::prelude::*;
use tdqs_signals::ToolSet;
use tdqs_signals::json::Json;

use super::validation::Validation;
use super::verdict::{Verdict, verdict};
use crate::context::{Part, ToolContext, Types};
use crate::{Linter, Settings};

/// Looks at the tool whose argument `x` has a schema and a default.
fn with_default<T>(schema: &str, value: &str, look: impl Fn(&ToolContext<'_>) -> T) -> T {
    let text = format!(
        r#"{{"name":"a","inputSchema":{{"type":"object","properties":{{"x":{schema}}},"y":{value}}}}}"#
    );
    let (json, _) = Json::parse_prefix(&text.into(), 0).unwrap();
    look(&ToolContext::new(0, &json, tdqs_signals::SpecVersion::default()).unwrap())
}

/// Whether the schema takes the value, where that is told.
fn judged(schema: &str, value: &str) -> Option<bool> {
    with_default(schema, value, |tool| {
        let root = tool.input_schema().unwrap();
        let schema = root.get("properties").and_then(|map| map.get("x")).unwrap();
        match verdict(tool, schema, root.get("y").unwrap().value()) {
            Verdict::Accepted => Some(true),
            Verdict::Refused(_) => Some(false),
            Verdict::Open => None,
        }
    })
}

fn refusal(schema: &str, value: &str) -> Option<String> {
    with_default(schema, value, |tool| {
        let root = tool.input_schema().unwrap();
        let schema = root.get("properties").and_then(|map| map.get("x")).unwrap();
        Validation::of(tool).refusal(schema, root.get("y").unwrap().value())
    })
}

#[test]
fn what_cannot_be_told_refuses_nothing() {
    for schema in [
        r##"{"$ref":"#/nowhere"}"##,
        r#"{"$ref":"https://example.org/a.json"}"#,
        r#"{"pattern":"("}"#,
        r#"{"type":"strang"}"#,
        r##"{"$ref":"#/properties/x"}"##,
        r##"{"allOf":[{"$ref":"#/properties/x"},{"pattern":"b"}]}"##,
        r##"{"anyOf":[{"$ref":"#/properties/x"},{"not":{"$ref":"#/properties/x"}}]}"##,
    ] {
        assert_eq!(refusal(schema, r#""a""#), None, "{schema}");
    }
}

/// Each of these has several places, names or keys of which a map decides the order: two ways of writing the same get
/// the same reason.
#[test]
fn a_reason_hangs_on_no_order() {
    for (schema, turned, value, expected) in [
        (
            r#"{"not":{"type":"object","required":["b"]}}"#,
            r#"{"not":{"required":["b"],"type":"object"}}"#,
            r#"{"b":1}"#,
            "`not` takes it",
        ),
        (
            r#"{"patternProperties":{"^b":{}},"unevaluatedProperties":false}"#,
            r#"{"unevaluatedProperties":false,"patternProperties":{"^b":{}}}"#,
            r#"{"d":1,"c":2}"#,
            "it has `c`, which is no property",
        ),
        (
            r#"{"dependentRequired":{"d":["e"],"c":["f"]}}"#,
            r#"{"dependentRequired":{"c":["f"],"d":["e"]}}"#,
            r#"{"d":1,"c":2}"#,
            "`e` is required",
        ),
        (
            r#"{"patternProperties":{"^d":{"type":["string","null"]},"^c":{"pattern":"^[0-9]+$"}}}"#,
            r#"{"patternProperties":{"^c":{"pattern":"^[0-9]+$"},"^d":{"type":["null","string"]}}}"#,
            r#"{"d":1,"c":"x"}"#,
            "it does not match the pattern `^[0-9]+$` (at /c)",
        ),
        (
            r#"{"contains":{"const":{"b":1,"a":2}},"minContains":2}"#,
            r#"{"minContains":2,"contains":{"const":{"a":2,"b":1}}}"#,
            "[1]",
            "`contains` does not take it",
        ),
        (
            r#"{"propertyNames":{"pattern":"^[a-z]$"},"anyOf":[{"multipleOf":2},{"uniqueItems":true}]}"#,
            r#"{"anyOf":[{"multipleOf":2},{"uniqueItems":true}],"propertyNames":{"pattern":"^[a-z]$"}}"#,
            r#"{"D1":1,"C1":2}"#,
            "one of its names is none that `propertyNames` takes",
        ),
    ] {
        assert_eq!(refusal(schema, value).as_deref(), Some(expected), "{schema}");
        assert_eq!(refusal(turned, value).as_deref(), Some(expected), "{turned}");
    }
}

#[test]
fn a_diamond_of_references_ends() {
    let branches = |to: usize| format!(r##"{{"$ref":"#/properties/x/$defs/{to}"}}"##);
    let defs: Vec<String> = (0..40)
        .map(|at| format!(r#""{at}":{{"allOf":[{},{}]}}"#, branches(at + 1), branches(at + 1)))
        .collect();
    let schema = format!(
        r##"{{"$ref":"#/properties/x/$defs/0","$defs":{{{},"40":{{"pattern":"b"}}}}}}"##,
        defs.join(",")
    );
    assert_eq!(refusal(&schema, r#""a""#), None);
}

#[test]
fn a_reference_is_followed_before_a_value_is_refused() {
    let schema = r##"{"$ref":"#/properties/x/$defs/a~1b%20c","$defs":{"a/b c":{"pattern":"^b"}}}"##;
    assert_eq!(refusal(schema, r#""b""#), None);
    assert!(refusal(schema, r#""a""#).is_some());
}

#[test]
fn depth_ends_before_the_stack_does() {
    for levels in [40, 90, 300] {
        let list = format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        _ = refusal(r##"{"uniqueItems":true,"items":{"$ref":"#/properties/x"}}"##, &list);
        let deep = format!("{}{{\"pattern\":\"b\"}}{}", r#"{"not":"#.repeat(levels), "}".repeat(levels));
        _ = refusal(&deep, r#""a""#);
        // Each definition leads to the next.
        let defs: Vec<String> = (0..levels)
            .map(|at| format!(r##""{at}":{{"not":{{"$ref":"#/properties/x/$defs/{}"}}}}"##, at + 1))
            .collect();
        let chain = format!(
            r##"{{"$ref":"#/properties/x/$defs/0","$defs":{{{},"{levels}":{{"pattern":"b"}}}}}}"##,
            defs.join(",")
        );
        _ = refusal(&chain, r#""a""#);
    }
}

#[test]
fn types_admit_what_json_schema_says() {
    for (types, value, is_admitted) in [
        (r#""integer""#, "2.0", true),
        (r#""integer""#, "2.5", false),
        (r#""number""#, "2", true),
        (r#"["string","null"]"#, "null", true),
        (r#""object""#, "[]", false),
        (r#""boolean""#, "0", false),
    ] {
        let schema = format!(r#"{{"type":{types}}}"#);
        let found = with_default(&schema, value, |tool| {
            let root = tool.input_schema().unwrap();
            let schema = root.get("properties").and_then(|map| map.get("x")).unwrap();
            Types::of(schema).unwrap().admit(root.get("y").unwrap().value())
        });
        assert_eq!(found, is_admitted, "{types} {value}");
    }
}

/// The codes of what is found in a tool with these arguments.
fn found(schema: &str, select: &str) -> Vec<String> {
    let text = format!(r#"{{"name":"a","description":"d","inputSchema":{schema}}}"#);
    let settings: Settings = serde_json::from_str(&format!(r#"{{"select":["{select}"]}}"#)).unwrap();
    let report = Linter::new([&settings]).unwrap().lint("dock", &ToolSet::parse(&text).unwrap());
    report
        .findings
        .iter()
        .map(|finding| format!("{} {}", finding.location.pointer, finding.message))
        .collect()
}

#[test]
fn each_document_within_a_schema_has_its_own_root() {
    let inner = r##"{"type":"object","properties":{"x":{"$id":"https://example.org/x","properties":{"y":{"$ref":"#/$defs/Y"}},"$defs":{"Y":{"type":"string"}}}}}"##;
    assert_eq!(found(inner, "unresolved-reference"), [""; 0]);
    let outer = inner.replace(r#""$id":"https://example.org/x","#, "");
    assert_eq!(found(&outer, "unresolved-reference").len(), 1);
}

#[test]
fn what_leads_only_to_a_circle_is_not_on_it() {
    let schema = r##"{"type":"object","properties":{"x":{"$ref":"#/$defs/A"}},"required":["x"],"$defs":{
        "A":{"type":"object","properties":{"b":{"$ref":"#/$defs/B"}},"required":["b"]},
        "B":{"type":"object","properties":{"c":{"oneOf":[{"$ref":"#/$defs/C"}]}},"required":["c"]},
        "C":{"allOf":[{"$ref":"#/$defs/B"}]}}}"##;
    let found = found(schema, "endless-recursion");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("/inputSchema/$defs/"), "{found:?}");
    assert!(!found[0].starts_with("/inputSchema/$defs/A"), "{found:?}");
}

/// Whether a schema has a finite value of at most so many levels: the definition, by plain recursion.
fn has_value_within(root: &serde_json::Value, schema: &serde_json::Value, levels: usize) -> bool {
    let Some(less) = levels.checked_sub(1) else { return false };
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        if !has_value_within(root, target, less) {
            return false;
        }
    }
    let all =
        schema["allOf"].as_array().into_iter().flatten().all(|branch| has_value_within(root, branch, less));
    let any = schema["anyOf"]
        .as_array()
        .is_none_or(|branches| branches.iter().any(|branch| has_value_within(root, branch, less)));
    let required = schema["required"].as_array().into_iter().flatten().all(|name| {
        schema["properties"].get(name.as_str().unwrap()).is_none_or(|own| has_value_within(root, own, less))
    });
    all && any && required
}

fn schemas() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::json;
    let leaf = prop_oneof![
        (0..4usize).prop_map(|at| json!({ "$ref": format!("#/$defs/{at}") })),
        Just(json!({ "type": "string" })),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let branches = proptest::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            branches.clone().prop_map(|branches| json!({ "allOf": branches })),
            branches.prop_map(|branches| json!({ "anyOf": branches })),
            (inner, any::<bool>()).prop_map(|(member, is_required)| {
                let required = if is_required { vec!["m"] } else { Vec::new() };
                json!({ "type": "object", "properties": { "m": member }, "required": required })
            }),
        ]
    })
}

proptest! {
    #[test]
    fn endless_is_what_has_no_value_of_any_depth(defs in proptest::collection::vec(schemas(), 4)) {
        let defs: serde_json::Map<String, serde_json::Value> =
            defs.into_iter().enumerate().map(|(at, schema)| (at.to_string(), schema)).collect();
        let root = serde_json::json!({ "type": "object", "properties": {}, "$defs": defs });
        // Four definitions of few parts: what has a value at all has one of few levels.
        let is_endless = !root["$defs"].as_object().unwrap().values().all(|schema| has_value_within(&root, schema, 20));
        let found = found(&root.to_string(), "endless-recursion");
        prop_assert_eq!(!found.is_empty(), is_endless, "{}", root);
    }

    #[test]
    fn a_verdict_is_that_of_a_validator(
        schema in prop_oneof![
            Just(r#"{"type":"integer","minimum":1,"maximum":3}"#), Just(r#"{"enum":[1,"a",null,[1]]}"#),
            Just(r#"{"type":["string","null"],"minLength":1,"maxLength":2}"#),
            Just(r#"{"anyOf":[{"type":"string"},{"type":"number","exclusiveMinimum":0}]}"#),
            Just(r#"{"oneOf":[{"type":"integer"},{"minimum":2}]}"#), Just(r#"{"const":{"a":1.0}}"#),
            Just(r#"{"type":"array","items":{"type":"integer"},"maxItems":1}"#),
            Just(r#"{"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#),
            Just(r#"{"allOf":[{"type":"object"},{"minProperties":1}]}"#), Just("true"), Just("false"),
        ],
        value in prop_oneof![
            Just("null"), Just("0"), Just("1"), Just("2.0"), Just("2.5"), Just(r#""""#), Just(r#""a""#),
            Just(r#""\u00e9\ud83d\ude00""#), Just("[]"), Just("[1]"), Just("[1,2]"), Just(r#"["a"]"#), Just("{}"),
            Just(r#"{"a":1}"#), Just(r#"{"a":"b"}"#), Just(r#"{"a":"b","c":1}"#), Just("true"),
        ],
    ) {
        let validator = jsonschema::draft202012::new(&serde_json::from_str(schema).unwrap()).unwrap();
        let is_valid = validator.is_valid(&serde_json::from_str(value).unwrap());
        prop_assert!(judged(schema, value).is_none_or(|takes| takes == is_valid), "{} {}", schema, value);
        prop_assert_eq!(refusal(schema, value).is_none(), is_valid, "{} {}", schema, value);
    }
}

#[test]
fn both_parts_are_looked_at() {
    let text = r#"{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"x":{"type":"strin"}}}}"#;
    let (json, _) = Json::parse_prefix(&text.into(), 0).unwrap();
    let tool = ToolContext::new(0, &json, tdqs_signals::SpecVersion::default()).unwrap();
    assert_eq!(tool.all_schemas().filter(|schema| schema.part() == Part::Output).count(), 2);
    assert_eq!(tool.keywords("type").count(), 3);
    assert_eq!(tool.keywords("no such keyword").count(), 0);
}
