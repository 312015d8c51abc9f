//! Reading, canonical form and pretty form, held against plain implementations over `serde_json`.

mod plain;

use proptest::prelude::*;
use serde_json::{Map, Value};
use tdqs_signals::json::{Document, canonical, pretty};
use tdqs_signals::{InputHash, ToolDefinition, ToolSet};

/// JSON values with the texts and numbers that writers disagree about.
fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i32>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(vec![0.1, 1e21, 1e-7, 5e-324, -0.0, 1.5e300, 123_456_789_012_345_680_000.0])
            .prop_map(Value::from),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number,
        key().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((key(), inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,3}",
        "[0-9]{1,11}",
        "\\PC{0,6}",
        proptest::collection::vec(any::<char>(), 0..6).prop_map(String::from_iter),
        prop::sample::select(vec!["\u{e000}", "😀", "\u{0}", "\u{1f}\"\\/", "\u{7f}\u{2028}"])
            .prop_map(str::to_owned),
    ]
}

/// The same JSON with every character of every string as an escape, and with white space between tokens.
fn escaped(value: &Value) -> String {
    let string = |text: &str| -> String {
        let units = text.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
        format!("\"{}\"", units.collect::<String>())
    };
    match value {
        Value::String(text) => string(text),
        Value::Array(elements) => {
            format!("[ {}\t]", elements.iter().map(escaped).collect::<Vec<_>>().join(" ,\r\n"))
        }
        Value::Object(object) => {
            let entries: Vec<_> =
                object.iter().map(|(key, value)| format!("{} : {}", string(key), escaped(value))).collect();
            format!("{{ {} }}", entries.join(" , "))
        }
        other => other.to_string(),
    }
}

proptest! {
    #[test]
    fn what_is_read_is_what_serde_json_reads(value in value()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap(), escaped(&value)] {
            let document = Document::parse(text.as_str()).unwrap();
            prop_assert_eq!(document.problems(), []);
            prop_assert_eq!(plain::canonical(&serde_json::to_value(document.root()).unwrap()), plain::canonical(&value));
        }
    }

    #[test]
    fn the_canonical_form_is_that_of_the_plain_writer(value in value()) {
        let expected = plain::canonical(&value);
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap(), escaped(&value)] {
            let document = Document::parse(text.as_str()).unwrap();
            prop_assert_eq!(canonical::to_string(document.root()), expected.as_str());
        }
    }

    #[test]
    fn canonical_text_is_its_own_canonical_form(value in value()) {
        let once = canonical::to_string(Document::parse(value.to_string()).unwrap().root());
        let twice = canonical::to_string(Document::parse(once.as_str()).unwrap().root());
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn the_pretty_form_is_that_of_the_plain_writer(value in value()) {
        let text = value.to_string();
        let document = Document::parse(text.as_str()).unwrap();
        // The order of keys is the author's: that of the text, not of whatever map serde_json has.
        let expected = plain::pretty(&value, 0);
        prop_assert_eq!(pretty::to_string(document.root()), expected);
    }

    #[test]
    fn the_order_of_keys_never_moves_a_hash(schema in value(), annotations in value()) {
        let tool = |fields: [(&str, String); 4]| {
            let fields = fields.map(|(key, value)| format!("{}:{value}", plain::quoted(key)));
            ToolDefinition::from_json(&format!("{{{}}}", fields.join(","))).ok().map(|tool| InputHash::of(&tool))
        };
        let fields = [
            ("name", plain::quoted("a")),
            ("description", plain::quoted("b")),
            ("inputSchema", schema.to_string()),
            ("annotations", annotations.to_string()),
        ];
        let mut reversed = fields.clone();
        reversed.reverse();
        let mut respelt = fields.clone();
        respelt[2].1 = escaped(&schema);
        prop_assert_eq!(tool(fields.clone()), tool(reversed));
        prop_assert_eq!(tool(fields), tool(respelt));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,64}", bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        _ = ToolSet::parse(&text);
        _ = ToolSet::parse_bytes(&bytes);
    }

    #[test]
    fn what_serde_json_refuses_is_refused(mut text in value().prop_map(|value| value.to_string()), at in any::<prop::sample::Index>(), with in "[\\[\\]{},:\"0-9a-z\\\\ ]") {
        let place = (0..=at.index(text.len())).rev().find(|place| text.is_char_boundary(*place)).unwrap();
        text.insert_str(place, &with);
        let theirs = serde_json::from_str::<Value>(&text);
        let ours = Document::parse(text.as_str());
        // serde_json refuses lone surrogates and numbers out of range as well; to us those are problems.
        let ours_is_clean = ours.as_ref().is_ok_and(|document| document.problems().iter().all(|problem| {
            matches!(problem.kind, tdqs_signals::json::ProblemKind::RepeatedKey { .. })
        }));
        prop_assert_eq!(theirs.is_ok(), ours_is_clean, "{}: {:?} {:?}", text, theirs.err(), ours.err());
    }
}
