//! What does the schema of one parameter say: is it typed, described, explained?

use std::borrow::Cow;
use std::cell::Cell;

use tdqs_signals::json::{Kind, Value};

use super::reference::Targets;
use super::{MAX_DEPTH, elements};
use crate::text::{Prose, is_blank};

/// Schemas that are looked at for the questions about one input schema. When they are used up, a schema counts as
/// typed: what was not looked at is not accused.
const BUDGET: u32 = 20_000;

/// Answers questions about the parameters of one input schema (Tool Credit Score, section 7).
#[derive(Debug)]
pub struct Meaning<'a> {
    targets: Targets<'a>,
    left: Cell<u32>,
}

impl<'a> Meaning<'a> {
    /// Questions about the schemas below this root, into which local references lead.
    #[must_use]
    pub fn within(root: Value<'a>) -> Self {
        Self { targets: Targets::within(root), left: Cell::new(BUDGET) }
    }

    fn spend(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    /// Whether a schema fixes what kind of value it takes: `type` is a string that is not blank or a list of such;
    /// or there is `const`, or a non-empty `enum`; or every branch of `anyOf` or `oneOf` is typed, or one of `allOf`;
    /// or a local `$ref` leads to something typed. Five levels deep.
    #[must_use]
    pub fn is_typed(&self, schema: Value<'a>) -> bool {
        self.is_typed_within(schema, MAX_DEPTH)
    }

    fn is_typed_within(&self, schema: Value<'a>, depth: usize) -> bool {
        if schema.kind() != Kind::Object {
            return false;
        }
        if !self.spend() {
            return true;
        }
        let is_filled = |array: Option<Value<'_>>| elements(array).next().is_some();
        let kind = schema.get("type");
        if kind.is_some_and(has_text) || (is_filled(kind) && elements(kind).all(has_text)) {
            return true;
        }
        if schema.get("const").is_some() || is_filled(schema.get("enum")) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        let all = |branches: Option<Value<'a>>| {
            is_filled(branches) && elements(branches).all(|branch| self.is_typed_within(branch, depth))
        };
        all(schema.get("anyOf"))
            || all(schema.get("oneOf"))
            || elements(schema.get("allOf")).any(|branch| self.is_typed_within(branch, depth))
            || self.targets.target_of(schema).is_some_and(|target| self.is_typed_within(target, depth))
    }

    /// Whether a schema names `null` among what it takes: as its type, as a value of `enum` or `const`, in a branch
    /// of `anyOf` or `oneOf`, or at the end of a local `$ref`. One that says nothing names nothing.
    #[must_use]
    pub fn admits_null(&self, schema: Value<'a>) -> bool {
        self.admits_null_within(schema, MAX_DEPTH)
    }

    fn admits_null_within(&self, schema: Value<'a>, depth: usize) -> bool {
        if schema.kind() != Kind::Object || !self.spend() {
            return false;
        }
        let is_null = |value: Value<'_>| value.kind() == Kind::Null;
        let kind = schema.get("type");
        if kind.is_some_and(|kind| kind.is_str("null"))
            || elements(kind).any(|kind| kind.is_str("null"))
            || schema.get("const").is_some_and(is_null)
            || elements(schema.get("enum")).any(is_null)
        {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        ["anyOf", "oneOf"]
            .into_iter()
            .flat_map(|key| elements(schema.get(key)))
            .any(|branch| self.admits_null_within(branch, depth))
            || self.targets.target_of(schema).is_some_and(|target| self.admits_null_within(target, depth))
    }

    /// The schema itself and what its local `$ref` leads to, and so on.
    fn chain(&self, schema: Value<'a>) -> impl Iterator<Item = Value<'a>> {
        std::iter::successors(Some(schema), |schema| self.targets.target_of(*schema)).take(MAX_DEPTH + 1)
    }

    /// The description of a parameter, its own or the one at the end of its `$ref`; `None` when there is none that is
    /// not blank.
    #[must_use]
    pub fn description_of(&self, schema: Value<'a>) -> Option<Cow<'a, str>> {
        let own = |schema: Value<'a>| schema.get("description").and_then(Value::as_str);
        self.chain(schema).find_map(|schema| own(schema).filter(|text| !is_blank(text)))
    }

    /// Whether there is a [description](Self::description_of).
    pub(crate) fn is_described(&self, schema: Value<'a>) -> bool {
        let has_own = |schema: Value<'a>| schema.get("description").is_some_and(has_text);
        // The first of a chain is followed before it is looked at.
        has_own(schema) || self.chain(schema).skip(1).any(has_own)
    }

    /// Whether a parameter says what leaving it out means: it has a `default`, takes `null`, or its description says
    /// so.
    #[must_use]
    pub fn is_explained(&self, schema: Value<'a>) -> bool {
        self.chain(schema).any(|schema| schema.get("default").is_some())
            || self.admits_null(schema)
            || self.description_of(schema).is_some_and(|text| Prose::of(&text).says_what_absence_means())
    }
}

/// Whether a value is a string that is not blank.
pub(crate) fn has_text(value: Value<'_>) -> bool {
    // Nearly every text begins with a letter or a digit, and then it need not be decoded.
    let begins_so = value.literal().as_bytes().get(1).is_some_and(u8::is_ascii_alphanumeric);
    value.kind() == Kind::String && (begins_so || value.as_str().is_some_and(|text| !is_blank(&text)))
}

/// Whether a parameter shows a value by itself: it has `examples` that are not empty, `example`, `default`, `const`
/// or `enum` (Tool Credit Score, section 7).
#[must_use]
pub fn has_value_of_its_own(schema: Value<'_>) -> bool {
    elements(schema.get("examples")).next().is_some()
        || ["example", "default", "const", "enum"].into_iter().any(|key| schema.get(key).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tdqs_signals::json::Document;

    /// Asks about `properties.x`.
    fn ask(ask: fn(&Meaning<'static>, Value<'static>) -> bool, schema: &str) -> bool {
        let text = format!(
            r##"{{"properties":{{"x":{schema}}},"$defs":{{"S":{{"type":"string","description":"d"}},"N":{{"type":["null"]}},"L":{{"$ref":"#/$defs/L"}}}}}}"##
        );
        // Methods of a type with a lifetime are functions of one lifetime, here that of the whole test.
        let document: &'static Document = Box::leak(Box::new(Document::parse(text).unwrap()));
        let x = document.root().pointer("/properties/x").unwrap();
        ask(&Meaning::within(document.root()), x)
    }

    #[test]
    fn whatever_fixes_the_values_is_a_type() {
        for schema in [
            r#"{"type":"string"}"#,
            r#"{"type":["string","null"]}"#,
            r#"{"enum":[1]}"#,
            r#"{"const":null}"#,
            r#"{"anyOf":[{"type":"string"},{"const":1}]}"#,
            r#"{"allOf":[{},{"type":"string"}]}"#,
            r##"{"$ref":"#/$defs/S"}"##,
            r##"{"oneOf":[{"$ref":"#/$defs/S"}]}"##,
        ] {
            assert!(ask(Meaning::is_typed, schema), "{schema}");
        }
        for schema in [
            "{}",
            "true",
            r#"{"type":" "}"#,
            r#"{"type":[]}"#,
            r#"{"type":["string",1]}"#,
            r#"{"type":null}"#,
            r#"{"enum":[]}"#,
            r#"{"anyOf":[]}"#,
            r#"{"anyOf":[{"type":"string"},{}]}"#,
            r#"{"allOf":[{}]}"#,
            r##"{"$ref":"#/$defs/L"}"##,
            r##"{"$ref":"#/$defs/none"}"##,
        ] {
            assert!(!ask(Meaning::is_typed, schema), "{schema}");
        }
    }

    #[test]
    fn types_are_looked_for_five_levels_deep() {
        let nested = |levels: usize| {
            format!("{}{{\"type\":\"null\"}}{}", "{\"anyOf\":[".repeat(levels), "]}".repeat(levels))
        };
        assert!(ask(|meaning, x| meaning.is_typed(x) && meaning.admits_null(x), &nested(5)));
        assert!(!ask(|meaning, x| meaning.is_typed(x) || meaning.admits_null(x), &nested(6)));
    }

    #[test]
    fn absence_is_explained_by_schema_or_words() {
        for schema in [
            r#"{"default":null}"#,
            r#"{"enum":["a",null]}"#,
            r##"{"anyOf":[{"type":"string"},{"$ref":"#/$defs/N"}]}"##,
            r#"{"description":"Omit to list all."}"#,
        ] {
            assert!(ask(Meaning::is_explained, schema), "{schema}");
        }
        for schema in ["{}", "true", "null", r#"{"description":"How many."}"#, r##"{"$ref":"#/$defs/L"}"##] {
            assert!(!ask(Meaning::is_explained, schema), "{schema}");
        }
    }

    #[test]
    fn a_reference_may_bring_the_description() {
        assert!(ask(
            |meaning, x| meaning.description_of(x).is_some(),
            r##"{"$ref":"#/$defs/S","description":" "}"##
        ));
        assert!(!ask(|meaning, x| meaning.description_of(x).is_some(), r##"{"$ref":"#/$defs/N"}"##));
        for schema in [
            "{}",
            "[]",
            r#"{"description":"d"}"#,
            r#"{"description":" d"}"#,
            r#"{"description":"\u0020"}"#,
            r#"{"description":"\u0020\u0041"}"#,
            r#"{"description":["d"]}"#,
            r##"{"$ref":"#/$defs/S","description":" "}"##,
            r##"{"$ref":"#/$defs/L"}"##,
        ] {
            let agrees = |meaning: &Meaning<'static>, x| {
                meaning.description_of(x).is_some() == meaning.is_described(x)
            };
            assert!(ask(agrees, schema), "{schema}");
        }
    }

    #[test]
    fn a_wide_tangle_is_answered_in_time() {
        let width = 200;
        let branches = |to: usize| vec![format!(r##"{{"$ref":"#/$defs/{to}"}}"##); width].join(",");
        let defs: Vec<String> =
            (0..6).map(|at| format!(r#""{at}":{{"anyOf":[{}]}}"#, branches((at + 1) % 6))).collect();
        let text = format!(r##"{{"x":{{"$ref":"#/$defs/0"}},"$defs":{{{}}}}}"##, defs.join(","));
        let document = Document::parse(text).unwrap();
        let x = document.root().get("x").unwrap();
        let meaning = Meaning::within(document.root());
        assert!(!meaning.admits_null(x));
        assert!(meaning.is_typed(x));
    }
}
