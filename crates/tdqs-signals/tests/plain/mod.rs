//! The canonical and the pretty form, written plainly over `serde_json`: recursion, and a sort by UTF-16. Not
//! for use on anything that could be large. The fuzz targets hold the real ones against it as well.

#![allow(unreachable_pub, reason = "what the tests use is private to them, what the fuzz targets use is not")]

use serde_json::Value;

/// `Number::toString` of ECMAScript, from the digits and the exponent that Rust prints.
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let mut printed = format!("{:e}", value.abs());
    // Where a number lies between two shortest forms, ECMAScript takes the nearer, or the even one of two that
    // are equally near. Rounding to as many digits does that; the shortest form of Rust rounds half up.
    let digits = printed.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
    let rounded = format!("{:.*e}", digits - 1, value.abs());
    if rounded.parse() == Ok(value.abs()) {
        printed = rounded;
    }
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

pub fn quoted(text: &str) -> String {
    // serde_json escapes exactly what ECMAScript does.
    serde_json::to_string(text).unwrap()
}

pub fn canonical(value: &Value) -> String {
    match value {
        Value::Number(found) => number(found.as_f64().unwrap()),
        Value::String(text) => quoted(text),
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_by_key(|(key, _)| key.encode_utf16().collect::<Vec<_>>());
            let entries: Vec<_> = entries
                .into_iter()
                .map(|(key, value)| format!("{}:{}", quoted(key), canonical(value)))
                .collect();
            format!("{{{}}}", entries.join(","))
        }
        other => other.to_string(),
    }
}

pub fn pretty(value: &Value, indent: usize) -> String {
    let (open, close, entries): (_, _, Vec<String>) = match value {
        Value::Number(found) => return number(found.as_f64().unwrap()),
        Value::String(text) => return quoted(&text.replace('\0', "")),
        Value::Array(elements) => {
            ('[', ']', elements.iter().map(|value| pretty(value, indent + 2)).collect())
        }
        Value::Object(object) => {
            let index = |key: &str| key.parse::<u32>().ok().filter(|n| n.to_string() == key && *n < u32::MAX);
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_by_key(|(key, _)| index(key).map_or((1, 0), |n| (0, n)));
            let entry =
                |(key, value): (&String, &Value)| format!("{}: {}", quoted(key), pretty(value, indent + 2));
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
