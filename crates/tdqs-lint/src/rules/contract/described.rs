//! Strings whose form nothing but their description tells.

use std::ops::Range;

use crate::context::{Node, Part, Text, TextKind};
use crate::text::find_in_any_case;

/// Keywords that tell the form, or lead to one that does.
const TELLING: [&str; 9] =
    ["enum", "const", "format", "pattern", "$ref", "anyOf", "oneOf", "allOf", "contentEncoding"];

/// The parameter whose description a text is, at any depth, if it is a string. Whether another keyword
/// [tells](is_told) its form is another question.
pub(super) fn string_described(text: Text<'_>) -> Option<Node<'_>> {
    let description = text.node();
    if text.kind() != TextKind::SchemaDescription || description.part() != Part::Input {
        return None;
    }
    let schema = description.parent().filter(|schema| schema.is_property())?;
    schema.get("type").is_some_and(|kind| kind.value().is_str("string")).then_some(schema)
}

/// Whether a keyword of a schema tells the form of its values.
pub(super) fn is_told(schema: Node<'_>) -> bool {
    schema.children().any(|keyword| TELLING.iter().any(|key| keyword.has_key(key)))
}

/// Whether a text has one of some phrases, in small letters, in any case of ASCII letters.
pub(super) fn has_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| find(text, phrase).is_some())
}

/// Where a phrase of small letters first stands in a text, in any case of ASCII letters.
pub(super) fn find(text: &str, phrase: &str) -> Option<Range<usize>> {
    find_in_any_case(text, phrase).map(|start| start..start + phrase.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_in_any_case() {
        assert_eq!(find("ab ONE OF c", "one of"), Some(3..9));
        assert_eq!(find("é one", "one"), Some(3..6));
        assert_eq!(find("on", "one"), None);
        assert_eq!(find("one", ""), None);
        assert!(has_any("A, etc.", &["e.g.", "etc"]));
    }
}
