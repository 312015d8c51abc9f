//! What has to be the same after a fix, whatever a rule proposed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use tdqs_signals::json::{Json, Kind, Value, escape_pointer_segment};

use super::FixTier;
use super::tool::credit_tool;
use crate::credit::contract::{Options, score};
use crate::schema::{elements, members};

/// What of a tool callers rely on, and its score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    name: Option<String>,
    schema: Relied,
    score: (u8, u8),
}

impl Kept {
    pub(super) fn of(tool: &Json) -> Self {
        let credit = credit_tool(tool.value(), 0);
        let name = credit.name().map(Cow::into_owned);
        let scored = score(&credit, &Options::default());
        let schema = credit.schema().map(|(_, schema)| Relied::of(schema)).unwrap_or_default();
        Self { name, schema, score: (scored.score, scored.uncapped) }
    }

    /// Why what there is afterwards cannot stand, if it cannot.
    pub(super) fn refusal(&self, after: &Self, tier: FixTier) -> Option<&'static str> {
        if self.name != after.name {
            return Some("the tool would be called otherwise");
        }
        if self.schema.parameters != after.schema.parameters {
            return Some("the tool would have other parameters");
        }
        if tier == FixTier::Safe && !self.schema.has_types_of(&after.schema) {
            return Some("something would have another type");
        }
        (after.score < self.score).then_some("the Tool Credit Score would fall")
    }
}

/// What callers rely on in the schema of the arguments, by JSON pointers within it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Relied {
    /// Members of a `properties` anywhere.
    parameters: BTreeSet<String>,
    /// What each `type` says.
    types: BTreeMap<String, String>,
}

impl Relied {
    fn of(schema: Value<'_>) -> Self {
        let mut found = Self::default();
        // A parameter may be called `properties`: what stands in a map is none, whatever its key.
        let mut waiting = vec![(String::new(), schema, false)];
        while let Some((pointer, value, is_map)) = waiting.pop() {
            let below = |segment: &str| format!("{pointer}/{}", escape_pointer_segment(segment));
            for (key, member) in members(Some(value)) {
                let key = key.text();
                // What stands in values that are given as such is no schema.
                let is_data = ["default", "const", "enum", "examples", "example"].contains(&&*key);
                if is_data && !is_map {
                    continue;
                }
                if is_map {
                    found.parameters.insert(below(&key));
                } else if key == "type" {
                    found.types.insert(pointer.clone(), said(member));
                }
                waiting.push((below(&key), member, !is_map && key == "properties"));
            }
            let inner = elements(Some(value)).enumerate();
            waiting.extend(inner.map(|(index, element)| (below(&index.to_string()), element, false)));
        }
        found
    }

    /// Whether the types are the same. The root, which can be nothing but an object, may be given its type.
    fn has_types_of(&self, after: &Self) -> bool {
        let may_be_new = |pointer: &str| pointer.is_empty() && !self.types.contains_key("");
        self.types.iter().eq(after.types.iter().filter(|(pointer, _)| !may_be_new(pointer)))
    }
}

/// A type in one way of writing it.
fn said(kind: Value<'_>) -> String {
    match (kind.kind(), kind.as_str()) {
        (Kind::String, Some(text)) => text.into_owned(),
        _ => kind.literal().chars().filter(|character| !character.is_ascii_whitespace()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(tool: &str) -> Kept {
        Kept::of(&Json::parse(tool).unwrap())
    }

    #[test]
    fn a_parameter_may_be_called_like_the_keyword() {
        let tool = |kind: &str, more: &str| {
            kept(&format!(
                r#"{{"name": "get_crate", "description": "Gets one crate.", "inputSchema": {{"properties": {{"properties": {{"type": "{kind}"{more}}}}}}}}}"#
            ))
        };
        let before = tool("string", "");
        assert_eq!(before.refusal(&tool("string", r#", "enum": ["a", "b"]"#), FixTier::Tighten), None);
        let refusal = before.refusal(&tool("integer", ""), FixTier::Safe);
        assert_eq!(refusal, Some("something would have another type"));
    }

    #[test]
    fn what_callers_rely_on_may_not_change() {
        let before = kept(
            r#"{"name": "get_crate", "description": "Gets one crate.", "inputSchema": {"properties": {"a": {"type": "string", "default": {"type": 1}}}}}"#,
        );
        let same = r#"{"name": "get_crate", "description": "Gets one crate.", "inputSchema": {"type": "object", "properties": {"a": {"type": "string", "default": {"type": 2}}}}}"#;
        for (from, to, safe, tighten) in [
            ("", "", None, None),
            ("get_crate", "get_box", Some("the tool would be called otherwise"), None),
            ("\"a\"", "\"b\"", Some("the tool would have other parameters"), None),
            (r#""string""#, r#""integer""#, Some("something would have another type"), Some(None)),
            ("Gets one crate.", "", Some("the Tool Credit Score would fall"), None),
        ] {
            let after = kept(&same.replacen(from, to, usize::from(!from.is_empty())));
            assert_eq!(before.refusal(&after, FixTier::Safe), safe, "{from}");
            assert_eq!(before.refusal(&after, FixTier::Tighten), tighten.unwrap_or(safe), "{from}");
        }
    }
}
