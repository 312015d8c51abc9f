//! TDQS318: a value is offered twice.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use tdqs_rubric::Dimension;
use tdqs_signals::json::{Kind, Value, canonical};

use super::values::{MAX_SAFE_INTEGER, quoted};
use crate::context::{Node, ToolContext};
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS318",
    name: "repeated-enum-value",
    summary: "A value stands twice in one `enum`.",
    why: "The values of an `enum` should be distinct. Strict validators and some model APIs refuse a list that \
          repeats itself, and every repetition costs the context that lists it. Mostly two lists were \
          joined.\n\nTake the second one out.",
    sources: &["JSON Schema 2020-12, Validation, 6.1.2: elements should be unique"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": "string", "enum": ["left", "right", "left"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"level": {"enum": [1, 2, 1.0]}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": "string", "enum": ["left", "Left", "right"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"level": {"enum": [1, "1", null, true]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for list in tool.keywords("enum") {
        if are_texts_and_distinct(list) {
            continue;
        }
        let mut seen: HashMap<(Kind, Cow<'_, str>), Node<'_>> = HashMap::new();
        for value in list.children() {
            match seen.entry(key(value.value())) {
                Entry::Vacant(entry) => _ = entry.insert(value),
                Entry::Occupied(first) => {
                    let message =
                        format!("{} stands in this `enum` already; take it out", quoted(value.value()));
                    let edit = Edit::Remove { pointer: value.pointer() };
                    findings
                        .report(&value.place(), message)
                        .relate(&first.get().place(), "the first one")
                        .mend(Fix::safe("take the repeated value out", vec![edit]));
                }
            }
        }
    }
}

/// Whether all values are texts, and each is another one: nearly always so, and seen without a table.
fn are_texts_and_distinct(list: Node<'_>) -> bool {
    let mut texts: Vec<Cow<'_, str>> = Vec::with_capacity(list.children().len());
    texts.extend(list.children().map_while(Node::as_str));
    texts.sort_unstable();
    texts.len() == list.children().len() && texts.windows(2).all(|pair| pair[0] != pair[1])
}

/// What equal values have in common.
fn key(value: Value<'_>) -> (Kind, Cow<'_, str>) {
    let text = match value.kind() {
        Kind::String => value.as_str().unwrap_or_default(),
        // Large integers are told apart by their digits.
        Kind::Number if value.as_f64().is_some_and(|number| number.abs() > MAX_SAFE_INTEGER) => {
            Cow::Borrowed(value.literal())
        }
        _ => Cow::Owned(canonical::to_string(value)),
    };
    (value.kind(), text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tdqs_signals::SpecVersion;
    use tdqs_signals::json::Json;

    use super::*;

    proptest! {
        #[test]
        fn texts_that_are_distinct_have_distinct_keys(
            values in proptest::collection::vec(
                prop_oneof![Just(r#""a""#), Just(r#""\u0061""#), Just(r#""b""#), Just(r#""""#), Just("1"), Just("null")],
                0..5,
            ),
        ) {
            let text = format!(r#"{{"name":"a","inputSchema":{{"enum":[{}]}}}}"#, values.join(","));
            let json = Json::parse(&*text).unwrap();
            let tool = ToolContext::new(0, &json, SpecVersion::default()).unwrap();
            let list = tool.keywords("enum").next().unwrap();
            let keys: Vec<_> = list.children().map(|value| key(value.value())).collect();
            let are_distinct = (0..keys.len()).all(|place| !keys[..place].contains(&keys[place]));
            let are_texts = keys.iter().all(|(kind, _)| *kind == Kind::String);
            prop_assert_eq!(are_texts_and_distinct(list), are_texts && are_distinct);
        }
    }
}
