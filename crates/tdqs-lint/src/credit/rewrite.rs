//! A value with some places changed: everything else keeps its order and its literals.
//!
//! Whoever fixes a file in place edits its text, and keeps white space and comments; this is for looking at a
//! change before, and for scoring what it would bring.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tdqs_signals::json::{Json, Kind, Value, canonical, escape_pointer_segment, unescape_pointer_segment};

/// Segments of a pointer that are followed. Rewriting recurses along pointers, and none of ours is longer.
const MAX_SEGMENTS: usize = 64;

/// Something that cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pointer}` {reason}")]
#[non_exhaustive]
pub struct RewriteError {
    /// The JSON pointer.
    pub pointer: String,
    /// Why the place cannot be changed.
    pub reason: &'static str,
}

/// A new value for a place: it replaces what is there, or becomes the last member of the object around it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Replacement {
    /// JSON pointer of the place.
    pub pointer: String,
    /// The new value.
    pub value: Json,
}

impl Replacement {
    /// A new value for a place.
    #[must_use]
    pub fn new(pointer: impl Into<String>, value: Json) -> Self {
        Self { pointer: pointer.into(), value }
    }
}

struct Edit<'e> {
    /// What is left of the way to it.
    path: Vec<String>,
    replacement: &'e Replacement,
}

/// The value with the replacements made.
///
/// # Errors
///
/// When a pointer leads to nothing that can be replaced or added, or through another one's place.
///
/// ```
/// use tdqs_lint::credit::rewrite::{Replacement, apply};
/// use tdqs_signals::json::Json;
///
/// let schema = Json::parse(r#"{"properties": {"label": {"maxLength": 1e1}}}"#)?;
/// let typed = Replacement::new("/properties/label/type", Json::parse("\"string\"")?);
/// let rewritten = apply(schema.value(), &[typed])?;
/// assert_eq!(rewritten.source_text(), r#"{"properties":{"label":{"maxLength":1e1,"type":"string"}}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply(value: Value<'_>, replacements: &[Replacement]) -> Result<Json, RewriteError> {
    let mut edits = Vec::with_capacity(replacements.len());
    for replacement in replacements {
        edits.push(Edit { path: segments(&replacement.pointer)?, replacement });
    }
    let mut out = String::with_capacity(value.literal().len() + 64 * edits.len());
    write(value, edits, &mut out)?;
    read(out)
}

/// The value with a member of an object called otherwise. It keeps its place, and replaces a member that is called
/// so already.
///
/// # Errors
///
/// When the pointer leads to no object that has the member.
pub fn rename_member(value: Value<'_>, object: &str, from: &str, to: &str) -> Result<Json, RewriteError> {
    let error =
        |reason| RewriteError { pointer: format!("{object}/{}", escape_pointer_segment(from)), reason };
    let found = value.pointer(object).filter(|found| found.get(from).is_some());
    let members = found.and_then(Value::as_object).ok_or_else(|| error("does not exist"))?;
    let mut renamed = ObjectText::default();
    for (key, member) in members.iter().filter(|(key, _)| !key.is(to) || from == to) {
        let key = key.text();
        renamed.add(if key == from { to } else { &key }, &member.literal());
    }
    let renamed = read(renamed.finish())?;
    if object.is_empty() { Ok(renamed) } else { apply(value, &[Replacement::new(object, renamed)]) }
}

/// An object that is written member by member.
#[derive(Debug, Default)]
pub(super) struct ObjectText {
    text: String,
}

impl ObjectText {
    /// Adds a member, whose value is given as JSON.
    pub(super) fn add(&mut self, key: &str, value: &impl fmt::Display) {
        self.text.push(if self.text.is_empty() { '{' } else { ',' });
        self.text.push_str(&string_text(key));
        self.text.push(':');
        self.text.push_str(&value.to_string());
    }

    /// The object as JSON.
    pub(super) fn finish(mut self) -> String {
        if self.text.is_empty() {
            self.text.push('{');
        }
        self.text.push('}');
        self.text
    }
}

/// A text as a JSON string.
pub(super) fn string_text(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    canonical::write_str(text, &mut out);
    // Nothing but whole characters of a `str` and ASCII goes in.
    String::from_utf8(out).unwrap_or_default()
}

/// Reads what was written here.
pub(super) fn read(text: String) -> Result<Json, RewriteError> {
    let error = |_| RewriteError { pointer: String::new(), reason: "cannot be read back" };
    Json::parse_prefix(&Arc::from(text), 0).map(|(json, _)| json).map_err(error)
}

fn segments(pointer: &str) -> Result<Vec<String>, RewriteError> {
    let error = |reason| RewriteError { pointer: pointer.to_owned(), reason };
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let rest = pointer.strip_prefix('/').ok_or_else(|| error("is no JSON pointer"))?;
    let mut segments: Vec<String> =
        rest.split('/').map(|segment| unescape_pointer_segment(segment).into_owned()).collect();
    if segments.len() > MAX_SEGMENTS {
        return Err(error("is too long"));
    }
    // Taken from the end.
    segments.reverse();
    Ok(segments)
}

fn write(value: Value<'_>, edits: Vec<Edit<'_>>, out: &mut String) -> Result<(), RewriteError> {
    let mut by_segment: HashMap<String, Vec<Edit<'_>>> = HashMap::with_capacity(edits.len());
    // In the order in which they were given, for what is added.
    let mut order = Vec::new();
    let is_alone = edits.len() == 1;
    for mut edit in edits {
        match edit.path.pop() {
            None if is_alone => {
                out.push_str(edit.replacement.value.value().literal());
                return Ok(());
            }
            None => return Err(refused(&edit, "is changed twice")),
            Some(segment) => {
                let here = by_segment.entry(segment.clone()).or_default();
                if here.is_empty() {
                    order.push(segment);
                }
                here.push(edit);
            }
        }
    }
    match value.kind() {
        Kind::Object => {
            out.push('{');
            let mut separator = "";
            for (key, member) in value.as_object().into_iter().flat_map(tdqs_signals::json::Object::iter) {
                let key = key.text();
                out.push_str(separator);
                out.push_str(&string_text(&key));
                out.push(':');
                separator = ",";
                match by_segment.remove(key.as_ref()) {
                    Some(edits) => write(member, edits, out)?,
                    None => out.push_str(member.literal()),
                }
            }
            for key in order {
                let Some(edits) = by_segment.remove(&key) else { continue };
                out.push_str(separator);
                separator = ",";
                added(&key, &edits, out)?;
            }
            out.push('}');
        }
        Kind::Array => {
            out.push('[');
            for (index, element) in
                value.as_array().into_iter().flat_map(tdqs_signals::json::Array::iter).enumerate()
            {
                if index > 0 {
                    out.push(',');
                }
                match by_segment.remove(&index.to_string()) {
                    Some(edits) => write(element, edits, out)?,
                    None => out.push_str(element.literal()),
                }
            }
            out.push(']');
            if let Some(edit) = order.iter().find_map(|segment| by_segment.get(segment)?.first()) {
                return Err(refused(edit, "does not exist"));
            }
        }
        _ => {
            if let Some(edit) = order.iter().find_map(|segment| by_segment.get(segment)?.first()) {
                return Err(refused(edit, "does not exist"));
            }
            out.push_str(value.literal());
        }
    }
    Ok(())
}

fn added(key: &str, edits: &[Edit<'_>], out: &mut String) -> Result<(), RewriteError> {
    match edits {
        [edit] if edit.path.is_empty() => {
            out.push_str(&string_text(key));
            out.push(':');
            out.push_str(edit.replacement.value.value().literal());
            Ok(())
        }
        [edit] => Err(refused(edit, "does not exist")),
        [edit, ..] => Err(refused(edit, "is changed twice")),
        [] => Ok(()),
    }
}

fn refused(edit: &Edit<'_>, reason: &'static str) -> RewriteError {
    RewriteError { pointer: edit.replacement.pointer.clone(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn json(text: &str) -> Json {
        Json::parse(text).unwrap()
    }

    fn rewritten(text: &str, changes: &[(&str, &str)]) -> Result<String, String> {
        let replacements: Vec<Replacement> =
            changes.iter().map(|(pointer, value)| Replacement::new(*pointer, json(value))).collect();
        apply(json(text).value(), &replacements)
            .map(|json| json.source_text().to_owned())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn places_are_replaced_and_added() {
        let text = r#"{"a/b": [1.0, {"x": 1}], "c": 2}"#;
        for (changes, expected) in [
            (&[("/a~1b/1/x", "5"), ("/c", "null")][..], r#"{"a/b":[1.0,{"x":5}],"c":null}"#),
            (&[("/d", "[]"), ("/e", "{}")], r#"{"a/b":[1.0, {"x": 1}],"c":2,"d":[],"e":{}}"#),
            (&[("/a~1b/1/y", "5"), ("/a~1b/0", "6")], r#"{"a/b":[6,{"x": 1,"y":5}],"c":2}"#),
            (&[("", "7")], "7"),
        ] {
            let expected = expected.replace(r#"{"x": 1,"y""#, r#"{"x":1,"y""#);
            assert_eq!(rewritten(text, changes), Ok(expected), "{changes:?}");
        }
    }

    #[test]
    fn what_cannot_be_changed_says_why() {
        for (changes, expected) in [
            (&[("/d/e", "5")][..], "`/d/e` does not exist"),
            (&[("/a/2", "5")], "`/a/2` does not exist"),
            (&[("/c/x", "5")], "`/c/x` does not exist"),
            (&[("a", "5")], "`a` is no JSON pointer"),
            (&[("/c", "5"), ("/c", "6")], "`/c` is changed twice"),
            (&[("/d", "5"), ("/d", "6")], "`/d` is changed twice"),
        ] {
            assert_eq!(rewritten(r#"{"a":[1],"c":2}"#, changes), Err(expected.to_owned()));
        }
        assert!(rewritten("{}", &[(&"/a".repeat(65), "1")]).is_err());
    }

    #[test]
    fn a_renamed_member_keeps_its_place() {
        let renamed = |text: &str, object: &str| {
            rename_member(json(text).value(), object, "b", "z").map(|json| json.source_text().to_owned())
        };
        assert_eq!(renamed(r#"{"a":1,"b":2,"c":3}"#, "").unwrap(), r#"{"a":1,"z":2,"c":3}"#);
        assert_eq!(renamed(r#"{"z":1,"b":2}"#, "").unwrap(), r#"{"z":2}"#);
        assert_eq!(renamed(r#"{"o":{"b":2}}"#, "/o").unwrap(), r#"{"o":{"z":2}}"#);
        assert!(renamed(r#"{"a":1}"#, "").is_err());
    }

    fn values() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![any::<i8>().prop_map(Into::into), "[a~/\"]{0,2}".prop_map(Into::into)];
        leaf.prop_recursive(4, 30, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
                proptest::collection::btree_map("[a~/]{0,2}", inner, 0..4)
                    .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Against `serde_json`, which replaces in a tree.
        #[test]
        fn a_replacement_changes_its_place_and_nothing_else(value in values(), at in any::<prop::sample::Index>()) {
            let mut pointers = vec![String::new()];
            let mut waiting = vec![(String::new(), &value)];
            while let Some((pointer, value)) = waiting.pop() {
                let of = |segment: &str| format!("{pointer}/{}", escape_pointer_segment(segment));
                match value {
                    serde_json::Value::Object(members) => {
                        waiting.extend(members.iter().map(|(key, member)| (of(key), member)));
                    }
                    serde_json::Value::Array(elements) => waiting
                        .extend(elements.iter().enumerate().map(|(index, element)| (of(&index.to_string()), element))),
                    _ => {}
                }
                pointers.push(pointer);
            }
            let pointer = &pointers[at.index(pointers.len())];
            let replaced = apply(json(&value.to_string()).value(), &[Replacement::new(pointer, json("[\"new\"]"))]);
            let mut expected = value.clone();
            *expected.pointer_mut(pointer).unwrap() = serde_json::json!(["new"]);
            prop_assert_eq!(replaced.unwrap(), json(&expected.to_string()));
        }
    }
}
