//! Would a schema take a value?
//!
//! Most defaults and examples are settled by a type, a list or a bound, and those are looked at here. The rest is left
//! to a validator (`validation`), which has to compile a schema first.

use std::cell::Cell;

use tdqs_signals::json::{Array, Kind, Object, Value};

use super::types::{Types, is_equal, quoted};
use crate::context::{Keyword, Node, Target, ToolContext};
use crate::schema::elements;

/// What is known of a schema and a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The schema takes it.
    Accepted,
    /// It does not, and why: a clause that follows the value.
    Refused(String),
    /// A keyword decides that is not looked at here.
    Open,
}

/// References, branches and levels that are followed from one schema.
const MAX_DEPTH: u32 = 24;
/// Schemas that are looked at for one value.
const MAX_STEPS: u32 = 500;

/// Keywords that refuse no value.
const DECIDES_NOTHING: [Keyword; 3] =
    [Keyword::named("description"), Keyword::named("default"), Keyword::named("title")];

/// Judges a value by the keywords that are cheap to look at.
pub(super) fn verdict<'t>(tool: &'t ToolContext<'t>, schema: Node<'t>, value: Value<'t>) -> Verdict {
    Judge { tool, steps: Cell::new(MAX_STEPS) }.verdict(schema, value, 0)
}

struct Judge<'t> {
    tool: &'t ToolContext<'t>,
    steps: Cell<u32>,
}

impl<'t> Judge<'t> {
    fn verdict(&self, schema: Node<'t>, value: Value<'t>, depth: u32) -> Verdict {
        let steps = self.steps.get();
        if steps == 0 || depth > MAX_DEPTH {
            return Verdict::Open;
        }
        self.steps.set(steps - 1);
        match schema.kind() {
            Kind::Bool if schema.value().as_bool() == Some(true) => return Verdict::Accepted,
            Kind::Bool => return Verdict::Refused("the schema is `false`, which takes nothing".to_owned()),
            Kind::Object => {}
            _ => return Verdict::Open,
        }
        // OpenAPI's way to say it, which has a rule of its own.
        let is_nullable =
            || schema.get("nullable").is_some_and(|keyword| keyword.value().as_bool() == Some(true));
        if value.kind() == Kind::Null && is_nullable() {
            return Verdict::Accepted;
        }
        let mut all = Verdict::Accepted;
        for keyword in schema.children() {
            // Most members of a schema are these.
            if keyword.keyword().is_some_and(|own| DECIDES_NOTHING.contains(&own)) {
                continue;
            }
            match self.keyword(schema, keyword, value, depth) {
                Verdict::Accepted => {}
                Verdict::Open => all = Verdict::Open,
                refused @ Verdict::Refused(_) => return refused,
            }
        }
        all
    }

    fn keyword(&self, schema: Node<'t>, keyword: Node<'t>, value: Value<'t>, depth: u32) -> Verdict {
        let key = keyword.key().unwrap_or_default();
        let own = keyword.value();
        match (&*key, value.kind()) {
            ("type", _) => match Types::of_value(own) {
                None => Verdict::Open,
                Some(types) if types.admit(value) => Verdict::Accepted,
                Some(types) => Verdict::Refused(format!("the type is {}", types.names())),
            },
            ("enum", _) => match own.as_array() {
                None => Verdict::Open,
                Some(values) if values.iter().any(|one| is_equal(one, value)) => Verdict::Accepted,
                Some(_) => Verdict::Refused("it is none of the values in `enum`".to_owned()),
            },
            ("const", _) if is_equal(own, value) => Verdict::Accepted,
            ("const", _) => Verdict::Refused(format!("the one value is {}", quoted(own))),
            ("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum", Kind::Number) => {
                bound(&key, own, value.as_f64())
            }
            ("minLength" | "maxLength", Kind::String) => {
                size(&key, own, value.as_str().map(|text| text.chars().count()))
            }
            ("minItems" | "maxItems", Kind::Array) => size(&key, own, value.as_array().map(Array::len)),
            ("minProperties" | "maxProperties", Kind::Object) => {
                size(&key, own, value.as_object().map(Object::len))
            }
            ("items", Kind::Array) if keyword.role() == crate::context::Role::Schema => {
                let is_tuple = schema.get("prefixItems").is_some();
                self.each(elements(Some(value)).map(|element| (keyword, element)), is_tuple, depth)
            }
            ("properties", Kind::Object) => {
                let members =
                    keyword.children().filter_map(|property| Some((property, value.get(&property.key()?)?)));
                self.each(members, false, depth)
            }
            ("required", Kind::Object) => {
                let missing = elements(Some(own))
                    .find_map(|name| name.as_str().filter(|name| value.get(name).is_none()));
                missing.map_or(Verdict::Accepted, |name| Verdict::Refused(format!("`{name}` is required")))
            }
            ("additionalProperties", Kind::Object) => additional(schema, own, value),
            ("$ref", _) => match self.tool.reference_of(schema) {
                Some(Target::Here(target)) => self.verdict(target, value, depth + 1),
                _ => Verdict::Open,
            },
            ("allOf", _) => self.each(keyword.children().map(|branch| (branch, value)), false, depth),
            ("anyOf" | "oneOf", _) => self.one_of_branches(&key, keyword, value, depth),
            ("not" | "if" | "$dynamicRef" | "$recursiveRef", _)
            | ("pattern", Kind::String)
            | ("multipleOf", Kind::Number)
            | (
                "items" | "prefixItems" | "contains" | "uniqueItems" | "unevaluatedItems" | "additionalItems",
                Kind::Array,
            )
            | (
                "patternProperties"
                | "propertyNames"
                | "unevaluatedProperties"
                | "dependentRequired"
                | "dependentSchemas"
                | "dependencies",
                Kind::Object,
            ) => Verdict::Open,
            _ => Verdict::Accepted,
        }
    }

    /// The verdict when every one has to be accepted.
    fn each(&self, pairs: impl Iterator<Item = (Node<'t>, Value<'t>)>, is_open: bool, depth: u32) -> Verdict {
        if is_open {
            return Verdict::Open;
        }
        let mut all = Verdict::Accepted;
        for (schema, value) in pairs {
            match self.verdict(schema, value, depth + 1) {
                Verdict::Accepted => {}
                Verdict::Open => all = Verdict::Open,
                refused @ Verdict::Refused(_) => return refused,
            }
            if self.steps.get() == 0 {
                return Verdict::Open;
            }
        }
        all
    }

    fn one_of_branches(&self, key: &str, branches: Node<'t>, value: Value<'t>, depth: u32) -> Verdict {
        if branches.value().as_array().is_none_or(Array::is_empty) {
            return Verdict::Open;
        }
        let (mut accepted, mut is_open) = (0, false);
        for branch in branches.children() {
            match self.verdict(branch, value, depth + 1) {
                Verdict::Accepted => accepted += 1,
                Verdict::Open => is_open = true,
                Verdict::Refused(_) => {}
            }
            if self.steps.get() == 0 {
                return Verdict::Open;
            }
        }
        match (accepted, is_open) {
            (0, false) => Verdict::Refused(format!("no branch of `{key}` takes it")),
            (1, false) => Verdict::Accepted,
            (2.., _) | (1, true) if key == "anyOf" => Verdict::Accepted,
            _ => Verdict::Open,
        }
    }
}

fn bound(key: &str, own: Value<'_>, value: Option<f64>) -> Verdict {
    let (Some(limit), Some(value)) = (own.as_f64(), value) else { return Verdict::Open };
    let is_within = match key {
        "minimum" => value >= limit,
        "maximum" => value <= limit,
        "exclusiveMinimum" => value > limit,
        _ => value < limit,
    };
    if is_within { Verdict::Accepted } else { Verdict::Refused(format!("`{key}` is {}", own.literal())) }
}

#[expect(clippy::cast_precision_loss, reason = "no text or list has 2^53 parts")]
fn size(key: &str, own: Value<'_>, size: Option<usize>) -> Verdict {
    let (Some(limit), Some(size)) = (own.as_f64(), size) else { return Verdict::Open };
    let is_within = if key.starts_with("min") { size as f64 >= limit } else { size as f64 <= limit };
    if is_within { Verdict::Accepted } else { Verdict::Refused(format!("`{key}` is {}", own.literal())) }
}

fn additional(schema: Node<'_>, own: Value<'_>, value: Value<'_>) -> Verdict {
    match own.as_bool() {
        Some(true) => Verdict::Accepted,
        Some(false) if schema.get("patternProperties").is_none() => {
            let properties = schema.get("properties");
            let is_named = |name: &str| properties.is_some_and(|map| map.get(name).is_some());
            let mut names = value.as_object().into_iter().flat_map(Object::iter).map(|(key, _)| key.text());
            match names.find(|name| !is_named(name)) {
                None => Verdict::Accepted,
                Some(name) => Verdict::Refused(format!("it has `{name}`, which is no property")),
            }
        }
        _ => Verdict::Open,
    }
}
