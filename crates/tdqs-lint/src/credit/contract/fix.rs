//! The fixer: what may be changed without asking somebody who knows the tool (section 8).
//!
//! A fix may make a definition clearer; it may not make a claim. So nothing here invents a text, a hint, an example
//! or a list of what must be given: those are [suggestions](super::suggest).

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_rubric::named;
use tdqs_signals::json::{Json, Kind, Value};
use tdqs_signals::whitespace::is_ecmascript_whitespace;

use super::best_practices::is_open;
use super::description::{is_placeholder, opens_small};
use super::examples;
use super::facts::Schema;
use super::validation::Held;
use super::{Options, Tool, score};
use crate::credit::rewrite::{self, Replacement, string_text};
use crate::credit::{Rule, ToolScore};
use crate::schema::{Parameter, elements, members};

/// How far a fix may go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Tier {
    /// Every call that was accepted still is.
    #[default]
    Safe,
    /// And besides what narrows which calls are accepted.
    Tighten,
}

named!(Tier, "tier of fixes", { Safe => "safe", Tighten => "tighten" });

/// A change that a fix made.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Change {
    /// How far it goes.
    pub tier: Tier,
    /// The rule that it answers.
    pub rule: Rule,
    /// JSON pointer, within the tool, of what is as it should be afterwards.
    pub pointer: String,
    /// JSON pointer of the member that moves to `pointer`, where one does: its key changes, its value stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<String>,
    /// What stood at `pointer`; `null` when nothing did.
    #[schemars(with = "Option<serde_json::Value>")]
    pub before: Option<Json>,
    /// What stands there afterwards.
    #[schemars(with = "serde_json::Value")]
    pub after: Json,
}

impl Change {
    /// Makes the change in a tool.
    ///
    /// # Errors
    ///
    /// When the tool is not the one that the change is for.
    pub fn apply(&self, tool: Value<'_>) -> Result<Json, rewrite::RewriteError> {
        match self.moved_from.as_deref().map(|from| from.trim_start_matches('/')) {
            Some(from) => rewrite::rename_member(tool, "", from, self.pointer.trim_start_matches('/')),
            None => rewrite::apply(tool, &[self.replacement()]),
        }
    }

    fn replacement(&self) -> Replacement {
        Replacement::new(self.pointer.clone(), self.after.clone())
    }
}

/// A tool after its fix.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fixed {
    /// The changes, in the order in which they are made. Each sees what those before it left.
    pub changes: Vec<Change>,
    /// The tool with all of them made; `None` when there are none.
    pub tool: Option<Json>,
    /// What the tool scored before.
    pub before: ToolScore,
    /// What it scores afterwards: never less.
    pub after: ToolScore,
}

/// Fixes one tool. Doing it twice changes nothing more.
///
/// ```
/// use tdqs_lint::credit::contract::{Options, Tier, Tool, fix};
/// use tdqs_signals::json::Json;
///
/// let tool = Json::parse(r#"{"name": "seal_crate", "description": "seals a crate.", "parameters": {}}"#)?;
/// let fixed = fix(&Tool::of(tool.value()), Tier::Safe, &Options::default());
/// assert_eq!(
///     fixed.tool.unwrap().source_text(),
///     r#"{"name":"seal_crate","description":"Seals a crate.","inputSchema":{"type":"object"}}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn fix(tool: &Tool<'_>, tier: Tier, options: &Options) -> Fixed {
    let before = score(tool, options);
    let mut work =
        Work { original: tool, options, current: None, score: before.clone(), changes: Vec::new() };
    for find in [schema_under_its_key, capital, object_at_the_root] {
        let change = find(&work.tool());
        work.make(change.into_iter().collect());
    }
    if tier >= Tier::Tighten {
        let changes = parameter_types(&work.tool());
        work.make(changes);
        let change = closed_root(&work.tool());
        work.make(change.into_iter().collect());
    }
    Fixed { changes: work.changes, tool: work.current, before, after: work.score }
}

/// A tool that is being fixed.
struct Work<'a, 't> {
    original: &'t Tool<'a>,
    options: &'t Options,
    current: Option<Json>,
    score: ToolScore,
    changes: Vec<Change>,
}

impl Work<'_, '_> {
    fn tool(&self) -> Tool<'_> {
        match &self.current {
            Some(json) => self.original.with_value(json.value()),
            None => self.original.clone(),
        }
    }

    /// Makes changes that do not touch each other: all of them, or else each that can be made.
    fn make(&mut self, changes: Vec<Change>) {
        if !self.try_all(&changes) && changes.len() > 1 {
            for change in changes {
                self.try_all(&[change]);
            }
        }
    }

    /// Makes the changes unless the score would fall, or an example would become invalid.
    fn try_all(&mut self, changes: &[Change]) -> bool {
        if changes.is_empty() {
            return true;
        }
        let tool = self.tool();
        let rewritten = match changes {
            [change] => change.apply(tool.value()),
            changes => {
                let replacements: Vec<Replacement> = changes.iter().map(Change::replacement).collect();
                rewrite::apply(tool.value(), &replacements)
            }
        };
        let Ok(rewritten) = rewritten else { return false };
        let next = self.original.with_value(rewritten.value());
        let narrows = changes.iter().any(|change| change.tier == Tier::Tighten);
        if narrows && loses_an_example(&tool, &next) {
            return false;
        }
        let scored = score(&next, self.options);
        if (scored.score, scored.uncapped) < (self.score.score, self.score.uncapped) {
            return false;
        }
        self.changes.extend_from_slice(changes);
        self.score = scored;
        self.current = Some(rewritten);
        true
    }
}

/// Whether an example that the schema accepted is refused afterwards.
fn loses_an_example(before: &Tool<'_>, after: &Tool<'_>) -> bool {
    let (old, new) = (Schema::of(before), Schema::of(after));
    let (old_examples, new_examples) =
        (examples::all(before.value(), old.as_ref()), examples::all(after.value(), new.as_ref()));
    if old_examples.is_empty() {
        return false;
    }
    let held = |schema: &Option<Schema<'_>>| schema.as_ref().and_then(|schema| Held::of(schema.root));
    let (old_held, new_held) = (held(&old), held(&new));
    let is_refused = |held: &Option<Held>, call: Value<'_>| {
        held.as_ref().is_some_and(|held| held.refusal_of(call).is_some())
    };
    old_examples.iter().zip(&new_examples).any(|(of_old, of_new)| {
        !is_refused(&old_held, of_old.call(old.as_ref())) && is_refused(&new_held, of_new.call(new.as_ref()))
    })
}

fn change(
    tier: Tier,
    rule: Rule,
    pointer: String,
    before: Option<Value<'_>>,
    after: String,
) -> Option<Change> {
    let before = before.and_then(owned);
    let after = rewrite::read(after).ok()?;
    (before.as_ref() != Some(&after)).then_some(Change {
        tier,
        rule,
        pointer,
        moved_from: None,
        before,
        after,
    })
}

fn owned(value: Value<'_>) -> Option<Json> {
    rewrite::read(value.literal().to_owned()).ok()
}

/// Moves `input_schema` or `parameters` to `inputSchema` when that is no object. What a chat API wraps has its
/// schema under `parameters` by that API's own rules, and keeps it.
fn schema_under_its_key(tool: &Tool<'_>) -> Option<Change> {
    let (key, schema) = tool.schema().filter(|(key, _)| *key != "inputSchema" && !tool.is_wrapped())?;
    Some(Change {
        tier: Tier::Safe,
        rule: Rule::SchemaKey,
        pointer: "/inputSchema".to_owned(),
        moved_from: Some(format!("/{key}")),
        before: tool.value().get("inputSchema").and_then(owned),
        after: owned(schema)?,
    })
}

/// Upper-cases the first letter of a description where `description-not-capitalised` fires and the capital is one
/// character.
fn capital(tool: &Tool<'_>) -> Option<Change> {
    let place = tool.value().get("description")?;
    let description = place.as_str()?;
    if !opens_small(&description) {
        return None;
    }
    let letters = description.trim_start_matches(is_ecmascript_whitespace);
    let blanks = &description[..description.len() - letters.len()];
    let first = letters.chars().next()?;
    let mut capitals = first.to_uppercase();
    let capital = capitals.next().filter(|_| capitals.next().is_none())?;
    // Where the category ends before the rule is asked, it does not fire.
    if is_placeholder(&description, &tool.name().unwrap_or_default()) {
        return None;
    }
    let rest = letters.get(first.len_utf8()..)?;
    change(
        Tier::Safe,
        Rule::DescriptionNotCapitalised,
        "/description".to_owned(),
        Some(place),
        string_text(&format!("{blanks}{capital}{rest}")),
    )
}

/// Keywords that say by themselves what a schema takes.
const COMBINING: [&str; 6] = ["$ref", "anyOf", "oneOf", "allOf", "not", "if"];

fn has_any(schema: Value<'_>, keys: &[&str]) -> bool {
    members(Some(schema)).any(|(key, _)| keys.iter().any(|candidate| key.is(candidate)))
}

/// Sets the `type` of the root to `object` when it is absent and nothing else may say so. Where something below refers
/// to the root, that would narrow what stands there as well.
fn object_at_the_root(tool: &Tool<'_>) -> Option<Change> {
    let (key, schema) = tool.schema()?;
    if schema.get("type").is_some() || has_any(schema, &COMBINING) || may_refer_to_root(schema) {
        return None;
    }
    change(Tier::Safe, Rule::SchemaNotObject, format!("/{key}/type"), None, "\"object\"".to_owned())
}

/// Whether a reference anywhere in a schema is anything but a pointer to a place below its root.
fn may_refer_to_root(schema: Value<'_>) -> bool {
    let mut waiting = vec![schema];
    while let Some(value) = waiting.pop() {
        for (key, member) in members(Some(value)) {
            let refers = ["$ref", "$dynamicRef", "$recursiveRef"].iter().any(|word| key.is(word));
            if refers && member.as_str().is_some_and(|reference| !reference.starts_with("#/")) {
                return true;
            }
            waiting.push(member);
        }
        waiting.extend(elements(Some(value)));
    }
    false
}

/// Keywords that belong to one type, and whether having one is enough to tell the type by.
const OF_TYPES: [(&str, &[&str], &[&str]); 4] = [
    (
        "string",
        &["pattern", "minLength", "maxLength", "format"],
        &["contentEncoding", "contentMediaType", "contentSchema"],
    ),
    ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"], &[]),
    (
        "array",
        &["items"],
        &[
            "prefixItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
            "minContains",
            "maxContains",
            "unevaluatedItems",
            "additionalItems",
        ],
    ),
    (
        "object",
        &["properties", "required"],
        &[
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "dependencies",
            "unevaluatedProperties",
        ],
    ),
];

/// The one type that the keywords of a parameter belong to.
fn type_by_keywords(schema: Value<'_>) -> Option<&'static str> {
    if schema.kind() != Kind::Object
        || has_any(schema, &COMBINING)
        || has_any(schema, &["type", "enum", "const"])
    {
        return None;
    }
    let touched = |(_, telling, others): &&(&str, &[&str], &[&str])| {
        has_any(schema, telling) || has_any(schema, others)
    };
    let mut types = OF_TYPES.iter().filter(touched);
    let (name, telling, _) = types.next()?;
    (types.next().is_none() && has_any(schema, telling)).then_some(name)
}

fn is_of_type(value: Value<'_>, name: &str) -> bool {
    let kind = match name {
        "string" => Kind::String,
        "number" => Kind::Number,
        "array" => Kind::Array,
        _ => Kind::Object,
    };
    value.kind() == kind
}

/// Types of parameters whose keywords belong to one type alone, and whose own values are of it.
fn parameter_types(tool: &Tool<'_>) -> Vec<Change> {
    let Some(schema) = Schema::of(tool) else { return Vec::new() };
    let typed = |parameter: &Parameter<'_>| {
        let of = parameter.schema;
        let name = type_by_keywords(of)?;
        let mut own = ["default", "example"]
            .into_iter()
            .filter_map(|key| of.get(key))
            .chain(elements(of.get("examples")));
        if !own.all(|value| is_of_type(value, name)) {
            return None;
        }
        let pointer = schema.pointer(&format!("{}/type", schema.parameters().pointer(parameter)));
        change(Tier::Tighten, Rule::ParameterTypeMissing, pointer, None, format!("\"{name}\""))
    };
    schema.parameters().all.iter().filter_map(typed).collect()
}

/// Whether a root wants members that it does not declare: closed, it would refuse every call, or every one with some
/// argument.
fn wants_others(root: Value<'_>) -> bool {
    let properties = root.get("properties");
    let declared = u32::try_from(members(properties).count()).unwrap_or(u32::MAX);
    let is_declared = |name: Value<'_>| {
        name.as_str().is_none_or(|name| properties.is_some_and(|properties| properties.get(&name).is_some()))
    };
    let dependent = members(root.get("dependentRequired")).flat_map(|(_, names)| elements(Some(names)));
    let least = root.get("minProperties").and_then(Value::as_f64);
    !elements(root.get("required")).chain(dependent).all(is_declared)
        || has_any(root, &["dependentSchemas", "dependencies"])
        || least.is_some_and(|least| least > f64::from(declared))
}

/// Closes a root that has parameters, unless its members may come from elsewhere.
fn closed_root(tool: &Tool<'_>) -> Option<Change> {
    let schema = Schema::of(tool)?;
    let root = schema.root;
    if schema.parameters().all.is_empty()
        || !is_open(root)
        || has_any(root, &COMBINING)
        || has_any(root, &["patternProperties", "unevaluatedProperties"])
        || wants_others(root)
    {
        return None;
    }
    change(
        Tier::Tighten,
        Rule::AdditionalPropertiesOpen,
        schema.pointer("/additionalProperties"),
        root.get("additionalProperties"),
        "false".to_owned(),
    )
}
