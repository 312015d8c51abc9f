//! Values as JSON Schema compares them, and as messages quote them.

use tdqs_signals::json::{Kind, Value, canonical};

/// Whether two values are the same to JSON Schema: numbers by their value, objects whatever the order of their keys.
pub(crate) fn is_equal(left: Value<'_>, right: Value<'_>) -> bool {
    if left.kind() != right.kind() {
        return false;
    }
    match left.kind() {
        Kind::Null => true,
        Kind::Bool => left.as_bool() == right.as_bool(),
        // Two integers beyond 2^53 may be one double and are two values.
        Kind::Number => {
            left.literal() == right.literal() || (left.as_f64() == right.as_f64() && !is_large(left))
        }
        Kind::String => left.as_str() == right.as_str(),
        Kind::Array | Kind::Object => canonical::to_string(left) == canonical::to_string(right),
    }
}

fn is_large(number: Value<'_>) -> bool {
    number.as_f64().is_some_and(|number| number.abs() > MAX_SAFE_INTEGER)
}

/// The largest integer up to which every integer is a double of its own: 2^53 - 1.
pub(crate) const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// A value as a message quotes it, cut when it is long.
pub(crate) fn quoted(value: Value<'_>) -> String {
    const LONG: usize = 60;
    let literal = value.literal();
    if literal.len() <= LONG {
        return format!("`{literal}`");
    }
    let start: String = literal.chars().take(LONG).collect();
    format!("`{start}…`")
}
