//! Reading, canonical form and pretty form, held against plain implementations over `serde_json`.

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

/// `Number::toString` of ECMAScript, from the digits and the exponent that Rust prints.
fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let printed = format!("{:e}", value.abs());
    let (mantissa, exponent) = printed.split_once('e').unwrap();
    let digits = mantissa.replace('.', "");
    let (k, n) = (i32::try_from(digits.len()).unwrap(), exponent.parse::<i32>().unwrap() + 1);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap());
    let at = |place: i32| usize::try_from(place).unwrap();
    let text = if k <= n && n <= 21 {
        format!("{digits}{}", zeros(n - k))
    } else if 0 < n && n <= 21 {
        format!("{}.{}", &digits[..at(n)], &digits[at(n)..])
    } else if -6 < n && n <= 0 {
        format!("0.{}{digits}", zeros(-n))
    } else {
        let point = if k == 1 { "" } else { "." };
        let sign = if n > 0 { '+' } else { '-' };
        format!("{}{point}{}e{sign}{}", &digits[..1], &digits[1..], (n - 1).abs())
    };
    if value < 0.0 { format!("-{text}") } else { text }
}

fn quoted(text: &str) -> String {
    // serde_json escapes exactly what ECMAScript does.
    serde_json::to_string(text).unwrap()
}

fn plain_canonical(value: &Value) -> String {
    match value {
        Value::Number(found) => number(found.as_f64().unwrap()),
        Value::String(text) => quoted(text),
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(plain_canonical).collect::<Vec<_>>().join(","))
        }
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_by_key(|(key, _)| key.encode_utf16().collect::<Vec<_>>());
            let entries: Vec<_> = entries
                .into_iter()
                .map(|(key, value)| format!("{}:{}", quoted(key), plain_canonical(value)))
                .collect();
            format!("{{{}}}", entries.join(","))
        }
        other => other.to_string(),
    }
}

fn plain_pretty(value: &Value, indent: usize) -> String {
    let (open, close, entries): (_, _, Vec<String>) = match value {
        Value::Number(found) => return number(found.as_f64().unwrap()),
        Value::String(text) => return quoted(&text.replace('\0', "")),
        Value::Array(elements) => {
            ('[', ']', elements.iter().map(|value| plain_pretty(value, indent + 2)).collect())
        }
        Value::Object(object) => {
            let index = |key: &str| key.parse::<u32>().ok().filter(|n| n.to_string() == key && *n < u32::MAX);
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_by_key(|(key, _)| index(key).map_or((1, 0), |n| (0, n)));
            let entry = |(key, value): (&String, &Value)| {
                format!("{}: {}", quoted(key), plain_pretty(value, indent + 2))
            };
            ('{', '}', entries.into_iter().map(entry).collect())
        }
        other => return other.to_string(),
    };
    if entries.is_empty() {
        return format!("{open}{close}");
    }
    let margin = " ".repeat(indent);
    let lines: Vec<_> = entries.iter().map(|entry| format!("{margin}  {entry}")).collect();
    format!("{open}\n{}\n{margin}{close}", lines.join(",\n"))
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
            prop_assert_eq!(plain_canonical(&serde_json::to_value(document.root()).unwrap()), plain_canonical(&value));
        }
    }

    #[test]
    fn the_canonical_form_is_that_of_the_plain_writer(value in value()) {
        let expected = plain_canonical(&value);
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
        let expected = plain_pretty(&value, 0);
        prop_assert_eq!(pretty::to_string(document.root()), expected);
    }

    #[test]
    fn the_order_of_keys_never_moves_a_hash(schema in value(), annotations in value()) {
        let tool = |fields: [(&str, String); 4]| {
            let fields = fields.map(|(key, value)| format!("{}:{value}", quoted(key)));
            ToolDefinition::from_json(&format!("{{{}}}", fields.join(","))).ok().map(|tool| InputHash::of(&tool))
        };
        let fields = [
            ("name", quoted("a")),
            ("description", quoted("b")),
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
