//! JSON as text on one line.

use tdqs_signals::json::{Value, canonical};

/// The value without the white space between its tokens: the author's key order, numbers and escapes stay.
pub(crate) fn compact(value: Value<'_>) -> String {
    let literal = value.literal();
    let mut out = String::with_capacity(literal.len());
    let mut in_string = false;
    let mut is_escaped = false;
    for character in literal.chars() {
        if in_string {
            in_string = is_escaped || character != '"';
            is_escaped = character == '\\' && !is_escaped;
        } else if character == '"' {
            in_string = true;
        } else if character.is_ascii_whitespace() {
            continue;
        }
        out.push(character);
    }
    out
}

/// What is still to be written of a value.
enum Piece {
    Value(serde_json::Value),
    Text(String),
    Sign(&'static str),
}

/// The value with the keys of its objects sorted, because `serde_json` keeps them in one of two orders that any crate
/// of a build may choose. Takes the value apart while it writes, so that no depth of it is too much for the stack, not
/// even when it is dropped.
pub(crate) fn sorted(value: serde_json::Value) -> String {
    let mut out = String::new();
    let mut left = vec![Piece::Value(value)];
    while let Some(piece) = left.pop() {
        let first = left.len();
        match piece {
            Piece::Sign(sign) => out.push_str(sign),
            Piece::Text(text) => out.push_str(&text),
            Piece::Value(serde_json::Value::Null) => out.push_str("null"),
            Piece::Value(serde_json::Value::Bool(value)) => {
                out.push_str(if value { "true" } else { "false" });
            }
            Piece::Value(serde_json::Value::Number(number)) => out.push_str(&number.to_string()),
            Piece::Value(serde_json::Value::String(text)) => out.push_str(&quoted(&text)),
            Piece::Value(serde_json::Value::Array(elements)) => {
                out.push('[');
                for (index, element) in elements.into_iter().enumerate() {
                    left.push(Piece::Sign(if index > 0 { "," } else { "" }));
                    left.push(Piece::Value(element));
                }
                left.push(Piece::Sign("]"));
            }
            Piece::Value(serde_json::Value::Object(members)) => {
                out.push('{');
                let mut members: Vec<_> = members.into_iter().collect();
                members.sort_by(|(left, _), (right, _)| left.cmp(right));
                for (index, (key, member)) in members.into_iter().enumerate() {
                    left.push(Piece::Sign(if index > 0 { "," } else { "" }));
                    left.push(Piece::Text(format!("{}:", quoted(&key))));
                    left.push(Piece::Value(member));
                }
                left.push(Piece::Sign("}"));
            }
        }
        // The stack gives out the last one first.
        if let Some(pushed) = left.get_mut(first..) {
            pushed.reverse();
        }
    }
    out
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    canonical::write_str(text, &mut out);
    // A whole string token of a `str`.
    String::from_utf8(out).unwrap_or_default()
}

/// An object of members whose values are JSON already, in their order.
pub(crate) fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> =
        members.iter().map(|(key, value)| format!("{}:{value}", quoted(key))).collect();
    format!("{{{}}}", members.join(","))
}

/// An array of elements that are JSON already.
pub(crate) fn array(elements: &[String]) -> String {
    format!("[{}]", elements.join(","))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tdqs_signals::json::{Json, pretty};

    use super::*;

    fn compacted(text: &str) -> String {
        compact(Json::parse(text).unwrap().value())
    }

    #[test]
    fn only_the_space_between_tokens_goes() {
        let text = "{ \"b\" : [ 1.0 , \"x \\\" y\\\\\" ] ,\n \"a\":\tnull }";
        assert_eq!(compacted(text), r#"{"b":[1.0,"x \" y\\"],"a":null}"#);
        assert_eq!(compacted(" \"\" "), "\"\"");
    }

    #[test]
    fn keys_are_sorted_at_every_level_and_nothing_else_changes() {
        let value = serde_json::json!({"b": [2.0, {"d": null, "c": true}], "a": "\u{1}é\"", "": [], "z": {}});
        assert_eq!(sorted(value), r#"{"":[],"a":"\u0001é\"","b":[2.0,{"c":true,"d":null}],"z":{}}"#);
    }

    #[test]
    fn no_depth_is_too_much_for_the_stack() {
        let deep =
            (0..200_000).fold(serde_json::Value::Null, |inner, _| serde_json::Value::Array(vec![inner]));
        assert_eq!(sorted(deep).len(), 400_004);
    }

    proptest! {
        #[test]
        fn what_is_printed_with_line_breaks_comes_back_as_serde_json_writes_it(text in any::<String>(), key in any::<String>()) {
            let value = serde_json::json!({ key: [text, 1, {}, []] });
            let json = Json::try_from(&value).unwrap();
            let broken = Json::parse(pretty::to_string(json.value())).unwrap();
            let expected: serde_json::Value = serde_json::from_str(&compact(broken.value())).unwrap();
            let without_nul: serde_json::Value =
                serde_json::from_str(&pretty::to_string(json.value())).unwrap();
            prop_assert_eq!(expected.to_string(), without_nul.to_string());
            prop_assert_eq!(compact(json.value()), value.to_string());
        }
    }
}
