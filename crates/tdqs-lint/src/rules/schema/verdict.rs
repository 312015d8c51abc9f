//! Would a schema take a value?
//!
//! Most defaults and examples are settled by a type, a list or a bound, and those are looked at here. The rest is left
//! to a validator (`validation`), which has to compile a schema first.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use tdqs_signals::json::{Array, Kind, Object, Value};

use super::values::{is_equal, quoted};
use crate::context::{Keyword, Node, Target, ToolContext, Types};
use crate::schema::elements;

/// What is known of a schema and a value.
#[derive(Debug, Clone)]
pub(super) enum Verdict<'t> {
    /// The schema takes it.
    Accepted,
    /// It does not, and why.
    Refused(Why<'t>),
    /// A keyword decides that is not looked at here.
    Open,
}

/// Why a schema refuses a value. It is put into words for those that are reported, and not for every branch of a union.
#[derive(Debug, Clone)]
pub(super) enum Why<'t> {
    TakesNothing,
    Type(Types),
    NotInEnum,
    NotConst(Value<'t>),
    /// A keyword and its value.
    Bound(Cow<'t, str>, Value<'t>),
    Missing(Cow<'t, str>),
    NoProperty(Cow<'t, str>),
    /// The union of which no branch takes the value.
    NoBranch(Cow<'t, str>),
}

/// A clause that follows the value.
impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TakesNothing => f.write_str("the schema is `false`, which takes nothing"),
            Self::Type(types) => write!(f, "the type is {}", types.names()),
            Self::NotInEnum => f.write_str("it is none of the values in `enum`"),
            Self::NotConst(one) => write!(f, "the one value is {}", quoted(*one)),
            Self::Bound(keyword, bound) => write!(f, "`{keyword}` is {}", bound.literal()),
            Self::Missing(name) => write!(f, "`{name}` is required"),
            Self::NoProperty(name) => write!(f, "it has `{name}`, which is no property"),
            Self::NoBranch(union) => write!(f, "no branch of `{union}` takes it"),
        }
    }
}

/// References, branches and levels that are followed from one schema.
const MAX_DEPTH: u32 = 24;
/// Schemas that are looked at for one value.
const MAX_STEPS: u32 = 500;

/// Keywords that refuse no value.
const DECIDES_NOTHING: [Keyword; 3] = Keyword::all_named(["description", "default", "title"]);

/// Judges a value by the keywords that are cheap to look at.
pub(super) fn verdict<'t>(tool: &'t ToolContext<'t>, schema: Node<'t>, value: Value<'t>) -> Verdict<'t> {
    Judge { tool, steps: Cell::new(MAX_STEPS) }.verdict(schema, value, 0)
}

struct Judge<'t> {
    tool: &'t ToolContext<'t>,
    steps: Cell<u32>,
}

impl<'t> Judge<'t> {
    fn verdict(&self, schema: Node<'t>, value: Value<'t>, depth: u32) -> Verdict<'t> {
        let steps = self.steps.get();
        if steps == 0 || depth > MAX_DEPTH {
            return Verdict::Open;
        }
        self.steps.set(steps - 1);
        match schema.kind() {
            Kind::Bool if schema.value().as_bool() == Some(true) => return Verdict::Accepted,
            Kind::Bool => return Verdict::Refused(Why::TakesNothing),
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

    fn keyword(&self, schema: Node<'t>, keyword: Node<'t>, value: Value<'t>, depth: u32) -> Verdict<'t> {
        let key = keyword.key().unwrap_or_default();
        let own = keyword.value();
        match (&*key, value.kind()) {
            ("type", _) => match Types::of_value(own) {
                None => Verdict::Open,
                Some(types) if types.admit(value) => Verdict::Accepted,
                Some(types) => Verdict::Refused(Why::Type(types)),
            },
            ("enum", _) => match own.as_array() {
                None => Verdict::Open,
                Some(values) if values.iter().any(|one| is_equal(one, value)) => Verdict::Accepted,
                Some(_) => Verdict::Refused(Why::NotInEnum),
            },
            ("const", _) if is_equal(own, value) => Verdict::Accepted,
            ("const", _) => Verdict::Refused(Why::NotConst(own)),
            ("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum", Kind::Number) => {
                bound(key, own, value.as_f64())
            }
            ("minLength" | "maxLength", Kind::String) => {
                size(key, own, value.as_str().map(|text| text.chars().count()))
            }
            ("minItems" | "maxItems", Kind::Array) => size(key, own, value.as_array().map(Array::len)),
            ("minProperties" | "maxProperties", Kind::Object) => {
                size(key, own, value.as_object().map(Object::len))
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
                missing.map_or(Verdict::Accepted, |name| Verdict::Refused(Why::Missing(name)))
            }
            ("additionalProperties", Kind::Object) => additional(schema, own, value),
            ("$ref", _) => match self.tool.reference_of(schema) {
                Some(Target::Here(target)) => self.verdict(target, value, depth + 1),
                _ => Verdict::Open,
            },
            ("allOf", _) => self.each(keyword.children().map(|branch| (branch, value)), false, depth),
            ("anyOf" | "oneOf", _) => self.one_of_branches(key, keyword, value, depth),
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
    fn each(
        &self,
        pairs: impl Iterator<Item = (Node<'t>, Value<'t>)>,
        is_open: bool,
        depth: u32,
    ) -> Verdict<'t> {
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

    fn one_of_branches(
        &self,
        key: Cow<'t, str>,
        branches: Node<'t>,
        value: Value<'t>,
        depth: u32,
    ) -> Verdict<'t> {
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
            (0, false) => Verdict::Refused(Why::NoBranch(key)),
            (1, false) => Verdict::Accepted,
            (2.., _) | (1, true) if key == "anyOf" => Verdict::Accepted,
            _ => Verdict::Open,
        }
    }
}

fn bound<'t>(key: Cow<'t, str>, own: Value<'t>, value: Option<f64>) -> Verdict<'t> {
    let (Some(limit), Some(value)) = (own.as_f64(), value) else { return Verdict::Open };
    let is_within = match &*key {
        "minimum" => value >= limit,
        "maximum" => value <= limit,
        "exclusiveMinimum" => value > limit,
        _ => value < limit,
    };
    if is_within { Verdict::Accepted } else { Verdict::Refused(Why::Bound(key, own)) }
}

#[expect(clippy::cast_precision_loss, reason = "no text or list has 2^53 parts")]
fn size<'t>(key: Cow<'t, str>, own: Value<'t>, size: Option<usize>) -> Verdict<'t> {
    let (Some(limit), Some(size)) = (own.as_f64(), size) else { return Verdict::Open };
    let is_within = if key.starts_with("min") { size as f64 >= limit } else { size as f64 <= limit };
    if is_within { Verdict::Accepted } else { Verdict::Refused(Why::Bound(key, own)) }
}

fn additional<'t>(schema: Node<'t>, own: Value<'t>, value: Value<'t>) -> Verdict<'t> {
    match own.as_bool() {
        Some(true) => Verdict::Accepted,
        Some(false) if schema.get("patternProperties").is_none() => {
            let properties = schema.get("properties");
            let is_named = |name: &str| properties.is_some_and(|map| map.get(name).is_some());
            let mut names = value.as_object().into_iter().flat_map(Object::iter).map(|(key, _)| key.text());
            match names.find(|name| !is_named(name)) {
                None => Verdict::Accepted,
                Some(name) => Verdict::Refused(Why::NoProperty(name)),
            }
        }
        _ => Verdict::Open,
    }
}
