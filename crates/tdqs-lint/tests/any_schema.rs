//! Whatever schema is read: the rules come to an end, find the same twice, and point at places that are there.

use proptest::prelude::*;
use tdqs_lint::{Linter, Settings};
use tdqs_signals::ToolSet;

fn everything() -> Linter {
    let settings: Settings = serde_json::from_str(r#"{"select": ["ALL"]}"#).unwrap();
    Linter::new([&settings]).unwrap()
}

/// Lints a tool with this schema for both parts, and says how many findings there are.
fn check(schema: &str) -> usize {
    let text =
        format!(r#"[{{"name":"a","description":"d","inputSchema":{schema},"outputSchema":{schema}}}]"#);
    let set = ToolSet::parse(&text).unwrap();
    let linter = everything();
    let report = linter.lint("dock", &set);
    assert_eq!(report, linter.lint("dock", &set));
    for finding in &report.findings {
        let places =
            std::iter::once(&finding.location).chain(finding.related.iter().map(|related| &related.location));
        for place in places {
            let value = set.source(place.tool_index).unwrap().value().pointer(&place.pointer);
            assert!(value.is_some(), "{} leads nowhere in {text}", place.pointer);
        }
    }
    report.findings.len()
}

fn schema() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        4 => prop_oneof![
            Just("properties"), Just("items"), Just("anyOf"), Just("oneOf"), Just("allOf"), Just("$defs"), Just("not"),
            Just("if"), Just("then"), Just("prefixItems"), Just("additionalProperties"), Just("patternProperties"),
        ],
        4 => prop_oneof![
            Just("type"), Just("$ref"), Just("required"), Just("enum"), Just("const"), Just("default"),
            Just("examples"), Just("pattern"), Just("$id"), Just("$anchor"), Just("$schema"), Just("nullable"),
        ],
        2 => prop_oneof![
            Just("minimum"), Just("maximum"), Just("exclusiveMinimum"), Just("minLength"), Just("maxItems"),
            Just("minItems"), Just("uniqueItems"), Just("multipleOf"),
        ],
        1 => prop_oneof![Just("a"), Just("some_name"), Just("someName"), Just("some name"), Just("0"), Just("")],
    ];
    let leaf = prop_oneof![
        Just("true"),
        Just("false"),
        Just("null"),
        Just("0"),
        Just("1"),
        Just("9223372036854775807"),
        Just("2.5"),
        Just(r#""string""#),
        Just(r#""object""#),
        Just(r#""array""#),
        Just(r#""int""#),
        Just(r#""a""#),
        Just(r##""#""##),
        Just(r##""#/$defs/a""##),
        Just(r##""#/properties/a""##),
        Just(r##""#a""##),
        Just(r##""#/%zz~2/0""##),
        Just(r#""https://example.org/a""#),
        Just(r#""(""#),
        Just(r#""^[a-z]+$""#),
        Just("[]"),
        Just("{}"),
        Just(r#"["a","a"]"#),
        Just(r#"["string","null"]"#),
    ]
    .prop_map(str::to_owned);
    leaf.prop_recursive(6, 80, 5, move |inner| {
        prop_oneof![
            3 => proptest::collection::vec((key.clone(), inner.clone()), 0..6).prop_map(|members| {
                let members: Vec<String> =
                    members.into_iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
            1 => proptest::collection::vec(inner, 0..4).prop_map(|elements| format!("[{}]", elements.join(","))),
        ]
    })
    .prop_filter("an object", |text| text.starts_with('{'))
}

proptest! {
    #[test]
    fn rules_about_schemas_take_anything(schema in schema()) {
        check(&schema);
    }
}

#[test]
fn deep_schemas_fit_the_stack() {
    for (open, close) in [
        (r#"{"allOf":["#, "]}"),
        (r#"{"anyOf":[{"type":"null"},"#, "]}"),
        (r#"{"default":[],"items":"#, "}"),
        (r#"{"required":["p"],"properties":{"p":"#, "}}"),
        (r#"{"not":"#, "}"),
        (r##"{"$ref":"#/items","items":"##, "}"),
        (r#"{"if":{"required":["q"]},"then":"#, "}"),
        (r#"{"type":"object","stray":"#, "}"),
        (r#"{"const":["#, "]}"),
    ] {
        let levels = 490;
        let deep = format!("{}{{\"pattern\":\"b\"}}{}", open.repeat(levels), close.repeat(levels));
        assert!(check(&deep) >= 1, "{open}");
    }
}

#[test]
fn many_references_into_many_definitions_are_followed_in_time() {
    let count = 20_000;
    let definitions: Vec<String> = (0..count)
        .map(|at| {
            format!(
                r##""d{at}":{{"type":"object","properties":{{"next":{{"$ref":"#/$defs/d{}"}}}}}}"##,
                at + 1
            )
        })
        .collect();
    let schema = format!(r#"{{"type":"object","properties":{{}},"$defs":{{{}}}}}"#, definitions.join(","));
    let text = format!(r#"[{{"name":"a","description":"d","inputSchema":{schema}}}]"#);
    let settings: Settings = serde_json::from_str(r#"{"select": ["TDQS30", "TDQS711"]}"#).unwrap();
    let report = Linter::new([&settings]).unwrap().lint("dock", &ToolSet::parse(&text).unwrap());
    let unresolved: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.rule == "unresolved-reference")
        .map(|finding| finding.location.pointer.as_str())
        .collect();
    assert_eq!(unresolved, ["/inputSchema/$defs/d19999/properties/next/$ref"]);
}
