//! `str(value)` of Python, for what `json.loads` makes of a text.

use std::borrow::Cow;

use tdqs_signals::json::{Array, Kind, Object, Value, canonical};

/// What Python's `str` says of a value: a text as it is, `True`, `False`, `None`, numbers as Python prints them
/// (`2.0`, `1e+21`), lists and objects as Python literals.
///
/// Authoring pieces: the introduction.
///
/// ```
/// use tdqs_authoring::legacy::python_text;
/// use tdqs_signals::json::Json;
///
/// let json = Json::parse(r#"{"a": [true, null, 1e21], "b": "it's"}"#)?;
/// assert_eq!(python_text(json.value()), r#"{'a': [True, None, 1e+21], 'b': "it's"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn python_text(value: Value<'_>) -> String {
    let mut out = String::new();
    match value.as_str() {
        Some(text) => out.push_str(&text),
        None => write_literal(value, &mut out),
    }
    out
}

/// What is still to be written.
enum Piece<'a> {
    Value(Value<'a>),
    Key(Cow<'a, str>),
    Sign(&'static str),
}

/// Writes without recursion: what is left stands on a stack of its own.
fn write_literal(value: Value<'_>, out: &mut String) {
    let mut left = vec![Piece::Value(value)];
    while let Some(piece) = left.pop() {
        let value = match piece {
            Piece::Sign(sign) => {
                out.push_str(sign);
                continue;
            }
            Piece::Key(key) => {
                write_text(&key, out);
                out.push_str(": ");
                continue;
            }
            Piece::Value(value) => value,
        };
        let first = left.len();
        match value.kind() {
            Kind::Null => out.push_str("None"),
            Kind::Bool => out.push_str(if value.as_bool() == Some(true) { "True" } else { "False" }),
            Kind::Number => out.push_str(&number(value)),
            Kind::String => write_text(&value.as_str().unwrap_or_default(), out),
            Kind::Array => {
                out.push('[');
                for (index, element) in value.as_array().into_iter().flat_map(Array::iter).enumerate() {
                    if index > 0 {
                        left.push(Piece::Sign(", "));
                    }
                    left.push(Piece::Value(element));
                }
                left.push(Piece::Sign("]"));
            }
            Kind::Object => {
                out.push('{');
                for (index, (key, member)) in value.as_object().into_iter().flat_map(Object::iter).enumerate()
                {
                    if index > 0 {
                        left.push(Piece::Sign(", "));
                    }
                    left.push(Piece::Key(key.text()));
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
}

/// `repr` of a number: an integer of any length as it is, anything else as the shortest digits of its double.
fn number(value: Value<'_>) -> String {
    let literal = value.literal();
    if !literal.contains(['.', 'e', 'E']) {
        return if literal == "-0" { "0".to_owned() } else { literal.to_owned() };
    }
    let double = value.as_f64().unwrap_or(f64::NAN);
    let sign = if double.is_sign_negative() { "-" } else { "" };
    if double.is_infinite() {
        return format!("{sign}inf");
    }
    // Of two shortest forms that are equally near, ECMAScript takes the even one as Python does; Rust does not.
    format!("{sign}{}", laid_out(canonical::to_string(value).trim_start_matches('-')))
}

/// The layout that Python gives the digits of a double that is not negative.
fn laid_out(ecmascript: &str) -> String {
    let (mantissa, exponent) = ecmascript.split_once('e').unwrap_or((ecmascript, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let leading = all.len() - significant.len();
    let digits = significant.trim_end_matches('0');
    if digits.is_empty() {
        return "0.0".to_owned();
    }
    // Where the point stands, counted from the first digit that is not zero.
    let point = small(whole.len()) - small(leading) + exponent;
    let (first, rest) = digits.split_at(1);
    if !(-3..=16).contains(&point) {
        let sign = if point < 1 { '-' } else { '+' };
        let dot = if rest.is_empty() { "" } else { "." };
        return format!("{first}{dot}{rest}e{sign}{:02}", (point - 1).unsigned_abs());
    }
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or_default());
    match usize::try_from(point) {
        Ok(before) if before > 0 && before < digits.len() => {
            let (whole, fraction) = digits.split_at(before);
            format!("{whole}.{fraction}")
        }
        Ok(before) if before > 0 => format!("{digits}{}.0", zeros(point - small(digits.len()))),
        Ok(_) | Err(_) => format!("0.{}{digits}", zeros(-point)),
    }
}

/// The length of a number's text, which is short.
fn small(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// `repr` of a text: single quotes unless it has some and no double ones; what cannot be printed is escaped.
fn write_text(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == quote => {
                out.push('\\');
                out.push(character);
            }
            _ if is_printable(character) => out.push(character),
            _ => {
                let code = u32::from(character);
                let escape = match code {
                    0..=0xff => format!("\\x{code:02x}"),
                    0x100..=0xffff => format!("\\u{code:04x}"),
                    _ => format!("\\U{code:08x}"),
                };
                out.push_str(&escape);
            }
        }
    }
    out.push(quote);
}

/// `str.isprintable`, by the same categories that Rust's own escapes go by. Behind another character Rust leaves
/// combining marks as they are, as Python does everywhere.
fn is_printable(character: char) -> bool {
    if matches!(character, '"' | '\'') {
        return true;
    }
    let mut pair = String::from("a");
    pair.push(character);
    pair.escape_debug().count() == 2
}

#[cfg(test)]
mod tests {
    use tdqs_signals::json::Json;

    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(python_text(Json::parse(text).unwrap().value()), expected, "{text}");
    }

    #[test]
    fn numbers_look_as_python_prints_them() {
        for (text, expected) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.0", "-0.0"),
            ("2.0", "2.0"),
            ("1e21", "1e+21"),
            ("1E2", "100.0"),
            ("1e15", "1000000000000000.0"),
            ("1e16", "1e+16"),
            ("123456789012345680.0", "1.2345678901234568e+17"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("-1.5e-7", "-1.5e-07"),
            ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("0.1", "0.1"),
            ("-12.50", "-12.5"),
            // Equally near to two shortest forms.
            ("1287768467521588.25", "1287768467521588.2"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn texts_are_bare_alone_and_quoted_within() {
        check(r#""it's""#, "it's");
        check(r#"["it's", "\"a\"", "\"it's\"", ""]"#, r#"["it's", '"a"', '"it\'s"', '']"#);
        check(
            r#"["\\ \n \r \t \u0000 \u007f \u00a0 \u00ad \u0301 é \u2028 📦 \ue000 \udbff\udfff"]"#,
            "['\\\\ \\n \\r \\t \\x00 \\x7f \\xa0 \\xad \u{301} é \\u2028 📦 \\ue000 \\U0010ffff']",
        );
    }

    #[test]
    fn containers_are_literals_in_the_authors_order() {
        check(
            r#"{"b":[],"a":{"x":[1,[2,"y"],{}]},"c":false}"#,
            "{'b': [], 'a': {'x': [1, [2, 'y'], {}]}, 'c': False}",
        );
        check("[ ]", "[]");
    }

    #[test]
    fn a_thousand_levels_are_no_matter() {
        let text = format!("{}1{}", "[".repeat(1_000), "]".repeat(1_000));
        check(&text, &text);
    }
}
