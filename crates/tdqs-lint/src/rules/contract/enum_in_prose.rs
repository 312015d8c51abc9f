//! TDQS231: a closed list that only readers see.

use std::ops::Range;

use tdqs_rubric::Dimension;

use super::described::{find, has_any, is_told, string_described};
use crate::context::{Node, PhraseMatch, TextKind};
use crate::schema::elements;
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS231",
    name: "enum-in-prose",
    summary: "A description lists the allowed values, and the schema does not.",
    why: "Models are held to an `enum` while they write a call, clients check it before they send one, and forms show it \
          as a choice. A list in prose does none of that: a value is misspelt or made up, and the tool finds out. The \
          schema also says it in fewer tokens.\n\nAdd `enum` with the values, and leave to the description what each \
          of them means. The fix narrows what is accepted, so that it is made only on request: where the list was not \
          complete, or another case of letters is taken as well, it would refuse what was good.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
        "JSON Schema 2020-12, Validation, 6.1.2: enum",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Unsafe,
    bad: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"state": {"type": "string", "description": "State, one of: packed, sealed, sent"}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"state": {"type": "string", "description": "Must be one of 'packed', 'sealed', or 'sent'. Omit for all.", "default": "packed"}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"by": {"type": "object", "properties": {"order": {"type": "string", "description": "Order of the list.\nValid values: asc (default) | desc"}}}}}}"#,
    ],
    good: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"state": {"type": "string", "enum": ["packed", "sent"], "description": "One of: packed, sent"}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"shelf": {"type": "string", "description": "Must be one of the shelves that list_shelves returned, in capitals."}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"state": {"type": "string", "description": "One of: packed, sealed, etc."}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"states": {"type": "string", "description": "Comma-separated states. Valid values: packed, sent"}, "x": {"type": "string", "description": "Valid values: a, b", "default": "c"}}}}"#,
    ],
    check: Check::Phrases { phrases: &LEADS, found },
};

/// What a list is announced by, in small letters.
const LEADS: [&str; 11] = [
    "one of",
    "valid values",
    "allowed values",
    "possible values",
    "supported values",
    "accepted values",
    "valid options",
    "allowed options",
    "available options",
    "options",
    "values",
];
/// What says that the list is not all of it, or that one value is not all that is given.
const OPEN: [&str; 22] = [
    "etc",
    "e.g",
    "eg.",
    "such as",
    "for example",
    "example:",
    "separated",
    "list of",
    "...",
    "…",
    "array",
    "json",
    "include:",
    "including",
    "multiple",
    "combin",
    "example val",
    "common val",
    "typical",
    "recommended",
    "sample",
    "suggested",
];
/// Fewer values are no choice, and more are not found in prose.
const SIZES: std::ops::RangeInclusive<usize> = 2..=40;

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    let text = place.text();
    let content = text.content();
    // Of several lists in a text one is told, and only the first place of each lead counts.
    if text.kind() != TextKind::SchemaDescription || !place.is_first() {
        return;
    }
    // Nearly always prose goes on behind it.
    if list_behind(place.after()).is_none() {
        return;
    }
    let Some(schema) = string_described(text).filter(|schema| !is_told(*schema)) else { return };
    let is_here = |(range, _): &(Range<usize>, _)| range.start == place.before().len();
    let Some((range, values)) = listed(content).filter(is_here) else { return };
    if has_any(content, &OPEN) || !holds(&values, schema) || are_truths(&values) {
        return;
    }
    let name = schema.key().unwrap_or_default();
    let message =
        format!("the values of `{name}` are listed in prose only; add `enum` with these {}", values.len());
    let edit = Edit::Insert {
        pointer: format!("{}/enum", schema.pointer()),
        value: values.iter().copied().collect(),
    };
    findings
        .report(&text.place(range), message)
        .mend(Fix::unsafe_("Add `enum` with the values that the description lists", vec![edit]));
}

/// Whether the schema's own values are among the listed ones.
fn holds(values: &[&str], schema: Node<'_>) -> bool {
    let value = schema.value();
    let own = ["default", "example"].into_iter().filter_map(|key| value.get(key));
    own.chain(elements(value.get("examples"))).all(|own| values.iter().any(|listed| own.is_str(listed)))
}

/// Two texts that stand for a boolean are no choice between names.
fn are_truths(values: &[&str]) -> bool {
    values.iter().all(|value| value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("false"))
}

/// The first list in a text that is announced as one, and its values.
fn listed(text: &str) -> Option<(Range<usize>, Vec<&str>)> {
    LEADS.iter().find_map(|lead| {
        let Range { start, end: behind } = find(text, lead)?;
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        if text.get(..start)?.ends_with(is_word) {
            return None;
        }
        let (values, left) = list_behind(text.get(behind..)?)?;
        Some((start..text.len() - left, values))
    })
}

/// The values of the list that follows what announces it, and how much of the text is left behind them.
fn list_behind(lead: &str) -> Option<(Vec<&str>, usize)> {
    let rest = lead.trim_start();
    let rest = rest.strip_prefix("are").unwrap_or(rest).trim_start();
    let after_colon = rest.strip_prefix([':', '=']);
    values(after_colon.unwrap_or(rest), after_colon.is_some())
}

/// The values at the beginning of a text, and how much of the text is left behind them. Values without quotes count
/// only where a colon announces them.
fn values(text: &str, may_be_bare: bool) -> Option<(Vec<&str>, usize)> {
    let mut found: Vec<&str> = Vec::new();
    let mut rest = text.trim_start();
    rest = rest.strip_prefix(['[', '(']).unwrap_or(rest);
    loop {
        let (value, behind) = quoted(rest).or_else(|| bare(rest).filter(|_| may_be_bare))?;
        if !found.contains(&value) {
            found.push(value);
        }
        let left = behind.len();
        // A remark in brackets belongs to the value before it.
        let behind = match behind.trim_start().strip_prefix('(').and_then(|remark| remark.split_once(')')) {
            Some((_, behind)) => behind,
            None => behind,
        };
        match separator(behind) {
            Some(next) => rest = next,
            None if ends(behind) && SIZES.contains(&found.len()) => return Some((found, left)),
            None => return None,
        }
    }
}

fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|first| matches!(first, '\'' | '"' | '`'))?;
    let (value, behind) = text.get(1..)?.split_once(quote)?;
    // Code in quotes is quoted twice.
    let value = value.trim_matches(['\'', '"', '`']);
    let is_value = !value.is_empty() && value.len() <= 60 && !value.contains(['\n', ',']);
    is_value.then_some((value, behind))
}

fn bare(text: &str) -> Option<(&str, &str)> {
    let is_of_value =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
    let end = text.find(|character| !is_of_value(character)).unwrap_or(text.len());
    let value = text.get(..end)?.trim_end_matches('.');
    (!value.is_empty()).then(|| (value, text.get(value.len()..).unwrap_or_default()))
}

/// What stands behind a comma, a bar, "or" or "and".
fn separator(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(' ');
    let joined = |text: &'_ str| ["or ", "and "].iter().any(|word| text.starts_with(word));
    let behind = match text.strip_prefix([',', '|', '/']) {
        Some(behind) => behind.trim_start_matches(' '),
        None if joined(text) => text,
        None => return None,
    };
    let word = ["or ", "and "].into_iter().find_map(|word| behind.strip_prefix(word));
    Some(word.unwrap_or(behind).trim_start_matches(' '))
}

/// Whether nothing more belongs to the value before: the text ends, or the sentence, the line or the bracket.
fn ends(text: &str) -> bool {
    let text = text.trim_start_matches(' ');
    let mut characters = text.chars();
    match characters.next() {
        None | Some('\n' | ';' | ')' | ']') => true,
        Some('.') => characters.next().is_none_or(char::is_whitespace),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_list_is_read_in_every_form() {
        for (text, expected) in [
            ("One of: a, b, c", vec!["a", "b", "c"]),
            ("one of 'a b', 'c'", vec!["a b", "c"]),
            ("Kind (one of: a, b). More.", vec!["a", "b"]),
            ("Allowed values are: `a`, `b`, and `c`.", vec!["a", "b", "c"]),
            ("Options: a|b|c; default a", vec!["a", "b", "c"]),
            ("values: [\"a\", \"b\"]", vec!["a", "b"]),
            ("Valid values: v1.0, v1.1.\nMore", vec!["v1.0", "v1.1"]),
            ("Valid values: a (first), b (second)", vec!["a", "b"]),
            ("Valid values: `\"a\"`, `\"b\"`", vec!["a", "b"]),
        ] {
            let (range, values) = listed(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(values, expected, "{text}");
            assert!(text.get(range).is_some(), "{text}");
        }
    }

    #[test]
    fn prose_is_no_list() {
        for text in [
            "",
            "one of",
            "one of the names that were returned",
            "one of a, b",
            "One of: the names, or none",
            "One of: a",
            "None of: a, b",
            "Values: a, b and whatever else there is",
            "options: 'a, b",
            "one of: ä, ö",
        ] {
            assert!(listed(text).is_none(), "{text}");
        }
    }
}
