//! What does `serde_json` read, once the two things are out of the way that it refuses and tdqs repairs?

use serde::Deserialize;
use serde_json::Value;

/// The value of a text, with lone surrogates as U+FFFD. Recurses, so the text should not be long.
pub(crate) fn read(text: &str) -> Result<Value, serde_json::Error> {
    let repaired = without_lone_surrogates(text);
    let mut reader = serde_json::Deserializer::from_str(&repaired);
    reader.disable_recursion_limit();
    let value = Value::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// Whether that is why a text was refused. Of a number that a later key replaced, `tdqs` says nothing.
pub(crate) fn is_number_out_of_range(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("number out of range")
}

/// The text with `\ufffd` for each escape of half a surrogate pair. Escapes stand nowhere but in strings.
fn without_lone_surrogates(text: &str) -> String {
    let mut repaired = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(backslash) = rest.find('\\') {
        repaired.push_str(&rest[..backslash]);
        rest = &rest[backslash..];
        let length = match (code_unit(rest), rest.get(6..).and_then(code_unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                repaired.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        repaired.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    repaired.push_str(rest);
    repaired
}

fn code_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}
