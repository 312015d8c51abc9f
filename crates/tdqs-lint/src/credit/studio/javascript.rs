//! What JavaScript makes of a JSON value.

use std::borrow::Cow;

use tdqs_signals::json::{Array, Kind, Object, Value, canonical};

/// Whether a value is there and neither `null`, `false`, 0 nor `""`.
pub(super) fn is_truthy(value: Option<Value<'_>>) -> bool {
    truthy(value).is_some()
}

/// The value, when it is truthy.
pub(super) fn truthy(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| match value.kind() {
        Kind::Null => false,
        Kind::Bool => value.as_bool() == Some(true),
        Kind::Number => value.as_f64() != Some(0.0),
        Kind::String => !value.is_str(""),
        Kind::Array | Kind::Object => true,
    })
}

/// Whether a value is an object or an array, and can have members set.
pub(super) fn is_object_or_array(value: Value<'_>) -> bool {
    matches!(value.kind(), Kind::Object | Kind::Array)
}

/// The keys of a value with what stands under them, as `Object.entries` gives them: integers first, the code units
/// of a string as texts without a value of their own.
pub(super) fn entries(value: Option<Value<'_>>) -> Vec<(Cow<'_, str>, Option<Value<'_>>)> {
    let Some(value) = value else { return Vec::new() };
    let numbered = |index: usize| Cow::Owned(index.to_string());
    match value.kind() {
        Kind::Object => {
            let members = value.as_object().into_iter().flat_map(Object::iter);
            let mut entries: Vec<_> = members.map(|(key, member)| (key.text(), Some(member))).collect();
            // Stable, so that the others keep their order.
            entries.sort_by_key(|(key, _)| array_index(key).unwrap_or(u32::MAX));
            entries
        }
        Kind::Array => {
            let elements = value.as_array().into_iter().flat_map(Array::iter).enumerate();
            elements.map(|(index, element)| (numbered(index), Some(element))).collect()
        }
        Kind::String => {
            let units = value.as_str().map_or(0, |text| text.encode_utf16().count());
            (0..units).map(|index| (numbered(index), None)).collect()
        }
        Kind::Null | Kind::Bool | Kind::Number => Vec::new(),
    }
}

/// A key that is a canonical integer below 2^32 - 1.
fn array_index(key: &str) -> Option<u32> {
    let is_canonical = key == "0" || !key.starts_with(['0', '+']);
    key.parse().ok().filter(|index| is_canonical && *index != u32::MAX)
}

/// `String(value)`.
pub(super) fn string_of(value: Value<'_>) -> String {
    match value.kind() {
        Kind::String => value.as_str().unwrap_or_default().into_owned(),
        Kind::Object => "[object Object]".to_owned(),
        Kind::Null | Kind::Bool | Kind::Number => canonical::to_string(value),
        Kind::Array => joined(value),
    }
}

/// `array.join()`. Arrays in it are joined by the same comma, so that the leaves in their order are all it takes;
/// an empty array is a leaf without a text, and so is `null`.
fn joined(array: Value<'_>) -> String {
    let mut leaves = Vec::new();
    let mut waiting = vec![array];
    while let Some(value) = waiting.pop() {
        match value.as_array().filter(|array| !array.is_empty()) {
            Some(array) => {
                let begin = waiting.len();
                waiting.extend(array.iter());
                if let Some(elements) = waiting.get_mut(begin..) {
                    elements.reverse();
                }
            }
            None if matches!(value.kind(), Kind::Array | Kind::Null) => leaves.push(String::new()),
            None => leaves.push(string_of(value)),
        }
    }
    leaves.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tdqs_signals::json::Document;

    fn with<T>(text: &str, ask: impl Fn(Value<'_>) -> T) -> T {
        ask(Document::parse(text).unwrap().root())
    }

    #[test]
    fn falsy_values_are_few() {
        for text in ["null", "false", "0", "-0.0", "0e9", "\"\""] {
            assert!(!with(text, |value| is_truthy(Some(value))), "{text}");
        }
        for text in ["true", "1", "\" \"", "[]", "{}", "1e-300"] {
            assert!(with(text, |value| is_truthy(Some(value))), "{text}");
        }
    }

    #[test]
    fn integer_keys_come_first() {
        let keys = |text: &str| {
            with(text, |value| {
                entries(Some(value)).iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>()
            })
        };
        assert_eq!(
            keys(r#"{"b":1,"10":1,"9":1,"01":1,"4294967295":1,"0":1,"+1":1}"#),
            ["0", "9", "10", "b", "01", "4294967295", "+1"]
        );
        assert_eq!(keys(r#""a📦""#), ["0", "1", "2"]);
        assert_eq!(keys("[5,6]"), ["0", "1"]);
        assert!(keys("7").is_empty());
    }

    #[test]
    fn values_become_strings_as_in_a_template() {
        for (text, expected) in [
            (r#"["string",["null"],[],null,{},1.50]"#, "string,null,,,[object Object],1.5"),
            ("[]", ""),
            ("[[],1]", ",1"),
            ("true", "true"),
            ("1e21", "1e+21"),
        ] {
            assert_eq!(with(text, string_of), expected, "{text}");
        }
    }
}
