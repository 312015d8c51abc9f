//! The structural facts of a definition that ground every judgement.
//!
//! Specification: "Stage 1: Context signals". Decisions: "Counts and hash".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::hash::InputHash;
use crate::json::{Array, Kind, Object, Value, canonical};
use crate::subtree::{RequiredSubtree, required_subtree};
use crate::{SpecVersion, ToolDefinition, ToolView};

/// What deterministic code knows about a definition (specification: "Stage 1: Context signals").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "the specification's signals")]
pub struct ContextSignals {
    /// Properties of `inputSchema.properties`.
    pub param_count: u32,
    /// Length of `inputSchema.required`. In edition 1.1-draft 0 when the schema has no properties.
    pub required_param_count: u32,
    /// Properties whose `description` is a string of at least one character.
    pub params_with_descriptions: u32,
    /// Properties whose `enum` is an array.
    pub params_with_enums: u32,
    /// Described properties in percent, rounded half up; 100 without properties.
    pub schema_description_coverage: u8,
    /// Whether a property has the type `"object"`.
    pub has_nested_objects: bool,
    /// Object levels of the required subtree, 0 to 10.
    pub schema_depth: u32,
    /// Choices between union branches in the required subtree.
    pub union_choice_count: u32,
    /// Required properties of the whole required subtree. From edition 1.2 on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub required_field_count: Option<u32>,
    /// How much work a minimal valid call is. Compares tools of one server; its scale means nothing.
    pub invocation_cost: u32,
    /// Whether there is an output schema with at least one key.
    pub has_output_schema: bool,
    /// Whether there are annotations with at least one key.
    pub has_annotations: bool,
    /// The four hints.
    pub annotation_values: AnnotationValues,
    /// Whether the title differs from the name and is longer, in UTF-16 code units.
    pub title_is_meaningful: bool,
    /// Length of the canonical form in bytes. From edition 1.2 on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub definition_bytes: Option<u64>,
    /// What identifies the definition.
    pub input_hash: InputHash,
    /// The walk met a reference cycle too large to follow to its end: depth and counts hold what was
    /// reached. Absent otherwise.
    #[serde(skip_serializing_if = "is_false", default)]
    pub truncated: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// The hints of a definition's annotations; `null` where none is declared as a boolean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::exhaustive_structs, reason = "the specification closes the list")]
pub struct AnnotationValues {
    /// `readOnlyHint`: the tool does not change its environment.
    pub read_only: Option<bool>,
    /// `destructiveHint`: changes may destroy.
    pub destructive: Option<bool>,
    /// `idempotentHint`: calling again with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// `openWorldHint`: the tool reaches beyond a closed domain.
    pub open_world: Option<bool>,
}

impl AnnotationValues {
    fn of(annotations: Option<Value<'_>>) -> Self {
        let mut values = Self::default();
        for (key, value) in annotations.into_iter().flat_map(Value::entries) {
            let hint = match &*key.bytes() {
                b"readOnlyHint" => &mut values.read_only,
                b"destructiveHint" => &mut values.destructive,
                b"idempotentHint" => &mut values.idempotent,
                b"openWorldHint" => &mut values.open_world,
                _ => continue,
            };
            *hint = value.as_bool();
        }
        values
    }
}

/// Those of the signals that rules about definitions ask for, without the hash, which takes longer than they do.
///
/// ```
/// use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition, UnhashedSignals};
///
/// let tool = ToolDefinition::from_json(r#"{"name": "seal", "inputSchema": {"properties": {"label": {}}}}"#)?;
/// let few = UnhashedSignals::of_view(&(&tool).into(), SpecVersion::default());
/// let all = ContextSignals::of(&tool, SpecVersion::default());
/// assert_eq!((few.param_count, few.schema_description_coverage), (1, 0));
/// assert_eq!(few.invocation_cost, all.invocation_cost);
/// # Ok::<(), tdqs_signals::FromJsonError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnhashedSignals {
    /// As [`ContextSignals::param_count`].
    pub param_count: u32,
    /// As [`ContextSignals::params_with_descriptions`].
    pub params_with_descriptions: u32,
    /// As [`ContextSignals::schema_description_coverage`].
    pub schema_description_coverage: u8,
    /// As [`ContextSignals::invocation_cost`].
    pub invocation_cost: u32,
    /// As [`ContextSignals::title_is_meaningful`].
    pub title_is_meaningful: bool,
}

impl UnhashedSignals {
    /// The signals of a tool that lies in a text, in an edition of the specification.
    #[must_use]
    pub fn of_view(tool: &ToolView<'_>, edition: SpecVersion) -> Self {
        let top = TopLevel::of(tool.input_schema);
        let subtree = required_subtree(tool.input_schema, edition);
        let properties = saturate(top.properties.map_or(0, Object::len));
        let described = top.properties().filter(|property| {
            property.get("description").is_some_and(|text| text.kind() == Kind::String && is_filled(text))
        });
        let described = saturate(described.count());
        Self {
            param_count: properties,
            params_with_descriptions: described,
            schema_description_coverage: coverage_percent(described, properties),
            invocation_cost: cost_in_edition(required_count(&top, &subtree, edition), &subtree, edition),
            title_is_meaningful: is_title_meaningful(tool),
        }
    }
}

/// Memory that measuring one tool leaves to the next.
#[derive(Debug, Default)]
pub struct Scratch {
    canonical: Vec<u8>,
    writer: canonical::Writer,
}

impl ContextSignals {
    /// The signals of a tool in an edition of the specification.
    #[must_use]
    pub fn of(tool: &ToolDefinition, edition: SpecVersion) -> Self {
        Self::of_view(&tool.into(), edition)
    }

    /// The signals of a tool that lies in a text.
    #[must_use]
    pub fn of_view(tool: &ToolView<'_>, edition: SpecVersion) -> Self {
        Self::of_with_scratch(tool, edition, &mut Scratch::default())
    }

    /// Like [`of_view`](Self::of_view), with memory lent by the caller, for whoever goes through many tools.
    #[must_use]
    pub fn of_with_scratch(tool: &ToolView<'_>, edition: SpecVersion, scratch: &mut Scratch) -> Self {
        let schema = tool.input_schema;
        let top = TopLevel::of(schema);
        let counts = Counts::of(&top);
        let subtree = required_subtree(schema, edition);
        let required = required_count(&top, &subtree, edition);
        let Scratch { canonical, writer } = scratch;
        let (input_hash, canonical_bytes) = InputHash::of_view(tool, writer, canonical);
        let later = edition.counts_subtree_fields();
        let has_keys = |value: Value<'_>| !value.as_object().is_none_or(Object::is_empty);
        Self {
            param_count: counts.properties,
            required_param_count: required,
            params_with_descriptions: counts.described,
            params_with_enums: counts.with_enum,
            schema_description_coverage: coverage_percent(counts.described, counts.properties),
            has_nested_objects: counts.has_nested_objects,
            schema_depth: subtree.schema_depth,
            union_choice_count: subtree.union_choice_count,
            required_field_count: later.then_some(subtree.required_field_count),
            invocation_cost: cost_in_edition(required, &subtree, edition),
            has_output_schema: tool.output_schema.is_some_and(has_keys),
            has_annotations: tool.annotations.is_some_and(has_keys),
            annotation_values: AnnotationValues::of(tool.annotations),
            title_is_meaningful: is_title_meaningful(tool),
            definition_bytes: later.then_some(canonical_bytes),
            input_hash,
            truncated: subtree.truncated,
        }
    }

    /// The first term of the cost in an edition; it stands before "required" in the coherence message.
    #[must_use]
    pub fn required_in_cost(&self, edition: SpecVersion) -> u32 {
        match self.required_field_count {
            Some(fields) if edition.counts_subtree_fields() => fields,
            _ => self.required_param_count,
        }
    }
}

fn required_count(top: &TopLevel<'_>, subtree: &RequiredSubtree, edition: SpecVersion) -> u32 {
    match top.required {
        Some(_) if edition == SpecVersion::V1_1Draft && subtree.is_empty() => 0,
        Some(required) => saturate(required.len()),
        None => 0,
    }
}

fn cost_in_edition(required: u32, subtree: &RequiredSubtree, edition: SpecVersion) -> u32 {
    let later = edition.counts_subtree_fields();
    invocation_cost(if later { subtree.required_field_count } else { required }, subtree)
}

fn is_title_meaningful(tool: &ToolView<'_>) -> bool {
    tool.title.is_some_and(|title| is_longer(&title.decoded(), &tool.name()))
}

/// `required + 2 max(0, depth - 1) + 2 unions` (specification: "Invocation cost"), saturating.
fn invocation_cost(required: u32, subtree: &RequiredSubtree) -> u32 {
    required
        .saturating_add(subtree.schema_depth.saturating_sub(1).saturating_mul(2))
        .saturating_add(subtree.union_choice_count.saturating_mul(2))
}

/// `floor(p / n * 100 + 0.5)` in doubles and in that order, because that is how it is published: 23 of
/// 40 give 57.
fn coverage_percent(described: u32, properties: u32) -> u8 {
    if properties == 0 {
        return 100;
    }
    let percent = (f64::from(described) / f64::from(properties) * 100.0 + 0.5).floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
    let percent = percent as u8;
    percent
}

fn is_longer(title: &str, name: &str) -> bool {
    title != name && utf16_length(title) > utf16_length(name)
}

fn utf16_length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

pub(crate) fn saturate(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The top level of the input schema, read literally: no reference is followed.
#[derive(Default)]
struct TopLevel<'a> {
    properties: Option<Object<'a>>,
    required: Option<Array<'a>>,
}

impl<'a> TopLevel<'a> {
    fn of(schema: Option<Value<'a>>) -> Self {
        let mut top = Self::default();
        for (key, value) in schema.into_iter().flat_map(Value::entries) {
            match value.kind() {
                Kind::Object if key.is("properties") => top.properties = value.as_object(),
                Kind::Array if key.is("required") => top.required = value.as_array(),
                _ => {}
            }
        }
        top
    }

    fn properties(&self) -> impl Iterator<Item = Value<'a>> {
        self.properties.into_iter().flat_map(Object::iter).map(|(_, property)| property)
    }
}

/// Whether a string has a character: an empty token is its two quotes.
fn is_filled(text: Value<'_>) -> bool {
    text.span().len() > 2
}

/// What the top level of the input schema says of its properties.
#[derive(Default)]
struct Counts {
    properties: u32,
    described: u32,
    with_enum: u32,
    has_nested_objects: bool,
}

impl Counts {
    fn of(top: &TopLevel<'_>) -> Self {
        let mut counts = Self::default();
        top.properties().for_each(|property| counts.add(property));
        counts
    }

    fn add(&mut self, property: Value<'_>) {
        self.properties = self.properties.saturating_add(1);
        for (key, value) in property.entries() {
            match value.kind() {
                Kind::String if is_filled(value) && key.is("description") => self.described += 1,
                Kind::String if key.is("type") && value.is_str("object") => {
                    self.has_nested_objects = true;
                }
                Kind::Array if key.is("enum") => self.with_enum += 1,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_rounded_as_published() {
        for (described, properties, percent) in
            [(0, 0, 100), (1, 8, 13), (23, 40, 57), (1, 3, 33), (29, 200, 14)]
        {
            assert_eq!(coverage_percent(described, properties), percent);
        }
    }

    #[test]
    fn the_examples_of_the_specification_cost_what_it_says() {
        let flat = ToolDefinition::from_json(
            r#"{"name":"a","inputSchema":{"properties":{"a":{},"b":{},"c":{},"d":{}},"required":["a","b","c","d"]}}"#,
        )
        .unwrap();
        let nested = ToolDefinition::from_json(
            r#"{"name":"a","inputSchema":{"properties":{"q":{"properties":{"u":{"oneOf":[
                {"properties":{"x":{}}},{"properties":{"y":{}}},{"properties":{"z":{}}}]}},"required":["u"]}},"required":["q"]}}"#,
        )
        .unwrap();
        assert_eq!(ContextSignals::of(&flat, SpecVersion::V1_1Draft).invocation_cost, 4);
        assert_eq!(ContextSignals::of(&nested, SpecVersion::V1_1Draft).invocation_cost, 9);
    }

    #[test]
    fn fields_that_an_edition_does_not_know_stay_out() {
        let tool = ToolDefinition::new("a");
        let old = serde_json::to_value(ContextSignals::of(&tool, SpecVersion::V1_1Draft)).unwrap();
        let new = serde_json::to_value(ContextSignals::of(&tool, SpecVersion::V1_2)).unwrap();
        assert_eq!(old.as_object().unwrap().len(), 14);
        assert_eq!(new.as_object().unwrap().len(), 16);
    }
}
