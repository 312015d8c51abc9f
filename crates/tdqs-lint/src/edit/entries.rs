//! What stands directly in an object or an array, repeated keys included, with the places of it all.

use std::ops::Range;
use std::sync::Arc;

use tdqs_signals::json::Json;

/// A member of an object, or an element of an array, by its bytes in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The token of the key, quotes included; `None` for an element of an array.
    pub(super) key: Option<Range<usize>>,
    pub(super) value: Range<usize>,
}

impl Entry {
    /// The byte it begins with.
    pub(super) fn start(&self) -> usize {
        self.key.as_ref().map_or(self.value.start, |key| key.start)
    }

    /// Whether it is a member with this key.
    pub(super) fn has_key(&self, text: &str, key: &str) -> bool {
        self.key.clone().is_some_and(|own| decoded(&text[own]) == key)
    }
}

/// A string token as the text that it stands for.
fn decoded(token: &str) -> String {
    let token: Arc<str> = token.into();
    let read = Json::parse_prefix(&token, 0);
    read.ok().and_then(|(json, _)| Some(json.value().as_str()?.into_owned())).unwrap_or_default()
}

/// The entries of the container at `span`, which has been read as JSON before. Another value has none.
pub(super) fn entries(text: &str, span: &Range<usize>) -> Vec<Entry> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let is_object = match bytes.get(span.start) {
        Some(b'{') => true,
        Some(b'[') => false,
        _ => return found,
    };
    let mut at = skip_blanks(bytes, span.start + 1);
    while at + 1 < span.end {
        let key = is_object.then(|| at..after_value(bytes, at));
        if let Some(key) = &key {
            at = skip_blanks(bytes, skip_blanks(bytes, key.end) + 1);
        }
        let value = at..after_value(bytes, at);
        at = skip_blanks(bytes, value.end);
        found.push(Entry { key, value });
        if bytes.get(at) == Some(&b',') {
            at = skip_blanks(bytes, at + 1);
        }
    }
    found
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
        at += 1;
    }
    at
}

/// The byte behind the value that begins at `at`.
fn after_value(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    loop {
        match bytes.get(at) {
            None => return at,
            Some(b'"') => at = after_string(bytes, at),
            Some(b'{' | b'[') => {
                depth += 1;
                at += 1;
            }
            Some(b'}' | b']') => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            // Between the values of a container everything is passed over; outside, this is a literal.
            Some(_) if depth > 0 => at += 1,
            Some(_) => {
                while !matches!(
                    bytes.get(at),
                    None | Some(b',' | b':' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n')
                ) {
                    at += 1;
                }
            }
        }
        if depth == 0 {
            return at;
        }
    }
}

fn after_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            None => return at,
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_whatever_stands_in_them() {
        let text = r#" { "a\"}" : [1, {"b": "]"}] ,"c":-1.5e3, "c" :{}, "d": ""} "#;
        let found = entries(text, &(1..text.len() - 1));
        let shown: Vec<(&str, &str)> =
            found.iter().map(|it| (&text[it.key.clone().unwrap()], &text[it.value.clone()])).collect();
        assert_eq!(
            shown,
            [(r#""a\"}""#, r#"[1, {"b": "]"}]"#), ("\"c\"", "-1.5e3"), ("\"c\"", "{}"), ("\"d\"", "\"\"")]
        );
        assert!(found[0].has_key(text, "a\"}"));
        let array = "[ true,[ ],\n\"x\" ]";
        let values: Vec<&str> =
            entries(array, &(0..array.len())).iter().map(|it| &array[it.value.clone()]).collect();
        assert_eq!(values, ["true", "[ ]", "\"x\""]);
        assert_eq!(entries("{ }", &(0..3)), []);
        for other in ["\"a: b, c\"", "-1.5", "null"] {
            assert_eq!(entries(other, &(0..other.len())), [], "{other}");
        }
    }
}
